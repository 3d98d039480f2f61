import { normaliseMessage } from '../../../shared/reply';
import { checkId } from '../../../shared/validation';
import { optionsField, requiredText } from '../../operations/fields';
import { endpoint } from '../../operations/item';
import type { Operation } from '../../operations/operation';

/** Get SMS status by id (4.3). */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get SMS',
	description: 'Get the status of an SMS by its message ID',
	fields: [requiredText('Message ID', 'messageId', 'e.g. 1542308473', 'The ID that sending the SMS returned'), optionsField()],
	routing: endpoint({
		method: 'GET',
		path: '/rest/sms/{id}',
		values: (item) => ({ path: { id: item.check(checkId(item.parameter('messageId', ''), 'Message ID')) } }),
		output: (body, item) => [normaliseMessage(body, item.zone)],
	}),
};

import { required } from '../../../shared/fields';
import { normaliseMessage } from '../../../shared/reply';
import { checkId } from '../../../shared/validation';
import { optionsField } from '../../operations/fields';
import { endpoint } from '../../operations/item';
import type { Operation } from '../../operations/operation';

/** Get SMS status by id (4.3). */
export const get: Operation = {
	names: 'get: Get: Get the status of an SMS by its message ID',
	action: 'Get SMS',
	fields: [
		required('messageId: Message ID: The ID that sending the SMS returned', '1542308473'),
		optionsField(),
	],
	routing: endpoint({
		method: 'GET',
		path: '/rest/sms/{id}',
		values: (item) => ({
			path: { id: item.check(checkId(item.parameter('messageId', ''), 'Message ID')) },
		}),
		output: (body, item) => normaliseMessage(body, item.zone),
	}),
};

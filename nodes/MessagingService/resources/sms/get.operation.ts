import { normaliseMessage } from '../../../shared/reply';
import { checkId } from '../../../shared/validation';
import { COMMON_OPTIONS } from '../../dispatch/commonOptions';
import { endpoint } from '../../operations/item';
import type { Operation } from '../../operations/operation';

/** Get SMS status by id (4.3). */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get SMS',
		description: 'Get the status of an SMS by its message ID',
	},
	fields: [
		{
			displayName: 'Message ID',
			name: 'messageId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 1542308473',
			description: 'The ID that sending the SMS returned',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: COMMON_OPTIONS,
		},
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

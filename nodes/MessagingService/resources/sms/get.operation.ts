import { checkId } from '../../../shared/validation';
import { toPath } from '../../dispatch/places';
import { getOne } from '../builders';
import { messageBy } from './messages';

/** Get SMS status by id (4.3). */
export const get = getOne({
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
			routing: toPath('id', 'messageId', (value) => checkId(value, 'Message ID')),
		},
	],
	...messageBy('id'),
});

import { applicationRow, normaliseApplication } from '../../../shared/reply';
import { listApplications } from '../../../shared/service';
import { ENDPOINTS, LIMITS } from '../../../shared/spec';
import { checkCountry, checkId, checkSenderFilter } from '../../../shared/validation';
import { toQuery } from '../../dispatch/places';
import { onDay } from '../../listing/fields';
import { getMany } from '../builders';
import { SIMPLIFY_APPLICATION } from './senders';

/** List SMS sender registration applications (4.13). */
export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many senders',
		description: 'List sender names and how their registration stands',
	},
	endpoint: ENDPOINTS.listApplications,
	simplify: SIMPLIFY_APPLICATION,
	filters: [
		{
			displayName: 'Application ID',
			name: 'id',
			type: 'string',
			default: '',
			placeholder: 'e.g. 512',
			description: 'Only the application with this ID',
			routing: toQuery('filter[id]', (value) => checkId(value, 'Application ID')),
		},
		{
			displayName: 'Country Code',
			name: 'country_code',
			type: 'string',
			default: '',
			placeholder: 'e.g. UA or Ukraine',
			description:
				'The country that the sender is for: its code of two letters (ISO 3166-1) or its name',
			routing: toQuery('filter[country_code]', (value) => checkCountry(value, 'Country Code')),
		},
		{
			displayName: 'Created On',
			name: 'created_at',
			type: 'dateTime',
			default: '',
			description:
				'Only applications made on this day. A time stands for its day in the time zone of the workflow.',
			routing: toQuery('filter[created_at]', onDay('Created On')),
		},
		{
			displayName: 'Sender',
			name: 'sender',
			type: 'string',
			default: '',
			placeholder: 'e.g. Shop',
			description: 'The sender name, up to 15 characters',
			routing: toQuery('filter[sender]', (value) =>
				checkSenderFilter(value, { min: 1, max: LIMITS.senderFilter }),
			),
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Accepted', value: 'accepted' },
				{ name: 'In Progress', value: 'in progress' },
				{ name: 'New', value: 'new' },
				{
					name: 'Registration Completed',
					value: 'registration completed',
					description: 'These senders can be used',
				},
				{ name: 'Rejected', value: 'rejected' },
			],
			default: 'registration completed',
			description: 'The state of the registration',
			routing: toQuery('filter[status]'),
		},
	],
	sort: [
		'applications',
		[
			{ name: 'Country', value: 'country_code' },
			{ name: 'Creation Date', value: 'created at' },
			{ name: 'ID', value: 'id' },
			{ name: 'Sender', value: 'sender' },
			{ name: 'Status', value: 'status' },
		],
	],
	list: listApplications,
	output: { read: normaliseApplication, toRow: applicationRow },
});

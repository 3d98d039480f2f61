import { listVerifications } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { checkCountry } from '../../../shared/validation';
import { toQuery } from '../../dispatch/places';
import { checkContactPhone } from '../../contacts/fields';
import { daysFields } from '../../listing/fields';
import { getMany } from '../builders';
import { VERIFICATIONS } from './verifications';

/** List verifications, an extension (extensions notes, section 8). */
export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many verifications',
		description:
			'List verifications, those of the last three months unless filters say otherwise. Not every service offers this.',
	},
	endpoint: ENDPOINTS.listVerifications,
	...VERIFICATIONS,
	filters: [
		{
			displayName: 'Channel',
			name: 'channel',
			type: 'options',
			options: [
				{ name: 'SMS', value: 'sms' },
				{ name: 'Viber', value: 'viber' },
			],
			default: 'sms',
			description: 'How the code was sent',
			routing: toQuery('filter[channel]'),
		},
		{
			displayName: 'Country Code',
			name: 'country',
			type: 'string',
			default: '',
			placeholder: 'e.g. UA or Ukraine',
			description: 'The country of the numbers: its code of two letters (ISO 3166-1) or its name',
			routing: toQuery('filter[country_code]', (value) => checkCountry(value, 'Country Code')),
		},
		...daysFields('verifications that began', ['filter[from]', 'filter[to]']),
		{
			displayName: 'Phone Number',
			name: 'phone',
			type: 'string',
			default: '',
			placeholder: 'e.g. +380 99 111 22 33',
			description: 'Only verifications of this number, with its country code',
			routing: toQuery('filter[recipient]', (value) => checkContactPhone(value, '')),
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Canceled', value: 'canceled' },
				{ name: 'Expired', value: 'expired' },
				{ name: 'Failed', value: 'failed', description: 'A wrong code was tried too often' },
				{ name: 'Pending', value: 'pending', description: 'The code is still to be checked' },
				{ name: 'Verified', value: 'verified' },
			],
			default: 'verified',
			description: 'What became of the verification',
			routing: toQuery('filter[status]'),
		},
	],
	sort: [
		'verifications',
		[
			{ name: 'Country', value: 'country_code' },
			{ name: 'Creation Date', value: 'created_at' },
			{ name: 'End Date', value: 'finished_at' },
			{ name: 'ID', value: 'id' },
			{ name: 'Phone Number', value: 'recipient' },
			{ name: 'Status', value: 'status' },
		],
	],
	list: listVerifications,
});

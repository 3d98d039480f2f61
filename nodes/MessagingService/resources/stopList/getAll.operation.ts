import { listStopList } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { toQuery } from '../../dispatch/places';
import { getMany } from '../builders';
import { ENTRIES } from './entries';

/** List the stop list, an extension (extensions notes, section 3). */
export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many phone numbers of stop list',
		description: 'List the numbers that get no messages. Not every service offers this.',
	},
	endpoint: ENDPOINTS.listStopList,
	filters: [
		{
			displayName: 'Channel',
			name: 'channel',
			type: 'options',
			options: [
				{ name: 'RCS', value: 'rcs' },
				{ name: 'SMS', value: 'sms' },
				{ name: 'Viber', value: 'viber' },
				{ name: 'WhatsApp', value: 'whatsapp' },
			],
			default: 'sms',
			description: 'Only list numbers that get no messages of this channel',
			routing: toQuery('type'),
		},
	],
	list: listStopList,
	...ENTRIES,
});

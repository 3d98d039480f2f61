import { listStopList } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { COMMON_OPTIONS } from '../../dispatch/commonOptions';
import { toQuery } from '../../dispatch/places';
import type { Operation } from '../../dispatch/operation';
import { filtersField, PAGING_FIELDS } from '../../listing/fields';
import { carryOutListing, toEntries } from './entries';

/** List the stop list, an extension (extensions notes, section 3). */
export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many phone numbers of stop list',
		description: 'List the numbers that get no messages. Not every service offers this.',
	},
	fields: [
		...PAGING_FIELDS,
		filtersField([
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
		]),
		COMMON_OPTIONS,
	],
	routing: {
		request: { method: 'GET', url: ENDPOINTS.listStopList.path },
		output: { postReceive: [toEntries] },
		operations: { pagination: carryOutListing(listStopList) },
	},
};

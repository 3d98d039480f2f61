import { normaliseSender, senderRow } from '../../../shared/reply';
import { listSenders } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { toQuery } from '../../dispatch/places';
import { getMany } from '../builders';

/** List the senders of the account, an extension (extensions notes, section 9): all come at once. */
export const getAllRegistered = getMany({
	option: {
		name: 'Get Many Registered',
		value: 'getAllRegistered',
		action: 'Get many registered senders',
		description: 'List the senders that the account may use. Not every service offers this.',
	},
	endpoint: ENDPOINTS.listSenders,
	extension: {
		what: 'the senders of the account',
		cure: 'Sender: Get Many lists the applications for senders.',
	},
	fields: [
		{
			displayName: 'Channel',
			name: 'channel',
			type: 'options',
			options: [
				{ name: 'SMS', value: 'sms' },
				{ name: 'Viber', value: 'viber' },
			],
			default: 'sms',
			description: 'The channel that the senders are for',
			routing: toQuery('type', undefined, { fallback: 'sms' }),
		},
	],
	async list(service, { type }, limit) {
		const { records, ...rest } = await listSenders(service, String(type));
		return { ...rest, records: records.slice(0, limit) };
	},
	output: { read: normaliseSender, toRow: senderRow },
});

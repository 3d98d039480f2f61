import { listedMessageRow, normaliseListedMessage } from '../../../shared/reply';
import { listMessages } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { checkId, checkReferenceLookup } from '../../../shared/validation';
import { inServiceTime } from '../../dispatch/checks';
import { toQuery } from '../../dispatch/places';
import { getMany } from '../builders';
import { callInSpans } from './period';

/** List messages, those of campaigns too; an extension (extensions notes, section 1). */
export const getMessages = getMany({
	option: {
		name: 'Get Messages',
		value: 'getMessages',
		action: 'Get messages of campaign',
		description:
			'List what became of each message, of one campaign or of all. Not every service offers this.',
	},
	endpoint: ENDPOINTS.listMessages,
	filters: [
		{
			displayName: 'Campaign ID',
			name: 'campaignId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1043',
			description: 'Only list the messages of this campaign',
			routing: toQuery('filter[campaign_id]', (value) => checkId(value, 'Campaign ID')),
		},
		{
			displayName: 'Message ID',
			name: 'messageId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1542308473',
			description: 'Only list the message with this ID',
			routing: toQuery('filter[id]', (value) => checkId(value, 'Message ID')),
		},
		{
			displayName: 'Reference',
			name: 'reference',
			type: 'string',
			default: '',
			placeholder: 'e.g. order1042',
			description: 'Only list the message that was sent with this reference (external ID)',
			routing: toQuery('filter[reference_id]', (value) => checkReferenceLookup(value)),
		},
		{
			displayName: 'Sent After',
			name: 'from',
			type: 'dateTime',
			default: '',
			description:
				'The start of the period in which the messages were sent. A longer period takes one request for every 88 days.',
			routing: toQuery('filter[from]', inServiceTime('Sent After')),
		},
		{
			displayName: 'Sent Before',
			name: 'to',
			type: 'dateTime',
			default: '',
			description: 'The end of the period in which the messages were sent',
			routing: toQuery('filter[to]', inServiceTime('Sent Before')),
		},
	],
	sort: [
		'messages',
		[
			{ name: 'Delivery Time', value: 'delivered' },
			{ name: 'ID', value: 'id' },
			{ name: 'Phone Number', value: 'phone' },
		],
	],
	ask: async (item, { qs = {} }) =>
		await callInSpans(item, qs, {
			list: listMessages,
			ordersByTime: ['id'],
			fields: { delivered: 'delivered_at' },
			names: ['Sent After', 'Sent Before'],
		}),
	output: { read: normaliseListedMessage, toRow: listedMessageRow },
	extension: {
		what: 'a list of messages',
		cure: 'SMS: Get by Reference shows single messages, and Report: Request shows many.',
	},
});

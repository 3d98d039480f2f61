import { extensionFault } from '../../../shared/errors';
import { listedMessageRow, normaliseListedMessage } from '../../../shared/reply';
import { listMessages, NEWEST_FIRST } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { checkId, checkReferenceLookup } from '../../../shared/validation';
import { inServiceTime } from '../../dispatch/checks';
import { toQuery } from '../../dispatch/places';
import { optionsField, RETRY_FOR } from '../../dispatch/commonOptions';
import { carryOut } from '../../dispatch/declared';
import type { Operation } from '../../dispatch/operation';
import { filtersField, PAGING_FIELDS, sortOptions } from '../../listing/fields';
import { toRecords } from '../../listing/records';
import { callInSpans } from './period';

/** List messages, those of campaigns too; an extension (extensions notes, section 1). */
export const getMessages: Operation = {
	option: {
		name: 'Get Messages',
		value: 'getMessages',
		action: 'Get messages of campaign',
		description:
			'List what became of each message, of one campaign or of all. Not every service offers this.',
	},
	fields: [
		...PAGING_FIELDS,
		filtersField([
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
		]),
		optionsField([
			RETRY_FOR,
			...sortOptions('messages', [
				{ name: 'Delivery Time', value: 'delivered' },
				{ name: 'ID', value: 'id' },
				{ name: 'Phone Number', value: 'phone' },
			]),
		]),
	],
	routing: {
		request: {
			method: 'GET',
			url: ENDPOINTS.listMessages.path,
			qs: NEWEST_FIRST,
		},
		output: {
			postReceive: [toRecords({ read: normaliseListedMessage, toRow: listedMessageRow })],
		},
		operations: {
			pagination: carryOut({
				call: async (item, { qs = {} }) =>
					await callInSpans(item, qs, {
						list: listMessages,
						ordersByTime: ['id'],
						fields: { delivered: 'delivered_at' },
						names: ['Sent After', 'Sent Before'],
					}),
				explain: async (_item, _request, fault) =>
					extensionFault(
						fault,
						'a list of messages',
						'SMS: Get by Reference shows single messages, and Report: Request shows many.',
					),
			}),
		},
	},
};

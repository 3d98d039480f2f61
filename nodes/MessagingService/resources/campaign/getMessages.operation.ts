import { extensionFault } from '../../../shared/errors';
import { listedMessageRow, normaliseListedMessage } from '../../../shared/reply';
import { ENDPOINTS } from '../../../shared/spec';
import { checkId, checkReferenceLookup } from '../../../shared/validation';
import { checkQuery, inServiceTime, orDefault } from '../../dispatch/checks';
import { optionsField, RETRY_FOR } from '../../dispatch/commonOptions';
import { carryOut } from '../../dispatch/declared';
import type { Operation } from '../../dispatch/operation';
import { PAGING_FIELDS, SORT_DIRECTION } from '../../listing/fields';
import { toRecords } from '../../listing/records';
import { callMessagesOfPeriod } from './period';

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
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Campaign ID',
					name: 'campaignId',
					type: 'string',
					default: '',
					placeholder: 'e.g. 1043',
					description: 'Only list the messages of this campaign',
					routing: {
						send: {
							type: 'query',
							property: 'filter[campaign_id]',
							propertyInDotNotation: false,
							preSend: [
								checkQuery('filter[campaign_id]', (value) => checkId(value, 'Campaign ID')),
							],
						},
					},
				},
				{
					displayName: 'Message ID',
					name: 'messageId',
					type: 'string',
					default: '',
					placeholder: 'e.g. 1542308473',
					description: 'Only list the message with this ID',
					routing: {
						send: {
							type: 'query',
							property: 'filter[id]',
							propertyInDotNotation: false,
							preSend: [checkQuery('filter[id]', (value) => checkId(value, 'Message ID'))],
						},
					},
				},
				{
					displayName: 'Reference',
					name: 'reference',
					type: 'string',
					default: '',
					placeholder: 'e.g. order1042',
					description: 'Only list the message that was sent with this reference (external ID)',
					routing: {
						send: {
							type: 'query',
							property: 'filter[reference_id]',
							propertyInDotNotation: false,
							preSend: [checkQuery('filter[reference_id]', (value) => checkReferenceLookup(value))],
						},
					},
				},
				{
					displayName: 'Sent After',
					name: 'from',
					type: 'dateTime',
					default: '',
					description:
						'The start of the period in which the messages were sent. A longer period takes one request for every 88 days.',
					routing: {
						send: {
							type: 'query',
							property: 'filter[from]',
							propertyInDotNotation: false,
							preSend: [checkQuery('filter[from]', inServiceTime('Sent After'))],
						},
					},
				},
				{
					displayName: 'Sent Before',
					name: 'to',
					type: 'dateTime',
					default: '',
					description: 'The end of the period in which the messages were sent',
					routing: {
						send: {
							type: 'query',
							property: 'filter[to]',
							propertyInDotNotation: false,
							preSend: [checkQuery('filter[to]', inServiceTime('Sent Before'))],
						},
					},
				},
			],
		},
		optionsField([
			RETRY_FOR,
			{
				displayName: 'Sort By',
				name: 'sort',
				type: 'options',
				options: [
					{ name: 'Delivery Time', value: 'delivered' },
					{ name: 'ID', value: 'id' },
					{ name: 'Phone Number', value: 'phone' },
				],
				default: 'id',
				description: 'What the messages are sorted by',
				routing: {
					send: {
						type: 'query',
						property: 'sort',
						propertyInDotNotation: false,
						preSend: [orDefault('qs', 'sort', 'id')],
					},
				},
			},
			SORT_DIRECTION,
		]),
	],
	routing: {
		request: {
			method: 'GET',
			url: ENDPOINTS.listMessages.path,
			qs: { sort: 'id', way: 'asc' },
		},
		output: {
			postReceive: [toRecords({ read: normaliseListedMessage, toRow: listedMessageRow })],
		},
		operations: {
			pagination: carryOut({
				call: callMessagesOfPeriod,
				explain: async (_item, _request, fault) =>
					extensionFault(
						fault,
						'a list of messages',
						'SMS: Get by Reference tells of single messages, and Report: Request of many.',
					),
			}),
		},
	},
};

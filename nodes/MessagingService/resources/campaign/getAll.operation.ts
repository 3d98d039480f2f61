import { NodeOperationError, type IDataObject } from 'n8n-workflow';
import { faultError } from '../../../shared/errors';
import { LIMITS } from '../../../shared/spec';
import { formatServiceTime, splitPeriod, toServiceTime, type Span } from '../../../shared/time';
import { optionsField, simplifyField } from '../../operations/fields';
import { perItem, wantsRaw, type Item } from '../../operations/item';
import type { Operation } from '../../operations/operation';
import { PAGING_FIELDS, WAY_FIELD } from '../../operations/paging';
import { CAMPAIGN_LIST, campaignOutput, listCampaigns } from './campaigns';

/** Sort orders that follow the time of creation, so that periods read one after the other need no sorting by us. */
const BY_TIME = ['id', 'date'];

interface Period {
	from?: string;
	to?: string;
	spans: Array<Partial<Span>>;
}

/** The period in the service's form, in spans that one request may ask for (4.10: 3 months). */
function periodOf(item: Item): Period {
	const at = (name: string, field: string) => {
		const value = item.parameter<unknown>(`filters.${name}`, '');
		return value === '' ? undefined : item.check(toServiceTime(value, item.zone, item.localZone, field));
	};
	const from = at('from', 'Created After');
	const to = at('to', 'Created Before');
	// Without a start the service goes back three months by itself.
	if (!from) return { to, spans: [{ to }] };
	const spans: Array<Partial<Span>> = splitPeriod(from, to ?? formatServiceTime(Date.now(), item.zone), LIMITS.campaignListMonths);
	if (spans.length === 0) {
		throw new NodeOperationError(item.ctx.node, `Created After lies after Created Before [item ${item.index}]`, {
			itemIndex: item.index,
			description: `The period ${from} to ${to ?? 'now'} (${item.zone}) holds nothing. Exchange the two.`,
		});
	}
	// The end is left to the service where the user gave none: its clock may differ from ours.
	if (!to) spans[spans.length - 1] = { from: spans.at(-1)?.from };
	return { from, to, spans };
}

async function getAll(item: Item): Promise<IDataObject[]> {
	const limit = item.parameter('returnAll', false) ? Number.MAX_SAFE_INTEGER : item.parameter('limit', LIMITS.page.limit as number);
	const sort = item.parameter<string>('options.sort', 'id');
	const way = item.parameter<string>('options.way', 'asc');
	const value = item.parameter('filters.searchValue', '');
	const query: IDataObject = {
		'filter[type]': item.parameter('type', 'sms'),
		...(value === '' ? {} : { 'filter[field]': item.parameter('filters.searchField', 'sender'), 'filter[value]': value }),
		sort,
		way,
	};
	const { spans } = periodOf(item);
	if (way === 'desc') spans.reverse();
	const sorted = spans.length === 1 || BY_TIME.includes(sort);
	const records = new Map<string, IDataObject>();
	for (const { from, to } of spans) {
		if (sorted && records.size >= limit) break;
		const listed = await listCampaigns(
			async (request) => await item.tryCall(request, 'read'),
			{ ...query, 'filter[from]': from, 'filter[to]': to },
			sorted ? limit - records.size : Number.MAX_SAFE_INTEGER,
		);
		if (listed.fault) throw faultError(item.ctx.node, listed.fault, item.index);
		for (const record of listed.records) records.set(String(record.id), record);
	}
	const form = { raw: wantsRaw(item), simplify: item.parameter('simplify', true), zone: item.zone };
	const found = [...records.values()];
	if (!sorted) {
		const key = (record: IDataObject) => String(record[sort === 'type' ? 'message_type' : sort] ?? '');
		found.sort((a, b) => key(a).localeCompare(key(b)) * (way === 'desc' ? -1 : 1));
	}
	return found.slice(0, limit).map((record) => campaignOutput(record, form));
}

/** List campaigns (4.10). */
export const getMany: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many campaigns',
	description: 'List SMS or RCS campaigns',
	fields: [
		{
			displayName: 'Campaign Type',
			name: 'type',
			type: 'options',
			options: [
				{ name: 'RCS', value: 'rcs' },
				{ name: 'SMS', value: 'sms' },
			],
			default: 'sms',
		},
		...PAGING_FIELDS,
		simplifyField('ID, name, sender, status, type, dates and counters'),
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Created After',
					name: 'from',
					type: 'dateTime',
					default: '',
					description: 'Start of the period; by default three months before its end. Longer periods are read in several requests.',
				},
				{
					displayName: 'Created Before',
					name: 'to',
					type: 'dateTime',
					default: '',
					description: 'End of the period; by default the current time',
				},
				{
					displayName: 'Search By',
					name: 'searchField',
					type: 'options',
					options: [
						{ name: 'Campaign ID', value: 'taskname' },
						{ name: 'Sender', value: 'sender' },
					],
					default: 'sender',
					description: 'What Search For is compared with',
				},
				{
					displayName: 'Search For',
					name: 'searchValue',
					type: 'string',
					default: '',
					placeholder: 'e.g. Shop',
					description: 'The sender or the campaign ID to look for',
				},
			],
		},
		optionsField([
			{
				displayName: 'Sort By',
				name: 'sort',
				type: 'options',
				options: [
					{ name: 'Creation Date', value: 'date' },
					{ name: 'ID', value: 'id' },
					{ name: 'Sender', value: 'sender' },
					{ name: 'Status', value: 'status' },
					{ name: 'Type', value: 'type' },
				],
				default: 'id',
			},
			WAY_FIELD,
		]),
	],
	routing: { request: { method: 'GET', url: CAMPAIGN_LIST }, operations: perItem(getAll) },
};

import type { IDataObject } from 'n8n-workflow';
import { choice, collection, field, text } from '../../../shared/fields';
import { LIMITS } from '../../../shared/spec';
import { formatServiceTime, splitPeriod, toServiceTime, type Span } from '../../../shared/time';
import { kindOf, refuse, refuseAs } from '../../../shared/validation';
import { optionsField } from '../../operations/fields';
import { limitOf, perItem, type Item } from '../../operations/item';
import type { Operation } from '../../operations/operation';
import { isBlank } from '../../../shared/validation/input';
import { PAGING_FIELDS, sortFields } from '../../operations/paging';
import { CAMPAIGN_LIST, campaignOutput, listCampaigns, SIMPLIFY_CAMPAIGN } from './campaigns';

/** Sort orders that follow the time of creation, so that periods read one after the other need no sorting by us. */
const BY_TIME = ['id', 'date'];

/** The period in the service's form, in spans that one request may ask for (4.10: 3 months). */
function spansOf(item: Item): Array<Partial<Span>> {
	const at = (name: string, label: string) => {
		const value = item.parameter<unknown>(`filters.${name}`, '');
		return value === ''
			? undefined
			: item.check(toServiceTime(value, item.zone, item.localZone, label));
	};
	const from = at('from', 'Created After');
	const to = at('to', 'Created Before');
	// Without a start the service goes back three months by itself.
	if (!from) return [{ to }];
	const spans: Array<Partial<Span>> = splitPeriod(
		from,
		to ?? formatServiceTime(Date.now(), item.zone),
		LIMITS.campaignListMonths,
	);
	if (spans.length === 0) {
		item.check(
			refuse(
				'Created After',
				'Created After lies after Created Before',
				`The period ${from} to ${to ?? 'now'} (${item.zone}) holds nothing. Exchange the two.`,
			),
		);
	}
	// The end is left to the service where the user gave none: its clock may differ from ours.
	if (!to) spans.push({ from: spans.pop()?.from });
	return spans;
}

async function getAll(item: Item): Promise<IDataObject[]> {
	const limit = limitOf(item);
	const sort = item.parameter<string>('options.sort', 'id');
	const way = item.parameter<string>('options.way', 'asc');
	const descending = way === 'desc';
	const value = item.parameter<unknown>('filters.searchValue', '');
	// n8n would send a list or an object as parameters that the service does not know: it would list everything.
	const searched = ['string', 'number'].includes(typeof value) ? String(value).trim() : '';
	if (searched === '' && !isBlank(value))
		item.check(refuseAs('Search For', `is ${kindOf(value)}`, 'Use text or an ID.'));
	const query: IDataObject = {
		'filter[type]': item.parameter('type', 'sms'),
		...(searched && {
			'filter[field]': item.parameter('filters.searchField', '') || 'sender',
			'filter[value]': searched,
		}),
		sort,
		way,
	};
	const spans = spansOf(item);
	if (descending) spans.reverse();
	const sorted = spans.length === 1 || BY_TIME.includes(sort);
	const records = new Map<string, IDataObject>();
	for (const { from, to } of spans) {
		if (sorted && records.size >= limit) break;
		const listed = await listCampaigns(
			item.tryCall,
			{ ...query, 'filter[from]': from, 'filter[to]': to },
			sorted ? limit - records.size : Infinity,
		);
		if (listed.fault) return item.fail(listed.fault);
		for (const record of listed.records) records.set(String(record.id), record);
	}
	const found = [...records.values()];
	if (!sorted) {
		const key = (record: IDataObject) =>
			String(record[sort === 'type' ? 'message_type' : sort] ?? '');
		found.sort((a, b) => key(a).localeCompare(key(b)) * (descending ? -1 : 1));
	}
	return found.slice(0, limit).map((record) => campaignOutput(record, item));
}

/** List campaigns (4.10). */
export const getMany: Operation = {
	names: 'getAll: Get Many: List SMS or RCS campaigns',
	action: 'Get many campaigns',
	fields: [
		choice('type: Campaign Type', ['rcs: RCS', 'sms: SMS'], { default: 'sms' }),
		...PAGING_FIELDS,
		SIMPLIFY_CAMPAIGN,
		collection('filters', 'filter', [
			field(
				'dateTime',
				'from: Created After: Start of the period, by default three months before its end; longer periods take several requests',
			),
			field('dateTime', 'to: Created Before: End of the period; by default the current time'),
			choice(
				'searchField: Search By: What Search For is compared with',
				['taskname: Campaign ID', 'sender'],
				{ default: 'sender' },
			),
			text('searchValue: Search For: The sender or the campaign ID to look for', 'Shop'),
		]),
		optionsField(sortFields(['date: Creation Date', 'id: ID', 'sender', 'status', 'type'])),
	],
	routing: perItem('GET', CAMPAIGN_LIST, getAll),
};

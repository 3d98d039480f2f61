import type { IDataObject } from 'n8n-workflow';
import { refusalError } from '../../../shared/errors';
import { listCampaigns, type RequestParts } from '../../../shared/service';
import { LIMITS } from '../../../shared/spec';
import { formatServiceTime, splitPeriod, type Span } from '../../../shared/time';
import { listEntries } from '../../../shared/text';
import type { CallOutcome } from '../../../shared/transport';
import { refuse } from '../../../shared/validation';
import { asReply } from '../../dispatch/declared';
import { limitOf, type Item } from '../../dispatch/item';

/** Sort orders that follow the time of creation, so that spans read one after the other need no sorting by us. */
const ORDERS_BY_TIME: readonly unknown[] = ['id', 'date'];

/** The filters of a period in the service's form; both may be missing. */
interface Period {
	from?: string;
	to?: string;
}

/**
 * Takes the period that was asked for; returns the spans of at most three months that one request may ask for (4.10).
 * @throws NodeOperationError when the period ends before it begins
 */
function spansOf({ from, to }: Period, item: Item): Array<Partial<Span>> {
	// Without a start the service goes back three months by itself.
	if (from === undefined) return [{ to }];
	const end = to ?? formatServiceTime(Date.now(), item.zone);
	const spans: Array<Partial<Span>> = splitPeriod(from, end, LIMITS.campaignListMonths);
	if (spans.length === 0) {
		const { refusal } = refuse(
			'Created After',
			'Created After lies after Created Before',
			`The period ${from} to ${to ?? 'now'} (${item.zone}) holds nothing. Exchange the two.`,
		);
		throw refusalError(item.ctx.node, refusal, item.index);
	}
	// The end is left to the service where the user gave none: its clock may differ from ours.
	if (to === undefined) spans.push({ from: spans.pop()?.from });
	return spans;
}

/** Sorts campaigns of several spans as the service sorts those of one. */
function sortCampaigns(campaigns: IDataObject[], sort: unknown, descending: boolean): void {
	const field = sort === 'type' ? 'message_type' : String(sort);
	const valueOf = (campaign: IDataObject) => String(campaign[field] ?? '');
	campaigns.sort((a, b) => valueOf(a).localeCompare(valueOf(b)) * (descending ? -1 : 1));
}

/** The field that is searched in goes with a value to search for, and is the sender unless the user says otherwise. */
function withSearch({ 'filter[field]': field, ...query }: IDataObject): IDataObject {
	return query['filter[value]'] ? { ...query, 'filter[field]': field || 'sender' } : query;
}

/** The statuses that the user wants to see, in lower case; none for all. An expression may give one as text. */
const statusesOf = (item: Item): string[] =>
	listEntries(item.parameter<unknown>('filters.statuses', [])).map((status) =>
		String(status).trim().toLowerCase(),
	);

/** Reads the campaigns of a period of any length, span by span, up to the limit that the user set. */
export async function callCampaignsOfPeriod(
	item: Item,
	{ qs = {} }: RequestParts,
): Promise<CallOutcome> {
	const { 'filter[from]': from, 'filter[to]': to, ...filters } = qs;
	const query = withSearch(filters);
	const limit = limitOf(item);
	const wanted = statusesOf(item);
	const isWanted = ({ status }: IDataObject) =>
		wanted.length === 0 || wanted.includes(String(status).toLowerCase());
	// Which campaigns a filter of ours keeps is known only when all are read.
	const most = wanted.length === 0 ? limit : Infinity;
	const descending = query.way === 'desc';
	const spans = spansOf({ from: from as string | undefined, to: to as string | undefined }, item);
	if (descending) spans.reverse();
	const inOrder = spans.length === 1 || ORDERS_BY_TIME.includes(query.sort);
	const found = new Map<string, IDataObject>();
	for (const span of spans) {
		if (inOrder && found.size >= most) break;
		const { records, fault } = await listCampaigns(
			item.service,
			{ ...query, 'filter[from]': span.from, 'filter[to]': span.to },
			inOrder ? most - found.size : Infinity,
		);
		if (fault) return { fault };
		for (const record of records) found.set(String(record.id), record);
	}
	const campaigns = [...found.values()].filter(isWanted);
	if (!inOrder) sortCampaigns(campaigns, query.sort, descending);
	return asReply({ records: campaigns.slice(0, limit) });
}

import type { IDataObject } from 'n8n-workflow';
import { refusalError } from '../../../shared/errors';
import { recordKey, type Listed, type Service } from '../../../shared/service';
import { LIMITS } from '../../../shared/spec';
import { formatServiceTime, splitPeriod, type Span } from '../../../shared/time';
import type { CallOutcome } from '../../../shared/transport';
import { refuse } from '../../../shared/validation';
import { limitOf, type Item } from '../../dispatch/item';
import { asReply } from '../../dispatch/declared';
import { statusJudge } from '../../listing/fields';

/** A list whose filters of a period may span three months at most. */
interface ListOfPeriod {
	list: (service: Service, query: IDataObject, limit: number) => Promise<Listed>;
	/** Sort orders that follow the time of creation, so that spans read one after the other need no sorting by us. */
	ordersByTime: readonly unknown[];
	/** The field of a record that a sort order goes by, where it has another name. */
	fields: Readonly<Record<string, string>>;
	/** The names of the ends of the period in the form. */
	names: readonly [string, string];
}

/** Nothing is asked for that lies before: no service of this kind is as old, and each span costs a request. */
const OLDEST = '2000-01-01 00:00:00';
/** How far ahead a message may be planned, and a day for clocks and zones. */
const AHEAD_MS = (LIMITS.startAtDaysAhead + 1) * 24 * 3_600_000;

/**
 * The part of a period to ask for. `latest` is the last time that can be meant; all are in the service's form, whose texts sort by time.
 */
function askable(from: string, to: string, latest: string): [from: string, to: string] {
	if (from > to) return [from, to];
	const oldest = to < OLDEST ? to : OLDEST;
	const start = from < oldest ? oldest : from;
	const newest = start > latest ? start : latest;
	return [start, to > newest ? newest : to];
}

/**
 * Splits the wanted period, in the service's form, into spans that one request may ask for (4.10).
 * @throws NodeOperationError when the period ends before it begins
 */
function spansOf(
	{ from, to }: { from?: string; to?: string },
	item: Item,
	{ names: [after, before] }: ListOfPeriod,
): Array<Partial<Span>> {
	// Without a start the service goes back three months by itself.
	if (from === undefined) return [{ to }];
	const now = Date.now();
	const wanted = to ?? formatServiceTime(now, item.zone);
	const latest = formatServiceTime(now + AHEAD_MS, item.zone);
	const spans: Array<Partial<Span>> = splitPeriod(
		...askable(from, wanted, latest),
		LIMITS.listDays,
	);
	if (spans.length === 0) {
		const { refusal } = refuse(
			after,
			`${after} is later than ${before}`,
			`The period ${from} to ${to ?? 'now'} (${item.zone}) holds nothing. Swap the two.`,
		);
		throw refusalError(item.ctx.node, refusal, item.index);
	}
	// The end is left to the service where the user gave none: its clock may differ from ours.
	if (to === undefined) spans.push({ from: spans.pop()?.from });
	return spans;
}

/** Sorts records of several spans as the service sorts those of one. */
function sortBy(records: IDataObject[], field: string, descending: boolean): void {
	const valueOf = (record: IDataObject) => String(record[field] ?? '');
	records.sort((a, b) => valueOf(a).localeCompare(valueOf(b)) * (descending ? -1 : 1));
}

/** Reads the records of a period of any length, span by span, up to the limit that the user set. */
export async function callInSpans(
	item: Item,
	qs: IDataObject,
	how: ListOfPeriod,
): Promise<CallOutcome> {
	const { 'filter[from]': from, 'filter[to]': to, ...query } = qs;
	const limit = limitOf(item);
	const isWanted = statusJudge(item.parameter<unknown>('filters.statuses', []));
	// Which campaigns a filter of ours keeps is known only when all are read.
	const most = isWanted ? Infinity : limit;
	const descending = query.way === 'desc';
	const period = { from: from as string | undefined, to: to as string | undefined };
	const spans = spansOf(period, item, how);
	if (descending) spans.reverse();
	const inOrder = spans.length === 1 || how.ordersByTime.includes(query.sort);
	const found = new Map<string, IDataObject>();
	const metasOfAll = new Map<object, Record<string, unknown>>();
	for (const span of spans) {
		if (inOrder && found.size >= most) break;
		const { records, metas, fault } = await how.list(
			item.service,
			{ ...query, 'filter[from]': span.from, 'filter[to]': span.to },
			// A span may begin with what the one before it ended with.
			inOrder ? most : Infinity,
		);
		if (fault) return { fault };
		for (const record of records) found.set(recordKey(record), record);
		for (const [record, meta] of metas ?? []) metasOfAll.set(record, meta);
	}
	const records = [...found.values()].filter(({ status }) => isWanted?.(status) ?? true);
	const sort = String(query.sort);
	if (!inOrder) sortBy(records, how.fields[sort] ?? sort, descending);
	return asReply({ records: records.slice(0, limit), metas: metasOfAll });
}

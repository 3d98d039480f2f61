import type { IDataObject } from 'n8n-workflow';
import { asRecord, readBody, type ServiceReply } from '../errors';
import { LIMITS } from '../spec';
import { holdsRecord } from './holdsRecord';
import { isId } from './isId';
import { refusesList } from './refusesList';
import { saysFault } from './saysFault';
import { numberOf } from './values';

/** One page of a list as the service sent it. */
export interface ListReply {
	records: IDataObject[];
	/** How many entries the page has, those among them that are no records. */
	length: number;
	/** How many there are in all; undefined where the service does not say, or where it may have counted the page alone. */
	total?: number;
	/** What the page says of itself (2.1); undefined where it says nothing. */
	meta?: Record<string, unknown>;
	/** Whether the reply holds a list at all, be it an empty one; an empty one beside a refusal is none, nor is one of refusals or of what is no record. */
	found: boolean;
}

/** Takes a list, or the object with numbered keys that some services write for one; returns its entries. */
export function entriesOf(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	const record = asRecord(value);
	if (record === undefined || !Object.keys(record).every((key) => /^\d+$/.test(key))) {
		return undefined;
	}
	return Object.values(record);
}

/**
 * Takes what a page says of itself, the reply around it and how many records it holds; returns the total of the list. A full page of which
 * the total is the number of its own records may be counted by itself, and so may a later page: then the next one tells.
 */
function totalOf(
	page: Record<string, unknown> | undefined,
	outer: Record<string, unknown>,
	count: number,
): number | undefined {
	const total = numberOf(page?.total ?? outer.total);
	if (total === null) return undefined;
	const offset = numberOf(page?.offset) ?? 0;
	const limit = numberOf(page?.limit) ?? LIMITS.page.pageMax;
	const isOfPage = total === count && count > 0 && (offset > 0 || count >= limit);
	// Behind the first page, it counts those before as well, or the page alone.
	return isOfPage || total < offset + count ? undefined : total;
}

/** Whether an entry names what it is about. A message that failed may say so with a code, and have its ID under another name. */
const namesRecord = ({ id, message_id, sms_id, phone, msisdn }: Record<string, unknown>): boolean =>
	[id, message_id, sms_id, phone, msisdn].some(isId);

/** Whether an entry is no record but a refusal, as services put one that answer each request with a list, or tells nothing. */
const isRefusal = (entry: Record<string, unknown>): boolean =>
	!namesRecord(entry) && (saysFault(entry) || !holdsRecord(entry));

/** Whether what stands in place of a list holds nothing and is none. */
const isNothing = (value: unknown): boolean =>
	value === null ||
	value === undefined ||
	(asRecord(value) !== undefined && Object.keys(Object(value) as object).length === 0);

/**
 * Takes the body of a list: `{data: […], meta: {page: {total}}}` (2.1), `{data, total}` (extensions notes), or the bare list.
 * Returns its records as they came, and their total.
 */
export function listOf(body: unknown): ListReply {
	const read = readBody(body);
	const json: unknown = read.form === 'json' ? read.value : undefined;
	const outer = asRecord(json) ?? {};
	const meta = asRecord(outer.meta);
	const page = asRecord(meta?.page) ?? meta;
	const entries = Array.isArray(json) ? (json as unknown[]) : entriesOf(outer.data);
	const records = (entries ?? []).map(asRecord).filter((record) => record !== undefined);
	const length = entries?.length ?? 0;
	const total = totalOf(page, outer, length);
	// Some services write no list where there is nothing in it; a total of 0 beside it says as much.
	const isEmpty =
		isNothing(outer.data) && !Array.isArray(json) ? total === 0 : entries?.length === 0;
	const isList = records.length > 0 ? !records.every(isRefusal) : isEmpty && !refusesList(outer);
	return {
		records: records as IDataObject[],
		length,
		found: isList,
		...(total !== undefined && { total }),
		...(meta && { meta }),
	};
}

/**
 * Takes the body of a page and the offset that was asked for; returns whether it holds a list, be it an empty one. Behind the first page
 * nothing in its place is the end of it: a list that comes as a map is empty there.
 */
export function holdsPage(body: unknown, offset = 0): boolean {
	if (listOf(body).found) return true;
	const read = readBody(body);
	const outer = read.form === 'json' ? asRecord(read.value) : undefined;
	return (
		offset > 0 &&
		outer !== undefined &&
		'data' in outer &&
		isNothing(outer.data) &&
		!refusesList(outer)
	);
}

/**
 * Whether a query narrows a list: its total may then be that of all records, those that do not fit among them. The type of campaigns
 * narrows nothing, as there is no list of both (4.10).
 */
export const isNarrowed = (query: IDataObject): boolean =>
	Object.keys(query).some(
		(name) =>
			/^(?:filter|search|groups|type)/.test(name) &&
			name !== 'filter[type]' &&
			query[name] !== undefined,
	);

/**
 * Takes the body of a list and the query that it answers; returns whether it holds what was asked for: a list, and not an empty one of
 * which the service counts records.
 */
export function answersList(body: unknown, query: IDataObject): boolean {
	const { found, records, total = 0 } = listOf(body);
	const isFirst = Number(query['page[offset]'] ?? 0) === 0;
	return found && (records.length > 0 || total === 0 || !isFirst || isNarrowed(query));
}

/**
 * A reply as it came, as records: one for each entry where it holds a list, under `data` or `result` or by itself. Beside each stands
 * the `meta` of the page that it came on, where it says anything; `metas` tells it where records of several pages were put together.
 */
export function rawRecords({ body, metas }: Pick<ServiceReply, 'body' | 'metas'>): IDataObject[] {
	const { data, result, meta } = Object(body) as IDataObject;
	const list = [body, data, result].find(Array.isArray) as IDataObject[] | undefined;
	const single = typeof body === 'object' && body !== null ? body : { data: body };
	return (
		list?.map((record) => {
			const ofPage = metas?.get(Object(record) as object) ?? asRecord(meta);
			const saysNothing = ofPage === undefined || Object.keys(ofPage).length === 0;
			return saysNothing || !asRecord(record) || 'meta' in record
				? record
				: { ...record, meta: ofPage as IDataObject };
		}) ?? [single as IDataObject]
	);
}

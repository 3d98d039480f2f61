import type { IDataObject } from 'n8n-workflow';
import { asRecord, readBody, type ServiceReply } from '../errors';
import { numberOf } from './values';

/** One page of a list as the service sent it. */
export interface ListReply {
	records: IDataObject[];
	/** How many records there are on all pages; undefined where the service does not say. */
	total?: number;
	/** What the page says of itself (2.1); undefined where it says nothing. */
	meta?: Record<string, unknown>;
	/** Whether the reply is a list of records, be it an empty one. */
	found: boolean;
}

/** Whether there is nothing, as services write an empty list: missing, null or `{}`. */
export const isNothing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'object' && Object.keys(value).length === 0);

/**
 * Reads a page of a list: `{data: […], meta: {page: {total}}}` (2.1), `{data, total}` or `{data: {list, total}}` (extensions notes), or the
 * bare list. Beside a total of 0 no list is an empty one.
 */
export function listOf(body: unknown): ListReply {
	const read = readBody(body);
	const json: unknown = read.form === 'json' ? read.value : undefined;
	const outer = asRecord(json) ?? {};
	const inner = asRecord(outer.data) ?? {};
	const list: unknown = Array.isArray(json) ? json : (inner.list ?? outer.data);
	const meta = asRecord(outer.meta);
	const total = numberOf(asRecord(meta?.page)?.total ?? outer.total ?? inner.total) ?? undefined;
	const isList = Array.isArray(list) && list.every((entry) => asRecord(entry) !== undefined);
	return {
		records: isList ? (list as IDataObject[]) : [],
		found: isList || (total === 0 && isNothing(list)),
		...(total !== undefined && { total }),
		...(meta && { meta }),
	};
}

/**
 * A reply as it came, as records: the one under `data`, or one for each entry where it holds a list, under `data` or `result` or by
 * itself. Beside each of a list stands
 * the `meta` of the page that it came on, where it says anything; `metas` tells it where records of several pages were put together.
 */
export function rawRecords({ body, metas }: Pick<ServiceReply, 'body' | 'metas'>): IDataObject[] {
	const { data, result, meta } = Object(body) as IDataObject;
	const list = [body, data, result].find(Array.isArray) as IDataObject[] | undefined;
	const single =
		asRecord(data) ?? (typeof body === 'object' && body !== null ? body : { data: body });
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

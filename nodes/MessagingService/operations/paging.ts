import type { IDataObject } from 'n8n-workflow';
import type { ServiceFault } from '../../shared/errors';
import { LIMITS } from '../../shared/spec';
import type { CallOutcome, ServiceRequest } from '../../shared/transport';

/** How a page is fetched, within an operation or to fill a list in the editor. */
export type Fetch = (request: ServiceRequest) => Promise<CallOutcome>;

/** What was read, and the fault that ended the reading, if one did. */
export interface Listed {
	records: IDataObject[];
	fault?: ServiceFault;
}

/** A page as it came: `{data: […], meta: {page: {total}}}` (2.1), or `{data, total}` (extensions notes). NaN: the total is not told. */
function pageOf(body: unknown): { records: IDataObject[]; total: number } {
	const { data, meta, total } = Object(body) as {
		data?: IDataObject[];
		meta?: { page?: { total?: unknown } };
		total?: unknown;
	};
	return {
		records: Array.isArray(data) ? data : [],
		total: Number(meta?.page?.total ?? total ?? Number.NaN),
	};
}

/** A page size that the service does not take is answered like any other wrong field. */
const sizeRefused = ({ httpStatus }: ServiceFault) => httpStatus === 422 || httpStatus === 400;

/**
 * Reads pages (page[offset], page[limit]) until `limit` records have come, each once: pages shift when records are created
 * meanwhile. Begins with large pages, and goes back to the documented size where those are refused.
 */
export async function readPages(
	fetch: Fetch,
	path: string,
	query: IDataObject,
	limit: number,
): Promise<Listed> {
	const records = new Map<unknown, IDataObject>();
	let size = Math.min(limit, LIMITS.page.pageMax);
	for (let offset: number = LIMITS.page.offset; records.size < limit; ) {
		const { reply, fault } = await fetch({
			method: 'GET',
			path,
			qs: { ...query, 'page[offset]': offset, 'page[limit]': size },
		});
		if (fault) {
			if (size <= LIMITS.page.limit || !sizeRefused(fault))
				return { records: [...records.values()], fault };
			size = LIMITS.page.limit;
			continue;
		}
		const { records: page, total } = pageOf(reply.body);
		for (const record of page)
			records.set(String(record.id ?? `${offset} ${records.size}`), record);
		offset += page.length;
		// A service may give smaller pages than asked for: its total counts, or an empty page.
		if (page.length === 0 || (Number.isInteger(total) ? offset >= total : page.length < size))
			break;
	}
	return { records: [...records.values()].slice(0, limit) };
}

import type { IDataObject } from 'n8n-workflow';
import { faultOfNoAnswer, rejected, type ServiceFault, type ServiceReply } from '../errors';
import { LIMITS } from '../spec';
import { listOf } from '../reply';
import type { CallOutcome } from '../transport';
import type { Service } from './service';

/** What was read of a list, and the fault that ended the reading, if one did. */
export interface Listed {
	/** The records as the service sent them. */
	records: IDataObject[];
	/** What the page of each record said of itself (2.1, `meta`), where it said anything. */
	metas?: NonNullable<ServiceReply['metas']>;
	fault?: ServiceFault;
}

/** Fetches one page; takes its query. */
type FetchPage = (query: IDataObject) => Promise<CallOutcome>;

/** A page size that the service does not take is answered like any other wrong field. */
const mayBeSize = ({ httpStatus }: ServiceFault) => httpStatus === 422 || httpStatus === 400;

const noList = (body: unknown): ServiceFault =>
	faultOfNoAnswer(
		body,
		'The service answered with something other than a list',
		'Try again; if it keeps happening, check the API Base URL in the credential, or ask the service.',
	);

/** The service counts more records than it shows, as one does that ignores the offset. */
const notShown = (shown: number, total: number): ServiceFault =>
	rejected(
		`The service counts ${total} records and shows ${shown} of them`,
		'Its pages do not follow one another. Try again; if it keeps happening, turn Return All off, or ask the service.',
	);

/** The ID of a record, undefined where it has none. */
export const nameOf = ({ id }: IDataObject): string | undefined =>
	id === undefined || id === null ? undefined : String(id);

/**
 * Reads pages (page[offset], page[limit]; 4.10, 4.13) until `limit` records have come, each once, or the list ends: by the total that the
 * service tells, else with a short page. It begins with large pages (wire notes: 30 to 500), and goes back to the documented size where
 * those are refused. With a test key the records are random (5.1), so that only a total is an end: without one it reads one page.
 */
export async function readPages(
	fetchPage: FetchPage,
	query: IDataObject,
	limit: number,
	{ answersAtRandom = false }: Pick<Service, 'answersAtRandom'> = {},
): Promise<Listed> {
	const { pageMin, pageMax } = LIMITS.page;
	const found = new Map<string, IDataObject>();
	const metas = new Map<object, Record<string, unknown>>();
	const listed = (fault?: ServiceFault): Listed => ({
		records: [...found.values()].slice(0, limit),
		metas,
		...(fault && { fault }),
	});
	let size = Math.min(Math.max(limit, pageMin), pageMax);
	for (let offset = 0; found.size < limit; ) {
		const asked = { ...query, 'page[offset]': offset, 'page[limit]': size };
		const { reply, fault } = await fetchPage(asked);
		if (fault) {
			if (size <= LIMITS.page.limit || !mayBeSize(fault)) return listed(fault);
			size = LIMITS.page.limit;
			continue;
		}
		const { records, total, meta, found: isList } = listOf(reply.body);
		if (!isList) return listed(noList(reply.body));
		const before = found.size;
		for (const record of records) {
			// Pages shift when records are created meanwhile.
			found.set(nameOf(record) ?? `unnamed ${found.size}`, record);
			if (meta) metas.set(record, meta);
		}
		offset += records.length;
		const isEnd = total === undefined ? records.length < size || answersAtRandom : offset >= total;
		if (isEnd) break;
		if (found.size === before) return listed(notShown(before, total ?? offset));
	}
	return listed();
}

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

export const noList = (body: unknown): ServiceFault =>
	faultOfNoAnswer(
		body,
		'The service answered with something other than a list',
		'Try again; if it keeps happening, check the API Base URL in the credential, or ask the service.',
	);

/** What is said of a list whose pages do not come to its end. */
export const notShown = (shown: number, total = 0): ServiceFault =>
	rejected(
		total > shown
			? `The service counts ${total} records and shows ${shown} of them`
			: `The pages of the list do not follow one another; ${shown} records were read`,
		'The service may ignore which page is asked for, or the list changes too fast to be read. Try again; if it keeps happening, turn Return All off, or ask the service.',
	);

/** What a record is known by: its ID, or all that it holds where it has none. */
export const recordKey = (record: IDataObject): string =>
	record.id === undefined || record.id === null ? JSON.stringify(record) : String(record.id);

/** Records that a further page shows again: what is created or removed meanwhile moves the others. */
const OVERLAP = 5;

/** How far after the beginning of a page the next one begins. */
export const stepAfter = (length: number): number => Math.max(1, length - OVERLAP);

/** Whether a list ends with a page, by the total that the page gives; undefined if it gives none. */
export const isLastByTotal = (
	offset: number,
	length: number,
	total: number | undefined,
): boolean | undefined => (total === undefined ? undefined : offset + length >= total);

/** How many pages in a row may show nothing new before the list is given up. */
const IDLE_PAGES = 6;

/**
 * Reads pages (page[offset], page[limit]; 4.10, 4.13) until `limit` records have come, each once, or the list ends. It begins with large
 * pages (wire notes: 30 to 500), and goes back to the documented size where those are refused.
 *
 * Whatever is created or removed meanwhile, a record that was there all the time is in the result, or there is a fault: each page
 * begins with some records of the one before it, and if none of them shows, because so many were removed, the reading goes back until
 * one does. That shows more than totals do, which one removed and one created leave as they were. A list ends by the total of its last
 * page; without a total, with a page that shows nothing new and is shorter than another was: a page may be short because the service
 * gives no longer ones.
 *
 * What is given up: an order by a field that changes, such as a status, and services whose pages hold one record, which cannot overlap.
 * With a test key the records are random (5.1), so that one page is read.
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
	let [offset, largest, idle] = [0, 1, 0];
	let first: string | undefined;
	while (found.size < limit) {
		const asked = { ...query, 'page[offset]': offset, 'page[limit]': size };
		const { reply, fault } = await fetchPage(asked);
		if (fault) {
			if (size <= LIMITS.page.limit || !mayBeSize(fault)) return listed(fault);
			size = LIMITS.page.limit;
			continue;
		}
		const { records, total, meta, found: isList } = listOf(reply.body);
		if (!isList) return listed(noList(reply.body));
		const { length } = records;
		const keys = records.map(recordKey);
		largest = Math.max(largest, length);
		if (offset === 0) first = keys[0];
		// A service that ignores the offset begins each page with the first record of the list.
		const follows =
			offset === 0 || (keys[0] !== first && (largest === 1 || keys.some((key) => found.has(key))));
		const before = found.size;
		for (const record of follows ? records : []) {
			found.set(recordKey(record), record);
			if (meta) metas.set(record, meta);
		}
		const isNew = found.size > before;
		const isEnd = isLastByTotal(offset, length, total) ?? (!isNew && length < largest);
		if ((follows && isEnd) || answersAtRandom) break;
		idle = isNew ? 0 : idle + 1;
		if (idle > IDLE_PAGES) return listed(notShown(found.size, total));
		offset = follows ? offset + stepAfter(length) : Math.max(0, offset - largest);
	}
	return listed();
}

import type { IDataObject } from 'n8n-workflow';
import { faultOfNoAnswer, makeFault, type ServiceFault, type ServiceReply } from '../errors';
import { LIMITS } from '../spec';
import { answersList, isNarrowed, listOf } from '../reply';
import type { CallOutcome } from '../transport';

/** What was read of a list, and the fault that ended the reading, if one did. */
export interface Listed {
	/** The records as the service sent them. */
	records: IDataObject[];
	/** What the page of each record said of itself (2.1, `meta`), where it said anything. */
	metas?: NonNullable<ServiceReply['metas']>;
	/** Whether the list was read to its end, and the pages held as many as the service counts. */
	isWhole?: boolean;
	fault?: ServiceFault;
}

/** Fetches one page; takes its query. */
export type FetchPage = (query: IDataObject) => Promise<CallOutcome>;

/** A page size that the service does not take is answered like any other wrong field. */
const mayBeSize = ({ httpStatus }: ServiceFault) => httpStatus === 422 || httpStatus === 400;

/** What holds no list is no empty list: whether there are records is not known. */
const noList = (body: unknown): ServiceFault =>
	faultOfNoAnswer(
		body,
		'The service answered with something other than a list',
		'Try again; if it keeps happening, check the base URLs in the credential, or ask the service.',
	);

/** What is said of a list of which the service counts more than it shows. */
const notShown = (shown: number, total: number): ServiceFault =>
	makeFault({
		kind: 'notJson',
		message: `The service counts ${total} records and shows ${shown} of them`,
		description:
			'It shows the same page again, or none, where the others should be, or the list changes faster than it is read. Try again; if it keeps happening, turn Return All off, or ask the service.',
		retryable: false,
		outcome: 'rejected',
	});

/** Whether a record has an ID by which it is told from others. */
const isNamed = ({ id }: IDataObject): boolean =>
	!['', '0', 'null', 'undefined'].includes(String(id));

/**
 * Reads pages (page[offset], page[limit]; 4.10, 4.13) until `limit` records have come, each once: pages shift when records are
 * created meanwhile. It asks within the sizes that services take (wire notes: 30 to 500), begins with large pages, and goes back
 * to the documented size where those are refused.
 */
export async function readPages(
	fetchPage: FetchPage,
	query: IDataObject,
	limit: number,
): Promise<Listed> {
	const records = new Map<string, IDataObject>();
	const metas = new Map<object, Record<string, unknown>>();
	const { pageMin, pageMax } = LIMITS.page;
	let isWhole = false;
	/** The most that the service counted: where others leave the list meanwhile, those behind them move up and may be passed over. */
	let most = 0;
	let size = Math.min(Math.max(limit, pageMin), pageMax);
	for (let offset: number = LIMITS.page.offset; records.size < limit; ) {
		const asked = { ...query, 'page[offset]': offset, 'page[limit]': size };
		const { reply, fault } = await fetchPage(asked);
		if (fault) {
			if (size <= LIMITS.page.limit || !mayBeSize(fault)) {
				return { records: [...records.values()], fault };
			}
			size = LIMITS.page.limit;
			continue;
		}
		const page = listOf(reply.body);
		if (!answersList(reply.body, asked))
			return { records: [...records.values()], fault: noList(reply.body) };
		const before = records.size;
		most = Math.max(most, page.total ?? 0);
		for (const record of page.records) {
			records.set(isNamed(record) ? String(record.id) : `${offset} ${records.size}`, record);
			if (page.meta) metas.set(record, page.meta);
		}
		// Under a filter the service may count what the filter leaves out: then an empty page is the end of the list.
		const isMissing = records.size === before && (page.records.length > 0 || !isNarrowed(query));
		if (offset > 0 && isMissing && records.size < (page.total ?? 0))
			return { records: [...records.values()], fault: notShown(records.size, page.total ?? 0) };
		offset += page.records.length;
		// Where the service tells the total, the list ends there. Where it does not, a page that brings nothing new is the last one, and one
		// that is shorter than any that services limit themselves to.
		const haveIds = page.records.every(({ id }) => id !== undefined);
		const isShort = page.records.length < (haveIds ? Math.min(size, pageMin) : size);
		const complete =
			page.total === undefined ? isShort || records.size === before : offset >= page.total;
		if (page.records.length === 0 || complete) {
			// The same page again, without a total, may be the whole list, or all that a service shows which pays no heed to the offset.
			const isEnd = page.total !== undefined || isShort || page.records.length === 0;
			isWhole = isEnd && records.size >= most && records.size <= limit;
			break;
		}
	}
	return { records: [...records.values()].slice(0, limit), metas, isWhole };
}

import type { IDataObject } from 'n8n-workflow';
import {
	faultOfNoAnswer,
	faultOfReply,
	makeFault,
	type ServiceFault,
	type ServiceReply,
} from '../errors';
import { LIMITS } from '../spec';
import { answersList, isNarrowed, listOf, type ListReply } from '../reply';
import type { CallOutcome } from '../transport';
import type { Service } from './service';

/** What was read of a list, and the fault that ended the reading, if one did. */
export interface Listed {
	/** The records as the service sent them. */
	records: IDataObject[];
	/** What the page of each record said of itself (2.1, `meta`), where it said anything. */
	metas?: NonNullable<ServiceReply['metas']>;
	/** Whether the list was read to its end, and the pages held as many as the service counts. */
	isWhole?: boolean;
	/** What is to be said to somebody who wanted all records, where some were or may have been passed over. */
	lack?: ServiceFault;
	/** Whether the node left some out that it was not to show: then those that were passed over may be the ones that were wanted. */
	isNarrowed?: boolean;
	fault?: ServiceFault;
}

/** Fetches one page; takes its query. */
export type FetchPage = (query: IDataObject) => Promise<CallOutcome>;

/** A page size that the service does not take is answered like any other wrong field. */
const mayBeSize = ({ httpStatus }: ServiceFault) => httpStatus === 422 || httpStatus === 400;

/** What holds no list is no empty list: whether there are records is not known. A refusal may stand where the records would. */
function noList(body: unknown): ServiceFault {
	const [first] = listOf(body).records;
	const refusal = first && faultOfReply({ statusCode: 200, headers: {}, body: first });
	return (
		refusal ??
		faultOfNoAnswer(
			first ?? body,
			'The service answered with something other than a list',
			'Try again; if it keeps happening, check the base URLs in the credential, or ask the service.',
		)
	);
}

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

/** What is said of a list of which nobody knows whether it was read to its end, or whether records were passed over. */
const mayLack = (why: string): ServiceFault =>
	makeFault({
		kind: 'notJson',
		message: 'Not all records of the list could be read',
		description: `${why} Try again; if it keeps happening, narrow the list with filters, or ask for fewer records.`,
		retryable: false,
		outcome: 'rejected',
	});
const MOVED =
	'Others leave the list while it is read, so that those behind them move up and are passed over.';
const SAME_PAGE =
	'The service shows the same page again and does not say how many records there are.';
const GAP = 'The service shows an empty page in the middle of the list.';
const ENDLESS =
	'The service does not say how many records there are, and shows more and more of them.';
const NOT_SEARCHED =
	'The service pays no heed to a filter, and the list is too long to look through the whole of it.';
const UNREADABLE = 'The service writes something other than records among them.';

/** What is said of a search that looked through a part of a list alone. */
export const notSearched = (): ServiceFault => mayLack(NOT_SEARCHED);

/** Takes a record; returns the ID by which it is told from others, undefined where it has none. */
export const nameOf = ({ id }: IDataObject): string | undefined =>
	['', '0', 'null', 'undefined'].includes(String(id)) ? undefined : String(id);

/** A list that changes while it is read is read so often. */
const READINGS = 3;
/** Pages that are read of a list of which the service does not say how long it is: one that makes up its records has no end. */
const MOST_PAGES = 5000;

/** What one reading of a list came to. */
interface Reading extends Listed {
	/** Whether others left the list meanwhile, so that another reading may show more. */
	hasMoved?: boolean;
}

/** Reads a list page by page, once. */
class Reader {
	private readonly records = new Map<string, IDataObject>();
	private readonly metas = new Map<object, Record<string, unknown>>();
	/** What the service counted first, most and last. */
	private first?: number;
	private most = 0;
	private last?: number;
	private hasFallen = false;
	private lack?: ServiceFault;
	/** The page before, by its text and how many entries it held. */
	private before = { text: '', length: 0 };
	private hasLookedAgain = false;
	private hasSkipped = false;
	private pages = 0;

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly query: IDataObject,
		private readonly limit: number,
		private readonly isAtRandom: boolean,
	) {}

	async read(): Promise<Reading> {
		const { pageMin, pageMax } = LIMITS.page;
		let size = Math.min(Math.max(this.limit, pageMin), pageMax);
		for (let offset: number = LIMITS.page.offset; this.records.size < this.limit; ) {
			const asked = { ...this.query, 'page[offset]': offset, 'page[limit]': size };
			const { reply, fault } = await this.fetchPage(asked);
			if (fault) {
				if (size <= LIMITS.page.limit || !mayBeSize(fault)) return this.failed(fault);
				size = LIMITS.page.limit;
				continue;
			}
			const { body } = reply;
			const page = listOf(body);
			if (!answersList(body, asked)) return this.failed(noList(body));
			const { length } = page;
			if (length > page.records.length) this.lack = mayLack(UNREADABLE);
			this.count(page.total);
			const isNew = this.take(page, offset);
			const next = isNew ? offset + length : this.afterNothing(offset, length);
			if (typeof next !== 'number') return next ?? this.ended(false);
			if (isNew && page.total !== undefined && next >= page.total) return this.ended(true);
			offset = next;
			if (page.total !== undefined) continue;
			if (this.isAtRandom) return this.listed(true);
			if (++this.pages >= MOST_PAGES) {
				this.lack = mayLack(ENDLESS);
				break;
			}
		}
		return this.listed(false);
	}

	/** Notes what a page counts: a list of which it is less than before has moved up. */
	private count(total: number | undefined): void {
		if (total === undefined) return;
		this.first ??= total;
		this.hasFallen ||= total < this.most;
		this.most = Math.max(this.most, total);
		this.last = total;
	}

	/** Adds the records of a page; returns whether there were any new ones among them. */
	private take({ records, meta }: ListReply, offset: number): boolean {
		const before = this.records.size;
		const text = JSON.stringify(records);
		// Records without an ID are known by their page alone.
		const isSamePage = text === this.before.text;
		for (const record of isSamePage ? [] : records) {
			this.records.set(nameOf(record) ?? `${offset} ${this.records.size}`, record);
			if (meta) this.metas.set(record, meta);
		}
		if (records.length > 0) this.before = { text, length: records.length };
		if (this.records.size === before) return false;
		if (this.hasSkipped) this.lack = mayLack(GAP);
		this.hasLookedAgain = false;
		return true;
	}

	/**
	 * What follows a page that brought nothing new, which is the end of the list unless the service counts more than it showed, or shows
	 * more behind it: the place of the next page, the reading where something is amiss, undefined at the end.
	 */
	private afterNothing(offset: number, length: number): number | Reading | undefined {
		if (offset === 0) return undefined;
		const { records, last } = this;
		const isShort = last !== undefined && records.size < last;
		// Under a filter the service may count what the filter leaves out: then an empty page is the end of the list.
		if (isShort && (length > 0 || !isNarrowed(this.query))) {
			if (length > 0 || this.hasLookedAgain) return this.failed(notShown(records.size, last));
			this.hasLookedAgain = true;
			return offset;
		}
		// The same page again may be the whole list, or all that a service shows which pays no heed to the offset.
		if (length > 0 && last === undefined && records.size >= LIMITS.page.pageMin)
			this.lack = mayLack(SAME_PAGE);
		if (length > 0 || this.hasSkipped || this.before.length < LIMITS.page.pageMin) return undefined;
		this.hasSkipped = true;
		return offset + this.before.length;
	}

	private failed(fault: ServiceFault): Reading {
		return { records: [...this.records.values()], fault };
	}

	/** The list at its end: as many as were counted when the reading began must have been read, and none may have left meanwhile. */
	private ended(isByTotal: boolean): Reading {
		const isShort = isByTotal && this.records.size < (this.first ?? 0);
		const hasMoved = this.lack === undefined && (this.hasFallen || isShort);
		if (hasMoved) this.lack = mayLack(MOVED);
		return { ...this.listed(true), hasMoved };
	}

	private listed(isEnd: boolean): Reading {
		const { records, metas, most, limit, lack } = this;
		return {
			records: [...records.values()].slice(0, limit),
			metas,
			isWhole: isEnd && lack === undefined && records.size >= most && records.size <= limit,
			lack,
		};
	}
}

/**
 * Reads pages (page[offset], page[limit]; 4.10, 4.13) until `limit` records have come, each once: pages shift when records are
 * created meanwhile. It asks within the sizes that services take (wire notes: 30 to 500), begins with large pages, and goes back
 * to the documented size where those are refused. Where the service tells the total, the list ends there, else with a page that brings
 * nothing new, since services cut pages shorter than asked. A list that others leave meanwhile is read again. With a test key the records
 * are random (5.1): such a list has no end, unless the service tells one.
 */
export async function readPages(
	fetchPage: FetchPage,
	query: IDataObject,
	limit: number,
	{ answersAtRandom = false }: Pick<Service, 'answersAtRandom'> = {},
): Promise<Listed> {
	for (let readings = 1; ; readings++) {
		const { hasMoved, ...listed } = await new Reader(
			fetchPage,
			query,
			limit,
			answersAtRandom,
		).read();
		if (!hasMoved || readings >= READINGS) return listed;
	}
}

/**
 * Everything that the trigger asks of the service: the two lists, and single messages and tasks. Nothing else in the trigger
 * knows a path, a query or the envelope of a reply.
 */
import type { IDataObject } from 'n8n-workflow';
import { isOfPath } from '../../shared/errors';
import { isTaskReply, listOf } from '../../shared/reply';
import {
	callMessageStatuses,
	callTask,
	faultOfMessageReply,
	messageStatusesOf,
	pathOf,
	type MessageName,
	type Service,
} from '../../shared/service';
import { ENDPOINTS, LIMITS } from '../../shared/spec';
import type { CallOutcome } from '../../shared/transport';
import {
	APPLICATION_LETTER,
	CAMPAIGN_LETTERS,
	seeApplication,
	seeCampaign,
	seeCampaignMessage,
	type CampaignType,
	type Observation,
	type SeenMessage,
} from '../events';
import { compareIds, idOfKey } from '../state/state';

/**
 * Asks the service (GET) and returns the body, or undefined when the service says that there is no such object.
 * `isUsable` says whether a body is an answer to what was asked; `atRandom` where a test key is used, with which the service
 * returns random information (5.1); `call` asks in place of a GET of the path, where services have several paths for it.
 * @throws a fault of the service, or that the body is no answer
 */
export type Read = (
	path: string,
	query?: IDataObject,
	isUsable?: (body: unknown, atRandom?: boolean) => boolean,
	call?: (service: Service) => Promise<CallOutcome>,
) => Promise<unknown>;

/** Services accept 30 to 500 records a page, and some give no more than 30 whatever is asked for (wire notes). */
export const SMALL_PAGE: number = LIMITS.page.pageMin;
export const LARGE_PAGE: number = LIMITS.page.pageMax;

/** Which part of a list is asked for. */
export interface ListQuery {
	sort: 'id' | 'status';
	way: 'asc' | 'desc';
	offset?: number;
	limit?: number;
	/** Creation times in the service's own words, both included. */
	from?: string;
	to?: string;
	/** The one object that is wanted. */
	id?: string;
	/** Whether the page begins a watch: what it does not show would be news later. */
	begins?: true;
}

export interface Page {
	/** In the order that was asked for; those without an ID are left out. */
	seen: Observation[];
	/** How many entries it has, those without an ID among them: the next page begins after them. */
	length: number;
	/** How many the service says there are; undefined = it does not say. */
	total: number | undefined;
	/** Is there nothing behind this page? */
	end: boolean;
}

/** A list of the service that can be watched. */
export interface ListSource {
	/** The name of the list in the state. */
	name: string;
	/** The first letter of the keys of what it holds. */
	letter: string;
	/** Whether the service may be asked to sort it by status, and shows it by times of creation. */
	sortable: boolean;
	page(query: ListQuery): Promise<Page>;
}

const isList = (body: unknown): boolean => listOf(body).found;

/** Takes how a page is asked for; returns what says whether a body is that page. One that begins a watch shows what the service counts. */
const isPageFor =
	({ begins }: ListQuery) =>
	(body: unknown): boolean => {
		const { found, records, total = 0 } = listOf(body);
		return found && (begins === undefined || records.length > 0 || total === 0);
	};

/** Takes the body of a list, how it was asked for and how a record is seen; returns the page. */
function pageOf(
	body: unknown,
	{ offset = 0, sort, way }: ListQuery,
	see: (raw: Record<string, unknown>) => Observation,
): Page {
	const { records, total } = listOf(body);
	const { length } = records;
	const seen = records.map(see).filter(({ key }) => key.length > 1);
	// A list that comes as a map by ID has lost the order that was asked for.
	const sign = way === 'desc' ? -1 : 1;
	const byId = (one: Observation, other: Observation) =>
		sign * compareIds(idOfKey(one.key), idOfKey(other.key));
	if (sort === 'id') seen.sort(byId);
	// A page may be short for any reason: where the service does not say how many there are, only an empty one is the end.
	return { seen, length, total, end: length === 0 || isLast(offset + length, total) };
}

/** Whether nothing lies behind so many entries. */
const isLast = (entries: number, total: number | undefined): boolean =>
	total !== undefined && entries >= total;

const pagingOf = ({ sort, way, offset = 0, limit = LARGE_PAGE }: ListQuery): IDataObject => ({
	'page[offset]': offset,
	'page[limit]': limit,
	sort,
	way,
});

const httpStatusOf = (error: unknown): number => Number((error as { httpCode?: unknown }).httpCode);

/** A page size that the service does not take is answered like any other wrong field. */
const mayBeSize = (error: unknown): boolean => [400, 422].includes(httpStatusOf(error));

/** Takes what a reading threw; returns whether the service refuses it to this account, and not for a moment. */
export const isRefused = (error: unknown): boolean => {
	const status = httpStatusOf(error);
	return status >= 400 && status < 500 && ![408, 429].includes(status);
};

/** Readers, each of one poll, of services that were found not to take large pages. */
const ofSmallPages = new WeakSet<Read>();

/**
 * Reads a page of a list. How many records a service gives at most is not told (section 8): where it refuses a large page, it is asked for
 * one of the size that it gives by itself (4.10).
 */
async function readPage(
	read: Read,
	path: string,
	filters: IDataObject,
	query: ListQuery,
	isUsable: (body: unknown) => boolean,
): Promise<unknown> {
	const { limit = LARGE_PAGE } = query;
	const { limit: usual } = LIMITS.page;
	const ask = async (size: number): Promise<unknown> =>
		await read(path, { ...filters, ...pagingOf({ ...query, limit: size }) }, isUsable);
	if (limit <= usual) return await ask(limit);
	if (ofSmallPages.has(read)) return await ask(usual);
	const large = await ask(limit).then(
		(body) => ({ body }),
		(error: unknown) => ({ error }),
	);
	if ('body' in large) return large.body;
	if (!mayBeSize(large.error)) throw large.error;
	const body = await ask(usual);
	ofSmallPages.add(read);
	return body;
}

/** Takes the reader, a message type and the zone of the service; returns the list of its campaigns (4.10). */
export function campaignList(read: Read, type: CampaignType, zone: string): ListSource {
	return {
		name: type,
		letter: CAMPAIGN_LETTERS[type],
		sortable: true,
		async page(query) {
			const { from, to, id } = query;
			const filters = {
				'filter[type]': type,
				...(from !== undefined && { 'filter[from]': from }),
				...(to !== undefined && { 'filter[to]': to }),
				...(id !== undefined && { 'filter[field]': 'taskname', 'filter[value]': id }),
			};
			const { path } = ENDPOINTS.listCampaigns;
			const body = await readPage(read, path, filters, query, isPageFor(query));
			return pageOf(body, query, (raw) => seeCampaign(raw, type, zone));
		},
	};
}

/** Takes the reader and the zone of the service; returns the list of sender applications (4.13). */
export function applicationList(read: Read, zone: string): ListSource {
	return {
		name: 'applications',
		letter: APPLICATION_LETTER,
		sortable: false,
		async page(query) {
			const { id } = query;
			const filters = { ...(id !== undefined && { 'filter[id]': id }) };
			const { path } = ENDPOINTS.listApplications;
			const body = await readPage(read, path, filters, query, isPageFor(query));
			return pageOf(body, query, (raw) => seeApplication(raw, zone));
		},
	};
}

/** A page of the messages of one campaign. */
export interface MessagePage {
	/** Those that are said to be of this campaign, in the order of the service. */
	seen: SeenMessage[];
	/** How many records the page held. */
	length: number;
	/** How many the service says there are; undefined = it does not say. */
	total: number | undefined;
	/** Is there nothing behind this page? */
	end: boolean;
}

/** Asks for any page of messages. @throws what the service answers where it has no list of them */
export async function tryMessageList(read: Read): Promise<void> {
	const query = { sort: 'id', way: 'desc', limit: SMALL_PAGE } as const;
	await read(ENDPOINTS.listMessages.path, pagingOf(query), isList);
}

/** Whether what a reading threw says that the service does not offer what was asked for. */
export const isNotOffered = (error: unknown): boolean =>
	isOfPath({ httpStatus: httpStatusOf(error) });

/** Asks for messages of a campaign from an offset on, sorted by ID, or the other way round; an extension (extensions notes, section 1). */
export async function readCampaignMessages(
	read: Read,
	campaign: string,
	zone: string,
	query: { offset: number; limit?: number; way?: 'asc' | 'desc' },
): Promise<MessagePage> {
	const { way = 'asc', offset } = query;
	const body = await readPage(
		read,
		ENDPOINTS.listMessages.path,
		{ 'filter[campaign_id]': campaign },
		{ ...query, sort: 'id', way },
		isList,
	);
	const { records, total } = listOf(body);
	const { length } = records;
	const messages = records.map((raw) => seeCampaignMessage(raw, campaign, zone));
	// A service that names another campaign does not filter: what it names none for was sent by itself.
	const isMixed = messages.some(({ campaign: other }) => other !== '' && other !== campaign);
	const isOf = ({ campaign: other }: SeenMessage) =>
		other === campaign || (other === '' && !isMixed);
	return {
		seen: messages.filter(isOf),
		length,
		total,
		end: length === 0 || isLast(offset + length, total),
	};
}

/** Takes how a message was named; returns what says whether a reply is about it: a status alone may be that of the request. */
const isMessage =
	(name: MessageName) =>
	(body: unknown, atRandom?: boolean): boolean =>
		faultOfMessageReply(body, name, atRandom) === undefined;

/** Asks for an SMS by its ID (4.3); undefined when the service does not know it. */
export const readMessage = async (read: Read, id: string): Promise<unknown> =>
	await read(pathOf(ENDPOINTS.getMessage, { id }), {}, isMessage({ id }));

/** Asks for an SMS by its reference (4.4); undefined when the service does not know it. */
export const readMessageByReference = async (read: Read, reference: string): Promise<unknown> =>
	await read(pathOf(ENDPOINTS.getMessageByReference, { reference }), {}, isMessage({ reference }));

/** Asks for up to 100 messages by their IDs at once (an extension); undefined where the service does not tell of them so. */
export async function readMessageStatuses(
	read: Read,
	ids: readonly string[],
	zone: string,
): Promise<IDataObject[] | undefined> {
	const call = async (service: Service) => await callMessageStatuses(service, ids);
	// With a test key the reply is random, and about nothing that was asked for.
	const isUsable = (_: unknown, atRandom?: boolean) => atRandom !== true;
	try {
		const body = await read(ENDPOINTS.getMessageStatuses.path, {}, isUsable, call);
		return body === undefined ? undefined : messageStatusesOf(body, zone);
	} catch {
		// Whatever hinders it, each can be asked for by itself; a service that is away says so there.
		return undefined;
	}
}

/** Asks for a bulk task (4.5) on either path that services have; `see` reads a reply and returns undefined when it is not about a task. */
export async function readTask(
	read: Read,
	id: string,
	see: (body: unknown) => Observation | undefined,
): Promise<Observation | undefined> {
	const path = pathOf(ENDPOINTS.getTask, { task_id: id });
	const call = async (service: Service) => await callTask(service, { path });
	return see(await read(path, {}, isTaskReply, call));
}

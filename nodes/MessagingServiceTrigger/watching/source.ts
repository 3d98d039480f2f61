/**
 * Everything that the trigger asks of the service. Nothing else in the trigger knows a path, a query or the envelope of a reply.
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
import { compareIds, idOfKey, LETTERS, type CampaignType, type Observation } from '../events/event';
import { seeApplication, seeCampaign, seeCampaignMessage, type SeenMessage } from '../events/see';

/**
 * Asks the service (GET) and returns the body, or undefined when the service says that there is no such object.
 * @param isUsable whether a body is an answer to what was asked; `atRandom` with a test key (5.1)
 * @param call asks in place of a GET of the path
 * @throws a fault of the service, or that the body is no answer
 */
export type Read = (
	path: string,
	query?: IDataObject,
	isUsable?: (body: unknown, atRandom?: boolean) => boolean,
	call?: (service: Service) => Promise<CallOutcome>,
) => Promise<unknown>;

/** Services give 30 to 500 records a page (wire notes). */
export const SMALL_PAGE: number = LIMITS.page.pageMin;
const LARGE_PAGE: number = LIMITS.page.pageMax;

/** Which part of a list is asked for, by ID. */
export interface ListQuery {
	way: 'asc' | 'desc';
	offset?: number;
	limit?: number;
	/** Creation times in the service's own words, both included. */
	from?: string;
	to?: string;
	/** The one object that is wanted. */
	id?: string;
}

export interface Page {
	/** In the order that was asked for; those without an ID are left out. */
	seen: Observation[];
	/** How many entries it has, those without an ID among them. */
	length: number;
	/** Is there nothing after this page? */
	end: boolean;
	/** What of its own documents the service does not keep to. */
	faults: string[];
}

/** A list of the service that can be watched. */
export interface ListSource {
	/** The name of the list in the state, and the first letter of the keys of what it holds. */
	name: string;
	letter: string;
	/** Whether it can be asked for a period of creation. */
	hasPeriod: boolean;
	page(query: ListQuery): Promise<Page>;
}

const isList = (body: unknown): boolean => listOf(body).found;

/** Whether a body is a page: one that shows nothing of what the service counts is none. */
const isPageAt =
	(offset: number) =>
	(body: unknown): boolean => {
		const { found, records, total = 0 } = listOf(body);
		return found && (records.length > 0 || offset >= total);
	};

/** Whether nothing lies after a page. It may be short for any reason: where the service does not count, only an empty one is the end. */
const isEnd = (offset: number, length: number, total: number | undefined): boolean =>
	length === 0 || (total !== undefined && offset + length >= total);

function pageOf(
	body: unknown,
	{ offset = 0, way }: ListQuery,
	see: (raw: Record<string, unknown>) => Observation,
): Page {
	const { records, total } = listOf(body);
	const { length } = records;
	const seen = records.map(see).filter(({ key }) => key.length > 1);
	const sign = way === 'desc' ? -1 : 1;
	const inOrder = [...seen].sort(
		(one, other) => sign * compareIds(idOfKey(one.key), idOfKey(other.key)),
	);
	const faults = [
		...(inOrder.some((one, place) => one !== seen[place])
			? ['error: the service ignores the sorting by ID that its list documents']
			: []),
		...(seen.some(({ other }) => other)
			? ['error: the service ignores the filter by type that its list documents']
			: []),
	];
	return { seen: inOrder, length, end: isEnd(offset, length, total), faults };
}

const pagingOf = ({ way, offset = 0, limit = LARGE_PAGE }: ListQuery): IDataObject => ({
	'page[offset]': offset,
	'page[limit]': limit,
	sort: 'id',
	way,
});

/** The list of campaigns of a type (4.10). */
export function campaignList(read: Read, type: CampaignType, zone: string): ListSource {
	return {
		name: type,
		letter: LETTERS[type],
		hasPeriod: true,
		async page(query) {
			const { from, to, id, offset = 0 } = query;
			const filters = {
				'filter[type]': type,
				...(from !== undefined && { 'filter[from]': from }),
				...(to !== undefined && { 'filter[to]': to }),
				...(id !== undefined && { 'filter[field]': 'taskname', 'filter[value]': id }),
			};
			const { path } = ENDPOINTS.listCampaigns;
			const body = await read(path, { ...filters, ...pagingOf(query) }, isPageAt(offset));
			return pageOf(body, query, (raw) => seeCampaign(raw, type, zone));
		},
	};
}

/** The list of sender applications (4.13). */
export function applicationList(read: Read, zone: string): ListSource {
	return {
		name: 'applications',
		letter: LETTERS.application,
		hasPeriod: false,
		async page(query) {
			const { id, offset = 0 } = query;
			const filters = { ...(id !== undefined && { 'filter[id]': id }) };
			const { path } = ENDPOINTS.listApplications;
			const body = await read(path, { ...filters, ...pagingOf(query) }, isPageAt(offset));
			return pageOf(body, query, (raw) => seeApplication(raw, zone));
		},
	};
}

/** A page of the messages of one campaign. */
export interface MessagePage {
	seen: SeenMessage[];
	/** How many records the page held. */
	length: number;
	/** How many the service says there are; undefined = it does not say. */
	total: number | undefined;
	/** Is there nothing after this page? */
	end: boolean;
	/** Whether it shows messages of other campaigns: the service ignores the filter. */
	isMixed: boolean;
}

/** Asks for any page of messages. @throws what the service answers where it has no list of them */
export async function tryMessageList(read: Read): Promise<void> {
	await read(ENDPOINTS.listMessages.path, pagingOf({ way: 'desc', limit: SMALL_PAGE }), isList);
}

/** Whether what a reading threw says that the service does not offer what was asked for. */
export const isNotOffered = (error: unknown): boolean =>
	isOfPath({ httpStatus: Number((error as { httpCode?: unknown }).httpCode) });

/** Messages of a campaign from an offset on, sorted by ID; an extension (extensions notes, section 1). */
export async function readCampaignMessages(
	read: Read,
	campaign: string,
	zone: string,
	{ offset, limit, way = 'asc' }: { offset: number; limit?: number; way?: 'asc' | 'desc' },
): Promise<MessagePage> {
	const query = { 'filter[campaign_id]': campaign, ...pagingOf({ offset, limit, way }) };
	const body = await read(ENDPOINTS.listMessages.path, query, isPageAt(offset));
	const { records, total } = listOf(body);
	const { length } = records;
	const messages = records.map((raw) => seeCampaignMessage(raw, campaign, zone));
	const seen = messages.filter(({ campaign: named }) => named === '' || named === campaign);
	const isMixed = seen.length < length;
	return { seen, length, total, end: isEnd(offset, length, total), isMixed };
}

/** Whether a reply is about the message that was asked for: a status alone may be that of the request. */
const isMessage =
	(name: MessageName) =>
	(body: unknown, atRandom?: boolean): boolean =>
		faultOfMessageReply(body, name, atRandom) === undefined;

/** An SMS by its ID (4.3); undefined when the service does not know it. */
export const readMessage = async (read: Read, id: string): Promise<unknown> =>
	await read(pathOf(ENDPOINTS.getMessage, { id }), {}, isMessage({ id }));

/** An SMS by its reference (4.4); undefined when the service does not know it. */
export const readMessageByReference = async (read: Read, reference: string): Promise<unknown> =>
	await read(pathOf(ENDPOINTS.getMessageByReference, { reference }), {}, isMessage({ reference }));

/** Up to 100 messages by their IDs at once (an extension); undefined where the service does not tell of them so. */
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

/** A bulk task (4.5) on either path that services have. @param see undefined when a reply is not about a task */
export async function readTask(
	read: Read,
	id: string,
	see: (body: unknown) => Observation | undefined,
): Promise<Observation | undefined> {
	const path = pathOf(ENDPOINTS.getTask, { task_id: id });
	const call = async (service: Service) => await callTask(service, { path });
	return see(await read(path, {}, isTaskReply, call));
}

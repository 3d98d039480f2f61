/**
 * Everything that the trigger asks of the service. Nothing else in the trigger knows a path, a query or the envelope of a reply.
 * What the service answers with a fault is thrown.
 */
import type { IDataObject } from 'n8n-workflow';
import { extensionFault, type ServiceFault } from '../../shared/errors';
import { listOf, receivedEntries, receivedTotal } from '../../shared/reply';
import {
	callReceivedAhead,
	callTask,
	getMessage,
	getMessageStatuses,
	isLastByTotal,
	readAt,
	type Answer,
	type ReceivedQuery,
	type Service,
} from '../../shared/service';
import {
	CODE_SMS_NOT_FOUND,
	CODE_TASK_NOT_FOUND,
	ENDPOINTS,
	LIMITS,
	type Endpoint,
} from '../../shared/spec';
import type { CallOutcome } from '../../shared/transport';
import { compareIds, idOfKey, LETTERS, type CampaignType, type Observation } from '../events/event';
import { seeApplication, seeCampaign, seeCampaignMessage } from '../events/see';

/** The service as a poll asks it. */
export interface Source {
	service: Service;
	/** A fault as an error of n8n's. */
	errorOf: (fault: ServiceFault) => Error;
}

/** Services give 30 to 500 records a page (wire notes). */
export const SMALL_PAGE: number = LIMITS.page.pageMin;
const LARGE_PAGE: number = LIMITS.page.pageMax;

/** A list that is none, or shows nothing of what it counts; the next poll may have a better one. */
const NO_LIST: ServiceFault = {
	message: 'The service answered with something other than what was asked for',
	description:
		'Check the API Base URL in the credential. If it is right, the next poll may succeed.',
	retryable: true,
	outcome: 'unknown',
};

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
	/** What has an ID and is what was asked for. */
	seen: Observation[];
	/** How many entries the page has. */
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

/** Asks a list for one page. */
const callAt =
	(endpoint: Endpoint) =>
	async (service: Service, query: IDataObject): Promise<CallOutcome> =>
		await readAt(service, endpoint, query);

/** Reads a page, sorted by ID. @param see undefined for what the filters should have kept out */
async function readPage(
	{ service, errorOf }: Source,
	call: (service: Service, query: IDataObject) => Promise<CallOutcome>,
	filters: IDataObject,
	{ way, offset = 0, limit = LARGE_PAGE }: ListQuery,
	see: (raw: Record<string, unknown>) => Observation | undefined,
): Promise<Page> {
	const paging = { 'page[offset]': offset, 'page[limit]': limit, sort: 'id', way };
	const { reply, fault } = await call(service, { ...filters, ...paging });
	if (fault) throw errorOf(fault);
	const { found, records, total } = listOf(reply.body);
	const { length } = records;
	if (!found || (length === 0 && offset < (total ?? 0))) throw errorOf(NO_LIST);
	const wanted = records.flatMap((raw) => see(raw) ?? []);
	const seen = wanted.filter(({ key }) => key.length > 1);
	const sign = way === 'desc' ? -1 : 1;
	const isSorted = seen.every(
		({ key }, place) => sign * compareIds(idOfKey(seen[place - 1]?.key ?? key), idOfKey(key)) <= 0,
	);
	return {
		seen,
		length,
		// It may be short for any reason: where the service does not count, only an empty one is the end.
		end: length === 0 || isLastByTotal(offset, length, total) === true,
		faults: [
			...(isSorted ? [] : ['error: the service ignores the sorting by ID that its list documents']),
			...(wanted.length < length
				? ['error: the service ignores a filter that its list documents']
				: []),
		],
	};
}

/** The list of campaigns of a type (4.10). */
export const campaignList = (source: Source, type: CampaignType): ListSource => ({
	name: type,
	letter: LETTERS[type],
	hasPeriod: true,
	async page(query) {
		const { from, to, id } = query;
		const filters = {
			'filter[type]': type,
			...(from !== undefined && { 'filter[from]': from }),
			...(to !== undefined && { 'filter[to]': to }),
			...(id !== undefined && { 'filter[field]': 'taskname', 'filter[value]': id }),
		};
		return await readPage(source, callAt(ENDPOINTS.listCampaigns), filters, query, (raw) =>
			seeCampaign(raw, type, source.service.timeZone),
		);
	},
});

/** The list of sender applications (4.13). */
export const applicationList = (source: Source): ListSource => ({
	name: 'applications',
	letter: LETTERS.application,
	hasPeriod: false,
	async page(query) {
		const { id } = query;
		const filters = { ...(id !== undefined && { 'filter[id]': id }) };
		return await readPage(source, callAt(ENDPOINTS.listApplications), filters, query, (raw) =>
			seeApplication(raw, source.service.timeZone),
		);
	},
});

/** What to do at a service that has no list of messages. */
const WITHOUT_MESSAGES =
	'Watch single messages by their references instead (Trigger On: Message Status Changed), or ask for a report.';

/** Asks for the list of messages; one that is not there is explained. */
async function callMessages(service: Service, query: IDataObject): Promise<CallOutcome> {
	const outcome = await readAt(service, ENDPOINTS.listMessages, query);
	const list = 'a list of messages, by which those of campaigns are followed';
	return outcome.fault
		? { ...outcome, fault: extensionFault(outcome.fault, list, WITHOUT_MESSAGES) }
		: outcome;
}

/** The messages of a campaign, an extension (extensions notes, section 1). @param campaign '' = those of all */
export const messageList = (source: Source, campaign: string): ListSource => ({
	name: 'messages',
	letter: LETTERS.campaignMessage,
	hasPeriod: false,
	async page(query) {
		const filters = { ...(campaign !== '' && { 'filter[campaign_id]': campaign }) };
		return await readPage(source, callMessages, filters, query, (raw) =>
			seeCampaignMessage(raw, campaign, source.service.timeZone),
		);
	},
});

/** The messages that were delivered last, of those sent since a time in the service's own words. */
export async function readDelivered(
	{ service, errorOf }: Source,
	from: string,
): Promise<unknown[]> {
	const { reply, fault } = await readAt(service, ENDPOINTS.listMessages, {
		'filter[from]': from,
		sort: 'delivered',
		way: 'desc',
		'page[offset]': 0,
		'page[limit]': LARGE_PAGE,
	});
	if (fault) throw errorOf(fault);
	return listOf(reply.body).records;
}

/** What an endpoint says of an object; undefined when it does not know it. */
function knownOf<T>({ errorOf }: Source, { value, fault }: Answer<T>, code: number): T | undefined {
	if (fault && fault.code !== code) throw errorOf(fault);
	return value;
}

/** An SMS by its ID (4.3), in the node's form. */
export const readMessage = async (source: Source, id: string): Promise<IDataObject | undefined> =>
	knownOf(source, await getMessage(source.service, { id }), CODE_SMS_NOT_FOUND);

/** An SMS by its reference (4.4), in the node's form. */
export const readMessageByReference = async (
	source: Source,
	reference: string,
): Promise<IDataObject | undefined> =>
	knownOf(source, await getMessage(source.service, { reference }), CODE_SMS_NOT_FOUND);

/**
 * Up to 100 messages by their IDs at once (an extension); undefined where the service does not answer so. Whatever hinders it, each
 * can be asked for by itself. With a test key the reply is about nothing that was asked for (5.1).
 */
export async function readMessageStatuses(
	{ service }: Source,
	ids: readonly string[],
): Promise<IDataObject[] | undefined> {
	const { value } = await getMessageStatuses(service, ids);
	return service.answersAtRandom ? undefined : value;
}

/** The service's reply about a bulk task (4.5). */
export async function readTask(source: Source, id: string): Promise<unknown> {
	const { reply, fault } = await callTask(source.service, id);
	return knownOf(source, fault ? { fault } : { value: reply.body, reply }, CODE_TASK_NOT_FOUND);
}

/** The replies of a period (an extension). @param ends other ends, where the service takes none that lies ahead */
export async function readReceived(
	{ service, errorOf }: Source,
	period: ReceivedQuery,
	ends: readonly string[],
): Promise<{ entries: unknown[]; total: number | undefined }> {
	const { reply, fault } = await callReceivedAhead(service, period, ends);
	if (fault) throw errorOf(fault);
	return { entries: receivedEntries(reply.body) ?? [], total: receivedTotal(reply.body) };
}

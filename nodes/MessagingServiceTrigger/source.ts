/**
 * Everything that the trigger asks of the service. Nothing else in the trigger knows a path, a query or the envelope of a reply.
 */
import type { IDataObject } from 'n8n-workflow';
import { extensionFault, type ServiceFault } from '../shared/errors';
import { listOf, receivedEntries, receivedTotal } from '../shared/reply';
import {
	callReceivedAhead,
	callTask,
	getMessageOfAny,
	getMessageStatuses,
	isLastByTotal,
	readAt,
	type Answer,
	type ListKnown,
	type Service,
} from '../shared/service';
import { CODE_SMS_NOT_FOUND, CODE_TASK_NOT_FOUND, ENDPOINTS, LIMITS } from '../shared/spec';
import { formatServiceTime, MS_PER_DAY } from '../shared/time';
import type { CallOutcome } from '../shared/transport';
import { compareIds, idOfKey, LETTERS, type Observation } from './events/event';
import { seeClick } from './events/clicked';
import { seeReplies } from './events/received';
import {
	asText,
	seeApplication,
	seeCampaign,
	seeCampaignMessage,
	seeMessage,
	seeTask,
} from './events/see';
import type { Parameters } from './triggerParameters';
import type { Answered, Ask, Days, List, ListQuery, Page } from './watching/asking';

/** The service as a poll asks it. */
export interface Source {
	service: Service;
	/** A fault as an error of n8n's. */
	errorOf: (fault: ServiceFault) => Error;
	/** How many messages each task has, 0 = not known; the user's own keywords against further messages; the campaign of the clicks. */
	parameters: Pick<Parameters, 'expected' | 'received' | 'clicked'>;
	/** What this poll knows of the list of messages. */
	list: ListKnown;
}

/** So far the service's clock may be behind n8n's if it takes no end ahead of its own now. */
const BEHIND_MS = 60_000;

/** A list that is none, or shows nothing of what it counts; the next poll may have a better one. */
const NO_LIST: ServiceFault = {
	message: 'The service answered with something other than what was asked for',
	description:
		'Check the API Base URL in the credential. If it is right, the next poll may succeed.',
	retryable: true,
	outcome: 'unknown',
};

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

/** The filters that ask for a part of a list. Campaigns: 4.10; messages: extensions notes, section 1; applications: 4.13. */
function filtersOf({ name, isOfCampaigns, campaign }: List, query: ListQuery): IDataObject {
	const { from, to, id } = query;
	if (campaign !== undefined) return campaign === '' ? {} : { 'filter[campaign_id]': campaign };
	if (!isOfCampaigns) return id === undefined ? {} : { 'filter[id]': id };
	return {
		'filter[type]': name,
		...(from !== undefined && { 'filter[from]': from }),
		...(to !== undefined && { 'filter[to]': to }),
		...(id !== undefined && { 'filter[field]': 'taskname', 'filter[value]': id }),
	};
}

/** An entry of a list; undefined if the filters should have kept it out. */
function seeEntry(
	{ name, isOfCampaigns, campaign }: List,
	raw: Record<string, unknown>,
	zone: string,
): Observation | undefined {
	if (campaign !== undefined) return seeCampaignMessage(raw, campaign, zone);
	if (isOfCampaigns) return seeCampaign(raw, name === 'rcs' ? 'rcs' : 'sms', zone);
	return seeApplication(raw, zone);
}

/** Asks a list for one page. */
async function callList(
	service: Service,
	{ isOfCampaigns, campaign }: List,
	query: IDataObject,
): Promise<CallOutcome> {
	if (campaign !== undefined) return await callMessages(service, query);
	const endpoint = isOfCampaigns ? ENDPOINTS.listCampaigns : ENDPOINTS.listApplications;
	return await readAt(service, endpoint, query);
}

/** Reads a page of a list. */
async function pageOf({ service, errorOf }: Source, list: List, query: ListQuery): Promise<Page> {
	const { sort = 'id', way, offset = 0, limit = LIMITS.page.pageMax } = query;
	const { reply, fault } = await callList(service, list, {
		...filtersOf(list, query),
		'page[offset]': offset,
		'page[limit]': limit,
		sort,
		way,
	});
	if (fault) throw errorOf(fault);
	const { found, records, total } = listOf(reply.body);
	const { length } = records;
	if (!found || (length === 0 && offset < (total ?? 0))) throw errorOf(NO_LIST);
	const wanted = records.flatMap((raw) => seeEntry(list, raw, service.timeZone) ?? []);
	const seen = wanted.filter(({ key }) => key.length > 1);
	const sign = way === 'desc' ? -1 : 1;
	const isSorted =
		sort === 'status' ||
		seen.every(
			({ key }, place) =>
				sign * compareIds(idOfKey(seen[place - 1]?.key ?? key), idOfKey(key)) <= 0,
		);
	return {
		seen,
		length,
		// It may be short for any reason: if the service does not count, only an empty one is the end.
		isEnd: length === 0 || isLastByTotal(offset, length, total) === true,
		faults: [
			...(isSorted ? [] : ['the service ignores the sorting by ID that its list documents']),
			...(wanted.length < length ? ['the service ignores a filter that its list documents'] : []),
		],
	};
}

/** Things that stand by themselves. */
const pageWith = (seen: readonly Observation[], more: Partial<Page> = {}): Page => ({
	seen: [...seen],
	length: seen.length,
	isEnd: true,
	faults: [],
	...more,
});

/** What an endpoint says of an object; undefined if it does not know it. */
function knownOf<T>(
	{ errorOf }: Source,
	{ value, fault }: Pick<Answer<T>, 'value' | 'fault'>,
	code: number,
): T | undefined {
	if (fault && fault.code !== code) throw errorOf(fault);
	return value;
}

/** A bulk task (4.5), or a message by its ID or reference: an SMS (4.3, 4.4), or one of any channel in the list of messages. */
async function lookAt(source: Source, key: string, before?: number[]): Promise<Page> {
	const { service, parameters } = source;
	const name = idOfKey(key);
	if (key.startsWith(LETTERS.task)) {
		const { reply, fault } = await callTask(service, name);
		const answer = fault ? { fault } : { value: reply.body, reply };
		const body = knownOf(source, answer, CODE_TASK_NOT_FOUND);
		const seen = body === undefined ? undefined : seeTask(key, body, parameters.expected, before);
		return pageWith(seen ? [seen] : []);
	}
	const named = key.startsWith(LETTERS.reference) ? { reference: name } : { id: name };
	const { list } = source;
	const message = await getMessageOfAny(service, named, { list, isSms: true });
	const record = knownOf(source, message, CODE_SMS_NOT_FOUND);
	return pageWith(record ? [seeMessage(key, record)] : []);
}

/**
 * Up to 100 messages by their IDs at once (an extension); undefined if the service does not answer so. Whatever hinders it, each
 * can be asked for by itself. With a test key the reply is about nothing that was asked for (5.1).
 */
async function lookTogether(
	{ service }: Source,
	keys: readonly string[],
): Promise<Page | undefined> {
	// An ID that loses digits as a number is asked for by itself.
	const ids = keys.map(idOfKey).filter((id) => String(Number(id)) === id);
	if (ids.length === 0) return pageWith([]);
	const { value } = await getMessageStatuses(service, ids);
	if (service.answersAtRandom || value === undefined) return undefined;
	const shown = value.filter(({ status }) => Boolean(status));
	return pageWith(shown.map((record) => seeMessage(LETTERS.messageId + asText(record.id), record)));
}

/** The replies of a period (an extension). Its end lies ahead, as clocks differ, if the service takes such an end. */
async function replyPage(
	{ service, errorOf, parameters }: Source,
	from: number,
	now: number,
): Promise<Page> {
	const write = (time: number): string => formatServiceTime(time, service.timeZone);
	const period = { start_date: write(from), end_date: write(now + MS_PER_DAY) };
	const ends = [now, now - BEHIND_MS].map(write);
	const { reply, fault } = await callReceivedAhead(service, period, ends);
	if (fault) throw errorOf(fault);
	const entries = receivedEntries(reply.body) ?? [];
	const isShort = entries.length < (receivedTotal(reply.body) ?? 0);
	const seen = seeReplies(entries, service.timeZone, parameters.received.optOutWords);
	return pageWith(seen, {
		faults: isShort ? ['the service counts more replies than it shows: some may be missed'] : [],
	});
}

/** What to do at a service that has no list of clicks. */
const WITHOUT_CLICKS = 'Ask the service whether short links are part of the account.';

/** A page of the clicks of some days (an extension: extensions notes, section 7). */
async function clickPage(
	{ service, errorOf, parameters }: Source,
	{ from, to }: Days,
	page: number,
): Promise<Page> {
	const { campaign } = parameters.clicked;
	const size = Math.max(...LIMITS.shortLink.pageSizes);
	const { reply, fault } = await readAt(service, ENDPOINTS.listClicks, {
		...(campaign !== '' && { campaign }),
		from,
		to,
		page,
		per_page: size,
	});
	if (fault) throw errorOf(extensionFault(fault, 'clicks on short links', WITHOUT_CLICKS));
	const { found, records, total } = listOf(reply.body);
	const isEmpty = records.length === 0;
	// Pages are read until all are there that the list counts.
	if (!found || total === undefined || (isEmpty && (page - 1) * size < total))
		throw errorOf(NO_LIST);
	return pageWith(
		records.flatMap((raw) => seeClick(raw, service.timeZone) ?? []),
		{ length: records.length, isEnd: isEmpty || page * size >= total, total },
	);
}

/** The messages that were delivered last, of those sent since a time. */
async function readDelivered({ service, errorOf }: Source, since: number): Promise<Page> {
	const { reply, fault } = await readAt(service, ENDPOINTS.listMessages, {
		'filter[from]': formatServiceTime(since, service.timeZone),
		sort: 'delivered',
		way: 'desc',
		'page[offset]': 0,
		'page[limit]': LIMITS.page.pageMax,
	});
	if (fault) throw errorOf(fault);
	return pageWith([], { records: listOf(reply.body).records });
}

async function answerTo(source: Source, ask: Ask): Promise<Page | undefined> {
	switch (ask.is) {
		case 'page':
			return await pageOf(source, ask.list, ask.query);
		case 'named':
			return await lookAt(source, ask.key, ask.before);
		case 'together':
			return await lookTogether(source, ask.keys);
		case 'replies':
			return await replyPage(source, ask.from, ask.now);
		case 'clicks':
			return await clickPage(source, ask.days, ask.page);
		case 'delivered':
			return await readDelivered(source, ask.since);
	}
}

/** Asks the service. A fault is an answer, too. */
export async function answer(source: Source, ask: Ask): Promise<Answered> {
	try {
		const page = await answerTo(source, ask);
		return page ? { is: 'page', ...page } : { is: 'notOffered' };
	} catch (error) {
		return { is: 'fault', error };
	}
}

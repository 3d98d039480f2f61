import type { IDataObject } from 'n8n-workflow';
import { asRecord } from '../errors';
import { listOf, normaliseMessage, recordsOf, saysFaultOfQuestion } from '../reply';
import { ENDPOINTS, LIMITS, MESSAGE_STATUSES } from '../spec';
import type { CallOutcome } from '../transport';
import { readPages, type Listed } from './paging';
import { answerOf, pathOf, read, type Answer, type Service } from './service';

/** Asks for one page of the list of messages, an extension (extensions notes, section 1). */
export async function callMessageList(service: Service, qs: IDataObject): Promise<CallOutcome> {
	return await read(service, { path: pathOf(ENDPOINTS.listMessages), qs });
}

/** Reads up to `limit` messages as the service sends them; `query` holds the filters and the order. */
export async function listMessages(
	service: Service,
	query: IDataObject,
	limit: number,
): Promise<Listed> {
	return await readPages(
		async (page) => await callMessageList(service, page),
		query,
		limit,
		service,
	);
}

/**
 * Takes the body of a reply about statuses, and the service's zone; returns its messages in the form of 2.2. Of several entries about
 * one message, as of each of its steps, those from before its end are left out. So is one that tells of a fault, but for that of a message
 * which failed: what it says of a message it does not know is no status.
 */
export function messageStatusesOf(body: unknown, zone: string): IDataObject[] {
	const { result, data } = asRecord(body) ?? {};
	const list: unknown = [body, result, data].find(Array.isArray) ?? result ?? data ?? body;
	const entries = Array.isArray(list) ? recordsOf(list) : [asRecord(list) ?? {}];
	const messages = entries
		.filter((entry) => !saysFaultOfQuestion(entry))
		.map(({ external_id, ...entry }) =>
			normaliseMessage({ ...entry, reference: entry.reference ?? external_id }, zone),
		)
		.filter(({ id }) => id !== null);
	const hasEnded = ({ status }: IDataObject) => MESSAGE_STATUSES[String(status)] === true;
	const ended = new Set(messages.filter(hasEnded).map(({ id }) => id));
	return messages.filter((message) => hasEnded(message) || !ended.has(message.id));
}

/** Asks for the statuses of up to 100 messages by their IDs at once, an extension (extensions notes, section 1). */
export async function callMessageStatuses(
	service: Service,
	ids: readonly string[],
): Promise<CallOutcome> {
	const body = { ids: ids.slice(0, LIMITS.statusIds).map(Number) };
	const { method, path } = ENDPOINTS.getMessageStatuses;
	return await service.call({ method, path, body }, { kind: 'read' });
}

/** Asks as `callMessageStatuses` does. A message that the reply leaves out is not among those that are returned. */
export async function getMessageStatuses(
	service: Service,
	ids: readonly string[],
): Promise<Answer<IDataObject[]>> {
	const outcome = await callMessageStatuses(service, ids);
	return answerOf(outcome, (reply) => messageStatusesOf(reply, service.timeZone));
}

/** Whether a body holds a page of messages. */
export const isMessageList = (body: unknown): boolean => listOf(body).found;

import type { IDataObject } from 'n8n-workflow';
import { asRecord } from '../errors';
import { normaliseMessage, recordsOf } from '../reply';
import { ENDPOINTS, LIMITS } from '../spec';
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

/** The messages of a reply about statuses, a list under `result` or one by itself, in the form of 2.2; those without an ID are left out. */
export function messageStatusesOf(body: unknown, zone: string): IDataObject[] {
	const { result } = asRecord(body) ?? {};
	const entries = Array.isArray(result) ? recordsOf(result) : [asRecord(body) ?? {}];
	return entries
		.map(({ external_id, ...entry }) =>
			normaliseMessage({ ...entry, reference: entry.reference ?? external_id }, zone),
		)
		.filter(({ id }) => id !== null);
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

import type { IDataObject } from 'n8n-workflow';
import { asRecord, faultOfNoAnswer, concernsPath, rejected, type ServiceFault } from '../errors';
import {
	asItEnds,
	idOf,
	isTaskReply,
	normaliseListedMessage,
	normaliseMessage,
	recordsOf,
} from '../reply';
import { CODE_SMS_NOT_FOUND, ENDPOINTS, fillPath, LIMITS } from '../spec';
import type { CallOutcome } from '../transport';
import { listMessages, NEWEST_FIRST } from './lists';
import type { Listed } from './paging';
import {
	CHECK,
	isNotFound,
	notFoundFault,
	read,
	sameName,
	type Answer,
	type Service,
} from './service';

/** How a message is named in a request: by its ID (4.3) or by its reference (4.4). */
export type MessageName = { id: string } | { reference: string };

/** What a reply about a bulk task is to somebody who asked for a message. */
const isTask = (id: string): ServiceFault =>
	rejected(
		`The ID ${id} is that of a bulk task, not of a message`,
		'Use Bulk Task: Get for its counters, or give the ID of one of its messages.',
	);

/** The fault of a reply to 4.3 or 4.4 that is not about the message that was asked for; with a test key it is about any (5.1). */
function faultOfMessageReply(
	body: unknown,
	name: MessageName,
	atRandom = false,
): ServiceFault | undefined {
	const { id, msisdn, reference } = normaliseMessage(body, 'UTC');
	if (id === null && msisdn === null) {
		if ('id' in name && isTaskReply(body)) return isTask(name.id);
		return faultOfNoAnswer(body, 'The answer of the service holds no message', CHECK);
	}
	const [wanted, given] = 'id' in name ? [name.id, id] : [name.reference, reference];
	if (atRandom || given === null || sameName(wanted, given)) return undefined;
	return faultOfNoAnswer(undefined, 'The service answered about another message', CHECK);
}

/** The message in a reply, named as it was asked for even where the reply leaves that out. `zone` is the service's. */
export function messageOf(body: unknown, name: MessageName, zone: string): IDataObject {
	const message = normaliseMessage(body, zone);
	if ('id' in name) message.id ??= idOf(name.id);
	else message.reference ??= name.reference;
	return message;
}

/** Asks for a message. Where the service says that it has none, the fault has the code 20. */
export async function callMessage(service: Service, name: MessageName): Promise<CallOutcome> {
	const { path } = 'id' in name ? ENDPOINTS.getMessage : ENDPOINTS.getMessageByReference;
	const outcome = await read(service, { path: fillPath(path, name) });
	if (isNotFound(outcome)) return { ...outcome, fault: notFoundFault(outcome, CODE_SMS_NOT_FOUND) };
	const fault =
		outcome.reply && faultOfMessageReply(outcome.reply.body, name, service.answersAtRandom);
	return fault ? { fault } : outcome;
}

/** Gets an SMS by its ID (4.3) or its reference (4.4). */
export async function getMessage(
	service: Service,
	name: MessageName,
): Promise<Answer<IDataObject>> {
	const { reply, fault } = await callMessage(service, name);
	return fault ? { fault } : { value: messageOf(reply.body, name, service.timeZone), reply };
}

/** The IDs of the messages that went out in place of one (extensions notes, section 1). */
export const idsInstead = ({ alternative_channels: channels }: IDataObject): unknown[] =>
	Object.values(asRecord(channels) ?? {}).flatMap((channel) => asRecord(channel)?.id ?? []);

/**
 * Looks a message up in the list of messages, an extension (extensions notes, section 1): the newest under a reference, as only it is
 * what a look-up of 4.4 shows.
 * @returns the message as the service sent it, and after it those that went out in its place; none if the list shows none
 */
export async function findListedMessage(
	service: Service,
	{ id, reference }: { id?: unknown; reference?: unknown },
): Promise<Listed> {
	const find = async (name: IDataObject): Promise<Listed> =>
		await listMessages(service, { ...name, ...NEWEST_FIRST }, LIMITS.page.limit);
	const name =
		id === undefined ? { 'filter[reference_id]': String(reference) } : { 'filter[id]': String(id) };
	const { records, fault } = await find(name);
	// Some services may ignore the filter; with a test key any record is meant (5.1).
	const message = records.find(
		(record) =>
			service.answersAtRandom === true ||
			(id === undefined ? sameName(reference, record.reference_id) : sameName(id, record.id)),
	);
	if (fault || !message) return { records: [], fault };
	const found = [message];
	for (const other of idsInstead(message)) {
		const { records: instead } = await find({ 'filter[id]': String(other) });
		found.push(...instead.filter((record) => sameName(other, record.id)));
	}
	return { records: found };
}

/** What is known of the list of messages while messages are looked for. */
export interface ListKnown {
	/** The service has none: it is not asked for again. */
	isMissing: boolean;
}

/** Gets a message as it ends from the list of messages; undefined if that does not show it. Its faults are those of an extension, and say nothing. */
async function getListedMessage(
	service: Service,
	name: { id?: string; reference?: string },
	list: ListKnown,
): Promise<IDataObject | undefined> {
	if (list.isMissing) return undefined;
	const { records, fault } = await findListedMessage(service, name);
	list.isMissing = fault !== undefined && concernsPath(fault);
	const [message, ...instead] = records.map((record) =>
		normaliseListedMessage(record, service.timeZone),
	);
	return message && asItEnds(message, instead);
}

/**
 * Gets a message of any channel: an SMS by its own look-up, what that does not show from the list of messages. One that did not go out as
 * SMS alone is looked for in the list first, which shows what went out in its place.
 */
export async function getMessageOfAny(
	service: Service,
	name: MessageName,
	{ list, isSms }: { list: ListKnown; isSms: boolean },
): Promise<{ value: IDataObject; fault?: undefined } | { value?: undefined; fault: ServiceFault }> {
	const first = isSms ? undefined : await getListedMessage(service, name, list);
	if (first) return { value: first };
	const answer = await getMessage(service, name);
	if (!isSms || answer.fault?.code !== CODE_SMS_NOT_FOUND) return answer;
	const value = await getListedMessage(service, name, list);
	return value ? { value } : answer;
}

/** The messages of a reply about statuses, a list under `result` or one by itself, in the form of 2.2; those without an ID are left out. */
function messageStatusesOf(body: unknown, zone: string): IDataObject[] {
	const { result } = asRecord(body) ?? {};
	const entries = Array.isArray(result) ? recordsOf(result) : [asRecord(body) ?? {}];
	return entries
		.map(({ external_id, ...entry }) =>
			normaliseMessage({ ...entry, reference: entry.reference ?? external_id }, zone),
		)
		.filter(({ id }) => id !== null);
}

/**
 * Asks for the statuses of up to 100 messages by their IDs at once, an extension (extensions notes, section 1). A message that the reply
 * leaves out is not among those that are returned.
 */
export async function getMessageStatuses(
	service: Service,
	ids: readonly string[],
): Promise<Answer<IDataObject[]>> {
	const body = { ids: ids.slice(0, LIMITS.statusIds).map(Number) };
	const { method, path } = ENDPOINTS.getMessageStatuses;
	const { reply, fault } = await service.call({ method, path, body }, { kind: 'read' });
	return fault ? { fault } : { value: messageStatusesOf(reply.body, service.timeZone), reply };
}

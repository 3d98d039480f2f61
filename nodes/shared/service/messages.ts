import type { IDataObject } from 'n8n-workflow';
import { asRecord, faultOfNoAnswer, makeFault, type ServiceFault } from '../errors';
import {
	deniesMessage,
	idOf,
	isTaskReply,
	listOf,
	normaliseMessage,
	numberOf,
	plainReference,
	unwrap,
} from '../reply';
import { ENDPOINTS, LIMITS, MESSAGE_STATUSES, SUCCESS_CODE } from '../spec';
import type { CallOutcome } from '../transport';
import {
	answerOf,
	pathOf,
	read,
	sameName,
	type Answer,
	type RequestParts,
	type Service,
} from './service';

/** How a message is named in a request: by its ID (4.3) or by its reference (4.4). */
export type MessageName = { id: string } | { reference: string };

const CHECK = 'Check the base URLs in the credential; if they are right, ask the service.';

/** Names that services give the reference of a message (2.2, wire notes). */
const REFERENCE_NAMES = ['reference', 'reference_id', 'external_id', 'externalId', 'ext_id'];

/** The ID that a reply tells of a message under another name than that of 2.2. */
function otherIdOf(body: unknown): number | string | null {
	const { message_id, sms_id } = unwrap(body);
	return idOf(message_id ?? sms_id);
}

/** The reference that a reply tells, be it written as a number; null where it tells none. */
function referenceOf(body: unknown): string | null {
	const source = unwrap(body);
	const told = REFERENCE_NAMES.map((name) => source[name]).find(
		(one) => (typeof one === 'string' && one !== '') || (typeof one === 'number' && one !== 0),
	);
	return told === undefined ? null : String(told);
}

/**
 * Whether a status that nothing names is that of a message, and not that of the request: it is one of those that messages have, what
 * only a message has or the code of success stands beside it (2.2), and no words of the request.
 */
function isStatusOfMessage(body: unknown, message: IDataObject): boolean {
	const { status, time_in, time_sent, time_dr, price } = message;
	const outer = asRecord(body) ?? {};
	const { message: words, code, detail } = { ...outer, ...unwrap(body) };
	const isKnown = typeof status === 'string' && Object.hasOwn(MESSAGE_STATUSES, status);
	const isOfRequest = [words, code, detail].some((one) => (one ?? '') !== '');
	const isOfMessage = [time_in, time_sent, time_dr, price].some((one) => one !== null);
	return isKnown && !isOfRequest && (isOfMessage || numberOf(outer.error) === SUCCESS_CODE);
}

/** A reference in the spelling that it is compared in; null stays null. */
const inPlain = (reference: string | null): string | null =>
	reference === null ? null : plainReference(reference);

/** What a reply about a bulk task is to somebody who asked for a message. */
const isTask = (id: string): ServiceFault =>
	makeFault({
		kind: 'notJson',
		message: `The ID ${id} is that of a bulk task, not of a message`,
		description: 'Use Bulk Task: Get for its counters, or give the ID of one of its messages.',
		retryable: false,
		outcome: 'rejected',
	});

/**
 * Takes the body of a reply to 4.3 or 4.4, and how the message was named; `atRandom` where a test key is used, with which the
 * service returns random information (5.1). Returns the fault of a reply that is not about this message, undefined when it is.
 */
export function faultOfMessageReply(
	body: unknown,
	name: MessageName,
	atRandom = false,
): ServiceFault | undefined {
	const message = normaliseMessage(body, 'UTC');
	const { msisdn, status } = message;
	const id = message.id ?? otherIdOf(body);
	const reference = referenceOf(body);
	if ('id' in name && !msisdn && !status && isTaskReply(body)) return isTask(name.id);
	const isNamed = msisdn !== null || reference !== null || id !== null;
	if (!isNamed && !isStatusOfMessage(body, message)) {
		return faultOfNoAnswer(body, 'The answer of the service holds no message', CHECK);
	}
	if (deniesMessage(body))
		return faultOfNoAnswer(body, 'The answer of the service names a message and a fault', CHECK);
	const [wanted, given] = 'id' in name ? [name.id, id] : [name.reference, reference].map(inPlain);
	if (atRandom || given === null || sameName(wanted, given)) return undefined;
	return faultOfNoAnswer(body, 'The service answered about another message', CHECK);
}

/** Takes a reply about a message, how it was named and the service's zone; returns the message, named even where the reply leaves that out. */
export function messageOf(body: unknown, name: MessageName, zone: string): IDataObject {
	const message = normaliseMessage(body, zone);
	if ('id' in name) message.id ??= idOf(name.id);
	else message.reference ??= name.reference;
	return message;
}

/** Asks for a message, and judges whether the reply is about it. */
export async function callMessage(
	service: Service,
	{ path }: RequestParts,
	name: MessageName,
): Promise<CallOutcome> {
	const outcome = await read(service, { path });
	const fault =
		outcome.reply && faultOfMessageReply(outcome.reply.body, name, service.answersAtRandom);
	return fault ? { fault } : outcome;
}

async function get(
	service: Service,
	path: string,
	name: MessageName,
): Promise<Answer<IDataObject>> {
	const { reply, fault } = await callMessage(service, { path }, name);
	return fault ? { fault } : { value: messageOf(reply.body, name, service.timeZone), reply };
}

/** Gets an SMS by its message ID (4.3). */
export async function getMessage(service: Service, id: string): Promise<Answer<IDataObject>> {
	return await get(service, pathOf(ENDPOINTS.getMessage, { id }), { id });
}

/** Gets an SMS by its reference (4.4). */
export async function getMessageByReference(
	service: Service,
	reference: string,
): Promise<Answer<IDataObject>> {
	const path = pathOf(ENDPOINTS.getMessageByReference, { reference });
	return await get(service, path, { reference });
}

/**
 * Lists the messages that bear a reference, an extension (extensions notes, section 1). A service that does not know the filter
 * lists others too: they are left out.
 */
export async function listMessagesByReference(
	service: Service,
	reference: string,
): Promise<Answer<IDataObject[]>> {
	const outcome = await read(service, {
		path: pathOf(ENDPOINTS.listMessages),
		qs: { 'filter[reference_id]': reference, 'page[limit]': LIMITS.page.limit },
	});
	return answerOf(outcome, (body) =>
		listOf(body).records.filter((record) => record.reference_id === reference),
	);
}

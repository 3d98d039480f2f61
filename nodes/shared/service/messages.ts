import type { IDataObject } from 'n8n-workflow';
import { faultOfNoAnswer, makeFault, type ServiceFault } from '../errors';
import { deniesChange, idOf, isTaskReply, listOf, normaliseMessage, unwrap } from '../reply';
import { ENDPOINTS, LIMITS, MESSAGE_STATUSES } from '../spec';
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

/** Other names that services give the reference of a message (wire notes). */
const OTHER_NAMES = ['reference_id', 'external_id', 'externalId', 'ext_id'];

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
	const { id, msisdn, reference, status } = normaliseMessage(body, 'UTC');
	const isKnownStatus = typeof status === 'string' && Object.hasOwn(MESSAGE_STATUSES, status);
	if ('id' in name && !msisdn && !status && isTaskReply(body)) return isTask(name.id);
	if (!msisdn && !reference && id === null && !isKnownStatus) {
		return faultOfNoAnswer(body, 'The answer of the service holds no message', CHECK);
	}
	if (deniesChange(body))
		return faultOfNoAnswer(body, 'The answer of the service names a message and a fault', CHECK);
	const told = [reference, ...OTHER_NAMES.map((other) => unwrap(body)[other])];
	const named = told.find((one) => typeof one === 'string' && one !== '') ?? null;
	const [wanted, given] = 'id' in name ? [name.id, id] : [name.reference, named];
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

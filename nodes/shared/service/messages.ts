import type { IDataObject } from 'n8n-workflow';
import { faultOfNoAnswer, makeFault, type ServiceFault } from '../errors';
import { idOf, isTaskReply, listOf, normaliseMessage } from '../reply';
import { CODE_SMS_NOT_FOUND, ENDPOINTS, LIMITS } from '../spec';
import type { CallOutcome } from '../transport';
import { callMessageList } from './messageList';
import {
	isNotFound,
	notFoundFault,
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

/** What a reply about a bulk task is to somebody who asked for a message. */
const isTask = (id: string): ServiceFault =>
	makeFault({
		kind: 'notJson',
		message: `The ID ${id} is that of a bulk task, not of a message`,
		description: 'Use Bulk Task: Get for its counters, or give the ID of one of its messages.',
		retryable: false,
		outcome: 'rejected',
	});

/** The fault of a reply to 4.3 or 4.4 that is not about the message that was asked for; with a test key it is about any (5.1). */
export function faultOfMessageReply(
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
export async function callMessage(
	service: Service,
	{ path }: RequestParts,
	name: MessageName,
): Promise<CallOutcome> {
	const outcome = await read(service, { path });
	if (isNotFound(outcome)) return { ...outcome, fault: notFoundFault(outcome, CODE_SMS_NOT_FOUND) };
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

/** Lists the messages that bear a reference, an extension (extensions notes, section 1). */
export async function listMessagesByReference(
	service: Service,
	reference: string,
): Promise<Answer<IDataObject[]>> {
	const outcome = await callMessageList(service, {
		'filter[reference_id]': reference,
		'page[limit]': LIMITS.page.limit,
	});
	if (outcome.fault) return { fault: outcome.fault };
	const { body } = outcome.reply;
	const { records, found } = listOf(body);
	const isOfOther = records.some(({ reference_id }) => !sameName(reference, reference_id));
	return found && !isOfOther
		? { value: records, reply: outcome.reply }
		: { fault: faultOfNoAnswer(body, 'The service did not list what was asked for', CHECK) };
}

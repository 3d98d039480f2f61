import type { IDataObject } from 'n8n-workflow';
import { faultOfCode } from '../errors';
import { isTaskReply, normaliseMessage } from '../reply';
import { CODE_SMS_NOT_FOUND, CODE_TASK_INCORRECT, CODE_TASK_NOT_FOUND, ENDPOINTS } from '../spec';
import type { CallOutcome } from '../transport';
import { answerOf, pathOf, read, type Answer, type RequestParts, type Service } from './service';

/** Gets an SMS by its message ID (4.3). */
export async function getMessage(service: Service, id: string): Promise<Answer<IDataObject>> {
	const outcome = await read(service, { path: pathOf(ENDPOINTS.getMessage, { id }) });
	return answerOf(outcome, (body) => normaliseMessage(body, service.timeZone));
}

/** Gets an SMS by its reference (4.4). */
export async function getMessageByReference(
	service: Service,
	reference: string,
): Promise<Answer<IDataObject>> {
	const path = pathOf(ENDPOINTS.getMessageByReference, { reference });
	return answerOf(await read(service, { path }), (body) =>
		normaliseMessage(body, service.timeZone),
	);
}

/** Codes by which the service says that it has no such message or task. */
const NO_TASK: readonly unknown[] = [CODE_SMS_NOT_FOUND, CODE_TASK_INCORRECT, CODE_TASK_NOT_FOUND];

/** Statuses by which a service says that it does not know a path. */
const UNKNOWN_PATH: readonly unknown[] = [400, 404, 405];

/** Whether the answer to the first path leaves open that the other one knows the task. */
function mayBeElsewhere({ reply, fault }: CallOutcome): boolean {
	if (reply) return !isTaskReply(reply.body);
	const isUnknownPath = fault.code === undefined && UNKNOWN_PATH.includes(fault.httpStatus);
	return isUnknownPath || NO_TASK.includes(fault.code);
}

/**
 * Asks for a bulk task (4.5). The path of the specification is also that of a single message; public clients use another one
 * (wire notes, "Task status path"), which is asked where the first knows no such task.
 */
export async function callTask(service: Service, { path }: RequestParts): Promise<CallOutcome> {
	const first = await read(service, { path });
	if (!mayBeElsewhere(first)) return first;
	const id = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
	const other = await read(service, { path: otherTaskPath(id) });
	if (other.reply ? isTaskReply(other.reply.body) : other.fault.retryable) return other;
	// Where neither path knows the task, the specification's answer counts; what it says of an SMS is meant of the task.
	const { fault } = first;
	return fault && fault.code !== CODE_SMS_NOT_FOUND
		? first
		: { fault: faultOfCode(CODE_TASK_NOT_FOUND) };
}

/** Where public clients ask for a bulk task (wire notes, "Task status path"). */
export const otherTaskPath = (id: string): string =>
	pathOf({ method: 'GET', path: ENDPOINTS.getTask.otherPath }, { task_id: id });

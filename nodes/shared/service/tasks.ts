import { faultOfCode, faultOfNoAnswer, isOfPath, makeFault, type ServiceFault } from '../errors';
import { deniesChange, isTaskReply, normaliseMessage, normaliseTask } from '../reply';
import { CODE_SMS_NOT_FOUND, CODE_TASK_NOT_FOUND, ENDPOINTS } from '../spec';
import type { CallOutcome } from '../transport';
import { CODES_OF_NO_OBJECT, isAstray, isNoSuchObject } from './noSuchObject';
import { pathOf, read, sameName, type RequestParts, type Service } from './service';

const CHECK = 'Check the base URLs in the credential; if they are right, ask the service.';

/**
 * Takes the body of a reply to 4.5, and the ID that was asked for; `atRandom` where a test key is used, with which the service
 * returns random information (5.1). Returns the fault of a reply that is not about this task, undefined when it is.
 */
export function faultOfTaskReply(
	body: unknown,
	id: string,
	atRandom = false,
): ServiceFault | undefined {
	if (!isTaskReply(body)) {
		const { msisdn, status } = normaliseMessage(body, 'UTC');
		if (msisdn === null || status === null) {
			return faultOfNoAnswer(body, 'The answer of the service holds no bulk task', CHECK);
		}
		return makeFault({
			kind: 'notJson',
			message: `The ID ${id} is that of a message, not of a bulk task`,
			description: 'Use SMS: Get for its status, or give the task ID of the bulk sending.',
			retryable: false,
			outcome: 'rejected',
		});
	}
	// Counters beside a fault may be those of nothing at all.
	if (deniesChange(body)) {
		return faultOfNoAnswer(body, 'The service tells of a fault beside the counters', CHECK);
	}
	const given = normaliseTask(body).task_id;
	if (atRandom || given === null || sameName(id, given)) return undefined;
	return faultOfNoAnswer(body, 'The service answered about another bulk task', CHECK);
}

/** Whether the answer to the first path leaves open that the other one knows the task. */
function mayBeElsewhere({ reply, fault }: CallOutcome): boolean {
	if (reply) return !isTaskReply(reply.body);
	// A service that takes the ID for that of a message may call it wrong.
	const isUnknownPath = isOfPath(fault) || fault.httpStatus === 400;
	return (fault.code === undefined && isUnknownPath) || CODES_OF_NO_OBJECT.includes(fault.code);
}

/**
 * Asks for a bulk task (4.5). The path of the specification is also that of a single message; public clients use another one
 * (wire notes, "Task status path"), which is asked where the first knows no such task.
 */
export async function callTask(service: Service, { path }: RequestParts): Promise<CallOutcome> {
	const id = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
	const judged = (outcome: CallOutcome): CallOutcome => {
		const wrong =
			outcome.reply && faultOfTaskReply(outcome.reply.body, id, service.answersAtRandom);
		return wrong ? { fault: wrong } : outcome;
	};
	const first = await read(service, { path });
	if (!mayBeElsewhere(first)) return judged(first);
	const other = await read(service, { path: otherTaskPath(id) });
	if (other.reply ? isTaskReply(other.reply.body) : other.fault.retryable) return judged(other);
	// Only one of the two paths may be one of the service.
	if (isAstray(first) && isNoSuchObject(other)) return other;
	// Where neither path knows the task, the specification's answer counts; what it says of an SMS is meant of the task.
	return first.fault?.code === CODE_SMS_NOT_FOUND
		? { fault: faultOfCode(CODE_TASK_NOT_FOUND) }
		: judged(first);
}

/** Where public clients ask for a bulk task (wire notes, "Task status path"). */
const otherTaskPath = (id: string): string =>
	pathOf({ method: 'GET', path: ENDPOINTS.getTask.otherPath }, { task_id: id });

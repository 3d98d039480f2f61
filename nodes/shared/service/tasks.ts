import { faultOfNoAnswer, concernsPath, rejected, type ServiceFault } from '../errors';
import { isTaskReply, normaliseMessage, normaliseTask } from '../reply';
import { CODE_TASK_NOT_FOUND, ENDPOINTS, fillPath } from '../spec';
import type { CallOutcome } from '../transport';
import { CHECK, isNotFound, notFoundFault, read, sameName, type Service } from './service';

/** The fault of a reply to 4.5 that is not about the task that was asked for; with a test key it is about any (5.1). */
function faultOfTaskReply(body: unknown, id: string, atRandom = false): ServiceFault | undefined {
	if (!isTaskReply(body)) {
		const { msisdn, status } = normaliseMessage(body, 'UTC');
		if (msisdn === null || status === null)
			return faultOfNoAnswer(body, 'The answer of the service holds no bulk task', CHECK);
		return rejected(
			`The ID ${id} is that of a message, not of a bulk task`,
			'Use SMS: Get for its status, or give the task ID of the bulk sending.',
		);
	}
	const given = normaliseTask(body).task_id;
	if (atRandom || given === null || sameName(id, given)) return undefined;
	return faultOfNoAnswer(undefined, 'The service answered about another bulk task', CHECK);
}

/** Whether the task may be served at the other path: this one is not known, or knows no such task. */
const mayBeElsewhere = (outcome: CallOutcome): boolean =>
	outcome.fault !== undefined && (concernsPath(outcome.fault) || isNotFound(outcome));

/**
 * Asks for a bulk task (4.5). The path of the specification is also that of a single message; public clients use another one
 * (wire notes, "Task status path"), which is asked where the first knows no such task.
 */
export async function callTask(service: Service, id: string): Promise<CallOutcome> {
	const at = async (path: string) => await read(service, { path: fillPath(path, { task_id: id }) });
	const judged = (outcome: CallOutcome): CallOutcome => {
		const fault =
			outcome.reply && faultOfTaskReply(outcome.reply.body, id, service.answersAtRandom);
		return fault ? { fault } : outcome;
	};
	const first = await at(ENDPOINTS.getTask.path);
	if (!mayBeElsewhere(first)) return judged(first);
	const other = await at(ENDPOINTS.getTask.otherPath);
	if (!mayBeElsewhere(other)) return judged(other);
	const none = [first, other].find(isNotFound);
	return none ? { ...none, fault: notFoundFault(none, CODE_TASK_NOT_FOUND) } : first;
}

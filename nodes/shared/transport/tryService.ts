import type { INode, NodeApiError } from 'n8n-workflow';
import { faultError, LOOK, rejected, type ServiceFault } from '../errors';
import { repeatsFor, type Again } from './pause';
import { sendRequest } from './request';
import {
	DEFAULT_RETRY_MS,
	type Caller,
	type CallOutcome,
	type CallPolicy,
	type FailedCall,
	type ServiceRequest,
} from './types';

/** The fault of a request that came after one whose outcome is unknown: a refusal says nothing of that one. */
export function leftOpen(fault: ServiceFault): ServiceFault {
	if (fault.outcome === 'unknown') return fault;
	const message = `Whether an earlier try went through is not known; this one failed: ${fault.message}`;
	return { ...fault, message, outcome: 'unknown' };
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * The fault of a request that never left, as the service took no other one while it waited.
 * @param fault what the others met; undefined where the execution was stopped
 */
function notBegunFault(fault?: ServiceFault): ServiceFault {
	if (!fault)
		return rejected('The execution was stopped before the request was sent', 'Nothing was sent.');
	const { message, description, httpStatus, retryAfterMs } = fault;
	return {
		message: `The service takes no requests at the moment: ${lowerFirst(message)}`,
		// The error may be about several tries, an earlier one of which may have been carried out.
		description: `This try was not sent. ${description}`,
		// Whoever asks may ask again: the service refused nothing of this.
		retryable: true,
		outcome: 'rejected',
		httpStatus,
		retryAfterMs,
	};
}

/**
 * Sends a request, repeats it as its kind allows (jittered back-off, Retry-After, total time, cancellation) and returns the
 * checked reply or the fault. Faults are returned, not thrown, so that an operation can answer them its own way.
 * @throws NodeOperationError when the credential or n8n forbids the request
 */
export async function tryService(
	caller: Caller,
	request: ServiceRequest,
	policy: CallPolicy,
): Promise<CallOutcome> {
	const { kind, judge, look, limit = async (job) => await job() } = policy;
	const { retryForMs = DEFAULT_RETRY_MS } = policy;
	const { functions } = caller;
	const signal =
		policy.signal ??
		('getExecutionCancelSignal' in functions ? functions.getExecutionCancelSignal() : undefined);
	/** Counts from the first request: waiting for its turn takes nothing from it. */
	let deadline: number | undefined;
	let again: Again | undefined;
	/** What the request before this one came to. */
	let before: FailedCall | undefined;
	/** The service may have acted on a request of this call, or may still do so after it gave up on the answer. */
	let isDoubted = false;
	const instead = (fault?: ServiceFault): CallOutcome =>
		before
			? { ...before, fault: { ...before.fault, retryable: false } }
			: { fault: notBegunFault(fault) };
	const send = async (): Promise<CallOutcome> => {
		deadline ??= Date.now() + retryForMs;
		again ??= repeatsFor(retryForMs, signal);
		const outcome = await sendRequest(caller, request, policy.itemIndex ?? 0, signal);
		const fault = outcome.reply && judge?.(outcome.reply.body);
		return fault ? { fault } : outcome;
	};
	const takeTurn = async (): Promise<CallOutcome> => {
		// What is not repeated waits for its turn all the same.
		const patienceMs =
			deadline === undefined
				? Math.max(retryForMs, DEFAULT_RETRY_MS)
				: Math.max(0, deadline - Date.now());
		return await limit(send, { again: before !== undefined, patienceMs, signal, instead });
	};
	let outcome = await takeTurn();
	for (;;) {
		if (!outcome.fault) return outcome;
		const { fault } = outcome;
		isDoubted ||= kind !== 'read' && fault.outcome === 'unknown';
		const isLeft = kind === 'once' && isDoubted;
		const mayGoOn = isLeft ? look !== undefined : fault.retryable;
		const goesOn = mayGoOn && (await again?.(fault));
		// Right before the next request, so that as little as possible happens in between.
		const shown = isDoubted ? await look?.().catch(() => 'hidden' as const) : undefined;
		if (typeof shown === 'object') return { reply: shown };
		if (!goesOn) return isDoubted ? { ...outcome, fault: leftOpen(fault) } : outcome;
		before = outcome;
		if (!isLeft && shown !== 'hidden') outcome = await takeTurn();
	}
}

/** The error for a fault that ended a call; where the service may have acted, it says so. */
export function callError(
	node: INode,
	fault: ServiceFault,
	{ kind, itemIndex }: CallPolicy,
): NodeApiError {
	const open =
		kind !== 'read' && fault.outcome === 'unknown' && !fault.description.startsWith(LOOK);
	const description = open ? `${LOOK} ${fault.description}` : fault.description;
	return faultError(node, { ...fault, description }, itemIndex);
}

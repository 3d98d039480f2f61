import type { INode, NodeApiError } from 'n8n-workflow';
import { faultError, LOOK, rejected, type ServiceFault } from '../errors';
import { backOff, pause } from './pause';
import { sendRequest } from './request';
import {
	DEFAULT_RETRY_MS,
	type Caller,
	type CallOutcome,
	type CallPolicy,
	type FailedCall,
	type Found,
	type ServiceRequest,
} from './types';

/** The fault of a try that came after one whose outcome was left open: a refusal says nothing of the earlier one. */
export function leftOpen(fault: ServiceFault): ServiceFault {
	if (fault.outcome === 'unknown') return fault;
	const message = `Whether an earlier try went through is not known; this one failed: ${fault.message}`;
	return { ...fault, message, outcome: 'unknown' };
}

const LEFT_OPEN: ServiceFault = {
	message: 'Whether an earlier try went through is not known',
	description: 'The service gives no answer about it now.',
	retryable: false,
	outcome: 'unknown',
};

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

/** What the record says of a request; 'not read' where it cannot be read. */
async function ask({ recover }: CallPolicy): Promise<Found | 'not read'> {
	try {
		return (await recover?.()) ?? 'not told';
	} catch {
		return 'not read';
	}
}

/** May the request be repeated after this fault? */
function mayRepeat(kind: CallPolicy['kind'], fault: ServiceFault): boolean {
	return fault.retryable && (kind !== 'once' || fault.outcome === 'rejected');
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
	const { kind, limit = async (job) => await job(), retryForMs = DEFAULT_RETRY_MS } = policy;
	const { functions } = caller;
	const signal =
		policy.signal ??
		('getExecutionCancelSignal' in functions ? functions.getExecutionCancelSignal() : undefined);
	/** Counts from the first request: waiting for its turn takes nothing from it. */
	let deadline: number | undefined;
	/** What the request before this one came to. */
	let before: FailedCall | undefined;
	/** An earlier request of this call may have been carried out, and nobody was there to say whether. */
	let open = false;
	/** The same, and the record did not show it: a service may act on a request after it gave up on the answer. */
	let isDoubted = policy.attempted === true;
	const ended = ({ fault, ...more }: FailedCall): FailedCall => ({
		...more,
		fault: open ? leftOpen(fault) : fault,
	});
	const instead = (fault?: ServiceFault): CallOutcome =>
		before
			? { ...before, fault: { ...before.fault, retryable: false } }
			: { fault: notBegunFault(fault) };
	const send = async (): Promise<CallOutcome> => {
		// n8n has saved by now that it never left.
		if (policy.noteLeft && signal?.aborted) return instead();
		policy.noteLeft?.(true);
		deadline ??= Date.now() + retryForMs;
		return await sendRequest(caller, request, policy.itemIndex ?? 0, signal);
	};
	if (policy.attempted) {
		deadline = Date.now() + retryForMs;
		const found = await ask(policy);
		if (typeof found === 'object') return { reply: found };
		if (found === 'not read') return { fault: LEFT_OPEN };
		open = found === 'not told';
	}
	for (let tries = 0; ; tries++) {
		// What is not repeated waits for its turn all the same.
		const patienceMs =
			deadline === undefined
				? Math.max(retryForMs, DEFAULT_RETRY_MS)
				: Math.max(0, deadline - Date.now());
		const outcome = await limit(send, { again: tries > 0, patienceMs, signal, instead });
		const { fault } = outcome;
		if (!fault) return outcome;
		isDoubted ||= fault.outcome === 'unknown';
		if (kind === 'guarded' && isDoubted && policy.recover) {
			const found = await ask(policy);
			if (typeof found === 'object') return { reply: found };
			if (found === 'not read') return { ...outcome, fault: leftOpen(fault) };
			if (found === 'not done') fault.outcome = 'rejected';
			else open = true;
		}
		if (!mayRepeat(kind, fault)) return ended(outcome);
		const wait = fault.retryAfterMs || backOff(tries);
		if (Date.now() + wait > (deadline ?? 0)) return ended(outcome);
		policy.noteLeft?.(open || fault.outcome === 'unknown');
		if (!(await pause(wait, signal))) return ended(outcome);
		open ||= kind === 'guarded' && fault.outcome === 'unknown';
		before = outcome;
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

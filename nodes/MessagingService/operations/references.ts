import { hash, randomUUID } from 'crypto';
import { LIMITS } from '../../shared/spec';
import type { OperationContext } from '../dispatch/context';

/** Where the reference of a message comes from. */
export type ReferenceMode = 'automatic' | 'content' | 'custom' | 'none';

/** Hashes parts to 32 characters of 0-9 and a-f, a valid reference (section 8, "External id"). */
function digest(parts: string): string {
	return hash('sha256', parts, 'hex').slice(0, LIMITS.reference);
}

/** The keys of an agent's calls, by the arguments that it gave. */
const toolCalls = new WeakMap<object, string>();

/**
 * The text that identifies a run of a node, the same for every try of Retry On Fail. Without an execution (some callers
 * have none) it is random: repeating references between runs would make a new message look like an old one. For the same
 * reason it holds the start of the execution: a new database counts executions from 1 again. Each try of a tool counts as
 * a run of its own, and an agent may call its tool several times: what stays are the arguments of the call.
 */
export function runKey({ identity, functions, toolCall }: OperationContext): string {
	if (toolCall) {
		const key = toolCalls.get(toolCall) ?? randomUUID();
		toolCalls.set(toolCall, key);
		return key;
	}
	const { workflowId, executionId, nodeName, runIndex } = identity;
	const started =
		'getExecutionContext' in functions ? functions.getExecutionContext()?.establishedAt : undefined;
	return [workflowId, executionId || randomUUID(), started ?? '', nodeName, runIndex].join('\n');
}

/** Derives the reference of a recipient from the run and its place in it, so that a retry uses the same again. */
export function automaticReference(
	run: string,
	item: number,
	position: number,
	phone: string,
): string {
	return digest(`${run}\n${item}\n${position}\n${phone}`);
}

/**
 * Derives the reference from what the message is, so that running a workflow again sends nothing twice on one day.
 * `day` is yyyy-mm-dd in the service's time zone.
 */
export function contentReference(phone: string, sender: string, text: string, day: string): string {
	return digest(`${day}\n${phone}\n${sender}\n${text}`);
}

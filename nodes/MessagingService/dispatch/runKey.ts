import { hash, randomUUID } from 'crypto';
import type { OperationContext } from './context';
import { runsInPlace } from './cutOff';

/*
 * What identifies a run of a node. References are made from it, so it decides what counts as the same send:
 *
 * - The same after Retry On Fail, after a restart, when another worker runs a stalled job again, and under Retry in n8n's list of
 *   executions, which gives the execution a new id.
 * - Another one in a new execution, in the next round of a loop, and in a new database, which counts executions from 1 again.
 *
 * n8n draws a random token for each execution and saves it before the first node runs: it is part of the address at which a waiting
 * execution is resumed. It keeps it for as long as it keeps the execution, also under Retry from the list. That is all of this in one
 * value. Where there is none, the execution's id stands for it.
 */

const KEY_LENGTH = 32;
/** The parameter of the resume address that holds the execution's token. */
const TOKEN = /[?&]signature=(\w{32,})/;

/** What of an operation's context tells which run it is. */
export type KnownOfRun = Pick<OperationContext, 'identity' | 'functions' | 'toolCall'>;

/** What n8n keeps of the execution, from before its first node runs. */
function executionOf({ functions, identity }: KnownOfRun): string {
	const { resumeUrl } = Object(functions.getWorkflowDataProxy(0).$execution) as {
		resumeUrl?: unknown;
	};
	const token = TOKEN.exec(String(resumeUrl))?.[1];
	// Some callers have no execution: repeating references between them would make a new message look like an old one.
	return token ?? (identity.executionId === '' ? randomUUID() : identity.executionId);
}

/** The keys of an agent's calls, by the arguments that it gave. An entry lives as long as n8n keeps the arguments of the call. */
const keysOfToolCalls = new WeakMap<object, string>();

/**
 * Takes what is known of a run; returns the text that identifies it, 32 characters of 0-9 and a-f. Each try of a tool counts as a
 * run of its own, and an agent may call its tool several times: what stays are the arguments of the call. The node counts by its
 * name, as n8n's own list retry and context do; ids repeat in workflows that were pasted or written.
 */
export function deriveRunKey(known: KnownOfRun): string {
	const { toolCall, identity } = known;
	if (toolCall) {
		const key = keysOfToolCalls.get(toolCall) ?? randomUUID();
		keysOfToolCalls.set(toolCall, key);
		return key;
	}
	const { workflowId, nodeName, runIndex, withinExecution, executionId } = identity;
	// The retry of an execution that was cut off counts the run that n8n wrote in place of this one.
	const index = String(runIndex - runsInPlace(known));
	const own = withinExecution ? [executionId] : [];
	const parts = [workflowId, nodeName, index, executionOf(known), ...own];
	return hash('sha256', JSON.stringify(parts), 'hex').slice(0, KEY_LENGTH);
}

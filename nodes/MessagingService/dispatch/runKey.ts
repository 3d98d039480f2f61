import { hash, randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { OperationContext } from './context';
import { runsInPlace } from './cutOff';

/*
 * What identifies a run of a node. References are made from it, so it decides what counts as the same send:
 *
 * - The same after Retry On Fail, after a restart, when another worker runs the job again, and under Retry in n8n's list of
 *   executions, which gives the execution a new id.
 * - Another one in a new execution, in the next round of a loop, and in a new database, which counts executions from 1 again.
 *
 * n8n draws a random token for each execution and saves it before the first node runs: it is the signature of the address at which a
 * waiting execution is resumed, and n8n keeps it under Retry from the list.
 */

const KEY_LENGTH = 32;
const SIGNATURE = /[?&]signature=(\w{32,})/;

/** What of an operation's context identifies its run. */
export type KnownOfRun = Pick<OperationContext, 'identity' | 'functions' | 'toolCall'>;

/** The random token of an execution; the execution's id where n8n gives none, and a new one where there is no execution. */
function tokenOf({ functions, identity }: KnownOfRun): string {
	const { resumeUrl } = Object(functions.getWorkflowDataProxy(0).$execution) as {
		resumeUrl?: unknown;
	};
	return SIGNATURE.exec(String(resumeUrl))?.[1] ?? (identity.executionId || randomUUID());
}

/** What stands for the run in a call of the node as a tool: n8n counts each try of it as a run of its own. */
interface ToolRun {
	key: string;
	context: IDataObject;
}

/** By the arguments of the call, which n8n hands to every try. An entry lives as long as they do. */
const toolRuns = new WeakMap<object, ToolRun>();

/** The run of a tool call; undefined where the node is called in another way. */
export function toolRunOf({ toolCall }: Pick<KnownOfRun, 'toolCall'>): ToolRun | undefined {
	if (!toolCall) return undefined;
	const known = toolRuns.get(toolCall) ?? { key: randomUUID(), context: {} };
	toolRuns.set(toolCall, known);
	return known;
}

/**
 * The text that identifies a run, 32 characters of 0-9 and a-f. The node counts by its name, as n8n's own retry and context do; ids
 * repeat in workflows that were pasted or written.
 */
export function deriveRunKey(known: KnownOfRun): string {
	const tool = toolRunOf(known);
	if (tool) return tool.key;
	const { workflowId, nodeName, runIndex, withinExecution, executionId } = known.identity;
	// The retry of an execution that was cut off counts the run that n8n wrote in place of this one.
	const index = String(runIndex - runsInPlace(known));
	const own = withinExecution ? [executionId] : [];
	const parts = [workflowId, nodeName, index, tokenOf(known), ...own];
	return hash('sha256', JSON.stringify(parts), 'hex').slice(0, KEY_LENGTH);
}

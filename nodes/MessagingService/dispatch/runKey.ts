import { hash, randomUUID } from 'crypto';
import type { IExecuteData } from 'n8n-workflow';
import { sharedBy, type OperationContext, type ToolRun } from './context';

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

const RUN_KEY_LENGTH = 32;
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

/** The run of a tool call; undefined where the node is called in another way. */
export function toolRunOf({ toolCall }: Pick<KnownOfRun, 'toolCall'>): ToolRun | undefined {
	return toolCall && (sharedBy(toolCall).tool ??= { key: randomUUID(), context: {} });
}

/*
 * Executions whose process ended while they ran. n8n saves an execution before its first node and when it ends (with the setting for
 * it, after each node, too), and nothing while a node runs. So no node can leave a mark before its request leaves: what a node learns
 * reaches the database with the end of its run.
 *
 * When n8n starts again it reads in its log which nodes had begun, and writes a run for each of them into the saved execution: with
 * this item for one that had finished, without items for one that had not. Retry in the list of executions removes one of the runs
 * that had not finished, and begins again from what was saved, mostly at the trigger. So a node that finds such a run, of itself or
 * of the node before it, had begun when the execution was cut off. (In a workflow with branches it may be mistaken: n8n may have been
 * in another branch. Then it asks where it need not.)
 *
 * n8n's queue mode writes no such runs when a worker dies: nothing shows there that the node had begun.
 */

type OfExecution = Pick<OperationContext, 'identity' | 'functions'>;

/** What n8n puts in place of the items of a node that had finished. */
const RECOVERED = 'isArtificialRecoveredEventItem';

/** What the first run of a node put out: items, or the ones that n8n put in their place; undefined where it has none. */
function firstRunOf({ functions }: OfExecution, name: string): 'items' | 'recovered' | undefined {
	const { $items } = functions.getWorkflowDataProxy(0) as {
		$items(name: string, output: number, run: number): Array<{ json: object }>;
	};
	try {
		const [first] = $items(name, 0, 0);
		return first && RECOVERED in first.json ? 'recovered' : 'items';
	} catch {
		// n8n throws for a run without items, and for one that there was not.
		return undefined;
	}
}

/** How many runs of the node n8n wrote in place of those that were cut off, 0 or 1. */
function runsInPlace(known: OfExecution): number {
	const { functions, identity } = known;
	if (functions.getMode() !== 'retry' || identity.runIndex === 0) return 0;
	return firstRunOf(known, identity.nodeName) === 'items' ? 0 : 1;
}

/** Whether the saved execution shows that it was cut off after the node had begun. */
export function wasCutOff(known: OfExecution): boolean {
	const { functions } = known;
	if (functions.getMode() !== 'retry') return false;
	if (runsInPlace(known) > 0) return true;
	const { source } = (functions.getExecuteData() ?? {}) as Partial<IExecuteData>;
	const before = source?.main?.[0]?.previousNode;
	return before !== undefined && firstRunOf(known, before) === 'recovered';
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
	return hash('sha256', JSON.stringify(parts), 'hex').slice(0, RUN_KEY_LENGTH);
}

import type { IExecuteData } from 'n8n-workflow';
import type { OperationContext } from './context';

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

type Known = Pick<OperationContext, 'identity' | 'functions'>;

/** What n8n puts in place of the items of a node that had finished. */
const RECOVERED = 'isArtificialRecoveredEventItem';

/** What the first run of a node put out: items, or the ones that n8n put in their place; undefined where it has none. */
function firstRunOf({ functions }: Known, name: string): 'items' | 'recovered' | undefined {
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

/** Takes what is known of a run; returns how many runs of the node n8n wrote in place of those that were cut off, 0 or 1. */
export function runsInPlace(known: Known): number {
	const { functions, identity } = known;
	if (functions.getMode() !== 'retry' || identity.runIndex === 0) return 0;
	return firstRunOf(known, identity.nodeName) === 'items' ? 0 : 1;
}

/** Takes what is known of a run; returns whether the saved execution shows that it was cut off after the node had begun. */
export function wasCutOff(known: Known): boolean {
	const { functions } = known;
	if (functions.getMode() !== 'retry') return false;
	if (runsInPlace(known) > 0) return true;
	const { source } = (functions.getExecuteData() ?? {}) as Partial<IExecuteData>;
	const before = source?.main?.[0]?.previousNode;
	return before !== undefined && firstRunOf(known, before) === 'recovered';
}

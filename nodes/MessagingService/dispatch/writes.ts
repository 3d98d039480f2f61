import type { INodeExecutionData } from 'n8n-workflow';
import type { ServiceReply } from '../../shared/errors';
import { counted } from '../../shared/text';
import type { NodeFault } from './nodeErrors';

/** What earlier tries of a node run know of one input item. */
export interface PastWrites {
	/** The output of a request that the service accepted. */
	accepted?: INodeExecutionData[];
	/**
	 * The try that is under way: where an expression of another item fails, n8n ends the node without waiting for it, and the next try
	 * may come before it has ended.
	 */
	running?: Promise<unknown>;
	/** The digest of the request, once it is known. */
	request?: string;
	/** The reply of a request that was carried out. What is done with it may have failed. */
	reply?: ServiceReply;
	/** A request was sent, and its outcome could not be learned: the next try asks before it sends. */
	open: boolean;
}

/**
 * What became of the writing requests of an input item, by the node run that made them. Retry On Fail runs all items of the node
 * again, with the same input items, and must not repeat what went well. It lives as long as the input item does.
 */
const pastWrites = new WeakMap<INodeExecutionData, Map<string, PastWrites>>();

/** Takes an input item and the name of a node run; returns what earlier tries learned, to be changed in place. */
export function pastOf(input: INodeExecutionData, run: string): PastWrites {
	const runs = pastWrites.get(input) ?? new Map<string, PastWrites>();
	const past = runs.get(run) ?? { open: false };
	pastWrites.set(input, runs.set(run, past));
	return past;
}

/** Copies items, so that what n8n adds to the output of one try is not seen in that of another. */
export const copiesOf = (items: INodeExecutionData[]): INodeExecutionData[] =>
	items.map((item) => ({ ...item }));

/** The requests of a node run. */
interface RunWrites {
	/** Those that are under way or done, to say in a failure what became of the others. */
	requests: Array<Promise<unknown>>;
	/** The places of the items that have their output. */
	done: Set<number>;
}

/** The requests of node runs, by what the items of a run share: it may be shared with another node that was given the same items. */
const writesOfRuns = new WeakMap<object, Map<string, RunWrites>>();

/** Takes what the items of a node run share, and the name of the run; returns its requests, to be changed in place. */
export function writesOf(shared: object, run: string): RunWrites {
	const runs = writesOfRuns.get(shared) ?? new Map<string, RunWrites>();
	const writes = runs.get(run) ?? { requests: [], done: new Set() };
	writesOfRuns.set(shared, runs.set(run, writes));
	return writes;
}

/** Adds to the error of one item how many others of the run the service accepted. */
export async function addAcceptedItems(
	error: NodeFault,
	own: Promise<unknown>,
	all: Array<Promise<unknown>>,
): Promise<void> {
	const others = await Promise.allSettled(all.filter((request) => request !== own));
	const done = others.filter(({ status }) => status === 'fulfilled').length;
	if (done === 0) return;
	const subject = counted(done, 'other item of this run was', 'other items of this run were');
	error.description =
		`${error.description ?? ''} ${subject} accepted by the service; Retry On Fail does not repeat them.`.trim();
}

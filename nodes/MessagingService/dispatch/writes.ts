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
	/** The digest of the request, and the account that it is made in, once they are known. */
	request?: string;
	account?: string;
	/** Digest of the record that the request sets: a later request that sets it otherwise undoes this one, as no new application does. */
	sets?: string;
	/** Whether an earlier try of the item made another request, or may have: the user has changed it since. */
	hasOthers?: boolean;
	/** Whether a request waits for its turn or has left, and nobody knows yet what became of it. */
	isUnderWay?: boolean;
	/** Whether it has left, or one before it of which nobody knows. */
	hasLeft?: boolean;
	/** The reply of a request that was carried out. What is done with it may have failed. */
	reply?: ServiceReply;
	/** A request was sent, and its outcome could not be learned: the next try asks before it sends. */
	open: boolean;
}

/**
 * What became of the writing requests of an input item, by the node run that made them. Retry On Fail runs all items of the node
 * again, with the same input items, and must not repeat what went well. It lives as long as the input item does, or the tool call.
 */
const pastWrites = new WeakMap<object, Map<string, PastWrites>>();

/** Takes an input item, or the arguments of a tool call, and the name of a node run; returns what earlier tries learned, to be changed in place. */
export function pastOf(input: object, run: string): PastWrites {
	const runs = pastWrites.get(input) ?? new Map<string, PastWrites>();
	const past = runs.get(run) ?? { open: false };
	pastWrites.set(input, runs.set(run, past));
	return past;
}

/** Copies items, so that what n8n adds to the output of one try is not seen in that of another. */
export const copiesOf = (items: INodeExecutionData[]): INodeExecutionData[] =>
	items.map((item) => ({ ...item }));

/** The requests of a node run. */
export interface RunWrites {
	/** The last one of each item, under way or done, to say in a failure what became of the others. */
	requests: Map<PastWrites, Promise<unknown>>;
	/** The places of the items that have their output. */
	done: Set<number>;
	/** Ends when all items have come: n8n need not bring them at the same moment. */
	allCame: Promise<void>;
	/** Takes the place of an item that comes, one of so many. */
	come(index: number, total: number): void;
}

function newWrites(): RunWrites {
	const places = new Set<number>();
	let settle: () => void = () => undefined;
	return {
		requests: new Map(),
		done: new Set(),
		allCame: new Promise((resolve) => (settle = resolve)),
		come(index, total) {
			if (places.add(index).size >= total) settle();
		},
	};
}

/** The requests of node runs, by what the items of a run share: it may be shared with another node that was given the same items. */
const writesOfRuns = new WeakMap<object, Map<string, RunWrites>>();

/** Takes what the items of a node run share, and the name of the run; returns its requests, to be changed in place. */
export function writesOf(shared: object, run: string): RunWrites {
	const runs = writesOfRuns.get(shared) ?? new Map<string, RunWrites>();
	const writes = runs.get(run) ?? newWrites();
	writesOfRuns.set(shared, runs.set(run, writes));
	return writes;
}

/** Adds to the error of one item how many others of the run the service accepted, and of how many nobody knows. */
export async function addOtherItems(
	error: NodeFault,
	own: PastWrites,
	{ requests, allCame }: RunWrites,
): Promise<void> {
	await allCame;
	const others = [...requests].filter(([past]) => past !== own);
	const results = await Promise.allSettled(others.map(async ([, request]) => await request));
	const accepted = results.filter(({ status }) => status === 'fulfilled').length;
	const open = others.filter(
		([past], at) => past.open && results[at]?.status === 'rejected',
	).length;
	if (accepted + open === 0) return;
	const sentences = [
		error.description,
		accepted > 0 &&
			`${counted(accepted, 'other item of this run was', 'other items of this run were')} accepted by the service; Retry On Fail does not repeat them.`,
		open > 0 &&
			`Of ${counted(open, 'other item', 'other items')} of this run it is not known whether the service carried ${open === 1 ? 'it' : 'them'} out.`,
	];
	error.description = sentences.filter(Boolean).join(' ');
}

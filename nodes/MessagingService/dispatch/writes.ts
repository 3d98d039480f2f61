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

/** The requests of one node run that are under way or done, to say in a failure what became of the others. They live as long as the run. */
const requestsOfRuns = new WeakMap<object, Array<Promise<unknown>>>();

/** Takes what the items of a node run share, and the request of one of them; returns all requests of the run. */
export function joinRun(run: object, request: Promise<unknown>): Array<Promise<unknown>> {
	const requests = requestsOfRuns.get(run) ?? [];
	requests.push(request);
	requestsOfRuns.set(run, requests);
	return requests;
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

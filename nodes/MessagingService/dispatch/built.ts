import type {
	IDataObject,
	IExecuteData,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import type { Refusal } from '../../shared/validation';

/*
 * What is known of the requests that n8n builds from declarations. It walks over the items of a node run and builds the request of
 * each; the checks of its fields see it first, then it is carried out.
 */

/** One walk over the items of a node run. Every try is another one. */
interface Walk {
	/** The item that came last; they come in their order. */
	last: number;
	built: number;
	/** How many items came out without a failure. */
	done: number;
}

/** What is known of a request before it is carried out. n8n would report a check that throws without the item it belongs to. */
interface BuiltRequest {
	/** What the checks found wrong, in the order of the fields. */
	refusals: Refusal[];
	/** What went wrong while it was checked, such as a database that could not be read. */
	failure?: Error;
	walk?: Walk;
}

/** By the options of the request, which n8n hands to every check and to whoever carries it out. */
const requests = new WeakMap<object, BuiltRequest>();

/** What is known of a request that n8n has built, to be changed in place. */
export function builtRequest(options: object): BuiltRequest {
	const known = requests.get(options) ?? { refusals: [] };
	requests.set(options, known);
	return known;
}

/** The items of this node run as n8n's declarative engine walks through them; undefined where it walks through others. */
export function itemsOfRun(self: IExecuteSingleFunctions): INodeExecutionData[] | undefined {
	const items = (self.getExecuteData() as IExecuteData | undefined)?.data?.main?.[0];
	// A tool call carries its agent's items, not those it is given.
	return items?.[self.getItemIndex()] === self.getInputData() ? items : undefined;
}

/** How many items the engine comes by with: "Execute Once" shows it the first one only. */
export const countOf = (self: IExecutePaginationFunctions, items: INodeExecutionData[]): number =>
	self.getNode().executeOnce ? 1 : items.length;

/** The last walk over the items of a node run. */
const walks = new WeakMap<INodeExecutionData[], Walk>();

/**
 * Counts a request that n8n is building. To be called at the start of each check, before it waits for anything: n8n calls the first of each
 * item while its loop, which is synchronous, goes on. Later is too late, as each item waits for its credential, which n8n reads from its
 * database.
 */
export function countBuilt(self: IExecuteSingleFunctions, options: object): void {
	const items = itemsOfRun(self);
	const request = builtRequest(options);
	if (!items || request.walk) return;
	const index = self.getItemIndex();
	let walk = walks.get(items);
	if (!walk || index <= walk.last) walks.set(items, (walk = { last: -1, built: 0, done: 0 }));
	walk.last = index;
	walk.built++;
	request.walk = walk;
}

export interface RequestOptions {
	batching?: { batch?: IDataObject };
}

/** Whether the user may have spaced the items out, so that the engine comes by with some of them later. It reads that of the first item. */
function mayBeSpaced(self: IExecutePaginationFunctions): boolean {
	const { batching } = (self.getNode().parameters.requestOptions ?? {}) as RequestOptions;
	const interval = batching?.batch?.batchInterval;
	return interval !== undefined && !(Number(interval) <= 0);
}

/**
 * Whether n8n has built the requests of all items. Where an expression of another item fails, it ends the node at once, and waits for
 * nothing that has begun: what were carried out then would be known to nobody. It does not build all in one go where the user set its
 * batching, and it goes on under Continue on Fail: then each that is built counts.
 */
export function areAllBuilt(self: IExecutePaginationFunctions, options: object): boolean {
	const { walk } = builtRequest(options);
	const items = itemsOfRun(self);
	if (!walk || !items || self.continueOnFail() || mayBeSpaced(self)) return true;
	return walk.built >= countOf(self, items);
}

/** Notes that an item came out without a failure; returns whether all items of this try have. A tool call has one item. */
export function areAllDone(self: IExecutePaginationFunctions, options: object): boolean {
	const { walk } = builtRequest(options);
	const items = itemsOfRun(self);
	if (!items) return true;
	if (!walk) return false;
	walk.done++;
	return walk.done >= countOf(self, items);
}

import { sleep } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteData,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
	IPairedItemData,
} from 'n8n-workflow';
import { contextOf, type OperationContext } from './context';
import { errorItem, nodeError, type NodeFault } from './nodeErrors';

/** The code of an operation that works on all items of the node at once; it returns the items of each output. */
export type Run = (ctx: OperationContext) => Promise<INodeExecutionData[][]>;

/** Runs an operation on all its items; under Continue on Fail a failure of the whole comes out once for each item. */
export async function runWhole(ctx: OperationContext, run: Run): Promise<INodeExecutionData[][]> {
	try {
		return await run(ctx);
	} catch (error) {
		const known = nodeError(ctx.node, error);
		if (!ctx.continueOnFail) throw known;
		return [ctx.items.map((_, itemIndex) => errorItem(known, itemIndex))];
	}
}

/** The items of this node run as n8n's declarative engine walks through them; undefined where it walks through others. */
export function itemsOfRun(self: IExecuteSingleFunctions): INodeExecutionData[] | undefined {
	const items = (self.getExecuteData() as IExecuteData | undefined)?.data?.main?.[0];
	// A tool call carries its agent's items, not those it is given.
	return items?.[self.getItemIndex()] === self.getInputData() ? items : undefined;
}

/** One node run in which the declarative engine calls us once for each item. */
interface Gathering {
	members: Map<number, IExecutePaginationFunctions>;
	outcome: Promise<INodeExecutionData[]>;
	/** Called when one more item has come. */
	arrived: () => void;
}

const gatherings = new WeakMap<INodeExecutionData[], Gathering>();

/** How many items the engine comes by with: "Execute Once" shows it the first one only. */
export const countOf = (self: IExecutePaginationFunctions, items: INodeExecutionData[]): number =>
	self.getNode().executeOnce ? 1 : items.length;

interface RequestOptions {
	batching?: { batch?: IDataObject };
}

/** Whether the user may have spaced the items out, so that the engine comes by with some of them later. It reads that of the first item. */
function mayBeSpaced(self: IExecutePaginationFunctions): boolean {
	const { batching } = (self.getNode().parameters.requestOptions ?? {}) as RequestOptions;
	const interval = batching?.batch?.batchInterval;
	return interval !== undefined && !(Number(interval) <= 0);
}

/** A loop in which the declarative engine builds the requests of a node run, and how many it has built. */
interface Loop {
	built: number;
}

/** The loops that go on. */
const loops = new WeakMap<INodeExecutionData[], Loop>();

/** The loop that built a request. It lives as long as the request's options. */
const loopsOfRequests = new WeakMap<object, Loop>();

/**
 * Takes the options of a request that the declarative engine is building, and counts it. To be called at the start of each preSend action,
 * before it waits for anything: n8n calls the first of each item while its loop, which is synchronous, goes on. Later is too late, as each
 * item waits for its credential, which n8n reads from its database.
 */
export function countBuilt(self: IExecuteSingleFunctions, options: object): void {
	const items = itemsOfRun(self);
	if (!items || loopsOfRequests.has(options)) return;
	const loop = loops.get(items) ?? { built: 0 };
	if (loop.built === 0) void Promise.resolve().then(() => loops.delete(items));
	loops.set(items, loop);
	loopsOfRequests.set(options, loop);
	loop.built++;
}

/**
 * Takes the options of a request, one of those of a node run; returns whether the declarative engine has built all of them. Where an
 * expression of another item fails, it ends the node at once, and waits for nothing that has begun. It does not build all in one go where
 * the user set its batching, and it goes on under Continue on Fail: then each that is built counts.
 */
export function areAllBuilt(
	self: IExecutePaginationFunctions,
	items: INodeExecutionData[],
	options: object,
): boolean {
	const loop = loopsOfRequests.get(options);
	if (!loop || self.continueOnFail() || mayBeSpaced(self)) return true;
	return loop.built >= countOf(self, items);
}

/**
 * Waits until the declarative engine has come by with every item. It does so in one go, except when the user set its batching.
 * An item whose expressions cannot be resolved never comes: then the engine has stopped the node (and nothing may be sent), or,
 * under Continue on Fail, goes on without it.
 */
async function gathered(
	self: IExecutePaginationFunctions,
	total: number,
	members: Gathering['members'],
	complete: Promise<void>,
): Promise<void> {
	if (members.size >= total) return;
	if (!self.continueOnFail()) return await complete;
	const { batching } = self.getNodeParameter('requestOptions', {}) as RequestOptions;
	const size = Math.max(1, Number(batching?.batch?.batchSize) || 1);
	const interval = Number(batching?.batch?.batchInterval) || 0;
	if (interval <= 0) return void (await Promise.race([complete, sleep(0)]));
	let ms = Math.floor((total - 1) / size) * interval + LATE_MS;
	let known: number;
	// An item that came after the others have gone would go by itself, as if it were the first of a run of its own.
	do {
		known = members.size;
		await Promise.race([complete, sleep(ms)]);
		ms = interval + LATE_MS;
	} while (members.size > known && members.size < total);
}

/** So much later than its interval says an item may come: each of the engine's pauses ends a little late. */
const LATE_MS = 1000;

async function runGathered(
	first: IExecutePaginationFunctions,
	items: INodeExecutionData[],
	members: Gathering['members'],
	complete: Promise<void>,
	run: Run,
	begin: () => void,
): Promise<INodeExecutionData[]> {
	// The engine's loop over the items is synchronous: after this they have all come by.
	await Promise.resolve();
	await gathered(first, items.length, members, complete);
	begin();
	const present = [...items.keys()].filter((index) => members.has(index));
	const ctx = contextOf(
		first,
		present.map((index) => items[index] ?? { json: {} }),
		(name, at, fallback) => members.get(present[at] ?? -1)?.getNodeParameter(name, fallback),
	);
	const [output = []] = await runWhole(ctx, run);
	return present.length === items.length
		? output
		: output.map((item) => pairedWithRun(item, present));
}

/** An output whose pairing counts among the items given is paired with the items of the node run. */
function pairedWithRun(item: INodeExecutionData, places: number[]): INodeExecutionData {
	const place = (pair: IPairedItemData | number = 0): IPairedItemData => {
		const at = typeof pair === 'number' ? pair : pair.item;
		return { item: places[at] ?? at };
	};
	const { pairedItem } = item;
	return {
		...item,
		pairedItem: Array.isArray(pairedItem) ? pairedItem.map(place) : place(pairedItem),
	};
}

/**
 * Runs an operation that works on all items when the declarative engine dispatches it, item by item: the first item to come
 * brings the outputs of all; a failure is thrown for the item it belongs to, as the engine reports it.
 */
export async function joinRoute(
	self: IExecutePaginationFunctions,
	run: Run,
): Promise<INodeExecutionData[]> {
	const items = itemsOfRun(self);
	const own = self.getItemIndex();
	if (!items) {
		const ctx = contextOf(
			self,
			[self.getInputData()],
			(name, _, fallback) => self.getNodeParameter(name, fallback),
			undefined,
			self.getInputData(0, 'ai_tool').json,
		);
		const [output = []] = await runWhole(ctx, run);
		return output.map((item) => pairedWithRun(item, [own]));
	}
	const begun = gatherings.get(items);
	// Where an expression of another item failed, a try before left its items waiting for those that n8n did not bring.
	const known = begun?.members.has(own) ? undefined : begun;
	const gathering = known ?? gather(self, items, items.slice(0, countOf(self, items)), run);
	gathering.members.set(own, self);
	gathering.arrived();
	try {
		const output = await gathering.outcome;
		return known ? [] : output;
	} catch (error) {
		const culprit = (error as NodeFault).context?.itemIndex;
		const reporter =
			typeof culprit === 'number' && gathering.members.has(culprit)
				? culprit
				: Math.min(...gathering.members.keys());
		if (own === reporter) throw nodeError(self.getNode(), error);
		return [];
	}
}

function gather(
	self: IExecutePaginationFunctions,
	key: INodeExecutionData[],
	items: INodeExecutionData[],
	run: Run,
): Gathering {
	const members: Gathering['members'] = new Map();
	let settle: () => void = () => undefined;
	const complete = new Promise<void>((resolve) => (settle = resolve));
	const gathering: Gathering = {
		members,
		arrived: () => {
			if (members.size >= items.length) settle();
		},
		outcome: runGathered(self, items, members, complete, run, () => {
			if (gatherings.get(key) === gathering) gatherings.delete(key);
		}),
	};
	gatherings.set(key, gathering);
	return gathering;
}

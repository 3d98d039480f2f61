import { sleep } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteSingleFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	IPairedItemData,
} from 'n8n-workflow';
import { Line } from '../../shared/pool';
import { asApiError, itemOfError } from '../../shared/errors';
import {
	contextOf,
	contextOfItem,
	itemsOfRun,
	sharedBy,
	type OperationContext,
	type Walk,
} from './context';
import { errorItem, nodeError, type NodeFault } from './nodeErrors';

/*
 * The declarative engine walks over the items of a node run and calls us for each (see operation.ts). What is to be done once for all of
 * them needs to know which have come, and whether more will.
 */

function beginWalk(total: number): Walk {
	const members: Walk['members'] = new Map();
	let settle: () => void = () => undefined;
	const complete = new Promise<void>((resolve) => (settle = resolve));
	const arrived = (): void => {
		if (members.size >= total) settle();
	};
	return {
		members,
		last: -1,
		order: [],
		built: new Map(),
		line: new Line(),
		total,
		done: 0,
		hasFailed: false,
		complete,
		arrived,
	};
}

/**
 * Notes that the engine has come by with an item; returns its walk, or nothing in a tool call, which has one item. To be called before
 * anything is waited for: the engine's loop over the items is synchronous, while each item waits for its credential, which n8n reads
 * from its database.
 */
export function joinWalk(self: IExecuteSingleFunctions): Walk | undefined {
	const items = itemsOfRun(self);
	if (!items) return undefined;
	const run = sharedBy(self.getExecuteData());
	const index = self.getItemIndex();
	// An item that does not come after the last one begins another try, also where n8n ended the one before halfway.
	if (!run.walk || index <= run.walk.last)
		// Execute Once shows the engine the first item only.
		run.walk = beginWalk(self.getNode().executeOnce ? 1 : items.length);
	run.walk.last = index;
	run.walk.members.set(index, self);
	run.walk.order.push(index);
	run.walk.arrived();
	return run.walk;
}

interface BatchOptions {
	batchSize?: unknown;
	batchInterval?: unknown;
}
/** The batches of n8n's Request Options. */
export const batchOf = (requestOptions: unknown): BatchOptions =>
	((requestOptions as { batching?: { batch?: BatchOptions } } | undefined)?.batching ?? {}).batch ??
	{};

/** Whether the user may have spaced the items out, so that the engine comes by with some of them later. It reads that of the first item. */
function mayBeSpaced(self: IExecutePaginationFunctions): boolean {
	const { batchInterval } = batchOf(self.getNode().parameters.requestOptions);
	return batchInterval !== undefined && !(Number(batchInterval) <= 0);
}

/**
 * Whether n8n has built the requests of all items. Where an expression of another item fails, it ends the node at once, and waits for
 * nothing that has begun: what were carried out then would be known to nobody. It does not build all in one go where the user set its
 * batching, and it goes on under Continue on Fail: then each that is built counts.
 */
export const areAllBuilt = (self: IExecutePaginationFunctions, walk: Walk | undefined): boolean =>
	!walk || self.continueOnFail() || mayBeSpaced(self) || walk.members.size >= walk.total;

/** Notes that an item came out without a failure; returns whether all items of this try have. A tool call has one item. */
export function areAllDone(walk: Walk | undefined): boolean {
	if (!walk) return true;
	walk.done++;
	return walk.done >= walk.total;
}

/** Runs a job behind those in line before it. After a failure that ends the node, none that has waited begins. */
async function behind(
	walk: Walk,
	keys: readonly string[],
	job: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	let ended = (): void => undefined;
	const before = walk.line.join(new Promise<void>((resolve) => (ended = resolve)), keys);
	await Promise.all(before);
	const begins = before.size === 0 || !walk.hasFailed;
	let isDone = false;
	try {
		const output = begins ? await job() : [];
		isDone = true;
		return output;
	} finally {
		walk.hasFailed ||= !isDone;
		ended();
	}
}

/**
 * Runs the job of an item whose request n8n has built; those that share a key go one after the other, in the order of the items. n8n
 * builds requests in any order, as each item waits for the database by itself.
 */
export async function inTurn(
	walk: Walk,
	index: number,
	keys: readonly string[],
	job: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const { order, built } = walk;
	return await new Promise((resolve) => {
		built.set(index, () => resolve(behind(walk, keys, job)));
		for (let [next = -1] = order; built.has(next); [next = -1] = order) {
			order.shift();
			built.get(next)?.();
			built.delete(next);
		}
	});
}

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

/** So much later than its interval says an item may come: each of the engine's pauses ends a little late. */
const LATE_MS = 1000;

/**
 * Waits until the engine has come by with every item. It does so in one go, except when the user set its batching. An item whose
 * expressions cannot be resolved never comes: then the engine has stopped the node (and nothing may be sent), or, under Continue on
 * Fail, goes on without it.
 */
async function gathered(self: IExecutePaginationFunctions, walk: Walk): Promise<void> {
	const { members, total, complete } = walk;
	// The engine's loop over the items is synchronous: after this they have all come by.
	await Promise.resolve();
	if (members.size >= total) return;
	if (!self.continueOnFail()) return await complete;
	const { batchSize, batchInterval } = batchOf(self.getNodeParameter('requestOptions', {}));
	const size = Math.max(1, Number(batchSize) || 1);
	const interval = Number(batchInterval) || 0;
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

/** Runs an operation on all items of a walk when they have come. */
async function runGathered(
	first: IExecutePaginationFunctions,
	walk: Walk,
	run: Run,
): Promise<INodeExecutionData[]> {
	await gathered(first, walk);
	const shared = sharedBy(first.getExecuteData());
	if (shared.walk === walk) delete shared.walk;
	const members = [...walk.members];
	const ctx = contextOf(
		first,
		members.map(([, member]) => member.getInputData()),
		// Those of another item would be another person's: the place among the members is not that among all items.
		{
			parameter: (name, at, fallback) =>
				members[at]?.[1].getNodeParameter(name, fallback as IDataObject),
			evaluate: (expression, at) => members[at]?.[1].evaluateExpression(expression, members[at][0]),
		},
	);
	const [output = []] = await runWhole(ctx, run);
	const places = members.map(([index]) => index);
	return places.length === walk.total ? output : output.map((item) => pairedWithRun(item, places));
}

/**
 * Runs an operation that works on all items when the declarative engine calls it, item by item: the first item to come brings the
 * outputs of all; a failure is thrown for the item it belongs to, as the engine reports it.
 */
export async function joinRoute(
	self: IExecutePaginationFunctions,
	run: Run,
): Promise<INodeExecutionData[]> {
	const own = self.getItemIndex();
	const walk = joinWalk(self);
	if (!walk) {
		const [output = []] = await runWhole(contextOfItem(self), run);
		return output.map((item) => pairedWithRun(item, [own]));
	}
	const isFirst = walk.outcome === undefined;
	walk.outcome ??= runGathered(self, walk, run);
	try {
		const output = await walk.outcome;
		return isFirst ? output : [];
	} catch (error) {
		const culprit = itemOfError(error as NodeFault);
		const reporter =
			culprit !== undefined && walk.members.has(culprit)
				? culprit
				: Math.min(...walk.members.keys());
		if (own === reporter) throw asApiError(self.getNode(), nodeError(self.getNode(), error));
		return [];
	}
}

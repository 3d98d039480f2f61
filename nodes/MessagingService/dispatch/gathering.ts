import { sleep } from 'n8n-workflow';
import type {
	IExecutePaginationFunctions,
	INodeExecutionData,
	IPairedItemData,
} from 'n8n-workflow';
import { countOf, itemsOfRun, type RequestOptions } from './built';
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

/** One node run in which the declarative engine calls us once for each item. */
interface Gathering {
	members: Map<number, IExecutePaginationFunctions>;
	outcome: Promise<INodeExecutionData[]>;
	/** Called when one more item has come. */
	arrived: () => void;
}

const gatherings = new WeakMap<INodeExecutionData[], Gathering>();

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

import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type {
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { itemsOfRun } from '../../nodes/MessagingService/dispatch/context.ts';
import type { OperationContext } from '../../nodes/MessagingService/dispatch/context.ts';
import { imperative } from '../../nodes/MessagingService/dispatch/operation.ts';
import { joinRoute, runWhole } from '../../nodes/MessagingService/dispatch/walk.ts';
import { errorItem, nodeError } from '../../nodes/MessagingService/dispatch/nodeErrors.ts';
import { fakeFunctions } from './fakeFunctions.mts';

/** How much longer than n8n's pauses the node waits for an item. */
const LATE_MS = 1000;
const slept: number[] = [];
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (ms: number) => {
		slept.push(ms);
		await new Promise(setImmediate);
	},
}));
beforeEach(() => (slept.length = 0));

interface Engine {
	item(index: number): IExecutePaginationFunctions;
}

/** The declarative engine: one context an item, all of one node run. `tool`: it carries items of another node. */
function engine(
	count: number,
	{
		continueOnFail = false,
		executeOnce = false,
		parameters = {},
		tool = false,
		data = true,
	}: {
		continueOnFail?: boolean;
		executeOnce?: boolean;
		parameters?: object;
		tool?: boolean;
		data?: boolean;
	} = {},
): Engine {
	const { functions } = fakeFunctions({
		items: Array.from({ length: count }, (_, index): IDataObject => ({ index })),
		continueOnFail,
		node: { executeOnce },
		parameters: parameters as INodeParameters,
	});
	const items = functions.getInputData();
	const executeData = data ? { data: { main: [tool ? [{ json: {} }] : items] } } : undefined;
	return {
		item: (index) =>
			({
				...functions,
				getItemIndex: () => index,
				getInputData: () => items[index],
				getExecuteData: () => executeData,
				getNodeParameter: (name: string, fallback: unknown) =>
					functions.getNodeParameter(name, index, fallback),
			}) as unknown as IExecutePaginationFunctions,
	};
}

/** An operation that shows which items it was given. */
const show = async ({ items }: OperationContext): Promise<INodeExecutionData[][]> => [
	items.map(({ json }, item) => ({ json, pairedItem: { item } })),
];
const pairs = (outputs: INodeExecutionData[][]) =>
	outputs.map((output) => output.map(({ json, pairedItem }) => [json.index, pairedItem]));

describe('all items of a node run', () => {
	it('are done at once by the first that comes', async () => {
		const { item } = engine(3);
		expect(
			pairs(await Promise.all([0, 1, 2].map(async (index) => await joinRoute(item(index), show)))),
		).toEqual([
			[
				[0, { item: 0 }],
				[1, { item: 1 }],
				[2, { item: 2 }],
			],
			[],
			[],
		]);
	});

	it('are done anew by a retry', async () => {
		const { item } = engine(1);
		for (let tries = 0; tries < 2; tries += 1)
			expect(await joinRoute(item(0), show)).toHaveLength(1);
	});

	it('are the first alone under Execute Once', async () => {
		expect(pairs([await joinRoute(engine(2, { executeOnce: true }).item(0), show)])).toEqual([
			[[0, { item: 0 }]],
		]);
	});

	it('are waited for, and nothing is done without them', async () => {
		const { item } = engine(2);
		let done = false;
		const first = joinRoute(item(0), show).finally(() => (done = true));
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(done).toBe(false);
		expect(await joinRoute(item(1), show)).toEqual([]);
		expect(await first).toHaveLength(2);
	});

	it('are gathered anew by a retry, where n8n ended the node before the last one came', async () => {
		const { item } = engine(2);
		void joinRoute(item(0), show);
		const second = [0, 1].map(async (index) => await joinRoute(item(index), show));
		expect(pairs(await Promise.all(second))).toEqual([
			[
				[0, { item: 0 }],
				[1, { item: 1 }],
			],
			[],
		]);
	});

	it('are those that came under Continue, each paired with its own', async () => {
		const { item } = engine(3, { continueOnFail: true });
		expect(pairs(await Promise.all([joinRoute(item(0), show), joinRoute(item(2), show)]))).toEqual([
			[
				[0, { item: 0 }],
				[2, { item: 2 }],
			],
			[],
		]);
		expect(slept).toEqual([0]);
	});

	it.each<[object, number]>([
		[{ batch: { batchSize: 2, batchInterval: 100 } }, 100 + LATE_MS],
		[{ batch: { batchSize: 1, batchInterval: 100 } }, 200 + LATE_MS],
		[{ batch: { batchSize: -1, batchInterval: 100 } }, 200 + LATE_MS],
		[{ batch: { batchSize: 2 } }, 0],
		[{ batch: {} }, 0],
		[{}, 0],
	])('are waited for as long as n8n’s batching %j takes', async (batching, ms) => {
		await joinRoute(
			engine(3, { continueOnFail: true, parameters: { requestOptions: { batching } } }).item(0),
			show,
		);
		expect(slept).toEqual([ms]);
	});

	it.each<[unknown, unknown]>([
		[
			[{ item: 0 }, 1],
			[{ item: 0 }, { item: 2 }],
		],
		[1, { item: 2 }],
		[undefined, { item: 0 }],
		[{ item: 9 }, { item: 9 }],
	])('keep their pairing: %j', async (pairedItem, expected) => {
		const { item } = engine(3, { continueOnFail: true });
		const [output] = await Promise.all(
			[0, 2].map(
				async (index) =>
					await joinRoute(item(index), async () => [
						[{ json: {}, pairedItem: pairedItem as INodeExecutionData['pairedItem'] }],
					]),
			),
		);
		expect(output?.[0]?.pairedItem).toEqual(expected);
	});

	it('fail at the item that is at fault', async () => {
		const fail =
			(itemIndex?: number) =>
			async (ctx: OperationContext): Promise<never> =>
				await Promise.reject(new NodeOperationError(ctx.node, 'No', { itemIndex }));
		const outcomes = async (itemIndex?: number) => {
			const { item } = engine(3);
			return (
				await Promise.allSettled(
					[0, 1, 2].map(async (index) => await joinRoute(item(index), fail(itemIndex))),
				)
			).map((one) =>
				one.status === 'rejected' ? String((one.reason as Error).message) : one.value,
			);
		};
		expect(await outcomes(1)).toEqual([[], 'No', []]);
		expect(await outcomes(7)).toEqual(['No', [], []]);
		expect(await outcomes()).toEqual(['No', [], []]);
		const { item } = engine(1);
		await expect(
			joinRoute(item(0), async () => await Promise.reject(new Error('plain'))),
		).rejects.toBeInstanceOf(NodeOperationError);
	});

	it('give nothing where the operation gives no output', async () => {
		expect(await joinRoute(engine(1).item(0), async () => [])).toEqual([]);
		expect(await joinRoute(engine(2, { tool: true }).item(0), async () => [])).toEqual([]);
	});
});

describe('a tool call', () => {
	it.each([[{ tool: true }], [{ data: false }]])(
		'is done for its own item: %j',
		async (options) => {
			const { item } = engine(2, options);
			expect(itemsOfRun(item(1))).toBeUndefined();
			expect(pairs([await joinRoute(item(1), show)])).toEqual([[[1, { item: 1 }]]]);
		},
	);
});

describe('what goes wrong', () => {
	const node = fakeFunctions().functions.getNode();

	it('is one of n8n’s errors that names its item', () => {
		expect(nodeError(node, 'text', 3)).toMatchObject({
			message: 'text',
			context: { itemIndex: 3 },
		});
		expect(nodeError(node, 'text').context.itemIndex).toBeUndefined();
		const api = new NodeApiError(node, {}, { message: 'M', itemIndex: 1 });
		expect(nodeError(node, api, 3)).toBe(api);
		expect(api.context.itemIndex).toBe(1);
		const bare = new NodeOperationError(node, 'M');
		expect(nodeError(node, bare, 0).context.itemIndex).toBe(0);
		expect(errorItem(bare, 2)).toEqual({ json: {}, error: bare, pairedItem: { item: 2 } });
	});

	it('comes out once for each item under Continue, else is thrown', async () => {
		const fail = async (): Promise<never> => await Promise.reject(new Error('No'));
		const ctx = {
			node,
			continueOnFail: true,
			items: [{ json: {} }, { json: {} }],
		} as unknown as OperationContext;
		const [items] = await runWhole(ctx, fail);
		expect(items?.map(({ json, pairedItem, error }) => [json, pairedItem, error?.message])).toEqual(
			[
				[{}, { item: 0 }, 'No'],
				[{}, { item: 1 }, 'No'],
			],
		);
		await expect(runWhole({ ...ctx, continueOnFail: false }, fail)).rejects.toBeInstanceOf(
			NodeOperationError,
		);
	});

	it('is the same in both dispatches of an operation', async () => {
		const { routing, execute } = imperative(show);
		const { functions } = fakeFunctions({ items: [{ index: 0 }] });
		expect(pairs(await execute.call(functions))).toEqual([[[0, { item: 0 }]]]);
		const pagination = routing.operations?.pagination;
		if (typeof pagination !== 'function') throw new Error('no route');
		expect(pairs([await pagination.call(engine(1).item(0), {} as never)])).toEqual([
			[[0, { item: 0 }]],
		]);
	});
});

import { NodeOperationError } from 'n8n-workflow';
import type {
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { itemsOfRun } from '../../nodes/MessagingService/dispatch/context.ts';
import type { OperationContext } from '../../nodes/MessagingService/dispatch/context.ts';
import { joinRoute } from '../../nodes/MessagingService/dispatch/walk.ts';
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

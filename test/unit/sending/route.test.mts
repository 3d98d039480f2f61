import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import type { OperationContext } from '../../../nodes/MessagingService/dispatch/context.ts';
import { joinRoute } from '../../../nodes/MessagingService/dispatch/walk.ts';
import { fakeFunctions } from './fakeFunctions.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await new Promise(setImmediate),
}));

/** The declarative engine: one context an item, all of one node run. */
function engine(count: number, continueOnFail = false) {
	const items = Array.from({ length: count }, (_, index): IDataObject => ({ index }));
	const { functions } = fakeFunctions({ items, continueOnFail });
	const input = functions.getInputData();
	const executeData = { data: { main: [input] } };
	return (index: number): IExecutePaginationFunctions =>
		({
			...functions,
			getItemIndex: () => index,
			getInputData: () => input[index],
			getExecuteData: () => executeData,
			getNodeParameter: (name: string, fallback: unknown) =>
				functions.getNodeParameter(name, index, fallback),
		}) as unknown as IExecutePaginationFunctions;
}

it.each<[unknown, unknown]>([
	[
		[{ item: 0 }, 1],
		[{ item: 0 }, { item: 2 }],
	],
	[1, { item: 2 }],
	[undefined, { item: 0 }],
	[{ item: 9 }, { item: 9 }],
])('the items of a node run of which n8n left one out keep their pairing: %j', async (pair, is) => {
	const item = engine(3, true);
	const pairedItem = pair as INodeExecutionData['pairedItem'];
	const run = async (): Promise<INodeExecutionData[][]> => [[{ json: {}, pairedItem }]];
	const [output] = await Promise.all([0, 2].map(async (at) => await joinRoute(item(at), run)));
	expect(output?.[0]?.pairedItem).toEqual(is);
});

it.each([
	[1, [[], 'No', []]],
	[7, ['No', [], []]],
	[undefined, ['No', [], []]],
])('a failure of item %p is that of its item', async (itemIndex, outcomes) => {
	const item = engine(3);
	const fail = async ({ node }: OperationContext): Promise<never> =>
		await Promise.reject(new NodeOperationError(node, 'No', { itemIndex }));
	const ended = [0, 1, 2].map(async (at) =>
		joinRoute(item(at), fail).catch((error: Error) => error.message),
	);
	expect(await Promise.all(ended)).toEqual(outcomes);
	const plain = joinRoute(engine(1)(0), async () => await Promise.reject(new Error('plain')));
	await expect(plain).rejects.toBeInstanceOf(NodeApiError);
});

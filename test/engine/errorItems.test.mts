import type { IDataObject, INode } from 'n8n-workflow';
import { startEngine } from './harness.mts';
import type { Engine, RunResult } from './harness.mts';
import { KEY, people } from './sendsSupport.mts';
import { QuietService } from './support/quietService.mts';

// What n8n leaves of an error item, and where the references stand in it that tell what to look for.

let engine: Engine;
let service: QuietService;
let baseUrl: string;
beforeAll(async () => {
	engine = await startEngine();
});
beforeEach(async () => {
	service = new QuietService();
	service.quiet.answers = { first: 99, with: 504 };
	baseUrl = await service.start();
});
afterEach(async () => await service.stop());

/** Sends a campaign whose outcome nobody learns. */
async function send(onError: INode['onError']): Promise<RunResult> {
	return await engine.run({
		credential: { baseUrl, apiKey: KEY, authentication: 'apiKey' },
		node: { onError },
		items: people(3).map((json) => ({ json })),
		parameters: {
			resource: 'campaign',
			operation: 'sendSms',
			sender: 'Shop',
			text: 'Sale',
			options: { retryFor: 0 },
		},
	});
}

describe.each([
	['continueErrorOutput', 1],
	['continueRegularOutput', 0],
] as const)('with On Error: %s', (onError, output) => {
	it('the text of each item ends with its reference, and its error carries it for expressions', async () => {
		const run = await send(onError);
		const [{ references } = { references: [] as string[] }] = service.campaigns;
		const items = run.outputs[output] ?? [];
		expect(run.error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item }) as unknown),
		);
		// All that n8n keeps of the json of an item with an error.
		expect(items.map(({ json }) => Object.keys(json))).toEqual(Array(3).fill(['error']));
		expect(items.map(({ json }) => /\(reference (\w+)\)$/.exec(String(json.error))?.[1])).toEqual(
			references,
		);
		// What is written into the database, and what a queue hands on, has it, too.
		const written = JSON.parse(JSON.stringify(items)) as Array<{ error: { context: IDataObject } }>;
		expect(written.map(({ error }) => error.context.reference)).toEqual(references);
		expect(written[0]?.error.context).toMatchObject({
			references: references.slice(0, 1),
			references_count: 1,
		});
	});
});

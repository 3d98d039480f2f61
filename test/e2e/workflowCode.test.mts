import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import { exampleFiles } from '../support/exampleFiles.mts';
import { Fixtures } from '../support/fixtures.mts';
import { OF_OTHERS, PHRASES, PLACES } from './phrases.mts';
import { ByCode } from './byCode.mts';
import { ACTIVE, beginChecks, CHECKED } from './examplesCases.mts';
import { ExamplesHarness } from './examplesHarness.mts';
import { PACKAGE } from './operations.mts';
import type { BuilderTools } from './builderTools.mts';

// n8n's own MCP server, by which a model finds nodes and builds workflows, called as the model's client calls it, without a model:
// the node is found and explained, and every example is written as code, validated, created, published and run.

const NODE = `${PACKAGE}.messagingService`;
const TRIGGER = `${NODE}Trigger`;
const LIMIT_MS = 300_000;
/** What n8n says of the look of a canvas, which concerns no run. */
const OF_LOOKS = new Set(['TOP_LEVEL_ITEMS_OVER_CEILING']);

describe('n8n’s MCP server', () => {
	const fixtures = new Fixtures();
	let harness: ExamplesHarness;
	let way: ByCode;
	let tools: BuilderTools;

	beforeAll(async () => {
		harness = await ExamplesHarness.create(fixtures, async (n8n, workflows) => {
			way = await ByCode.bring(n8n, workflows);
			return way;
		});
		({ tools } = fixtures.add(way, async () => await tools.end()));
	}, LIMIT_MS);
	afterAll(async () => await fixtures.end(), LIMIT_MS);

	describe('the search for nodes', () => {
		let found: Map<string, string[]>;
		beforeAll(async () => {
			found = await tools.search(PHRASES);
		});

		test('there are 20 phrases', () => {
			expect(found.size).toBe(20);
		});
		test.each(PHRASES)('“%s” finds the node among the first three', (phrase) => {
			expect(found.get(phrase)?.slice(0, PLACES)).toContain(NODE);
		});
		test.each(OF_OTHERS)(
			'“$phrase” belongs to other nodes first, as the page says',
			async (one) => {
				const types = (await tools.search([one.phrase])).get(one.phrase) ?? [];
				expect(types.length).toBeGreaterThan(3);
				expect(types.indexOf(NODE) + 1).toBe(one.place ?? 0);
			},
		);
	});

	describe('what a model reads of the node', () => {
		test('the search shows how to use each node, what goes with it, and its operations', async () => {
			const { results } = await tools.call<{ results: string }>('search_nodes', {
				queries: ['bulk sms'],
			});
			const [, ours = ''] = results.split(`- ${NODE}\n`);
			const [, trigger = ''] = results.split(`- ${TRIGGER} [TRIGGER]\n`);
			expect(trigger).toMatch(/@builderHint .*It polls, so it needs no public address/);
			expect(ours).toMatch(/@builderHint Sends SMS and follows them.*"sendPersonalizedSms"/);
			expect(ours).toMatch(/@relatedNodes\n {4}- \S+\.messagingServiceTrigger: "/);
			expect(ours).toMatch(/- sendPersonalizedSms\n.*\n +@builderHint The choice for a list/);
		});

		test('the definition shows the hints of its parameters and the names of its lists', async () => {
			const { definitions } = await tools.call<{ definitions: string }>('get_node_types', {
				nodeIds: [{ nodeId: NODE, resource: 'sms', operation: 'send' }],
			});
			expect(definitions).toMatch(/operation: 'send';/);
			expect(definitions).toMatch(/@builderHint Map it from the input/);
			expect(definitions).toMatch(/@searchListMethod searchSenders/);
			// n8n cuts only its own nodes down to what was asked for.
			expect(definitions).toMatch(/operation: 'sendBulk';/);
			expect(definitions.length).toBeGreaterThan(100_000);
		});

		test('the senders of the account can be looked up', async () => {
			const { results } = await tools.call<{ results: Array<{ value: string }> }>(
				'explore_node_resources',
				{
					nodeType: NODE,
					version: 1,
					methodName: 'searchSenders',
					methodType: 'listSearch',
					credentialType: EXAMPLE_CREDENTIAL.type,
					credentialId: EXAMPLE_CREDENTIAL.id,
				},
			);
			expect(results.map(({ value }) => value)).toContain('Shop');
		});
	});

	describe('the examples, written as code', () => {
		const names = new Map(exampleFiles().map(({ id, name }) => [id, name]));
		const cases = CHECKED.map((id) => ({ id, name: names.get(id) ?? id }));
		let checked: (id: string) => Promise<void>;

		test('each of them was created', () => {
			expect([...way.made.keys()].sort()).toEqual([...names.keys()].sort());
		});
		test.each(cases)('$name: valid, with all its nodes and without a warning', ({ id }) => {
			const { nodes, counted, warnings } = way.made.get(id) ?? {};
			expect(counted).toBe(nodes);
			expect(warnings?.filter(({ code }) => !OF_LOOKS.has(code))).toEqual([]);
		});
		test.each(ACTIVE)('%s is published', async (id) => {
			await harness.activate(id);
		});
		test('the checks of all examples begin', () => {
			checked = beginChecks(harness, CHECKED);
		});
		test.each(cases)('$name: runs as its file does', async ({ id }) => await checked(id));
		test('n8n’s tool tells how each of the runs ended', async () => {
			expect(way.begun.length).toBeGreaterThan(5);
			for (const run of way.begun) {
				const { execution } = await tools.call<{ execution: { status: string } }>(
					'get_workflow_execution',
					run,
				);
				expect(execution.status).toBe((await harness.n8n.execution(run.executionId)).status);
			}
		});
	});
});

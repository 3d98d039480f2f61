import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import { exampleFiles } from '../support/exampleFiles.mts';
import { Fixtures } from '../support/fixtures.mts';
import { isSet } from '../support/options.mts';
import { asCode, Builder, PHRASES, PLACES } from './builder.mts';
import { faultsOfFiles } from './examples.mts';
import { ACTIVE, beginChecks, CHECKED } from './examplesCases.mts';
import { ExamplesHarness } from './examplesHarness.mts';
import { takePictures } from './examplesPictures.mts';
import { PACKAGE } from '../support/workflows.mts';

// Every example workflow, run in the real n8n against the sandbox as its user runs it, with its output checked; and n8n's own MCP server,
// by which a model finds nodes and builds workflows, called without a model.
// With `-- examples --pictures` the pictures of the examples are taken instead.

const NODE = `${PACKAGE}.messagingService`;
/** An example that is run by hand and needs no Data Table. */
const BY_HAND = 'contactLists0001';
/** What n8n says of the look of a canvas, which concerns no run. */
const OF_LOOKS = 'TOP_LEVEL_ITEMS_OVER_CEILING';

const fixtures = new Fixtures();
const names = new Map(exampleFiles().map(({ id, name }) => [id, name]));
const cases = CHECKED.map((id) => ({ id, name: names.get(id) ?? id }));
let harness: ExamplesHarness;

beforeAll(async () => {
	harness = await ExamplesHarness.create(fixtures);
}, 300_000);
afterAll(async () => await fixtures.end(), 60_000);

function testExamples(): void {
	let checked: (id: string) => Promise<void>;

	test('each file has notes, placeholder credentials, a test and a row in the README', async () => {
		expect(await faultsOfFiles()).toEqual([]);
	});
	test.each(ACTIVE)('%s is published', async (id) => {
		await harness.activate(id);
	});
	test('the checks begin', () => {
		checked = beginChecks(harness, CHECKED);
	});
	test.each(cases)('$name does what its notes say', async ({ id }) => await checked(id));
}

function testBuilder(): void {
	let builder: Builder;
	beforeAll(async () => {
		builder = fixtures.add(await Builder.connect(harness.n8n), async (one) => await one.end());
	});

	test(`finds the node among the first ${PLACES} by what people and models ask for`, async () => {
		const found = await builder.search(PHRASES);
		expect(PHRASES.filter((one) => !found.get(one)?.slice(0, PLACES).includes(NODE))).toEqual([]);
	});

	test('shows how to use each node, what goes with it, and its operations', async () => {
		const { results } = await builder.call<{ results: string }>('search_nodes', {
			queries: ['bulk sms'],
		});
		const [, ours = ''] = results.split(`- ${NODE}\n`);
		const [, trigger = ''] = results.split(`- ${NODE}Trigger [TRIGGER]\n`);
		expect(trigger).toMatch(/@builderHint .*It polls, so it needs no public address/);
		expect(ours).toMatch(/@builderHint Sends SMS and follows them.*"sendPersonalizedSms"/);
		expect(ours).toMatch(/@relatedNodes\n {4}- \S+\.messagingServiceTrigger: "/);
		expect(ours).toMatch(/- sendPersonalizedSms\n.*\n +@builderHint The choice for a list/);
	});

	test('shows the hints of the parameters and the names of their lists', async () => {
		const { definitions } = await builder.call<{ definitions: string }>('get_node_types', {
			nodeIds: [{ nodeId: NODE, resource: 'sms', operation: 'send' }],
		});
		expect(definitions).toMatch(/operation: 'send';/);
		expect(definitions).toMatch(/@builderHint Map it from the input/);
		expect(definitions).toMatch(/@searchListMethod searchSenders/);
	});

	test('looks up the senders of the account', async () => {
		const { results } = await builder.call<{ results: Array<{ value: string }> }>(
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

	test.each(cases)('takes "$name" as code, with all its nodes and no warning', async ({ id }) => {
		const workflow = harness.workflows.find((one) => one.id === id);
		expect(workflow).toBeDefined();
		if (workflow === undefined) return;
		const { nodeCount, warnings = [] } = await builder.call<{
			nodeCount: number;
			warnings?: Array<{ code: string }>;
		}>('validate_workflow', { code: asCode(harness.n8n, workflow) });
		expect({ nodeCount, warnings: warnings.filter(({ code }) => code !== OF_LOOKS) }).toEqual({
			nodeCount: workflow.nodes.length,
			warnings: [],
		});
	});

	test('makes a workflow of such code, runs it, and tells how it ended', async () => {
		const workflow = harness.workflows.find(({ id }) => id === BY_HAND) ?? {};
		const { workflowId } = await builder.call<{ workflowId: string }>('create_workflow_from_code', {
			code: asCode(harness.n8n, workflow),
			name: 'Written as code',
			description: 'Written as code',
		});
		const { executionId } = await builder.call<{ executionId: string }>('execute_workflow', {
			workflowId,
			executionMode: 'manual',
			triggerNodeName: 'Start',
		});
		expect((await harness.n8n.execution(executionId)).status).toBe('success');
		const { execution } = await builder.call<{ execution: { status: string } }>(
			'get_workflow_execution',
			{ workflowId, executionId },
		);
		expect(execution.status).toBe('success');
	});
}

if (isSet('pictures')) test('pictures', async () => await takePictures(harness));
else {
	describe('Examples', testExamples);
	describe('n8n’s MCP server', testBuilder);
}

import { readFileSync } from 'node:fs';
import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import { itemsOf } from '../../tools/lib/n8n.mts';
import type { Execution, N8n } from '../../tools/lib/n8n.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { until } from '../../tools/lib/shell.mts';
import { Fixtures } from '../support/fixtures.mts';
import { createN8n, prepared, publish, WITH_EDITOR } from '../support/prepared.mts';
import { messagingNode, PACKAGE, rowOfNodes, START, startNode } from '../support/workflows.mts';
import { DEBUG_LOG, Evidence } from './evidence.mts';
import { nameOf, operationsWorkflow, operationSteps } from './operations.mts';
import { BREAKS, FAILURES, FUNDS, searchSecrets, withoutFailure, WRONG_KEY } from './secrets.mts';
import type { Search } from './secrets.mts';
import { SECRET_KEY, startSecretSandbox, useSecretKey } from './secretSandbox.mts';
import { HTTP, TRIGGER } from './workflows.mts';

// The packed tarball in the real n8n, by its REST API and by its command line, against the sandbox; then all that this left behind is
// searched for secrets.

const OPERATIONS = 'e2eOperations001';
const COMMAND_LINE = 'e2eCommandLine01';

const fixtures = new Fixtures();
const evidence = new Evidence();
let n8n: N8n;
let sandbox: SandboxProcess;

afterAll(async () => await fixtures.end());

/** The steps are known by name before there is a report to read: its key is filled in when they run. */
const STEPS = operationSteps('').map((step) => ({ ...step, name: nameOf(step) }));

/** Lets the sandbox hold a reply and a report, which no step makes. @returns the key of the report */
async function prepare(): Promise<string> {
	await sandbox.control('POST', 'replies', { phone: '380997001006', sender: 'Shop', text: 'YES' });
	return (
		await sandbox.control<{ key: string }>('POST', 'reports', { records: 5, messageType: 'sms' })
	).key;
}

/** The nodes as n8n's editor shows them. */
async function nodeTypes(): Promise<
	Array<{ name: string; properties: Array<{ name: string; default: unknown }> }>
> {
	const response = await fetch(`${n8n.url}/types/nodes.json`, { headers: n8n.session() });
	return (await response.json()) as Awaited<ReturnType<typeof nodeTypes>>;
}

/** A message that goes out, and one that the node refuses before anything is sent: the number has three digits. */
const SENT_AND_REFUSED = rowOfNodes(
	COMMAND_LINE,
	'A message that is sent and one that is refused',
	[
		startNode(),
		...['+380 99 700 10 11', '123'].map((phone, index) =>
			messagingNode(
				index + 1,
				{
					resource: 'sms',
					operation: 'send',
					sender: { __rl: true, mode: 'name', value: 'Shop' },
					phone,
					text: 'One SMS from n8n',
				},
				phone,
			),
		),
	],
);

describe('The packed package by the REST API', () => {
	let execution: Execution;

	beforeAll(async () => {
		sandbox = fixtures.add(await startSecretSandbox(), (one) => one.stop());
		n8n = await createN8n(fixtures, await prepared(fixtures), {
			...DEBUG_LOG,
			...WITH_EDITOR,
		});
		await n8n.start();
		await n8n.login();
		await useSecretKey(n8n, sandbox.url);
		const http = structuredClone(HTTP);
		Object.assign(http.nodes[1]?.parameters as object, {
			url: `${sandbox.url}/api/campaigns?type=sms`,
		});
		await n8n.addWorkflows([
			operationsWorkflow(OPERATIONS, operationSteps(await prepare())),
			TRIGGER,
			http,
			FAILURES,
			FUNDS,
			BREAKS,
			SENT_AND_REFUSED,
		]);
		await publish(n8n, TRIGGER.id);
	});

	test('n8n offers both nodes and the credential', async () => {
		expect((await nodeTypes()).map(({ name }) => name)).toEqual(
			expect.arrayContaining([
				`${PACKAGE}.messagingService`,
				`${PACKAGE}.messagingServiceTrigger`,
				`${PACKAGE}.messagingServiceTool`,
			]),
		);
	});

	test('n8n offers the node as a human review of agents', async () => {
		const review = (await nodeTypes()).find(
			({ name }) => name === `${PACKAGE}.messagingServiceHitlTool`,
		);
		const defaults = (wanted: string) =>
			review?.properties.find(({ name }) => name === wanted)?.default;
		expect([defaults('resource'), defaults('operation'), defaults('responseType')]).toEqual([
			'sms',
			'sendAndWait',
			'approval',
		]);
	});

	test.each([
		['takes a right key', SECRET_KEY, 'OK', /./],
		[
			'tells a wrong key',
			WRONG_KEY,
			'Error',
			/^The service refused the API key.*Copy the API key again/,
		],
	])('the credential test %s', async (_what, apiKey, status, message) => {
		const answer = await n8n.rest('POST', 'credentials/test', {
			credentials: {
				...EXAMPLE_CREDENTIAL,
				data: { baseUrl: sandbox.url, restBaseUrl: '', apiKey, authentication: 'automatic' },
			},
		});
		expect(answer).toEqual({ status, message: expect.stringMatching(message) as string });
	});

	test('the workflow with every operation runs to its end', async () => {
		execution = await n8n.runWorkflow(OPERATIONS, START);
		const { status, error, raw } = execution;
		expect({
			status,
			error: error?.message ?? (status === 'success' ? '' : raw.slice(-1500)),
		}).toEqual({ status: 'success', error: '' });
	});
	test.each(STEPS)('$name', ({ name, check }) => {
		const [first] = execution.nodes[name] ?? [];
		expect(first).toBeDefined();
		const items = itemsOf(execution, name);
		const failure =
			first?.error?.message ??
			items.map(({ error }) => error).find((error) => typeof error === 'string' && error !== '');
		expect(failure).toBeUndefined();
		expect(check(items)).toBeUndefined();
	});

	test('sends that fail say why, and the workflow goes on', async () => {
		const run = await n8n.runWorkflow(FAILURES.id, START);
		expect(withoutFailure(run, 'success')).toBeUndefined();
		expect(itemsOf(run, 'The sender is not registered')).toEqual([
			expect.objectContaining({
				status: 'refused',
				reason: expect.stringMatching(/The sender Nobody is not allowed/) as string,
				phone: '380997000015',
			}),
		]);
	});
	test('a lack of funds is told as such, by the error output', async () => {
		await sandbox.control('POST', 'config', { balance: 0 });
		const run = await n8n.runWorkflow(FUNDS.id, START);
		await sandbox.control('POST', 'config', { balance: 1000 });
		const [{ error } = { error: '' }] = itemsOf(run, 'No funds', 1);
		expect(error).toMatch(/funds.*\[item 1\]/);
		expect(error).not.toContain('did not accept a field');
	});
	test('a send whose connection breaks ends its workflow', async () => {
		await sandbox.control('POST', 'faults', {
			kind: 'dropBefore',
			method: 'POST',
			path: '/rest/sms/create',
		});
		const run = await n8n.runWorkflow(BREAKS.id, START);
		expect(withoutFailure(run, 'error')).toBeUndefined();
		await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
	});
	test('n8n’s HTTP Request node uses the credential', async () => {
		const run = await n8n.runWorkflow(HTTP.id, START);
		expect(run.error?.message).toBeUndefined();
		expect(run.status).toBe('success');
		expect(itemsOf(run, 'Request')).not.toEqual([]);
	});
	test('the trigger starts a workflow when a campaign is finished', async () => {
		const { id } = await until(
			'An execution of the trigger’s workflow',
			async () => {
				const filter = encodeURIComponent(JSON.stringify({ workflowId: TRIGGER.id }));
				const { results } = await n8n.rest<{ results: Array<{ id: string }> }>(
					'GET',
					`executions?filter=${filter}`,
				);
				return results[0];
			},
			200_000,
		);
		expect(itemsOf(await n8n.execution(id), 'Campaign Finished')).not.toEqual([]);
	});
});

describe('The packed package by the command line', () => {
	let execution: Execution;

	test('n8n runs a workflow', async () => {
		await n8n.stop();
		execution = await n8n.execute(COMMAND_LINE);
		expect(itemsOf(execution, '+380 99 700 10 11')).toEqual([
			expect.objectContaining({ status: 'accepted', phone: '380997001011' }),
		]);
		expect([execution.status, execution.error?.message]).toEqual([
			'error',
			'Phone Number …123 has 3 digits instead of 9 to 15 [item 1]',
		]);
	});

	test('the stack of an error names our files and lines', () => {
		const { stack = '' } = execution.error as { stack?: string };
		const own = new RegExp(`at (\\S+) \\(.+/${PACKAGE}/(.+):(\\d+):\\d+\\)`, 'g');
		const frames = [...stack.matchAll(own)].map(([, name = '', file = '', line = '']) => ({
			name,
			file,
			line: Number(line),
		}));
		expect([stack, frames.length > 1]).toEqual([stack, true]);
		for (const { name, file, line } of frames) {
			expect(file).toMatch(/^nodes\/.+\.ts$/);
			const source = readFileSync(file, 'utf8');
			expect(source.split('\n').length).toBeGreaterThan(line);
			// A method is called by its object, e.g. ExecuteContext.execute.
			expect(source).toContain(name.split('.').at(-1));
		}
	});
});

describe('Secrets', () => {
	let search: Search;

	beforeAll(async () => {
		await evidence.ofSandbox(sandbox);
		await evidence.ofN8n(n8n);
		search = searchSecrets(evidence);
	});

	test('the search finds what was written: a message’s text, n8n’s log of a step, the sandbox’s log of a request', () => {
		expect(search.tokens).toBeGreaterThan(0);
		expect(search.blind).toEqual([]);
	});
	test('the sandbox shows and logs all of its requests', () => {
		const { shown, forgotten } = evidence.requests;
		expect(forgotten).toBe(0);
		expect(shown).toBeGreaterThan(0);
		expect(search.logged).toBeGreaterThanOrEqual(shown);
	});
	test('no API key and no token is in n8n’s database, execution data, logs, files or exports, nor in what the sandbox writes', () => {
		console.log(`${search.tokens} tokens, ${evidence.pieces} files, rows, outputs and logs`);
		expect(search.hits).toEqual([]);
	});
	test('errors and logs show the last digits of phone numbers, never a whole number', () => {
		expect(search.shown).toEqual([]);
		expect(search.masked).toBeGreaterThan(0);
	});
});

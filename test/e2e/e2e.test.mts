import {
	EXAMPLE_CREDENTIAL,
	exampleWorkflows,
	sandboxCredential,
} from '../../tools/lib/examples.mts';
import { itemsOf } from '../../tools/lib/n8n.mts';
import type { Execution, N8n } from '../../tools/lib/n8n.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { until } from '../../tools/lib/shell.mts';
import { exampleFiles } from '../support/exampleFiles.mts';
import { Fixtures } from '../support/fixtures.mts';
import { isSet, words } from '../support/options.mts';
import { addWorkflows, createN8n, prepared, publish } from '../support/prepared.mts';
import { DEBUG_LOG, Evidence } from './evidence.mts';
import { faultsOfFiles } from './examples.mts';
import { ACTIVE, beginChecks, CHECKED } from './examplesCases.mts';
import { ExamplesHarness } from './examplesHarness.mts';
import { takePictures } from './examplesPictures.mts';
import { nameOf, operationsWorkflow, operationSteps, PACKAGE, START } from './operations.mts';
import { BREAKS, FAILURES, searchSecrets, withoutFailure, WRONG_KEY } from './secrets.mts';
import type { Search } from './secrets.mts';
import { SECRET_KEY, startSecretSandbox } from './secretSandbox.mts';
import { HTTP, TRIGGER } from './workflows.mts';

// The packed tarball in the real n8n, by its command line and by its REST API, against the sandbox.
// With `-- examples`, and a word of an example's name, only the example workflows; `-- examples --pictures` takes their pictures.

const [part, only = ''] = words;
const isAll = part !== 'examples';
const takesPictures = isSet('pictures');

const fixtures = new Fixtures();
const evidence = new Evidence();

afterAll(async () => await fixtures.end());

/** The steps are known by name before there is a report to read: its key is filled in when they run. */
const STEPS = operationSteps('').map((step) => ({ ...step, name: nameOf(step) }));

/** Tests each step of an execution of the workflow with every operation. */
function testOperations(run: () => Execution): void {
	test('the workflow runs to its end', () => {
		const { status, error, raw } = run();
		expect({
			status,
			error: error?.message ?? (status === 'success' ? '' : raw.slice(-1500)),
		}).toEqual({
			status: 'success',
			error: '',
		});
	});
	test.each(STEPS)('$name', ({ name, check }) => {
		const execution = run();
		const [first] = execution.nodes[name] ?? [];
		expect(first).toBeDefined();
		const failure =
			first?.error?.message ??
			itemsOf(execution, name)
				.map(({ error }) => error)
				.find((error) => typeof error === 'string' && error !== '');
		expect(failure).toBeUndefined();
		expect(check(itemsOf(execution, name))).toBeUndefined();
	});
}

/** Lets the sandbox hold a reply and a report, which no step makes. @returns the key of the report */
async function prepare(sandbox: SandboxProcess): Promise<string> {
	await sandbox.control('POST', 'replies', { phone: '380997001006', sender: 'Shop', text: 'YES' });
	return (
		await sandbox.control<{ key: string }>('POST', 'reports', { records: 5, messageType: 'sms' })
	).key;
}

if (isAll)
	describe('The packed package', () => {
		let n8n: N8n;
		let sandbox: SandboxProcess;

		beforeAll(async () => {
			sandbox = fixtures.add(await startSecretSandbox(), (one) => one.stop());
			n8n = await createN8n(fixtures, await prepared(fixtures), DEBUG_LOG);
		});
		afterAll(async () => {
			await evidence.ofSandbox(sandbox);
			await evidence.ofN8n(n8n);
		});

		describe('by the command line', () => {
			let execution: Execution;

			test('n8n imports the credential and the workflows', async () => {
				const http = structuredClone(HTTP);
				Object.assign(http.nodes[1]?.parameters as object, {
					url: `${sandbox.url}/api/campaigns?type=sms`,
				});
				const steps = operationSteps(await prepare(sandbox));
				await n8n.importCredentials([sandboxCredential(sandbox.url, { apiKey: SECRET_KEY })]);
				await n8n.importWorkflows([
					...(await exampleWorkflows(sandbox.url)),
					operationsWorkflow('e2eCommandLine01', steps),
					TRIGGER,
					http,
					FAILURES,
					BREAKS,
				]);
				execution = await n8n.execute('e2eCommandLine01');
			});
			testOperations(() => execution);
		});

		describe('by the REST API', () => {
			let execution: Execution;

			test('n8n starts with the package', async () => {
				await evidence.ofSandbox(sandbox);
				await sandbox.control('POST', 'reset');
				const steps = operationSteps(await prepare(sandbox));
				await n8n.start();
				await n8n.login();
				await addWorkflows(n8n, [operationsWorkflow('e2eRestInterface', steps)]);
				await publish(n8n, TRIGGER.id);
			});
			test('n8n offers both nodes and the credential', async () => {
				const response = await fetch(`${n8n.url}/types/nodes.json`, { headers: n8n.session() });
				const names = ((await response.json()) as Array<{ name: string }>).map(({ name }) => name);
				expect(names).toEqual(
					expect.arrayContaining([
						`${PACKAGE}.messagingService`,
						`${PACKAGE}.messagingServiceTrigger`,
						`${PACKAGE}.messagingServiceTool`,
					]),
				);
			});

			const tryCredential = async (data: object): Promise<{ status: string; message: string }> =>
				await n8n.rest('POST', 'credentials/test', {
					credentials: {
						id: EXAMPLE_CREDENTIAL.id,
						name: EXAMPLE_CREDENTIAL.name,
						type: EXAMPLE_CREDENTIAL.type,
						data: { baseUrl: sandbox.url, restBaseUrl: '', apiKey: SECRET_KEY, ...data },
					},
				});
			test.each(['automatic', 'apiKey', 'bearer'])(
				'the credential test accepts a right key (%s)',
				async (authentication) => {
					expect(await tryCredential({ authentication })).toMatchObject({ status: 'OK' });
				},
			);
			test.each([
				[
					'a wrong key',
					() => ({ apiKey: WRONG_KEY }),
					/^The service refused the API key.*Copy the API key again/,
				],
				[
					'a service that is down',
					() => ({ baseUrl: 'http://127.0.0.1:9' }),
					/^The service refused the connection \(http:\/\/127\.0\.0\.1:9\)\. It may be down, or the port is wrong/,
				],
				[
					'an address without TLS',
					() => ({ baseUrl: 'http://service.example' }),
					/^API Base URL uses http.*Use https/,
				],
				[
					'https at a port without TLS',
					() => ({ baseUrl: sandbox.url.replace('http:', 'https:') }),
					/^The port of this address does not speak https/,
				],
				[
					'an address that is not that of the service',
					() => ({ baseUrl: n8n.url }),
					/answers, but not as the messaging service/,
				],
			])('the credential test tells %s', async (_what, data, message) => {
				expect(await tryCredential(data())).toMatchObject({
					status: 'Error',
					message: expect.stringMatching(message) as string,
				});
			});

			test('every operation runs', async () => {
				execution = await n8n.runWorkflow('e2eRestInterface', START);
			});
			testOperations(() => execution);

			test('sends that fail say why, and the workflow goes on', async () => {
				const run = await n8n.runWorkflow(FAILURES.id, START);
				expect(withoutFailure(run, 'success')).toBeUndefined();
			});
			test('a send whose connection breaks ends its workflow', async () => {
				// Nothing that comes later creates messages.
				await sandbox.control('POST', 'faults', {
					kind: 'dropBefore',
					method: 'POST',
					path: '/rest/sms/create',
				});
				const run = await n8n.runWorkflow(BREAKS.id, START);
				expect(withoutFailure(run, 'error')).toBeUndefined();
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
			test('n8n stops', async () => {
				await n8n.stop();
			});
		});
	});

// Every example workflow, run in the real n8n against the sandbox as its user runs it, with its output checked.
describe('Examples', () => {
	let harness: ExamplesHarness;

	beforeAll(async () => {
		harness = await ExamplesHarness.create(fixtures);
	});
	afterAll(async () => {
		await harness.n8n.stop();
		await evidence.ofSandbox(harness.sandbox);
		await evidence.ofN8n(harness.n8n);
	});

	test('each file has notes, placeholder credentials, a test and a row in the README', async () => {
		expect(await faultsOfFiles()).toEqual([]);
	});
	if (takesPictures) {
		test('pictures', async () => {
			await takePictures(harness);
		});
	} else {
		test.each(ACTIVE)('%s is published', async (id) => {
			await harness.activate(id);
		});
		const names = new Map(exampleFiles().map(({ id, name }) => [id, name]));
		const chosen = CHECKED.map((id) => ({ id, name: names.get(id) ?? id })).filter(({ id, name }) =>
			`${id} ${name}`.includes(only),
		);
		describe('do what their notes say', () => {
			let checked: (id: string) => Promise<void>;
			beforeAll(() => {
				checked = beginChecks(
					harness,
					chosen.map(({ id }) => id),
				);
			});
			test.each(chosen)('$name', async ({ id }) => await checked(id));
		});
	}
});

if (isAll)
	describe('Secrets', () => {
		let search: Search;

		beforeAll(() => {
			search = searchSecrets(evidence);
		});

		test('the search finds what was written: a message’s text, n8n’s log of a step, the sandbox’s log of a request', () => {
			expect(search.tokens).toBeGreaterThan(0);
			expect(search.blind).toEqual([]);
		});
		test('the sandboxes show and log all of their requests', () => {
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

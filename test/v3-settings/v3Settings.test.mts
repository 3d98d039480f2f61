import { EXAMPLE_CREDENTIAL, importExamples } from '../../tools/lib/examples.mts';
import { itemsOf, N8n } from '../../tools/lib/n8n.mts';
import type { InstalledN8n } from '../../tools/lib/install.mts';
import type { StoredWorkflow } from '../../tools/lib/n8n.mts';
import { SANDBOX_KEY, startSandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { nameOf, operationSteps, operationsWorkflow, PACKAGE, START } from '../e2e/operations.mts';
import { Cluster } from '../queue/cluster.mts';
import { startPostgres, startRedis } from '../queue/servers.mts';
import { Fixtures, packedFor } from '../support/fixtures.mts';
import { v3Settings } from './settings.mts';

// What of n8n 3 can be had from n8n 2.41, beside the end-to-end tests with its defaults (`npm run test:e2e -- --v3-settings filesystem`).

const LIMIT_MS = 300_000;
const fixtures = new Fixtures();
let installed: InstalledN8n;
let tarball: string;
let sandbox: SandboxProcess;

beforeAll(async () => {
	({ installed, tarball } = await packedFor(fixtures));
	sandbox = fixtures.add(await startSandboxProcess({ args: ['--quiet'] }), (one) => one.stop());
}, LIMIT_MS);
afterAll(async () => await fixtures.end(), LIMIT_MS);

const credential = {
	[EXAMPLE_CREDENTIAL.type]: { id: EXAMPLE_CREDENTIAL.id, name: EXAMPLE_CREDENTIAL.name },
};

/** A workflow that sends to the number, and waits for the delivery with Always Output Data. */
function sendAndWait(id: string, phone: string): StoredWorkflow {
	const node = (name: string, more: object): StoredWorkflow['nodes'][number] => ({
		id: name,
		name,
		type: `${PACKAGE}.messagingService`,
		typeVersion: 1,
		position: [0, 0],
		credentials: credential,
		...more,
	});
	const to = (name: string): object => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	return {
		id,
		name: id,
		nodes: [
			node(START, { type: 'n8n-nodes-base.manualTrigger', parameters: {}, credentials: undefined }),
			node('Send', {
				parameters: {
					resource: 'sms',
					operation: 'send',
					sender: { __rl: true, mode: 'name', value: 'Shop' },
					phone,
					text: 'Hello',
				},
			}),
			node('Wait', {
				alwaysOutputData: true,
				parameters: {
					resource: 'sms',
					operation: 'waitForDelivery',
					reference: '={{ $json.reference }}',
					waitMinutes: 1,
				},
			}),
		],
		connections: { [START]: to('Send'), Send: to('Wait') },
		settings: { executionOrder: 'v1' },
	};
}

const DELIVERED = sendAndWait('v3Delivered00001', '+380 99 700 90 10');

describe('the protection against requests to the own network, with the service not allowed', () => {
	let n8n: N8n;
	beforeAll(async () => {
		const env = v3Settings('filesystem', '10.99.0.1/32');
		n8n = fixtures.add(await N8n.create({ installed, tarball, env }), (one) => one.remove());
		await importExamples(n8n, sandbox.url);
		await n8n.importWorkflows([DELIVERED]);
		await n8n.start();
		await n8n.login();
	}, LIMIT_MS);

	const said = /^This n8n does not allow requests to the address of the service/;
	const cure = /N8N_SSRF_ALLOWED_HOSTNAMES.*N8N_SSRF_ALLOWED_IP_RANGES/;

	test('the test of the credential says whom to ask for what', async () => {
		const { status, message } = await n8n.rest<{ status: string; message: string }>(
			'POST',
			'credentials/test',
			{
				credentials: {
					...EXAMPLE_CREDENTIAL,
					data: { baseUrl: sandbox.url, restBaseUrl: '', apiKey: SANDBOX_KEY },
				},
			},
		);
		expect({ status, message }).toEqual({
			status: 'Error',
			message: expect.stringMatching(said) as string,
		});
		expect(message).toMatch(cure);
	});

	test('a send says so too, and nothing is sent', async () => {
		const { status, error } = await n8n.runWorkflow(DELIVERED.id, START);
		expect(status).toBe('error');
		expect(error?.message).toMatch(said);
		expect(error?.description).toMatch(cure);
		const { data } = await sandbox.control<{ data: Array<{ msisdn: string }> }>(
			'GET',
			'messages?limit=1000',
		);
		expect(data.filter(({ msisdn }) => msisdn === '380997009010')).toEqual([]);
	});

	test('n8n’s own report on what breaks in n8n 3 names none of the examples', async () => {
		const { report } = await n8n.rest<{
			report: { workflowResults: Array<{ ruleId: string; nbAffectedWorkflows?: number }> };
		}>('GET', 'breaking-changes/report?version=v3');
		// The workflow of this test waits with Always Output Data and has two outputs, which the report is about.
		const found = report.workflowResults.filter(
			({ ruleId }) => !ruleId.startsWith('always-output-data'),
		);
		expect(found).toEqual([]);
	});
});

describe('queue mode, with manual runs on workers and files in the database', () => {
	let cluster: Cluster;
	const steps = operationSteps('');
	beforeAll(async () => {
		const redis = fixtures.add(await startRedis(), (one) => one.stop());
		const postgres = fixtures.add(await startPostgres(), (one) => one.stop());
		const env = { ...v3Settings('database'), N8N_LOG_LEVEL: 'info' };
		cluster = fixtures.add(
			await Cluster.create(installed, tarball, redis, postgres, sandbox.url, env),
			(one) => one.remove(),
		);
		await sandbox.control('POST', 'replies', {
			phone: '380997001006',
			sender: 'Shop',
			text: 'YES',
		});
		const { key } = await sandbox.control<{ key: string }>('POST', 'reports', {
			records: 5,
			messageType: 'sms',
		});
		await cluster.n8n.importWorkflows([
			operationsWorkflow('v3Operations0001', operationSteps(key)),
			DELIVERED,
		]);
		await cluster.addWorker();
	}, LIMIT_MS);

	test(
		'every operation runs by hand, on the worker',
		async () => {
			const run = await cluster.n8n.runWorkflow('v3Operations0001', START, LIMIT_MS);
			expect(run.status).toBe('success');
			const wrong = steps.flatMap((step) => {
				const problem = step.check(itemsOf(run, nameOf(step)));
				return problem === undefined ? [] : [`${nameOf(step)}: ${problem}`];
			});
			expect(wrong).toEqual([]);
			const log = cluster.workers.flatMap((worker) => worker.log).join('\n');
			expect(log).toMatch(new RegExp(`Worker started execution ${run.id}\\b`));
		},
		LIMIT_MS,
	);

	test('a delivered message takes the first output alone, with Always Output Data', async () => {
		const run = await cluster.n8n.runWorkflow(DELIVERED.id, START);
		expect(itemsOf(run, 'Wait').map(({ status }) => status)).toEqual(['delivered']);
		expect(itemsOf(run, 'Wait', 1)).toEqual([]);
	});
});

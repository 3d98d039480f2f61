import type { N8n } from '../../tools/lib/n8n.mts';
import { startSandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { until } from '../../tools/lib/shell.mts';
import { Fixtures } from '../support/fixtures.mts';
import { publish, startN8n } from '../support/prepared.mts';
import { messagingNode, rowOfNodes, webhookNode } from '../support/workflows.mts';

// The real n8n is killed when a campaign was taken and before it hears so. It is started again, recovers the execution from its log,
// and the execution is retried from the list. The service refuses no reference that it knows: nothing but the node keeps the campaign
// from being created twice.

const WORKFLOW = rowOfNodes('e2eKilled0000001', 'A campaign that is cut off', [
	webhookNode('e2e-killed'),
	messagingNode(1, {
		resource: 'campaign',
		operation: 'sendSms',
		sender: { __rl: true, mode: 'name', value: 'Shop' },
		text: 'Sale',
		recipientSource: 'list',
		recipients: '={{ $json.body.list }}',
		options: { retryFor: 2 },
	}),
]);
const LIST = Array.from({ length: 5 }, (_, index) => ({ phone: `3809970050${index}1` }));

const fixtures = new Fixtures();
let n8n: N8n;
let sandbox: SandboxProcess;

beforeAll(async () => {
	sandbox = fixtures.add(await startSandboxProcess({ args: ['--quiet'] }), (one) => one.stop());
	n8n = await startN8n(fixtures, {
		url: sandbox.url,
		authentication: 'apiKey',
		workflows: [WORKFLOW],
	});
	await publish(n8n, WORKFLOW.id);
}, 600_000);
afterAll(async () => await fixtures.end(), 60_000);

const campaigns = async (): Promise<number> =>
	(await sandbox.control<{ campaigns: unknown[] }>('GET', 'ledger')).campaigns.length;

test.each([
	['is found', 'atOnce', { status: 'success', said: /^$/ }],
	[
		'that does not show stops the retry',
		'never',
		{ status: 'error', said: /^It is not known .* an earlier try may have sent it/ },
	],
])(
	'a campaign that was taken %s',
	async (_, campaignReferences, { status, said }) => {
		await sandbox.control('POST', 'reset');
		await sandbox.control('POST', 'config', {
			dialect: { apiReferences: 'accept', messageList: 'never', campaignReferences },
		});
		await sandbox.control('POST', 'faults', {
			kind: 'slow',
			method: 'POST',
			path: '/api/campaigns/sms',
			times: 1,
			delayMs: 30_000,
		});
		await until(
			'n8n to take the call',
			async () => {
				const response = await fetch(`${n8n.url}/webhook/e2e-killed`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ list: LIST }),
				});
				// n8n calls itself ready before its webhooks are.
				return response.ok ? true : undefined;
			},
			60_000,
			500,
		);
		await until(
			'The campaign to be taken',
			async () => ((await campaigns()) > 0 ? true : undefined),
			30_000,
			100,
		);
		await n8n.kill();
		await n8n.start();
		await n8n.login();

		const crashed = await until(
			'n8n to recover the execution',
			async () => {
				const { results } = await n8n.rest<{ results: Array<{ id: string; status: string }> }>(
					'GET',
					'executions?limit=1',
				);
				return results[0]?.status === 'crashed' ? results[0] : undefined;
			},
			60_000,
			500,
		);
		const { id } = await n8n.rest<{ id: string }>('POST', `executions/${crashed.id}/retry`, {
			loadWorkflow: true,
		});
		const retried = await n8n.execution(id);
		expect([retried.status, retried.error?.message ?? '']).toEqual([
			status,
			expect.stringMatching(said),
		]);
		expect(await campaigns()).toBe(1);
	},
	300_000,
);

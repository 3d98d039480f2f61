import { startSandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { freePort, until } from '../../tools/lib/shell.mts';
import { Fixtures } from '../support/fixtures.mts';
import { publish, startN8n } from '../support/prepared.mts';
import { PREVIEW_AGENTS } from '../support/previewAgents.mts';
import { messagingNode, rowOfNodes, webhookNode } from '../support/workflows.mts';
import { testRows } from './afterRows.mts';
import { testListRetry } from './listRetry.mts';
import { answer, callWebhook, open, Questions } from './questions.mts';
import type { Asked } from './questions.mts';
import type { Stage } from './stage.mts';

// What n8n's own parts do with the node: the nodes behind it, Retry in the list of executions, the pages of a question, and recovery
// after n8n was killed. All of it in one n8n, since a start of n8n takes 20 s of a processor.

/** How many executions wait while n8n is killed. */
const MANY = 20;
const AT = { respondedAt: expect.stringMatching(/^20\d\d-.*Z$/) as string };
const CUT_OFF = rowOfNodes('e2eKilled0000001', 'A campaign that is cut off', [
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

const fixtures = new Fixtures();
let stage: Stage;
/** The links of messages name it, so it stays when n8n is started anew. */
let port: number;
let questions: Questions;
const use = (): Stage => stage;

beforeAll(async () => {
	const sandbox = fixtures.add(await startSandboxProcess({ args: ['--quiet'] }), (one) =>
		one.stop(),
	);
	port = await freePort();
	const n8n = await startN8n(fixtures, {
		url: sandbox.url,
		authentication: 'apiKey',
		workflows: [CUT_OFF],
		port,
	});
	await publish(n8n, CUT_OFF.id);
	stage = { n8n, sandbox };
	questions = await Questions.bring(stage);
}, 600_000);
afterAll(async () => await fixtures.end(), 60_000);

describe('n8n’s own nodes take the rows of', () => testRows(use));
describe('Retry in the list makes everything once', () => testListRetry(use));

describe('Send and Wait for Response', () => {
	beforeAll(async () => await stage.sandbox.control('POST', 'reset'));

	test('one press of a button answers, and no other does afterwards', async () => {
		const asked = await questions.ask('approval');
		const page = await open(asked.link);
		expect(page.status).toBe(200);
		expect(page.text).toContain(`Order ${asked.order}: &lt;script&gt;alert(1)&lt;/script&gt;?`);
		expect(page.headers.get('content-security-policy')).toMatch(/^sandbox /);
		expect(await answer(asked.link, 'false')).toContain('Your answer has arrived');
		expect((await questions.outcome(asked)).data).toEqual({ approved: false, ...AT });
		expect(await answer(asked.link, 'true')).toMatch(/No action required/i);
		expect((await questions.outcome(asked)).data).toEqual({ approved: false, ...AT });
	});

	test('previews, scanners and changed links answer nothing', async () => {
		const asked = await questions.ask('approval');
		const { link, id } = asked;
		expect(PREVIEW_AGENTS.length).toBeGreaterThanOrEqual(20);
		for (const agent of PREVIEW_AGENTS) {
			for (const method of ['GET', 'HEAD']) await open(link, { 'user-agent': agent }, method);
			for (const guess of ['approved=true', 'approve=1'])
				await open(`${link}&${guess}`, { 'user-agent': agent });
		}
		const signature = new URL(link).searchParams.get('signature') ?? '';
		const changed = (change: (query: URLSearchParams) => void): string => {
			const url = new URL(link);
			change(url.searchParams);
			return String(url);
		};
		const other = signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
		for (const one of [
			changed((query) => query.set('signature', other)),
			changed((query) => query.delete('signature')),
			changed((query) => query.set('run', '1')),
		])
			for (const method of ['GET', 'POST']) expect((await open(one, {}, method)).status).toBe(401);
		expect(await questions.status(id)).toBe('waiting');
		await answer(link, 'true');
		expect((await questions.outcome(asked)).data).toEqual({ approved: true, ...AT });
	});
});

// n8n is killed when two campaigns were taken and before it hears so, while questions wait. It is started again, recovers the executions
// from its log, and those of the campaigns are retried from the list. The service refuses no reference that it knows: nothing but the
// node keeps a campaign from being created twice.
describe('n8n is killed and started again', () => {
	let waiting: Asked[];
	let limited: Asked;
	let crashed: string[];
	const campaigns = async (): Promise<number> =>
		(await stage.sandbox.control<{ campaigns: unknown[] }>('GET', 'ledger')).campaigns.length;
	const showing = async (campaignReferences: 'atOnce' | 'never'): Promise<void> => {
		await stage.sandbox.control('POST', 'config', {
			dialect: { apiReferences: 'accept', messageList: 'never', campaignReferences },
		});
	};

	beforeAll(async () => {
		const { n8n, sandbox } = stage;
		await sandbox.control('POST', 'reset');
		waiting = await Promise.all(
			Array.from({ length: MANY }, async () => await questions.ask('approval')),
		);
		limited = await questions.ask('limited');
		await showing('never');
		await sandbox.control('POST', 'faults', {
			kind: 'slow',
			method: 'POST',
			path: '/api/campaigns/sms',
			times: 2,
			delayMs: 30_000,
		});
		for (const place of [50, 51])
			await callWebhook(stage, 'e2e-killed', {
				list: Array.from({ length: 5 }, (_, index) => ({ phone: `38099700${place}${index}1` })),
			});
		await until(
			'The campaigns to be taken',
			async () => (await campaigns()) === 2 || undefined,
			30_000,
			100,
		);
		await n8n.kill();
		await n8n.start({ port });
		await n8n.login();
		crashed = await until(
			'n8n to recover the executions',
			async () => {
				const filter = encodeURIComponent(JSON.stringify({ workflowId: CUT_OFF.id }));
				const { results } = await n8n.rest<{ results: Array<{ id: string; status: string }> }>(
					'GET',
					`executions?filter=${filter}`,
				);
				const ids = results.filter(({ status }) => status === 'crashed').map(({ id }) => id);
				return ids.length === 2 ? ids : undefined;
			},
			60_000,
			500,
		);
	}, 300_000);

	test.each([
		['is found', 'atOnce', { status: 'success', said: /^$/ }],
		[
			'that does not show stops the retry',
			'never',
			{ status: 'error', said: /^It is not known .* an earlier try may have sent it/ },
		],
	] as const)('a campaign that was taken %s', async (_, campaignReferences, { status, said }) => {
		await showing(campaignReferences);
		const { id } = await stage.n8n.rest<{ id: string }>(
			'POST',
			`executions/${crashed.shift() ?? ''}/retry`,
			{ loadWorkflow: true },
		);
		const retried = await stage.n8n.execution(id);
		expect([retried.status, retried.error?.message ?? '']).toEqual([
			status,
			expect.stringMatching(said),
		]);
		expect(await campaigns()).toBe(2);
	});

	test('each question that waited goes on once', async () => {
		await Promise.all(
			waiting.map(async ({ link }, index) => {
				// Some people press a button twice.
				const presses = index % 5 === 0 ? 2 : 1;
				await Promise.all(
					Array.from({ length: presses }, async () => await answer(link, String(index % 2 === 0))),
				);
			}),
		);
		for (const [index, asked] of waiting.entries())
			expect((await questions.outcome(asked)).data).toEqual({ approved: index % 2 === 0, ...AT });
		// Nobody answered: what came in goes on, as with n8n's own nodes.
		expect(await questions.outcome(limited)).toEqual(
			expect.objectContaining({ body: expect.anything() as object }),
		);
		expect(await answer(limited.link, 'true')).toMatch(/No action required/i);
	});
});

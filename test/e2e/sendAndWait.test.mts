import { itemsOf } from '../../tools/lib/n8n.mts';
import type { Execution, N8n, StoredWorkflow } from '../../tools/lib/n8n.mts';
import { startSandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { freePort } from '../../tools/lib/shell.mts';
import { Fixtures } from '../support/fixtures.mts';
import { publish, startN8n } from '../support/prepared.mts';
import { PREVIEW_AGENTS } from '../support/previewAgents.mts';
import { messagingNode, rowOfNodes, storedNode, webhookNode } from '../support/workflows.mts';
import { PACKAGE } from './operations.mts';

// Send and Wait for Response in the real n8n: the link as it comes in the SMS, opened, answered, and answered again, with n8n
// started anew in between.

/** How many executions wait side by side. */
const MANY = 100;
const START = 'Order';
const ASK = 'Ask';
const AFTER = 'After';

const ASKED = 'Order {{ $json.body.order }}: <script>alert(1)</script>?';
const WORKFLOWS = {
	approval: {},
	freeText: { responseType: 'freeText' },
	limited: {
		options: {
			limitWaitTime: {
				values: { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' },
			},
		},
	},
};
type Kind = keyof typeof WORKFLOWS;

const idOf = (kind: Kind): string => `e2eWaits${kind}`.padEnd(20, '0');

/** A workflow that a request starts, that asks by SMS and goes on with the answer. */
const workflowOf = (kind: Kind): StoredWorkflow =>
	rowOfNodes(idOf(kind), `Waits: ${kind}`, [
		webhookNode(`ask-${kind}`, START),
		messagingNode(
			1,
			{
				resource: 'sms',
				operation: 'sendAndWait',
				sender: { __rl: true, mode: 'name', value: 'Shop' },
				phone: '={{ $json.body.phone }}',
				message: `=${ASKED}`,
				...WORKFLOWS[kind],
			},
			ASK,
		),
		storedNode(2, { name: AFTER, type: 'n8n-nodes-base.noOp', parameters: {} }),
	]);

const fixtures = new Fixtures();
let n8n: N8n;
let sandbox: SandboxProcess;
let port: number;

beforeAll(async () => {
	sandbox = fixtures.add(await startSandboxProcess({ args: ['--quiet'] }), (one) => one.stop());
	await sandbox.control('POST', 'config', { senders: 'any' });
	const kinds = Object.keys(WORKFLOWS) as Kind[];
	// The links name it, so it stays when n8n is started anew.
	port = await freePort();
	n8n = await startN8n(fixtures, {
		url: sandbox.url,
		authentication: 'apiKey',
		workflows: kinds.map(workflowOf),
		port,
	});
	for (const kind of kinds) await publish(n8n, idOf(kind));
}, 600_000);
afterAll(async () => await fixtures.end(), 60_000);

interface Ledger {
	messages: Array<{ msisdn: string; text: string }>;
}

let orders = 0;
const phoneOf = (order: number): string => `3809970${String(order).padStart(4, '0')}1`;

/** All messages that the service has to a number. */
async function messagesTo(order: number): Promise<string[]> {
	const { messages } = await sandbox.control<Ledger>('GET', 'ledger');
	return messages.filter(({ msisdn }) => msisdn === phoneOf(order)).map(({ text }) => text);
}

async function eventually<T>(what: string, read: () => Promise<T | undefined>): Promise<T> {
	const deadline = Date.now() + 60_000;
	for (;;) {
		const value = await read();
		if (value !== undefined) return value;
		if (Date.now() > deadline) throw new Error(`${what} did not come about`);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

const statusOf = async (id: string): Promise<string> =>
	(await n8n.rest<{ status: string }>('GET', `executions/${id}`)).status;

/** Starts an execution that asks; returns the link of its message and its ID once it waits. */
async function begin(kind: Kind): Promise<{ link: string; id: string; order: number }> {
	const order = (orders += 1);
	// n8n calls itself ready before it takes the requests that start workflows.
	await eventually('The start', async () => {
		const started = await fetch(`${n8n.url}/webhook/ask-${kind}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ order, phone: phoneOf(order) }),
		}).catch(() => undefined);
		return started?.ok ? true : undefined;
	});
	const [text = ''] = await eventually('The message', async () => {
		const texts = await messagesTo(order);
		return texts.length > 0 ? texts : undefined;
	});
	const link = /https?:\S+$/.exec(text)?.[0] ?? '';
	const id = /\/webhook-waiting\/(\d+)\//.exec(link)?.[1] ?? '';
	await eventually('The wait', async () => {
		const status = await statusOf(id);
		if (status === 'error' || status === 'success')
			throw new Error(
				`Execution ${id} ended: ${(await n8n.execution(id)).error?.message ?? status}`,
			);
		return status === 'waiting' ? id : undefined;
	});
	return { link, id, order };
}

const open = async (link: string, headers: Record<string, string> = {}, method = 'GET') => {
	const response = await fetch(link, { method, headers });
	return { status: response.status, headers: response.headers, text: await response.text() };
};
const answer = async (link: string, fields: Record<string, string>) => {
	const body = new URLSearchParams(fields);
	const response = await fetch(link, { method: 'POST', body });
	return { status: response.status, text: await response.text() };
};
/** What the question was answered with, once the execution has ended. */
async function outcome(id: string): Promise<{ execution: Execution; data: object }> {
	const execution = await n8n.execution(id);
	expect([execution.status, execution.error?.message]).toEqual(['success', undefined]);
	expect(execution.nodes[AFTER]).toHaveLength(1);
	const [item = {}] = itemsOf(execution, ASK);
	expect(itemsOf(execution, AFTER)).toEqual([item]);
	return { execution, data: item.data as object };
}

const AT = { respondedAt: expect.stringMatching(/^20\d\d-.*Z$/) as string };

test('n8n offers the node as a human review of agents', async () => {
	const response = await fetch(`${n8n.url}/types/nodes.json`, { headers: n8n.session() });
	const types = (await response.json()) as Array<{
		name: string;
		properties: Array<{ name: string; type: string; default: unknown }>;
	}>;
	const review = types.find(({ name }) => name === `${PACKAGE}.messagingServiceHitlTool`);
	const defaults = (wanted: string) =>
		review?.properties.find(({ name }) => name === wanted)?.default;
	expect([defaults('resource'), defaults('operation'), defaults('responseType')]).toEqual([
		'sms',
		'sendAndWait',
		'approval',
	]);
});

test.each([
	['approves', 'true'],
	['declines', 'false'],
])('one button %s', async (_, approved) => {
	const { link, id, order } = await begin('approval');
	const page = await open(link);
	expect(page.status).toBe(200);
	expect(page.text).toContain(`Order ${order}: &lt;script&gt;alert(1)&lt;/script&gt;?`);
	expect(page.headers.get('content-security-policy')).toMatch(/^sandbox /);
	const done = await answer(link, { approved });
	expect([done.status, done.text]).toEqual([
		200,
		expect.stringContaining('Your answer has arrived'),
	]);
	const { execution, data } = await outcome(id);
	expect(data).toEqual({ approved: approved === 'true', ...AT });
	expect(itemsOf(execution, ASK)).toEqual([
		expect.objectContaining({ phone: phoneOf(order), sender: 'Shop' }),
	]);

	const again = await answer(link, { approved: approved === 'true' ? 'false' : 'true' });
	expect(again.text).toMatch(/No action required/i);
	expect((await outcome(id)).data).toEqual(data);
	expect(await messagesTo(order)).toHaveLength(1);
});

test('a text comes as it was typed', async () => {
	const { link, id } = await begin('freeText');
	expect((await open(link)).text).toContain('<textarea');
	const empty = await answer(link, { text: '  ' });
	expect([empty.status, empty.text]).toEqual([422, expect.stringContaining('Please fill this in')]);
	expect(await statusOf(id)).toBe('waiting');
	await answer(link, { text: 'Так, "звичайно"\n<b>' });
	expect((await outcome(id)).data).toEqual({ text: 'Так, "звичайно"\n<b>', ...AT });
});

test('previews and scanners answer nothing', async () => {
	const { link, id } = await begin('approval');
	expect(PREVIEW_AGENTS.length).toBeGreaterThanOrEqual(20);
	for (const agent of PREVIEW_AGENTS) {
		for (const method of ['GET', 'HEAD']) await open(link, { 'user-agent': agent }, method);
		for (const guess of ['approved=true', 'approve=1'])
			await open(`${link}&${guess}`, { 'user-agent': agent });
	}
	expect(await statusOf(id)).toBe('waiting');
	await answer(link, { approved: 'false' });
	expect((await outcome(id)).data).toEqual({ approved: false, ...AT });
});

test('n8n takes no link but the one that was sent', async () => {
	const { link, id } = await begin('approval');
	const other = new URL(link);
	const signature = other.searchParams.get('signature') ?? '';
	const changed = (change: (url: URL) => void): string => {
		const url = new URL(link);
		change(url);
		return String(url);
	};
	const tampered = [
		changed((url) =>
			url.searchParams.set(
				'signature',
				signature.replace(/.$/, (c) => (c === '0' ? '1' : '0')),
			),
		),
		changed((url) => url.searchParams.delete('signature')),
		changed((url) => url.searchParams.set('run', '1')),
	];
	for (const one of tampered)
		for (const method of ['GET', 'POST']) expect((await open(one, {}, method)).status).toBe(401);
	expect(await statusOf(id)).toBe('waiting');
	await answer(link, { approved: 'true' });
	expect((await outcome(id)).data).toEqual({ approved: true, ...AT });
});

test(`${MANY} wait while n8n is started anew, and each goes on once`, async () => {
	const waiting = [];
	for (let index = 0; index < MANY; index += 10)
		waiting.push(
			...(await Promise.all(Array.from({ length: 10 }, async () => await begin('approval')))),
		);
	const limited = await begin('limited');
	await n8n.stop();
	await n8n.start({ port });
	await n8n.login();

	await Promise.all(
		waiting.map(async ({ link }, index) => {
			// Some people press a button twice.
			const presses = index % 5 === 0 ? 2 : 1;
			const approved = String(index % 2 === 0);
			await Promise.all(
				Array.from({ length: presses }, async () => await answer(link, { approved })),
			);
		}),
	);
	for (const [index, { id, order }] of waiting.entries()) {
		expect((await outcome(id)).data).toEqual({ approved: index % 2 === 0, ...AT });
		expect(await messagesTo(order)).toHaveLength(1);
	}
	// Nobody answered: what came in goes on, as with n8n's own nodes.
	const { execution } = await outcome(limited.id);
	expect(itemsOf(execution, ASK)).toEqual([expect.objectContaining({ body: expect.anything() })]);
	expect((await answer(limited.link, { approved: 'true' })).text).toMatch(/No action required/i);
}, 300_000);

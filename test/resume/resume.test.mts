import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { KEYS, startSandbox } from '../../sandbox/server.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { sandboxCredential } from '../../tools/lib/examples.mts';
import { N8n } from '../../tools/lib/n8n.mts';
import type { Execution } from '../../tools/lib/n8n.mts';
import { pause, until } from '../../tools/lib/shell.mts';
import { csvOfPeople, MOST } from '../bench/works.mts';
import { Fixtures, packedFor } from '../support/fixtures.mts';
import { isShort } from '../support/options.mts';
import { PATH, WORKFLOW } from './workflow.mts';

// A send of a long file is killed with SIGKILL, n8n is started again, and the send is made again by Retry in the list of
// executions. What the sandbox holds in the end is the judge.

const RECIPIENTS = isShort ? 50_000 : 1_000_000;
const KILLS = isShort ? 3 : 10;
/** A kill comes within this time after the service took a campaign of a run, in milliseconds. */
const KILLED_WITHIN_MS = isShort ? 600 : 2500;
/** How long the whole may take. */
const LIMIT_MS = 1_800_000;

const fixtures = new Fixtures();
let n8n: N8n;
let sandbox: Sandbox;
let listUrl: string;

beforeAll(async () => {
	const { installed, tarball } = await packedFor(fixtures);
	sandbox = fixtures.add(
		await startSandbox({
			clock: 'manual',
			empty: true,
			latencyMs: 200,
			config: {
				senders: 'any',
				duplicateSeconds: 0,
			},
		}),
		(one) => one.close(),
	);
	// The service refuses no reference that it knows: nothing but the node keeps a campaign from being created twice.
	Object.assign(sandbox.config.dialect, { apiReferences: 'accept', campaignReferences: 'atOnce' });
	const list = fixtures.add(
		createServer((_, response) => {
			response.setHeader('content-type', 'text/csv');
			Readable.from(csvOfPeople(RECIPIENTS)).pipe(response);
		}),
		async (server) => await new Promise((resolve) => server.close(resolve)),
	);
	await new Promise<void>((resolve) => list.listen(0, '127.0.0.1', resolve));
	listUrl = `http://127.0.0.1:${(list.address() as AddressInfo).port}/people.csv`;
	n8n = fixtures.add(await N8n.create({ installed, tarball }), (one) => one.remove());
	await n8n.importCredentials([
		sandboxCredential(sandbox.url, { apiKey: KEYS.live, authentication: 'apiKey' }),
	]);
	await n8n.importWorkflows([WORKFLOW]);
	await n8n.publish(WORKFLOW.id);
	await n8n.start();
	await n8n.login();
}, 600_000);
afterAll(async () => await fixtures.end(), 60_000);

const campaigns = (): number => sandbox.store.campaigns.size;

/** The execution that n8n lists first. */
async function latest(): Promise<{ id: string; status: string } | undefined> {
	const { results } = await n8n.rest<{ results: Array<{ id: string; status: string }> }>(
		'GET',
		'executions?limit=1',
	);
	return results[0];
}

/** Begins an execution as `how` says, and waits until n8n lists it. */
async function begin(how: () => Promise<void>): Promise<void> {
	const before = (await latest())?.id;
	await how();
	await until(
		'the execution to be listed',
		async () => {
			const now = await latest();
			return now && now.id !== before ? true : undefined;
		},
		60_000,
		200,
	);
}

/** A new execution. */
const anew = async (): Promise<void> => {
	await until(
		'n8n to take the call',
		async () => {
			const response = await fetch(`${n8n.url}/webhook/${PATH}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ list: listUrl }),
			});
			// n8n calls itself ready before its webhooks are.
			return response.ok ? true : undefined;
		},
		60_000,
		500,
	);
};

/** A retry from the list. n8n answers when it has ended, or never where it is killed: the answer is not waited for. */
const retryOf = (id: string) => async (): Promise<void> => {
	void n8n.rest('POST', `executions/${id}/retry`, { loadWorkflow: false }).catch(() => undefined);
	await Promise.resolve();
};

/** Waits for a new campaign, or the end of the list, and a random time more. `since`: campaigns that there were before */
async function untilSending(since: number): Promise<void> {
	await until(
		'another campaign to be taken',
		async () => {
			if (campaigns() > since || campaigns() * MOST >= RECIPIENTS) return true;
			const { id, status } = (await latest()) ?? { id: '', status: 'new' };
			if (status !== 'error') return undefined;
			throw new Error((await n8n.execution(id)).error?.message ?? 'The execution failed.');
		},
		120_000,
		50,
	);
	await pause(Math.random() * KILLED_WITHIN_MS);
}

async function restart(): Promise<string> {
	await n8n.kill();
	await n8n.start();
	await n8n.login();
	return await until(
		'n8n to recover the execution',
		async () => {
			const now = await latest();
			return now && !['new', 'running'].includes(now.status) ? now.id : undefined;
		},
		60_000,
		500,
	);
}

test(
	`a file of ${RECIPIENTS} lines, killed ${KILLS} times and sent again, goes to each number once`,
	async () => {
		const moments: number[] = [];
		await begin(anew);
		for (let kill = 0; kill < KILLS; kill++) {
			await untilSending(moments.at(-1) ?? 0);
			moments.push(campaigns());
			const cutOff = await restart();
			await begin(retryOf(cutOff));
		}
		const last = await until<Execution>(
			'the last run to end',
			async () => {
				const now = await latest();
				return now && !['new', 'running'].includes(now.status)
					? await n8n.execution(now.id)
					: undefined;
			},
			LIMIT_MS / 2,
			1000,
		);
		const numbers = new Map<string, number>();
		for (const { msisdn } of sandbox.store.messages.values())
			numbers.set(msisdn, (numbers.get(msisdn) ?? 0) + 1);
		const twice = [...numbers].filter(([, times]) => times > 1).map(([number]) => number);
		console.log(`killed when ${moments.join(', ')} campaigns had been taken`);
		expect({
			status: last.status,
			error: last.error?.message,
			twice: twice.slice(0, 3),
			messages: sandbox.store.messages.size,
			numbers: numbers.size,
		}).toEqual({
			status: 'success',
			error: undefined,
			twice: [],
			messages: RECIPIENTS,
			numbers: RECIPIENTS,
		});
	},
	LIMIT_MS,
);

test('where the service shows no reference, a retry stops before it sends anything', async () => {
	sandbox.reset();
	Object.assign(sandbox.config.dialect, { campaignReferences: 'never', messageList: 'never' });
	await begin(anew);
	await untilSending(0);
	const cutOff = await restart();
	const before = campaigns();
	await begin(retryOf(cutOff));
	const retried = await until(
		'the retry to end',
		async () => {
			const now = await latest();
			return now && now.id !== cutOff && !['new', 'running'].includes(now.status)
				? await n8n.execution(now.id)
				: undefined;
		},
		120_000,
		500,
	);
	expect([retried.status, retried.error?.message]).toEqual([
		'error',
		expect.stringMatching(/^It is not known whether/) as string,
	]);
	expect(campaigns()).toBe(before);
}, 300_000);

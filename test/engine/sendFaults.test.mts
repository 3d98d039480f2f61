import type { IDataObject } from 'n8n-workflow';
import type { FaultRule } from '../../sandbox/faults.mts';
import { ONE_AT_A_TIME } from '../support/oneAtATime.mts';
import { isLong } from '../support/options.mts';
import type { RunResult } from './harness.mts';
import {
	jsonOf,
	once,
	sendStageOfTests,
	people,
	shared,
	single,
	withOptions,
} from './sendsSupport.mts';
import type { Send } from './sendsSupport.mts';
import { pairsOf } from './stage.mts';

// Sends at a service that fails: what each item gets, and what the service holds.

const SINGLE_SENDS = isLong ? 2500 : 150;

const stage = sendStageOfTests();

/** The same with another API key, of which nothing is learned yet. */
async function sendAs(apiKey: string, send: Send): Promise<RunResult> {
	stage.sandbox.keys.set(apiKey, {});
	const { resource, operation, parameters, items = [], ...rest } = send;
	return await stage.engine.run({
		...rest,
		credential: { baseUrl: stage.sandbox.url, apiKey, authentication: 'apiKey' },
		parameters: { resource, operation, ...parameters },
		items: items.map((json) => ({ json })),
	});
}

it(`faults that one request in five meets lose none of ${SINGLE_SENDS} single sends and repeat none`, async () => {
	const kinds: FaultRule[] = [
		{ kind: 'dropBefore' },
		{ kind: 'dropAfter' },
		{ kind: 'status', status: 500 },
		{ kind: 'status', status: 500, handled: true },
		{ kind: 'status', status: 502 },
		{ kind: 'status', status: 429, retryAfter: 1 },
		// Longer than the node waits.
		{ kind: 'slow', delayMs: 1500 },
		{ kind: 'cutOff' },
	];
	for (const rule of kinds)
		stage.sandbox.faults.add({ ...rule, probability: 1 - 0.8 ** (1 / kinds.length) });
	const items = people(SINGLE_SENDS);
	const node = { retryOnFail: true, maxTries: 5, waitBetweenTries: 10 };
	const requestOptions = { timeout: 1000 };
	const run = await stage.send({ ...withOptions(single, {}, { requestOptions }), items, node });
	expect(run.error).toBeUndefined();
	expect(jsonOf(run)).toEqual(
		items.map(({ phone }) =>
			expect.objectContaining({ phone, status: 'accepted', message_id: expect.any(Number) }),
		),
	);
	expect(stage.stored()).toEqual(once(SINGLE_SENDS));
	const hits = stage.sandbox.faults.list().reduce((sum, { hits: own }) => sum + own, 0);
	expect(hits / stage.sandbox.stats.requests).toBeGreaterThan(0.12);
});

describe('a service that asks to be left alone', () => {
	const SEND: Send = {
		...withOptions(single, {}, { text: 'Hi' }),
		items: people(60),
		node: { onError: 'continueRegularOutput' },
	};
	const busy = (more: Partial<FaultRule>): void =>
		void stage.sandbox.faults.add({ kind: 'status', status: 429, method: 'POST', ...more });

	it('for a day, as one whose quota is used up, gets no more messages: they fail at once and say why', async () => {
		busy({ retryAfter: 86_400 });
		const errors = jsonOf(await sendAs('live_sandbox_3333333333333333', SEND)).map(({ reason }) =>
			String(reason),
		);
		expect(errors).toHaveLength(60);
		expect(errors.at(-1)).toMatch(
			/^The service takes no requests at the moment: the service receives too many requests/,
		);
		expect(errors.filter((error) => /not known/.test(error))).toEqual([]);
		expect(stage.stored().size).toBe(0);
	});

	it('for less is waited for, but not by an execution that is stopped', async () => {
		busy({ status: 503, retryAfter: 40 });
		const stop = new AbortController();
		setTimeout(() => stop.abort(), 1500);
		const begun = Date.now();
		const run = await sendAs('live_sandbox_1111111111111111', { ...SEND, signal: stop.signal });
		expect(run.status).toBe('canceled');
		expect(Date.now() - begun).toBeLessThan(20_000);
	});

	it('for a moment lets messages wait for their turn where nothing is to be repeated', async () => {
		busy({ times: 12 });
		const send = withOptions(SEND, { retryFor: 0 });
		const rows = jsonOf(await sendAs('live_sandbox_2222222222222222', send));
		expect(rows.filter(({ reason }) => /takes no requests/.test(String(reason)))).toEqual([]);
		expect(rows.filter(({ status }) => status === 'accepted')).toHaveLength(48);
	});
});

it('an execution that is cancelled sends no more', async () => {
	stage.sandbox.config.latencyMs = 100;
	const abort = new AbortController();
	setTimeout(() => abort.abort(), 450);
	const run = await stage.send({
		...withOptions(single, {}, ONE_AT_A_TIME),
		items: people(100),
		signal: abort.signal,
	});
	expect(run.status).toBe('canceled');
	await new Promise((resolve) => setTimeout(resolve, 500));
	stage.sandbox.config.latencyMs = 0;
	expect(stage.sandbox.store.messages.size).toBeLessThan(20);
});

describe('with an error output, an item of an unknown outcome', () => {
	it('ends with its reference, and carries it for expressions', async () => {
		stage.sandbox.faults.add({ kind: 'status', status: 504, handled: true, method: 'POST' });
		Object.assign(stage.sandbox.config.dialect, {
			messageList: 'never',
			campaignReferences: 'never',
		});
		const send = withOptions(shared, { retryFor: 0 });
		const node = { onError: 'continueErrorOutput' } as const;
		const run = await stage.send({ ...send, items: people(3), node });
		Object.assign(stage.sandbox.config.dialect, {
			messageList: 'atOnce',
			campaignReferences: 'atOnce',
		});
		expect(run.error).toBeUndefined();
		expect(pairsOf(run, 1)).toEqual([0, 1, 2]);
		const references = [...stage.sandbox.store.messages.values()].map(({ reference }) => reference);
		const items = run.outputs[1] ?? [];
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

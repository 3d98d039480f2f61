import type { IDataObject } from 'n8n-workflow';
import type { FaultRule } from '../../sandbox/faults.mts';
import { ONE_AT_A_TIME } from '../support/oneAtATime.mts';
import { isLong } from '../support/options.mts';
import type { RunResult } from './harness.mts';
import { sendFaults } from './sendFaults.mts';
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
import { pairsOf, WAYS } from './stage.mts';

// Sends at a service that fails: what each item gets, and what the service holds.

const SINGLE_SENDS = isLong ? 2500 : 150;
const CAMPAIGNS = isLong ? 100 : 12;
const RECIPIENTS = 20;
const CREATE = '/rest/sms/create';

const stage = sendStageOfTests();

const oneByOne = withOptions(single, {}, ONE_AT_A_TIME);
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

describe('five items, one failing', () => {
	const failing: FaultRule = {
		kind: 'status',
		status: 400,
		body: { error: '24', errorDescription: 'x' },
		method: 'POST',
		path: CREATE,
		skip: 2,
		times: 1,
	};

	it.each(WAYS)('are five messages with Retry On Fail (%s)', async (way) => {
		stage.sandbox.faults.add(failing);
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 };
		const run = await stage.send({ ...single, items: people(5), way, node });
		expect([run.error, run.tries]).toEqual([undefined, 2]);
		expect(jsonOf(run).map(({ status }) => status)).toEqual(Array(5).fill('accepted'));
		expect(stage.stored()).toEqual(once(5));
		expect(stage.sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(6);
	});

	it('say what became of the others when the node stops', async () => {
		stage.sandbox.faults.add(failing);
		const run = await stage.send({ ...oneByOne, items: people(5) });
		expect(run.error?.message).toMatch(/code 24\) \[item 3\]$/);
		expect(run.error?.description).toContain(
			'2 of 5 recipients were accepted; their IDs are in the details. Executing again sends to all 5. Retry of this execution in the list of executions sends only what is left.',
		);
		expect(stage.stored()).toEqual(once(2));
	});

	it.each(WAYS)('are 4 results and 1 error under Continue (%s)', async (way) => {
		stage.sandbox.faults.add(failing);
		const node = { onError: 'continueErrorOutput' } as const;
		const run = await stage.send({ ...oneByOne, way, items: people(5), node });
		expect(run.error).toBeUndefined();
		expect([pairsOf(run), pairsOf(run, 1)]).toEqual([[0, 1, 3, 4], [2]]);
		expect(stage.sandbox.store.messages.size).toBe(4);
	});

	it('are sent once under Continue with Retry On Fail, even if the first item fails', async () => {
		stage.sandbox.faults.add({ ...failing, skip: 0 });
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
		const run = await stage.send({
			...single,
			items: people(5),
			node: { ...node, onError: 'continueRegularOutput' },
		});
		expect(run.error).toBeUndefined();
		expect(stage.sandbox.store.messages.size).toBe(4);
	});
});

describe('faults that one request in five meets', () => {
	const node = { retryOnFail: true, maxTries: 5, waitBetweenTries: 10 };
	const requestOptions = { timeout: 1000 };
	beforeEach(() => {
		for (const rule of sendFaults(1500)) stage.sandbox.faults.add(rule);
	});

	it(`lose none of ${SINGLE_SENDS} single sends and repeat none`, async () => {
		const items = people(SINGLE_SENDS);
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

	it(`repeat none of ${CAMPAIGNS} campaigns, and lose none without an error`, async () => {
		const items = Array.from({ length: CAMPAIGNS }, (_, list) => ({
			people: people((list + 1) * RECIPIENTS).slice(list * RECIPIENTS),
		}));
		const run = await stage.send({
			resource: 'campaign',
			operation: 'sendPersonalizedSms',
			items,
			node: { ...node, onError: 'continueRegularOutput' },
			parameters: {
				sender: 'Shop',
				recipientSource: 'list',
				recipients: '={{ $json.people }}',
				text: 'Hi {name}',
				// The user knows that this service refuses references that it knows.
				options: { retryFor: 2, ifOutcomeUnknown: 'sendAgain' },
				requestOptions,
			},
		});
		expect(run.error).toBeUndefined();
		const stored = stage.stored();
		expect([...stored.values()].filter((count) => count !== 1)).toEqual([]);
		// Send Again repeats once: a campaign that meets a fault twice stays unknown, and each of its rows says so.
		const accepted = jsonOf(run).filter(({ status }) => status === 'accepted');
		const others = jsonOf(run).filter(({ status }) => status !== 'accepted');
		expect(accepted.filter(({ phone }) => !stored.has(String(phone)))).toEqual([]);
		expect(others.map(({ status }) => status)).toEqual(others.map(() => 'unknown'));
		expect(others.length).toBeLessThan((CAMPAIGNS / 2) * RECIPIENTS);
		expect(accepted).toHaveLength(CAMPAIGNS * RECIPIENTS - others.length);
		for (const { reason } of others) expect(reason).toMatch(/^It is not known/);
		// Where the reply was lost and the list cannot tell campaigns apart, the id is left out and said so; it is never a wrong one.
		const byPhone = new Map(
			[...stage.sandbox.store.messages.values()].map(({ msisdn, campaignId }) => [
				msisdn,
				campaignId,
			]),
		);
		for (const { campaign_id: id, phone } of jsonOf(run))
			expect([undefined, null, byPhone.get(String(phone))]).toContain(id);
	});
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
	const run = await stage.send({ ...oneByOne, items: people(100), signal: abort.signal });
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

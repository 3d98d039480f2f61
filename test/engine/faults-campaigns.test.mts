import * as sends from './sendsSupport.mts';
import { hasty, once, openStage, people, withOptions } from './sendsSupport.mts';
import type { Send, Stage } from './sendsSupport.mts';

// What they wait for never comes, or comes late.
const personalized = hasty(sends.personalized);

let stage: Stage;
beforeAll(async () => {
	stage = await openStage({ authentication: 'apiKey' });
});
beforeEach(() => {
	stage.sandbox.reset();
	stage.sandbox.config.latencyMs = 0;
});
afterAll(async () => await stage.close());

describe('campaigns', () => {
	it('creates no campaign again when a later one fails and the node is retried', async () => {
		stage.sandbox.faults.add({
			kind: 'status',
			status: 403,
			method: 'POST',
			path: '/api/campaigns/sms',
			skip: 1,
			times: 1,
		});
		const run = await stage.send({
			...personalized,
			items: people(20_001),
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 },
		});
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(20_001);
		expect(
			[...stage.sandbox.store.campaigns.values()].map(({ total }) => total).sort((a, b) => b - a),
		).toEqual([10_000, 10_000, 1]);
		expect(stage.stored()).toEqual(once(20_001));
	}, 30_000);

	it('keeps the other campaigns under Continue', async () => {
		stage.sandbox.faults.add({
			kind: 'status',
			status: 403,
			method: 'POST',
			path: '/api/campaigns/sms',
			skip: 1,
			times: 1,
		});
		const run = await stage.send({
			...withOptions(personalized, { maxInFlight: 1 }),
			items: people(20_001),
			node: { onError: 'continueErrorOutput' },
		});
		expect(run.outputs[0]).toHaveLength(10_001);
		expect(run.outputs[1]).toHaveLength(10_000);
		expect(run.outputs[1]?.[0]).toMatchObject({ pairedItem: { item: 10_000 } });
	}, 30_000);
});

describe('contact lists', () => {
	const groups: Send = {
		resource: 'campaign',
		operation: 'sendSmsToContactLists',
		parameters: { groups: '={{ [202] }}', sender: 'Shop', text: 'Sale', options: { timeout: 1 } },
	};
	let full: Stage;
	beforeAll(async () => {
		full = await openStage({ empty: false, authentication: 'apiKey' });
	});
	beforeEach(() => full.sandbox.reset());
	afterAll(async () => await full.close());

	it('sends one campaign', async () => {
		const before = full.sandbox.store.campaigns.size;
		const run = await full.send(groups);
		expect(run.error).toBeUndefined();
		expect(run.items[0]).toMatchObject({
			json: {
				campaign_id: expect.any(Number),
				already_accepted: false,
				encoding: 'GSM-7',
				segments: 1,
			},
			pairedItem: { item: 0 },
		});
		expect(full.sandbox.store.campaigns.size).toBe(before + 1);
	});

	it('tries again where the service surely did not act', async () => {
		const before = full.sandbox.store.campaigns.size;
		full.sandbox.faults.add({
			kind: 'status',
			status: 429,
			retryAfter: 1,
			method: 'POST',
			path: '/api/campaigns/sms/send-groups',
			times: 1,
		});
		const run = await full.send(groups);
		expect(run.error).toBeUndefined();
		expect(full.sandbox.store.campaigns.size).toBe(before + 1);
	}, 20_000);
});

/** Resolves as soon as the sandbox holds so many campaigns. */
const campaignsOf = async ({ sandbox }: Stage, count: number): Promise<void> => {
	while (sandbox.store.campaigns.size < count)
		await new Promise((resolve) => setTimeout(resolve, 5));
};

it('creates no further campaign when the execution is cancelled between two', async () => {
	stage.sandbox.faults.add({
		kind: 'slow',
		delayMs: 600,
		method: 'POST',
		path: '/api/campaigns/sms',
		times: 1,
	});
	const abort = new AbortController();
	void campaignsOf(stage, 1).then(() => abort.abort());
	const run = await stage.send({
		...withOptions(personalized, { timeout: 10, maxInFlight: 1 }),
		items: people(20_001),
		signal: abort.signal,
	});
	expect(run.status).toBe('canceled');
	await new Promise((resolve) => setTimeout(resolve, 1000));
	expect([...stage.sandbox.store.campaigns.values()].map(({ total }) => total)).toEqual([10_000]);
}, 30_000);

it('goes on with a new token when the first is revoked between two campaigns', async () => {
	const tokens = await openStage({ authentication: 'bearer' });
	try {
		tokens.sandbox.faults.add({
			kind: 'slow',
			delayMs: 300,
			method: 'POST',
			path: '/api/campaigns/sms',
			times: 1,
		});
		void campaignsOf(tokens, 1).then(
			async () => await fetch(`${tokens.sandbox.url}/_sandbox/tokens/revoke`, { method: 'POST' }),
		);
		const run = await tokens.send({
			...withOptions(personalized, { timeout: 10, maxInFlight: 1 }),
			items: people(20_001),
		});
		expect(run.error).toBeUndefined();
		expect(
			[...tokens.sandbox.store.campaigns.values()].map(({ total }) => total).sort((a, b) => b - a),
		).toEqual([10_000, 10_000, 1]);
		expect(tokens.stored()).toEqual(once(20_001));
		const refused = tokens.sandbox.requests.filter(
			({ method, path, status }) =>
				method === 'POST' && path.startsWith('/api/campaigns/sms') && status === 401,
		);
		expect(refused).toHaveLength(1);
	} finally {
		await tokens.close();
	}
}, 30_000);

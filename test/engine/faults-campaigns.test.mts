import * as sends from './sendsSupport.mts';
import { hasty, once, openStage, people } from './sendsSupport.mts';
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
			...personalized,
			items: people(30_000),
			node: { onError: 'continueErrorOutput' },
		});
		expect(run.outputs[0]).toHaveLength(20_000);
		expect(run.outputs[1]).toHaveLength(10_000);
	}, 30_000);
});

describe('contact lists', () => {
	const groups: Send = {
		resource: 'campaign',
		operation: 'sendSmsToContactLists',
		parameters: {
			groups: '={{ [202] }}',
			sender: 'Shop',
			text: 'Sale',
			requestOptions: { timeout: 1000 },
		},
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

import type { FaultRule } from '../../sandbox/faults.mts';
import * as sends from './sendsSupport.mts';
import { hasty, jsonOf, once, openStage, people, phoneOf, withOptions } from './sendsSupport.mts';
import type { Send, Stage } from './sendsSupport.mts';

// What they wait for never comes, or comes late.
const single = hasty(sends.single);
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
		expect([...stage.sandbox.store.campaigns.values()].map(({ total }) => total)).toEqual([
			10_000, 10_000, 1,
		]);
		expect(stage.stored()).toEqual(once(20_001));
	});

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
			items: people(20_001),
			node: { onError: 'continueErrorOutput' },
		});
		expect(run.outputs[0]).toHaveLength(10_001);
		expect(run.outputs[1]).toHaveLength(10_000);
		expect(run.outputs[1]?.[0]).toMatchObject({ pairedItem: { item: 10_000 } });
	});

	it('recognises what another execution sent by content, after a lost reply', async () => {
		await stage.send({
			...withOptions(personalized, {}, { referenceMode: 'content' }),
			items: people(2),
		});
		const lost: FaultRule = {
			kind: 'dropBefore',
			method: 'POST',
			path: '/api/campaigns/sms',
			times: 1,
		};
		stage.sandbox.faults.add(lost);
		const four: Send = {
			...withOptions(personalized, { retryFor: 2 }, { referenceMode: 'content' }),
			items: people(4),
		};
		// The others may have gone out in a campaign that does not show yet.
		const stopped = await stage.send(four);
		expect(stopped.error?.message).toMatch(/^It is not known/);
		expect(stopped.error?.description).toContain('2 of 4 recipients were accepted');
		expect(stage.stored()).toEqual(once(2));
		// The user has looked, and runs the workflow again.
		const run = await stage.send(four);
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ already_accepted }) => already_accepted)).toEqual([
			true,
			true,
			false,
			false,
		]);
		expect(stage.stored()).toEqual(once(4));
	});

	it.each(['map', 'array'] as const)(
		'reads which references are taken from errors as %s',
		async (validationErrors) => {
			stage.sandbox.config.dialect.validationErrors = validationErrors;
			const request = withOptions(
				personalized,
				{},
				{ referenceMode: 'custom', referenceField: 'order' },
			);
			await stage.send({ ...request, items: people(1) });
			const run = await stage.send({ ...request, items: people(3) });
			expect(run.error).toBeUndefined();
			expect(stage.stored()).toEqual(once(3));
			stage.sandbox.config.dialect.validationErrors = 'map';
		},
	);

	it('refuses a reference that belongs to another number', async () => {
		const request = withOptions(
			personalized,
			{},
			{ referenceMode: 'custom', referenceField: 'order' },
		);
		await stage.send({ ...request, items: people(1) });
		const run = await stage.send({
			...request,
			items: [{ phone: phoneOf(9), name: 'X', order: 'order0' }, ...people(2).slice(1)],
		});
		expect(jsonOf(run).map(({ status }) => status)).toEqual(['refused', 'accepted']);
		expect(jsonOf(run)[0]?.reason).toBe(
			'The reference order0 belongs to a message to another number',
		);
		expect(stage.stored()).toEqual(once(2));
	});

	it('takes references used before in single sends for accepted messages', async () => {
		const request = withOptions(
			single,
			{},
			{ referenceMode: 'custom', reference: '={{ $json.order }}' },
		);
		await stage.send({ ...request, items: people(3) });
		const run = await stage.send({ ...request, items: people(4) });
		expect(
			jsonOf(run).map(({ already_accepted, message_id }) => [already_accepted, typeof message_id]),
		).toEqual([
			[true, 'number'],
			[true, 'number'],
			[true, 'number'],
			[false, 'number'],
		]);
		expect(stage.stored()).toEqual(once(4));
		const other = await stage.send({
			...request,
			items: [{ phone: phoneOf(9), name: 'X', order: 'order0' }],
		});
		expect(other.error?.message).toBe(
			'The reference order0 belongs to a message to another number [item 0]',
		);
	});
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

	it('names the campaign whose reply was lost, and takes none for its own', async () => {
		const before = full.sandbox.store.campaigns.size;
		full.sandbox.faults.add({
			kind: 'dropAfter',
			method: 'POST',
			path: '/api/campaigns/sms/send-groups',
			times: 1,
		});
		const run = await full.send(groups);
		expect(run.error?.message).toMatch(/^It is not known/);
		const ids = [...full.sandbox.store.campaigns.keys()];
		expect(run.error?.description).toContain(`Campaign ${Math.max(...ids)} (created at `);
		expect(full.sandbox.store.campaigns.size).toBe(before + 1);
	});

	it('never sends again when the list does not tell, not even with Retry On Fail', async () => {
		const before = full.sandbox.store.campaigns.size;
		full.sandbox.faults.add({
			kind: 'dropAfter',
			method: 'POST',
			path: '/api/campaigns/sms/send-groups',
			times: 1,
		});
		full.sandbox.faults.add({ kind: 'status', status: 403, method: 'GET', path: '/api/campaign' });
		const run = await full.send({
			...withOptions(groups, { retryFor: 2 }),
			node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 },
		});
		expect(run.error?.message).toMatch(/^It is not known/);
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
	});
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
		...withOptions(personalized, { timeout: 10 }),
		items: people(20_001),
		signal: abort.signal,
	});
	expect(run.status).toBe('canceled');
	await new Promise((resolve) => setTimeout(resolve, 1000));
	expect([...stage.sandbox.store.campaigns.values()].map(({ total }) => total)).toEqual([10_000]);
});

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
			...withOptions(personalized, { timeout: 10 }),
			items: people(20_001),
		});
		expect(run.error).toBeUndefined();
		expect([...tokens.sandbox.store.campaigns.values()].map(({ total }) => total)).toEqual([
			10_000, 10_000, 1,
		]);
		expect(tokens.stored()).toEqual(once(20_001));
		const refused = tokens.sandbox.requests.filter(
			({ method, path, status }) =>
				method === 'POST' && path.startsWith('/api/campaigns/sms') && status === 401,
		);
		expect(refused).toHaveLength(1);
	} finally {
		await tokens.close();
	}
});

import type { FaultRule } from '../../sandbox/faults.mts';
import * as sends from './sendsSupport.mts';
import { hasty, jsonOf, once, openStage, people, withOptions } from './sendsSupport.mts';
import type { Stage } from './sendsSupport.mts';

// What they wait for never comes, or comes late.
const single = hasty(sends.single);
const bulk = hasty(sends.bulk);
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

const CREATE = '/rest/sms/create';
const LOOK_UP = '/rest/sms/reference';

const FAULTS: FaultRule[] = [
	{ kind: 'refuse' },
	{ kind: 'dropBefore' },
	{ kind: 'dropAfter' },
	{ kind: 'cutOff' },
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 500, handled: true },
	{ kind: 'status', status: 502 },
	{ kind: 'status', status: 504, handled: true },
	{ kind: 'status', status: 429, retryAfter: 1 },
	{ kind: 'empty', handled: true },
	{ kind: 'html', handled: true },
	{ kind: 'slow', delayMs: 2500 },
	{ kind: 'slowBefore', delayMs: 1600 },
];

/** Faults that leave open whether the service acted, and under which it did not: no reference will ever show. */
const leavesCampaignOpen = ({ kind, status, handled = false }: FaultRule): boolean =>
	!handled &&
	(['refuse', 'dropBefore', 'slowBefore'].includes(kind) ||
		(kind === 'status' && (status ?? 0) >= 500));

it.each(FAULTS.filter(leavesCampaignOpen))(
	'a campaign meets %j, and is not sent again: the user is told what to look for',
	async (fault) => {
		stage.sandbox.faults.add({ ...fault, method: 'POST', path: '/api/campaigns/sms', times: 1 });
		const run = await stage.send({
			...withOptions(personalized, { retryFor: 2 }),
			items: people(2),
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 },
		});
		expect(run.error?.message).toMatch(/^It is not known whether the service accepted the send/);
		expect(run.error?.description).toMatch(/ask for the reference [0-9a-f]{32} /);
		expect(run.tries).toBe(2);
		expect(stage.stored()).toEqual(new Map());
	},
);

describe.each([
	[single, CREATE, FAULTS],
	[bulk, CREATE, FAULTS],
	[personalized, '/api/campaigns/sms', FAULTS.filter((fault) => !leavesCampaignOpen(fault))],
] as const)('%j', (request, path, faults) => {
	it.each(faults)('meets %j, and sends each message once', async (fault) => {
		stage.sandbox.faults.add({ ...fault, method: 'POST', path, times: 1 });
		const run = await stage.send({ ...request, items: people(2) });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ status }) => status)).toEqual(['accepted', 'accepted']);
		expect(stage.stored()).toEqual(once(2));
		expect(stage.sandbox.faults.list()[0]?.hits).toBe(1);
		if (request === personalized) {
			const [campaign] = stage.sandbox.store.campaigns.values();
			expect(jsonOf(run).map(({ campaign_id }) => campaign_id)).toEqual([
				campaign?.id,
				campaign?.id,
			]);
		}
	});
});

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

	it('sends five messages with Retry On Fail', async () => {
		stage.sandbox.faults.add(failing);
		const run = await stage.send({
			...single,
			items: people(5),
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 },
		});
		expect(run.error).toBeUndefined();
		expect(run.tries).toBe(2);
		expect(jsonOf(run).map(({ status }) => status)).toEqual(Array(5).fill('accepted'));
		expect(stage.stored()).toEqual(once(5));
		expect(stage.sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(6);
	});

	it('does so with the declarative route', async () => {
		stage.sandbox.faults.add(failing);
		const run = await stage.send({
			...single,
			items: people(5),
			way: 'viaRoute',
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 },
		});
		expect(run.error).toBeUndefined();
		expect(stage.stored()).toEqual(once(5));
	});

	it('says what became of the others when it stops', async () => {
		stage.sandbox.faults.add(failing);
		const run = await stage.send({ ...withOptions(single, { maxInFlight: 1 }), items: people(5) });
		expect(run.error?.message).toMatch(/code 24\) \[item 2\]$/);
		expect(run.error?.description).toContain(
			'2 of 5 recipients were accepted before this, and no retry sends to them again.',
		);
		expect(stage.sandbox.store.messages.size).toBe(2);
	});

	it.each(['run', 'viaRoute'] as const)(
		'gives 4 results and 1 error under Continue (%s)',
		async (way) => {
			stage.sandbox.faults.add(failing);
			const run = await stage.send({
				...withOptions(single, { maxInFlight: 1 }),
				way,
				items: people(5),
				node: { onError: 'continueErrorOutput' },
			});
			expect(run.error).toBeUndefined();
			expect(run.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
				[0, 1, 3, 4].map((item) => ({ item })),
			);
			expect(run.outputs[1]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 2 }]);
			expect(stage.sandbox.store.messages.size).toBe(4);
		},
	);

	it('runs once under Continue with Retry On Fail, even if the first item fails', async () => {
		stage.sandbox.faults.add({ ...failing, skip: 0 });
		const run = await stage.send({
			...single,
			items: people(5),
			node: {
				onError: 'continueRegularOutput',
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: 10,
			},
		});
		expect(run.error).toBeUndefined();
		expect(stage.sandbox.store.messages.size).toBe(4);
	});
});

describe('an outcome that cannot be learned', () => {
	const down: FaultRule = { kind: 'status', status: 403, method: 'GET', path: LOOK_UP };
	/** A service without the list of messages, an extension. */
	const noList: FaultRule = { kind: 'status', status: 404, method: 'GET', path: '/api/messages' };

	it.each([
		[single, CREATE, 2],
		// In each of the first three rounds: as many questions as there are recipients.
		[personalized, '/api/campaigns/sms', 9],
	] as const)(
		'stops and says so, and a retry asks first (%j)',
		async (request, path, questions) => {
			const lost: FaultRule = { kind: 'dropAfter', method: 'POST', path, times: 1 };
			stage.sandbox.faults.add(lost);
			stage.sandbox.faults.add(down);
			stage.sandbox.faults.add(noList);
			const stopped = await stage.send({ ...request, items: people(3) });
			expect(stopped.error?.message).toMatch(
				/^It is not known whether the service accepted the send/,
			);
			expect(stopped.error?.description).toMatch(
				/ask for the reference [0-9a-f]{32} .*with SMS: Get by Reference/,
			);

			stage.sandbox.reset();
			stage.sandbox.faults.add(lost);
			stage.sandbox.faults.add({ ...down, times: questions });
			stage.sandbox.faults.add(noList);
			const retried = await stage.send({
				...request,
				items: people(3),
				node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 },
			});
			expect(retried.error).toBeUndefined();
			expect(retried.tries).toBe(2);
			expect(stage.stored()).toEqual(once(3));
		},
	);

	it.each([
		[single, CREATE],
		[personalized, '/api/campaigns/sms'],
	] as const)('is never sent again without references (%j)', async (request, path) => {
		stage.sandbox.faults.add({ kind: 'dropAfter', method: 'POST', path, times: 1 });
		const run = await stage.send({
			...withOptions(request, {}, { referenceMode: 'none' }),
			items: people(1),
			node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 },
		});
		expect(run.error?.message).toMatch(/^It is not known/);
		expect(run.tries).toBe(3);
		expect(stage.stored()).toEqual(once(1));
	});
});

it('stops sending when the execution is cancelled', async () => {
	stage.sandbox.config.latencyMs = 100;
	const abort = new AbortController();
	setTimeout(() => abort.abort(), 450);
	const run = await stage.send({
		...withOptions(single, { maxInFlight: 2 }),
		items: people(100),
		signal: abort.signal,
	});
	expect(run.status).toBe('canceled');
	await new Promise((resolve) => setTimeout(resolve, 500));
	expect(stage.sandbox.store.messages.size).toBeLessThan(20);
});

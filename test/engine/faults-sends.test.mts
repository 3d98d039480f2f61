import type { FaultRule } from '../../sandbox/faults.mts';
import { jsonOf, openStage, people, phoneOf } from './sendsSupport.mts';
import type { Send, Stage } from './sendsSupport.mts';

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
const single: Send = {
	resource: 'sms',
	operation: 'send',
	parameters: {
		sender: 'Shop',
		phone: '={{ $json.phone }}',
		text: '=Hi {{ $json.name }}',
		options: { timeout: 1 },
	},
};
const bulk: Send = {
	resource: 'sms',
	operation: 'sendBulk',
	parameters: { sender: 'Shop', text: 'Sale', options: { timeout: 1 } },
};
const personalized: Send = {
	resource: 'campaign',
	operation: 'sendPersonalizedSms',
	parameters: { sender: 'Shop', text: 'Hi {name}', options: { timeout: 1 } },
};

const once = (count: number): Map<string, number> =>
	new Map(people(count).map(({ phone }) => [String(phone), 1]));
const with_ = (request: Send, options: object, more: object = {}): Send => ({
	...request,
	parameters: { ...request.parameters, ...more, options: { timeout: 1, ...options } },
});

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
			...with_(personalized, { retryFor: 2 }),
			items: people(2),
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 },
		});
		expect(run.error?.message).toMatch(/^It is not known whether the service accepted the send/);
		expect(run.error?.description).toMatch(/ask for the reference [0-9a-f]{32} /);
		expect(run.tries).toBe(2);
		expect(stage.stored()).toEqual(new Map());
	},
	20_000,
);

describe.each([
	[single, CREATE, FAULTS],
	[bulk, CREATE, FAULTS],
	[personalized, '/api/campaigns/sms', FAULTS.filter((fault) => !leavesCampaignOpen(fault))],
] as const)('%j', (request, path, faults) => {
	it.each(faults)(
		'meets %j, and sends each message once',
		async (fault) => {
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
		},
		20_000,
	);
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
		const run = await stage.send({ ...with_(single, { maxInFlight: 1 }), items: people(5) });
		expect(run.error?.message).toMatch(/code 24\) \[item 2\]$/);
		expect(run.error?.description).toContain(
			'2 of 5 recipients were accepted before this; Retry On Fail sends only the rest.',
		);
		expect(stage.sandbox.store.messages.size).toBe(2);
	});

	it.each(['run', 'viaRoute'] as const)(
		'gives 4 results and 1 error under Continue (%s)',
		async (way) => {
			stage.sandbox.faults.add(failing);
			const run = await stage.send({
				...with_(single, { maxInFlight: 1 }),
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
		20_000,
	);

	it.each([
		[single, CREATE],
		[personalized, '/api/campaigns/sms'],
	] as const)('is never sent again without references (%j)', async (request, path) => {
		stage.sandbox.faults.add({ kind: 'dropAfter', method: 'POST', path, times: 1 });
		const run = await stage.send({
			...with_(request, {}, { referenceMode: 'none' }),
			items: people(1),
			node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 },
		});
		expect(run.error?.message).toMatch(/^It is not known/);
		expect(run.tries).toBe(3);
		expect(stage.stored()).toEqual(once(1));
	});
});

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
			items: people(20_001),
			node: { onError: 'continueErrorOutput' },
		});
		expect(run.outputs[0]).toHaveLength(10_001);
		expect(run.outputs[1]).toHaveLength(10_000);
		expect(run.outputs[1]?.[0]).toMatchObject({ pairedItem: { item: 10_000 } });
	}, 30_000);

	it('recognises what another execution sent by content, after a lost reply', async () => {
		await stage.send({
			...with_(personalized, {}, { referenceMode: 'content' }),
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
			...with_(personalized, { retryFor: 2 }, { referenceMode: 'content' }),
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
	}, 20_000);

	it.each(['map', 'array'] as const)(
		'reads which references are taken from errors as %s',
		async (validationErrors) => {
			stage.sandbox.config.dialect.validationErrors = validationErrors;
			const request = with_(personalized, {}, { referenceMode: 'custom', referenceField: 'order' });
			await stage.send({ ...request, items: people(1) });
			const run = await stage.send({ ...request, items: people(3) });
			expect(run.error).toBeUndefined();
			expect(stage.stored()).toEqual(once(3));
			stage.sandbox.config.dialect.validationErrors = 'map';
		},
	);

	it('refuses a reference that belongs to another number', async () => {
		const request = with_(personalized, {}, { referenceMode: 'custom', referenceField: 'order' });
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
		const request = with_(single, {}, { referenceMode: 'custom', reference: '={{ $json.order }}' });
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
	}, 20_000);

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
			...with_(groups, { retryFor: 2 }),
			node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 },
		});
		expect(run.error?.message).toMatch(/^It is not known/);
		expect(full.sandbox.store.campaigns.size).toBe(before + 1);
	}, 30_000);

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
		...with_(personalized, { timeout: 10 }),
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
			...with_(personalized, { timeout: 10 }),
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
}, 30_000);

it('stops sending when the execution is cancelled', async () => {
	stage.sandbox.config.latencyMs = 100;
	const abort = new AbortController();
	setTimeout(() => abort.abort(), 450);
	const run = await stage.send({
		...with_(single, { maxInFlight: 2 }),
		items: people(100),
		signal: abort.signal,
	});
	expect(run.status).toBe('canceled');
	await new Promise((resolve) => setTimeout(resolve, 500));
	expect(stage.sandbox.store.messages.size).toBeLessThan(20);
});

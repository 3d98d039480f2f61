import { asked, jsonOf, stageOfTests, pairsOf } from './stage.mts';

/** So many requests leave at a time at first (nodes/shared/transport/throttle.ts). */
const FIRST_WIDTH = 10;

const OPTIONS = { options: { retryFor: 0 } };
const stage = stageOfTests();

/** Sends messages with the references given; returns their ids in order. */
async function sent(...references: string[]): Promise<string[]> {
	for (const [index, reference] of references.entries()) {
		const run = await stage.act('sms.send', {
			phone: `38099111220${index}`,
			sender: 'Shop',
			text: 'Hello',
			options: { referenceMode: 'custom', reference },
		});
		if (run.error) throw run.error;
	}
	stage.sandbox.clock.advance(60_000);
	return references.map((reference) =>
		String(
			[...stage.sandbox.store.messages.values()].find((message) => message.reference === reference)
				?.id,
		),
	);
}

describe('SMS: Get', () => {
	it('gives the fields of 2.2, one item an input, paired', async () => {
		const ids = await sent('first', 'second', 'third');
		const run = await stage.act(
			'sms.get',
			{ messageId: '={{ $json.id }}' },
			{ items: ids.map((id) => ({ id })) },
		);
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ reference }) => reference)).toEqual(['first', 'second', 'third']);
		expect(jsonOf(run)[0]).toEqual({
			message_id: Number(ids[0]),
			phone: '380991112200',
			status: 'delivered',
			reason: 'Delivered',
			delivered_at: expect.any(String),
			price: expect.any(Number),
			currency: 'EUR',
			reference: 'first',
			sent_at: expect.any(String),
			finished_at: jsonOf(run)[0]?.delivered_at,
			created_at: expect.stringMatching(/^2026-11-21T10:\d\d:00\+00:00$/),
		});
		expect(pairsOf(run)).toEqual([0, 1, 2]);
	});

	it('stops with the cause, the cure and the item', async () => {
		const [id] = await sent('only');
		const run = await stage.act(
			'sms.get',
			{ messageId: '={{ $json.id }}', ...OPTIONS },
			{ items: [{ id }, { id: '99999999' }] },
		);
		expect(run.error?.message).toBe('The SMS was not found (code 20) [item 2]');
		expect(run.error?.description).toContain('Check the message ID');
		expect(run.error?.context?.item).toBe(1);
	});

	it('gives an error item, paired, under Continue on error output, and is run once', async () => {
		const [id] = await sent('only');
		const node = {
			onError: 'continueErrorOutput' as const,
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 0,
		};
		const run = await stage.act(
			'sms.get',
			{ messageId: '={{ $json.id }}', ...OPTIONS },
			{ node, items: [{ id: '99999999' }, { id }, { id: 'no number' }] },
		);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ reference: 'only' })]);
		expect(pairsOf(run)).toEqual([1]);
		expect(run.outputs[1]?.map(({ json }) => String(json.error))).toEqual([
			expect.stringContaining('The SMS was not found'),
			expect.stringContaining('Message ID "no number"'),
		]);
		expect(pairsOf(run, 1)).toEqual([0, 2]);
		expect(run.tries).toBe(1);
	});

	it('refuses an id that is none before anything is sent', async () => {
		const run = await stage.act('sms.get', { messageId: '={{ "" }}' });
		expect(run.error?.message).toBe('Message ID is empty [item 1]');
		expect(asked(stage)).toEqual([]);
	});
});

describe('SMS: Get by Reference', () => {
	it('finds messages by the reference they were sent with', async () => {
		await sent('alpha', 'beta');
		const run = await stage.act(
			'sms.getByReference',
			{ reference: '={{ $json.ref }}' },
			{ items: [{ ref: 'beta' }, { ref: 'alpha' }] },
		);
		expect(jsonOf(run).map(({ phone }) => phone)).toEqual(['380991112201', '380991112200']);
		expect(pairsOf(run)).toEqual([0, 1]);
	});

	it('encodes references of real accounts and refuses others', async () => {
		await stage.act('sms.getByReference', { reference: 'a_b-c', ...OPTIONS });
		expect(asked(stage)).toEqual(['GET /rest/sms/reference/a_b-c']);
		const run = await stage.act('sms.getByReference', { reference: '../create' });
		expect(run.error?.message).toContain('Reference');
		expect(asked(stage)).toHaveLength(1);
	});
});

describe('Bulk Task: Get', () => {
	it('does not take a message for a task', async () => {
		const [id] = await sent('only');
		const run = await stage.act('bulkTask.get', { taskId: id, ...OPTIONS });
		expect(run.error?.message).toBe(
			`The ID ${id} is that of a message, not of a bulk task [item 1]`,
		);
	});
});

describe('what the service may answer', () => {
	it.each(['ok', 'status', 'codeMessage'] as const)(
		'is an error in any form (%s)',
		async (errors) => {
			Object.assign(stage.sandbox.config.dialect, { errors });
			const run = await stage.act('sms.get', { messageId: '99999999', ...OPTIONS });
			expect(run.error?.message).toMatch(/^The SMS was not found/);
		},
	);

	it('says that a service is down', async () => {
		await stage.sandbox.suspend();
		try {
			const run = await stage.act('sms.get', { messageId: '1', ...OPTIONS });
			expect(run.error?.message).toBe('The service refused the connection [item 1]');
		} finally {
			await stage.sandbox.resume();
		}
	});

	it('repeats a read through passing faults, and honours Retry-After', async () => {
		const [id] = await sent('only');
		stage.sandbox.faults.add({
			kind: 'status',
			status: 429,
			retryAfter: 1,
			path: '/rest/sms',
			times: 1,
		});
		stage.sandbox.faults.add({ kind: 'dropBefore', path: '/rest/sms', times: 1 });
		stage.sandbox.faults.add({ kind: 'cutOff', path: '/rest/sms', times: 1 });
		const run = await stage.act('sms.get', { messageId: id });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual([expect.objectContaining({ reference: 'only' })]);
		expect(
			asked(stage).filter((line) => line === `GET /rest/sms/${id}`).length,
		).toBeGreaterThanOrEqual(3);
	});

	it('ends a wait for the service when the execution is stopped', async () => {
		stage.sandbox.faults.add({ kind: 'status', status: 429, retryAfter: 30, path: '/rest/sms' });
		const stop = new AbortController();
		setTimeout(() => stop.abort(), 400);
		await stage.act('sms.get', { messageId: '1' }, { signal: stop.signal });
		expect(asked(stage).filter((line) => line === 'GET /rest/sms/1')).toHaveLength(1);
	});

	it('keeps to the limit of requests in flight', async () => {
		stage.sandbox.config.latencyMs = 20;
		try {
			const [id] = await sent('only');
			stage.sandbox.stats.maxRequests = 0;
			const run = await stage.act(
				'sms.get',
				{ messageId: id },
				{ items: Array.from({ length: 40 }, () => ({})) },
			);
			expect(run.items).toHaveLength(40);
			expect(stage.sandbox.stats.maxRequests).toBeLessThanOrEqual(FIRST_WIDTH + 2);
		} finally {
			stage.sandbox.config.latencyMs = 0;
		}
	});
});

describe('Account: Get Balance', () => {
	const getBalance = async () => await stage.act('account.getBalance', OPTIONS);
	const BALANCE = { balance: 12.5, currency: 'EUR', credit: 0 };
	beforeEach(() => {
		stage.sandbox.config.balance = 12.5;
	});

	it('returns what is left on the account, its currency and its credit', async () => {
		expect(jsonOf(await getBalance())).toEqual([BALANCE]);
		expect(asked(stage)).toEqual(['GET /api/accounts/balance']);
	});

	it('returns what the legacy interface tells where the other path is not known', async () => {
		stage.sandbox.faults.add({ kind: 'status', status: 404, path: '/api/accounts/balance' });
		expect(jsonOf(await getBalance())).toEqual([BALANCE]);
		expect(asked(stage)).toEqual(['GET /api/accounts/balance', 'GET /rest/common/balance']);
	});

	it('does not put out a row without a balance', async () => {
		const body = { data: { balance: null, currency: 'EUR' } };
		stage.sandbox.faults.add({ kind: 'status', status: 200, path: /balance/, body });
		const run = await getBalance();
		expect(run.error?.message).toMatch(/^The answer of the service holds no balance/);
	});
});

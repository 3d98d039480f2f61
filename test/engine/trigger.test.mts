import type { IDataObject } from 'n8n-workflow';
import { KEYS, type Sandbox } from '../../sandbox/server.mts';
import type { Engine } from './harness.mts';
import { triggerStageOfTests } from './triggerSupport.mts';

/** The trigger on n8n's real poll context, against the sandbox. What it finds in long histories stands in test/trigger. */
describe('Messaging Service Trigger', () => {
	const stage = triggerStageOfTests();
	const { trigger } = stage;
	let engine: Engine;
	let sandbox: Sandbox;
	beforeEach(() => ({ engine, sandbox } = stage));

	/** Makes a request with the sandbox's key. */
	const post = async (path: string, body: object): Promise<IDataObject> => {
		const headers = { 'content-type': 'application/json', 'x-api-key': KEYS.live };
		const request = { method: 'POST', headers, body: JSON.stringify(body) };
		const reply = await fetch(`${sandbox.url}${path}`, request);
		expect(reply.status).toBeLessThan(300);
		return (await reply.json()) as IDataObject;
	};
	const SMS = { originator: 'Sandbox', body: 'Hi' };

	it('notes what is running, then reports new campaigns and changes of both types with normalised records', async () => {
		const running = sandbox.seedHistory({ campaigns: 5, unfinished: 2 });
		const { poll, staticData } = trigger({ event: 'campaignStatusChanged', messageType: 'both' });
		expect(await poll()).toBeNull();
		sandbox.clock.advance(60_000);
		const [fresh] = sandbox.seedHistory({ campaigns: 1, unfinished: 1, type: 'rcs' });
		if (running[4]) running[4].status = 'done';
		const items = await poll();
		expect(items).toHaveLength(2);
		expect(items).toEqual(
			expect.arrayContaining([
				expect.objectContaining({
					previous_status: 'sending',
					status: 'done',
					is_final: true,
					event_id: expect.stringMatching(/^[0-9a-f]{24}$/),
				}),
				expect.objectContaining({
					previous_status: null,
					status: 'sending',
					is_final: false,
					campaign_id: fresh?.id,
					message_type: 'rcs',
				}),
			]),
		);
		expect(await poll()).toBeNull();
		expect(JSON.stringify(staticData).length).toBeLessThan(2_000);
	});

	it.each(['campaign', 'campaigns'] as const)(
		'reads the list of campaigns where it is at /api/%s only',
		async (campaignPath) => {
			Object.assign(sandbox.config.dialect, { campaignPath });
			const [one] = sandbox.seedHistory({ campaigns: 1, unfinished: 1 });
			const { poll } = trigger({ event: 'campaignFinished', messageType: 'sms' });
			expect(await poll()).toBeNull();
			sandbox.clock.advance(60_000);
			if (one) one.status = 'done';
			expect(await poll()).toMatchObject([{ campaign_id: one?.id, status: 'done' }]);
		},
	);

	it('stores nothing in the test step, and returns a true example or a marked sample', async () => {
		const { poll, staticData } = trigger({ event: 'campaignFinished', messageType: 'sms' });
		expect(await poll({ mode: 'manual' })).toMatchObject([{ origin: 'made up', status: 'done' }]);
		sandbox.seedHistory({ campaigns: 3, unfinished: 1 });
		expect(await poll({ mode: 'manual' })).toMatchObject([
			{ origin: 'example', status: expect.stringMatching(/^(?:done|stopped)$/) },
		]);
		expect(staticData).toEqual({});
	});

	it('throws what n8n can back off from, and goes on where it was', async () => {
		const [one] = sandbox.seedHistory({ campaigns: 1, unfinished: 1 });
		const { poll, staticData } = trigger({ event: 'campaignStatusChanged', messageType: 'sms' });
		await poll();
		const before = JSON.stringify(staticData);
		if (one) one.status = 'paused';
		sandbox.faults.add({ kind: 'status', status: 429, retryAfter: 120, path: '/api/campaign' });
		await expect(poll()).rejects.toMatchObject({
			failure: { cause: 'rate-limited', retryAfterMs: 120_000 },
		});
		expect(JSON.stringify(staticData)).toBe(before);
		sandbox.faults.clear();
		expect(await poll()).toMatchObject([{ previous_status: 'sending', status: 'paused' }]);
	});

	it.each([500, 503])('tells n8n to come back later after an error status %d', async (status) => {
		const { poll } = trigger({ event: 'campaignStatusChanged', messageType: 'sms' });
		sandbox.faults.add({ kind: 'status', status, path: '/api/campaign' });
		await expect(poll()).rejects.toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
	});

	it('does not let a restart fail because the service is away for a moment', async () => {
		sandbox.seedHistory({ campaigns: 1, unfinished: 1 });
		const { poll } = trigger(
			{ event: 'campaignStatusChanged', messageType: 'sms' },
			{ activation: 'init' },
		);
		sandbox.faults.add({ kind: 'status', status: 429, retryAfter: 120, path: '/api/campaign' });
		expect(await poll()).toBeNull();
		await expect(poll()).rejects.toMatchObject({ failure: { cause: 'rate-limited' } });
		sandbox.faults.clear();
		// The state of a workflow that n8n starts by itself was lost: what is found is reported, and said to be so.
		expect(await poll()).toMatchObject([{ origin: 'recovered', status: 'sending' }]);
	});

	it('goes on after a rename, which gives the node other static data', async () => {
		const [one] = sandbox.seedHistory({ campaigns: 1, unfinished: 1 });
		const { poll, id } = trigger({ event: 'campaignStatusChanged', messageType: 'sms' });
		await poll();
		if (one) one.status = 'paused';
		expect(
			await poll({
				staticData: {},
				node: { id, name: 'Renamed' },
				activation: 'update',
			}),
		).toMatchObject([{ status: 'paused' }]);
	});

	it('does not take two nodes for one that were copied with their ID', async () => {
		const [one] = sandbox.seedHistory({ campaigns: 1, unfinished: 1 });
		const first = trigger({ event: 'campaignStatusChanged', messageType: 'sms' });
		const second = trigger(
			{ event: 'campaignStatusChanged', messageType: 'sms' },
			{ node: { id: first.id, name: 'Copy' } },
		);
		await Promise.all([first.poll(), second.poll()]);
		if (one) one.status = 'paused';
		const both = await Promise.all([first.poll(), second.poll()]);
		expect(both).toMatchObject([[{ status: 'paused' }], [{ status: 'paused' }]]);
	});

	it('begins a new watch when another account stands in the same credential', async () => {
		const [one] = sandbox.seedHistory({ campaigns: 1, unfinished: 1 });
		const { poll, staticData } = trigger({ event: 'campaignStatusChanged', messageType: 'sms' });
		await poll();
		expect(JSON.stringify(staticData)).not.toContain(KEYS.live);
		if (one) one.status = 'paused';
		const other = engine.store({
			baseUrl: sandbox.url,
			apiKey: KEYS.test,
			allowHttp: true,
			timeZone: 'UTC',
		});
		expect(await poll({}, other)).toBeNull();
	});

	it('lets one of two overlapping polls work', async () => {
		const [one] = sandbox.seedHistory({ campaigns: 1, unfinished: 1 });
		const { poll } = trigger({ event: 'campaignStatusChanged', messageType: 'sms' });
		await poll();
		if (one) one.status = 'paused';
		const both = await Promise.all([poll(), poll()]);
		expect(both.filter((items) => items !== null)).toHaveLength(1);
	});

	it('reports decisions on sender applications', async () => {
		const { poll } = trigger({ event: 'applicationStatusChanged' });
		await poll();
		const application = {
			country_code: 'UA',
			sender: 'Newcomer',
			type: 'sms',
			code_of_company: '12345678',
			description: 'Shop',
			informing_purpose: 'Orders',
			legal_name: 'Shop Ltd',
			address: 'Main street 1',
			tax_number: '123456789',
		};
		await post('/api/senders/requests/legal', application);
		expect(await poll()).toMatchObject([
			{ previous_status: null, status: 'new', is_final: false, sender: 'Newcomer' },
		]);
		const made = [...sandbox.store.applications.values()].at(-1);
		if (made) Object.assign(made, { status: 'rejected', rejection_reason: 'The name is taken' });
		expect(await poll()).toMatchObject([
			{
				previous_status: 'new',
				status: 'rejected',
				is_final: true,
				sender: 'Newcomer',
				reason: 'The name is taken',
			},
		]);
	});

	it('follows messages by id and by reference to the end', async () => {
		const send = async (msisdn: string, reference: string) =>
			await post('/rest/sms/create', { ...SMS, destination: 'phone', msisdn, reference });
		await send('380991112233', 'ref1');
		await send('380991110002', 'ref2');
		const every = trigger({
			event: 'messageStatusChanged',
			lookUpBy: 'reference',
			references: 'ref1, ref2 ref3',
			notify: 'every',
		});
		expect(await every.poll()).toBeNull();
		const ids = [...sandbox.store.messages.keys()];
		const last = trigger({
			event: 'messageStatusChanged',
			lookUpBy: 'id',
			messageIds: ids.join('\n'),
			notify: 'final',
		});
		expect(await last.poll()).toBeNull();
		sandbox.clock.advance(60_000);
		const changes = (await every.poll()) ?? [];
		expect(changes.map((item) => [item.reference, item.status, item.is_final]).sort()).toEqual([
			['ref1', 'delivered', true],
			['ref2', 'undeliverable', true],
		]);
		expect(await last.poll()).toHaveLength(2);
		const before = sandbox.stats.requests;
		expect(await last.poll()).toBeNull();
		expect(sandbox.stats.requests).toBe(before);
		// One that is named later is reported when it is final.
		await send('380991112244', 'ref3');
		sandbox.clock.advance(60_000);
		expect(await every.poll()).toMatchObject([{ status: 'delivered', reference: 'ref3' }]);
	});

	it.each(['id', 'reference'])(
		'follows messages of other channels by their %s, which the look-up of SMS does not show',
		async (lookUpBy) => {
			Object.assign(sandbox.config.dialect, { campaignReferences: 'never' });
			const channels = ['viber', 'sms'];
			const viber = { sender: 'Shop', text: 'Hi' };
			const numbers = [
				['380991112233', 'ref1'],
				['380991110002', 'ref2'],
			];
			const ids: unknown[] = [];
			for (const [number = '', reference_id = ''] of numbers) {
				const phone = { number, reference_id };
				const body = { channels, viber, sms: viber, phone, add_to_contact_book: false };
				const { data } = await post('/api/messages/send', body);
				ids.push((data as IDataObject).id);
			}
			const { poll } = trigger({
				event: 'messageStatusChanged',
				lookUpBy,
				messageIds: ids.join(),
				references: 'ref1, ref2',
				notify: 'final',
			});
			expect(await poll()).toBeNull();
			sandbox.clock.advance(60_000);
			// The second one arrived as SMS.
			expect((await poll())?.map((item) => [item.reference, item.status, item.message_id])).toEqual(
				[
					['ref1', 'delivered', ids[0]],
					['ref2', 'delivered', ids[1]],
				],
			);
			expect(await poll()).toBeNull();
		},
	);

	it('asks a service without a list of messages for it once in a poll', async () => {
		sandbox.config.dialect.extensions = false;
		const { poll } = trigger({
			event: 'messageStatusChanged',
			lookUpBy: 'reference',
			references: 'a1, a2, a3, a4, a5, a6, a7, a8',
		});
		expect(await poll()).toBeNull();
		const listed = sandbox.requests.filter(({ path }) => path.startsWith('/api/messages'));
		// Those that are under way side by side do not know of one another.
		expect(listed.length).toBeLessThanOrEqual(5);
		expect(listed).not.toHaveLength(0);
	});

	it('follows a bulk task by its counters until it is finished', async () => {
		const phones = ['380991112233', '380991112234', '380991110002'].map((msisdn) => ({ msisdn }));
		const task = { ...SMS, destination: 'phones', phones };
		const { task_id: id } = await post('/rest/sms/create', task);
		const progress = trigger({ event: 'bulkTaskProgress', taskIds: String(id) });
		const finished = trigger({
			event: 'bulkTaskFinished',
			taskIds: String(id),
			options: { expected: 3 },
		});
		const unknownSize = trigger({ event: 'bulkTaskFinished', taskIds: String(id) });
		for (const one of [progress, finished, unknownSize]) expect(await one.poll()).toBeNull();
		sandbox.clock.advance(60_000);
		expect(await progress.poll()).toMatchObject([
			{ delivered: 2, failed: 1, previous_delivered: 0, previous_failed: 0 },
		]);
		expect(await finished.poll()).toMatchObject([{ status: 'finished', undeliverable: 1 }]);
		expect(await unknownSize.poll()).toBeNull();
		expect(await unknownSize.poll()).toMatchObject([{ status: 'finished', delivered: 2 }]);
	});

	it('keeps to the time that n8n gives it and continues at the next tick', async () => {
		sandbox.config.latencyMs = 100;
		sandbox.seedHistory({ campaigns: 1, unfinished: 0 });
		const ids = Array.from({ length: 100 }, (_, index) => 10_000 + index).join();
		sandbox.config.dialect.extensions = false;
		const { poll } = trigger(
			{ event: 'messageStatusChanged', lookUpBy: 'id', messageIds: ids, notify: 'final' },
			{ budgetMs: 1000 },
		);
		await poll();
		/** How many messages were asked for so far. */
		const asked = () =>
			new Set(sandbox.requests.map(({ path }) => path).filter((path) => /\/sms\/\d+$/.test(path)))
				.size;
		const first = asked();
		expect(first).toBeLessThan(100);
		await poll();
		expect(asked()).toBeGreaterThan(first);
		expect(sandbox.stats.maxConnections).toBeLessThanOrEqual(10);
	});

	it('says at the activation that a service has no list of messages, and what to do', async () => {
		sandbox.config.dialect.messageList = 'never';
		const { poll } = trigger({ event: 'campaignMessageFinished', messageType: 'sms' });
		await expect(poll()).rejects.toMatchObject({
			message: expect.stringContaining('does not offer a list of messages'),
			description: expect.stringContaining('by their references instead'),
		});
	});
});

import { KEYS } from '../../sandbox/server.mts';
import { withTriggerStage, type TriggerStage } from './triggerStage.mts';

/** The trigger on n8n's real poll context, against the sandbox. */
describe('Messaging Service Trigger', () => {
	let engine: TriggerStage['engine'];
	let sandbox: TriggerStage['sandbox'];
	let trigger: TriggerStage['trigger'];
	withTriggerStage((stage) => ({ engine, sandbox, trigger } = stage));

	const newest = () => [...sandbox.store.campaigns.values()].at(-1);

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
			for (const event of ['campaignStatusChanged', 'campaignFinished', 'campaignProgress']) {
				const [one] = sandbox.seedHistory({ campaigns: 1, unfinished: 1 });
				const { poll } = trigger({ event, messageType: 'sms' });
				expect(await poll()).toBeNull();
				sandbox.clock.advance(60_000);
				if (one) one.status = 'done';
				expect(await poll()).toMatchObject([{ campaign_id: one?.id, status: 'done' }]);
			}
		},
	);

	it('reads what is new and unfinished in eight requests for each message type, whatever the history', async () => {
		sandbox.seedHistory({ campaigns: 3000, unfinished: 20 });
		sandbox.seedHistory({ campaigns: 1000, unfinished: 20, type: 'rcs' });
		const { poll } = trigger({ event: 'campaignFinished', messageType: 'both' });
		await poll();
		for (const one of sandbox.store.campaigns.values())
			if (one.status === 'sending' && one.id % 2) one.status = 'stopped';
		const before = sandbox.stats.requests;
		expect(await poll()).toHaveLength(20);
		expect(sandbox.stats.requests - before).toBeLessThanOrEqual(16);
	});

	it('stores nothing in the test step, and returns a true example or a marked sample', async () => {
		const { poll, staticData } = trigger({ event: 'campaignFinished', messageType: 'sms' });
		expect(await poll({ mode: 'manual' })).toMatchObject([{ origin: 'sample', status: 'done' }]);
		sandbox.seedHistory({ campaigns: 3, unfinished: 1 });
		expect(await poll({ mode: 'manual' })).toMatchObject([
			{ origin: 'test', status: expect.stringMatching(/^(?:done|stopped)$/) },
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
		sandbox.reset();
		const { poll } = trigger({ event: 'applicationStatusChanged' });
		await poll();
		expect(newest()).toBeUndefined();
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
		const token = (await (
			await fetch(`${sandbox.url}/api/auth/login`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ api_key: KEYS.live }),
			})
		).json()) as { bearer: string };
		const reply = await fetch(`${sandbox.url}/api/senders/requests/legal`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', authorization: `Bearer ${token.bearer}` },
			body: JSON.stringify(application),
		});
		expect(reply.status).toBeLessThan(300);
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
});

import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { closeAll, data, open, type Client, type Json } from './sandboxClient.mts';

afterEach(closeAll);

interface Books {
	requests: Json[];
	messages: Json[];
	campaigns: Json[];
	changes: Json[];
	leftOut: Json[];
}

async function books(client: Client): Promise<Books> {
	return (await client.get('/_sandbox/ledger')).json as unknown as Books;
}

/** Sends a single SMS and leaves when it has arrived. */
async function leave(client: Client): Promise<void> {
	const { url, stats } = client.sandbox;
	const headers = { ...client.headers, 'content-type': 'application/json' };
	const sent = request(`${url}/rest/sms/create`, { method: 'POST', headers });
	sent.on('error', () => undefined);
	const sms = { destination: 'phone', originator: 'Shop', body: 'x', msisdn: '380991112233' };
	sent.end(JSON.stringify(sms));
	while (stats.openRequests === 0) await pause(5);
	sent.destroy();
}

describe('the ledger', () => {
	it('tells each message with the request that made it, and each request with its fate', async () => {
		const client = await open();
		const { id } = (await client.sms({ reference: 'one' })).json;
		await client.sms({ reference: 'one' });
		const campaign = data(await client.campaign({ phones: [{ number: 380991112234 }] })).id;
		await client.campaign({ text: '' });
		await client.get('/rest/none');
		const { requests, messages, campaigns } = await books(client);
		expect(requests.map(({ fate, answered, error }) => [fate, answered, error])).toEqual([
			['handled', 200, null],
			['refused', 200, '23'],
			['handled', 200, null],
			['refused', 422, null],
			['refused', 404, null],
		]);
		expect(messages).toEqual([
			expect.objectContaining({
				id,
				requestId: requests[0]?.id,
				msisdn: '380991112233',
				reference: 'one',
				sender: 'Shop',
				text: 'Hello',
				createdAt: '2026-05-10T12:00:00.000Z',
			}),
			expect.objectContaining({ requestId: requests[2]?.id, campaignId: campaign }),
		]);
		// The campaigns that every sandbox begins with were asked for by nobody.
		expect(campaigns).toEqual([
			expect.objectContaining({ id: campaign, requestId: requests[2]?.id, total: 1 }),
		]);
		client.sandbox.reset();
		expect(await books(client)).toMatchObject({ requests: [], messages: [], changes: [] });
	});

	it('tells every change', async () => {
		const client = await open();
		await client.put('/api/campaigns/1003/stop');
		await client.put('/api/campaigns/1003/stop');
		await client.put('/api/campaigns/1002/renew');
		await client.put('/api/contacts/5001', { phone: 380671112210 });
		await client.register();
		const filters = {
			time_in_from: '2026-05-01 00:00:00',
			time_in_to: '2026-05-10 00:00:00',
		};
		const { key } = (await client.post('/rest/stat/create', filters)).json;
		await client.call('DELETE', `/rest/stat/file/${String(key)}`);
		const { requests, changes } = await books(client);
		expect(requests.map(({ fate }) => fate)).toEqual([
			'handled',
			'refused',
			...Array.from({ length: 5 }, () => 'handled'),
		]);
		expect(changes.map(({ kind, id }) => [kind, id])).toEqual([
			['stop', '1003'],
			['renew', '1002'],
			['contact', '5001'],
			['register', expect.any(String)],
			['report', key],
			['deleteReport', key],
		]);
		expect(changes[1]?.requestId).toBe(requests[2]?.id);
	});

	it('tells what was handled although its answer was lost, and what never was', async () => {
		const client = await open();
		const { faults } = client.sandbox;
		faults.add({ kind: 'dropAfter', times: 1 });
		await expect(client.sms()).rejects.toThrow();
		faults.add({ kind: 'dropBefore', times: 1 });
		await expect(client.sms()).rejects.toThrow();
		faults.add({ kind: 'status', status: 503, times: 1 });
		await client.sms();
		faults.add({ kind: 'status', status: 503, times: 1, handled: true });
		await client.sms();
		const { requests, messages } = await books(client);
		expect(requests.map(({ fate, answered, fault }) => [fate, answered, fault])).toEqual([
			['handled', 0, 'dropAfter'],
			['dropped', 0, 'dropBefore'],
			['dropped', 503, 'status'],
			['handled', 503, 'status'],
		]);
		expect(messages).toHaveLength(2);
	});
});

describe('what becomes of a request that its client has given up', () => {
	const RULES = [
		[undefined, 'dropped', 0],
		[6000, 'handled late', 1],
	] as const;

	it.each(RULES)('a gateway answers 504, late commit %s', async (lateMs, fate, kept) => {
		const client = await open();
		client.sandbox.faults.add({ kind: 'status', status: 504, delayMs: 20, times: 1, lateMs });
		expect((await client.sms({ reference: 'late' })).status).toBe(504);
		client.sandbox.clock.advance(5999);
		expect((await books(client)).messages).toEqual([]);
		client.sandbox.clock.advance(1);
		const { requests, messages } = await books(client);
		expect([requests[0]?.fate, requests[0]?.answered]).toEqual([fate, 504]);
		expect(messages).toHaveLength(kept);
		expect((await client.get('/rest/sms/reference/late')).json.error).toBe(kept === 1 ? 0 : '20');
	});

	it.each(RULES)('the connection is lost, late commit %s', async (lateMs, fate, kept) => {
		const client = await open();
		client.sandbox.faults.add({ kind: 'dropBefore', times: 1, lateMs });
		await expect(client.campaign()).rejects.toThrow();
		client.sandbox.clock.advance(6000);
		expect((await books(client)).requests).toMatchObject([{ fate, answered: 0 }]);
		expect((await books(client)).campaigns).toHaveLength(kept);
	});

	it.each(RULES)('the client loses patience, late commit %s', async (lateMs, fate) => {
		const client = await open();
		client.sandbox.faults.add({ kind: 'slowBefore', delayMs: 150, times: 1, lateMs });
		await leave(client);
		await pause(200);
		client.sandbox.clock.advance(6000);
		expect((await books(client)).requests).toMatchObject([{ fate, answered: 0 }]);
	});

	it('judges late what comes late', async () => {
		const client = await open();
		const { faults, clock } = client.sandbox;
		faults.add({ kind: 'html', lateMs: 2000, times: 1 });
		await client.sms({ msisdn: '1' });
		expect((await books(client)).requests[0]).toMatchObject({ fate: 'open', actedAt: null });
		clock.advance(2000);
		expect((await books(client)).requests[0]).toMatchObject({
			fate: 'refused late',
			error: '21',
			actedAt: '2026-05-10T12:00:02.000Z',
		});
	});
});

describe('which references are known and shown', () => {
	const phones = [{ number: 380991112233, reference_id: 'ref1' }];

	it('a legacy reference is taken once, whichever interface took it', async () => {
		const client = await open();
		await client.campaign({ phones });
		expect((await client.sms({ reference: 'ref1' })).json.error).toBe('23');
		await client.sms({ reference: 'ref2' });
		expect((await client.sms({ reference: 'ref2' })).json.error).toBe('23');
		const other = [{ number: 380991112233, reference_id: 'ref2' }];
		expect((await client.campaign({ phones: other })).status).toBe(422);
	});
});

import { closeAll, open, type Client, type Json } from './sandboxClient.mts';

// The judge of everything that is sent: what the ledger tells is what the service did.

afterEach(closeAll);

type Books = Record<'requests' | 'messages' | 'campaigns' | 'changes', Json[]>;

async function books(client: Client): Promise<Books> {
	return (await client.call('GET', '/_sandbox/ledger')).json as Books;
}

it('tells each message with the request that made it, and each request with its fate', async () => {
	const client = await open();
	const { id } = await client.sms({ reference: 'one' });
	await client.sms({ reference: 'one' });
	const campaign = (await client.campaign()).id;
	await client.campaign({ text: '' });
	await client.call('GET', '/rest/none');
	await client.call('PUT', '/api/campaigns/1002/renew');
	const { requests, messages, campaigns, changes } = await books(client);
	expect(requests.map(({ fate, answered, error }) => [fate, answered, error])).toEqual([
		['handled', 200, null],
		['refused', 200, '23'],
		['handled', 200, null],
		['refused', 422, null],
		['refused', 404, null],
		['handled', 200, null],
	]);
	expect(messages).toMatchObject([
		{
			id,
			requestId: requests[0]?.id,
			msisdn: '380991112233',
			reference: 'one',
			sender: 'Shop',
			text: 'Hello',
			createdAt: '2026-05-10T12:00:00.000Z',
		},
		{ requestId: requests[2]?.id, campaignId: campaign },
	]);
	// The campaigns that every sandbox begins with were asked for by nobody.
	expect(campaigns).toMatchObject([{ id: campaign, requestId: requests[2]?.id, total: 1 }]);
	expect(changes).toMatchObject([{ kind: 'renew', id: '1002', requestId: requests[5]?.id }]);
	client.sandbox.reset();
	expect(await books(client)).toMatchObject({ requests: [], messages: [], changes: [] });
});

it('tells what was handled although its answer was lost, and what never was', async () => {
	const client = await open({ dialect: { duplicates: 'accept' } });
	const { faults } = client.sandbox;
	for (const kind of ['dropAfter', 'dropBefore'] as const) {
		faults.add({ kind, times: 1 });
		await expect(client.sms()).rejects.toThrow();
	}
	for (const handled of [false, true]) {
		faults.add({ kind: 'status', status: 503, times: 1, handled });
		await client.sms();
	}
	const { requests, messages } = await books(client);
	expect(requests.map(({ fate, answered, fault }) => [fate, answered, fault])).toEqual([
		['handled', 0, 'dropAfter'],
		['dropped', 0, 'dropBefore'],
		['dropped', 503, 'status'],
		['handled', 503, 'status'],
	]);
	expect(messages).toHaveLength(2);
});

it.each([
	[undefined, '380991112233', 'dropped', 0],
	[6000, '380991112233', 'handled late', 1],
	[6000, '1', 'refused late', 0],
])('after a 504 and %s ms a request to %s is %s', async (lateMs, msisdn, fate, kept) => {
	const client = await open();
	client.sandbox.faults.add({ kind: 'status', status: 504, times: 1, lateMs });
	await client.sms({ msisdn });
	client.sandbox.clock.advance(5999);
	expect((await books(client)).messages).toEqual([]);
	client.sandbox.clock.advance(1);
	const { requests, messages } = await books(client);
	expect(requests).toMatchObject([{ fate, answered: 504 }]);
	expect(messages).toHaveLength(kept);
});

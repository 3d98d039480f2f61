import { APPLICATION, closeAll, data, faults, list, open, type Json } from './sandboxClient.mts';

afterEach(closeAll);

describe('register a sender (4.14)', () => {
	it('answers 201 with the documented fields and status new', async () => {
		const client = await open();
		const answer = await client.register({ comment: 'Soon' });
		expect(answer.status).toBe(201);
		expect(data(answer)).toEqual({
			id: expect.any(Number),
			sender: 'NewShop',
			legal_name: 'Shop Ltd',
			address: 'Kyiv, 1',
			status: 'new',
			type: 'sms',
			created_at: '2026-05-10 12:00:00',
			country_code: 'UA',
			code_of_company: '12345678',
			tax_number: '123',
			site_url: null,
			informing_purpose: 'Orders',
			comment: 'Soon',
			description: 'Notices',
		});
	});

	it('misses every required field', async () => {
		const client = await open();
		expect(faults(await client.post('/api/senders/requests/legal', {})).sort()).toEqual(
			Object.keys(APPLICATION).sort(),
		);
		expect((await client.post('/api/senders/requests/legal', '[]')).status).toBe(400);
	});

	it('moves on the clock, and a completed registration gives the sender', async () => {
		const client = await open();
		const { id } = data(await client.register());
		const rejected = data(await client.register({ sender: 'RejectMe' }));
		const seen = async (which: unknown): Promise<Json> =>
			list(await client.get(`/api/senders/requests/sms?filter[id]=${String(which)}`))[0] ?? {};
		expect(await seen(id)).toMatchObject({
			status: 'new',
			status_changed_at: null,
			registered_at: null,
		});
		client.sandbox.clock.advance(60_000);
		expect(await seen(id)).toMatchObject({
			status: 'accepted',
			status_changed_at: '2026-05-10 12:01:00',
		});
		client.sandbox.clock.advance(300_000);
		expect(await seen(id)).toMatchObject({ status: 'in progress' });
		expect((await client.campaign({ sender: 'NewShop' })).status).toBe(422);
		client.sandbox.clock.advance(3_600_000);
		expect(await seen(id)).toMatchObject({
			status: 'registration completed',
			registered_at: '2026-05-10 13:06:00',
		});
		expect((await client.campaign({ sender: 'NewShop' })).status).toBe(200);
		expect(await seen(rejected.id)).toMatchObject({
			status: 'rejected',
			rejection_reason: expect.any(String),
			registered_at: null,
		});
	});
});

describe('list applications (4.13)', () => {
	it('filters, sorts and pages', async () => {
		// Pages of one or two show the paging of four applications; services take 30 at least.
		const client = await open({ dialect: { pageLimit: 'any' } });
		await client.register({ country_code: 'PL', sender: 'Alpha' });
		const senders = async (query: string): Promise<unknown[]> =>
			list(await client.get(`/api/senders/requests/sms?${query}`)).map((entry) => entry.sender);
		expect(await senders('')).toEqual(['Sandbox', 'Shop', '380440000000', 'Alpha']);
		expect(await senders('sort=sender')).toEqual(['380440000000', 'Alpha', 'Sandbox', 'Shop']);
		expect(await senders('sort=created at&way=desc&page[limit]=1')).toEqual(['Alpha']);
		expect(await senders('sort=country_code&page[offset]=1&page[limit]=2')).toEqual([
			'Sandbox',
			'Shop',
		]);
		expect(await senders('sort=status&way=desc&page[limit]=1')).toEqual(['380440000000']);
		expect(await senders('filter[status]=new')).toEqual(['Alpha']);
		expect(await senders('filter[status]=registration completed&filter[sender]=shop')).toEqual([
			'Shop',
		]);
		expect(await senders('filter[country_code]=PL')).toEqual(['Alpha']);
		expect(await senders('filter[created_at]=2026-05-10')).toEqual(['Alpha']);
		expect(await senders('filter[id]=101')).toEqual(['Sandbox']);
		expect((await client.get('/api/senders/requests/sms?page[limit]=2')).json.meta).toEqual({
			page: { total: 4, offset: 0, limit: 2 },
		});
	});
});

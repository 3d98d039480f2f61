import {
	closeAll,
	data,
	faults,
	list,
	open,
	type Answer,
	type Client,
	type Json,
} from './sandboxClient.mts';

afterEach(closeAll);

const APPLICATION: Json = {
	country_code: 'UA',
	sender: 'NewShop',
	type: 'sms',
	code_of_company: '12345678',
	description: 'Notices',
	informing_purpose: 'Orders',
	legal_name: 'Shop Ltd',
	address: 'Kyiv, 1',
	tax_number: '123',
};

function register(client: Client, changes: Json = {}): Promise<Answer> {
	return client.post('/api/senders/requests/legal', { ...APPLICATION, ...changes });
}

describe('register a sender (4.14)', () => {
	it('answers 201 with the documented fields and status new', async () => {
		const client = await open();
		const answer = await register(client, { comment: 'Soon' });
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

	const long = (length: number): string => 'ж'.repeat(length);
	const edges: Array<[string, unknown, boolean]> = [
		['country_code', 'UKR', false],
		['country_code', 'ua', false],
		['sender', 'abcdefghijk', true],
		['sender', 'abcdefghijkl', false],
		['sender', '123456789012345', true],
		['sender', '1234567890123456', false],
		['sender', 'My Shop', false],
		['sender', '', false],
		['type', 'viber', false],
		['code_of_company', '1'.repeat(30), true],
		['code_of_company', '1'.repeat(31), false],
		['code_of_company', '', false],
		['code_of_company', '12a', false],
		['code_of_company', 123, false],
		['description', 'x', true],
		['description', '', false],
		['description', long(1000), true],
		['description', long(1001), false],
		['informing_purpose', 'x', true],
		['informing_purpose', '', false],
		['informing_purpose', long(1000), true],
		['informing_purpose', long(1001), false],
		['site_url', '', true],
		['site_url', long(150), true],
		['site_url', long(151), false],
		['site_url', null, false],
		['comment', long(1000), true],
		['comment', long(1001), false],
		['legal_name', 'abc', true],
		['legal_name', 'ab', false],
		['legal_name', long(100), true],
		['legal_name', long(101), false],
		['address', 'abc', true],
		['address', 'ab', false],
		['address', long(200), true],
		['address', long(201), false],
		['tax_number', '1', true],
		['tax_number', '', false],
		['tax_number', '1'.repeat(20), true],
		['tax_number', '1'.repeat(21), false],
		['tax_number', 5, false],
	];
	it.each(edges)('judges %s %p', async (name, value, good) => {
		const answer = await register(await open(), { [name]: value });
		if (good) expect(answer.status).toBe(201);
		else expect(faults(answer)).toEqual([name]);
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
		const { id } = data(await register(client));
		const rejected = data(await register(client, { sender: 'RejectMe' }));
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
		await register(client, { country_code: 'PL', sender: 'Alpha' });
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

	const wrong = [
		'filter[status]=gone',
		'filter[id]=x',
		'filter[country_code]=ukr',
		`filter[sender]=${'a'.repeat(16)}`,
		'filter[created_at]=10.05.2026',
		'sort=date',
		'way=up',
		'page[limit]=0',
		'page[limit]=29',
	];
	it.each(wrong)('refuses %s', async (query) => {
		expect((await (await open()).get(`/api/senders/requests/sms?${query}`)).status).toBe(422);
	});
});

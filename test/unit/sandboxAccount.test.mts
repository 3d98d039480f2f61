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
	it('takes filter[sender] of 15', async () => {
		expect(
			(await (await open()).get(`/api/senders/requests/sms?filter[sender]=${'a'.repeat(15)}`))
				.status,
		).toBe(200);
	});
});

describe('edit contact (4.15)', () => {
	it('changes phone, lists and fields', async () => {
		const client = await open();
		const answer = await client.put('/api/contacts/5001', {
			phone: 380991112233,
			groups: [202],
			fields: [{ id: 388078, value: 'Lviv' }],
		});
		expect(data(answer)).toMatchObject({
			id: 5001,
			phone: 380991112233,
			fields: { 'First Name': 'Olena', City: 'Lviv' },
			hlr_status: 'active',
			hlr_last_check: '2026-04-11 12:00:00',
		});
		expect(
			(data(answer).groups as Json[]).map((group) => [group.id, group.name, group.default]),
		).toEqual([
			[201, 'Staff', 0],
			[202, 'Customers', 1],
		]);
		expect(data(await client.put('/api/contacts/5015', { phone: '123456789' }))).toMatchObject({
			fields: [],
		});
	});

	const edges: Array<[string, Json, string | null]> = [
		['9 digits', { phone: 123456789 }, null],
		['8 digits', { phone: 12345678 }, 'phone'],
		['15 digits', { phone: 123456789012345 }, null],
		['16 digits', { phone: '1234567890123456' }, 'phone'],
		['no phone', { phone: undefined }, 'phone'],
		['null groups', { groups: null }, 'groups'],
		['no groups', { groups: [] }, null],
		['unknown group', { groups: [7] }, 'groups0'],
		['text group', { groups: ['201'] }, 'groups0'],
		['fields as a map', { fields: { 388077: 'x' } }, 'fields'],
		['unknown field', { fields: [{ id: 1, value: 'x' }] }, 'fields0id'],
		['field without id', { fields: [{ value: 'x' }] }, 'fields0id'],
		['numeric value', { fields: [{ id: 388077, value: 5 }] }, 'fields0value'],
		['another contact’s phone', { phone: 380671112211 }, 'phone'],
	];
	it.each(edges)('judges %s', async (_name, changes, fault) => {
		const answer = await (
			await open()
		).put('/api/contacts/5001', { phone: 380991112233, ...changes });
		if (fault === null) expect(answer.status).toBe(200);
		else expect(faults(answer)).toEqual([fault]);
	});

	it('knows no other contact', async () => {
		const client = await open();
		for (const id of ['1', 'abc'])
			expect((await client.put(`/api/contacts/${id}`, { phone: 380991112233 })).json).toEqual({
				code: 404,
				message: 'Contact not found',
			});
		expect((await client.put('/api/contacts/5001', '5')).status).toBe(400);
	});
});

describe('report files (4.16, 2.6) and their request', () => {
	const make = async (client: Client, body: Json): Promise<string> =>
		String((await client.post('/_sandbox/reports', body)).json.key);

	it('writes records of mixed types in every shape', async () => {
		const client = await open();
		const key = await make(client, { records: 6, types: ['sms', 'hlr', 'viber'] });
		const file = async (): Promise<Answer> => client.get(`/rest/stat/file/id/${key}/format/json`);
		const records = list(await file(), 'message_data');
		expect(records).toHaveLength(6);
		expect(records[0]).toEqual({
			message_ID: expect.any(Number),
			message_type: 'sms',
			msisdn: expect.any(Number),
			Country_name: 'Ukraine',
			brand_name: 'Sandbox Mobile',
			mcc: '255',
			mnc: '01',
			originator: 'Sandbox',
			price: expect.stringMatching(/^0\.\d+ EUR$/),
			'Incoming date': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
			'Sending date': expect.any(String),
			'DLR Date': expect.any(String),
			Status: expect.any(String),
			body: expect.any(String),
		});
		expect(records[1]).toMatchObject({
			originator: 'HLR',
			body: {
				MCC: '255',
				Ported: expect.any(Number),
				Roaming: expect.any(Number),
				IMSI: expect.any(String),
			},
		});
		const vibers = records.filter((record) => record.message_type === 'viber');
		expect(vibers[0]).toMatchObject({
			img: expect.any(String),
			Caption: expect.any(String),
			Action: expect.any(String),
		});
		for (const record of vibers)
			expect('alternativeSMS' in record).toBe(record.Status === 'not-viber-user');
		const { dialect } = client.sandbox.config;
		dialect.report = 'result';
		dialect.reportRecords = 'newer';
		expect(list(await file(), 'result')[0]).toMatchObject({
			message_id: expect.any(Number),
			price: expect.any(Number),
			time_dlr: expect.any(String),
			currency: 'EUR',
		});
		dialect.report = 'named';
		expect(list(await file(), 'records')).toHaveLength(6);
		dialect.report = 'bare';
		expect(JSON.parse((await file()).text)).toHaveLength(6);
		dialect.report = 'documented';
		const { text } = await file();
		expect(() => JSON.parse(text) as unknown).toThrow();
		expect(text.startsWith('{"error":0,[{') && text.endsWith('}]}')).toBe(true);
	});

	it('writes xml, and csv for one message type only', async () => {
		const client = await open();
		const mixed = await make(client, { records: 2, types: ['sms', 'hlr'] });
		const one = await make(client, { records: 2, types: ['sms'] });
		const xml = await client.get(`/rest/stat/file/id/${mixed}/format/xml`);
		expect(xml.headers.get('content-type')).toContain('xml');
		expect(xml.text.match(/<message>/g)).toHaveLength(2);
		expect((await client.get(`/rest/stat/file/id/${mixed}/format/csv`)).json.error).toBe('85');
		const csv = await client.get(`/rest/stat/file/id/${one}/format/csv`);
		expect(csv.text.trim().split('\r\n')).toHaveLength(3);
		expect(csv.text.startsWith('message_ID,message_type,msisdn')).toBe(true);
		expect((await client.get(`/rest/stat/file/id/${one}/format/pdf`)).json.error).toBe('24');
		expect((await client.get('/rest/stat/file/id/77/format/json')).json.error).toBe('90');
	});

	it('makes a report of sent messages, when it is ready', async () => {
		const client = await open({ dialect: { reportKey: 'hex', reportKeyName: 'export_id' } });
		const { id } = (await client.sms({ body: 'In the report' })).json;
		const created = await client.post('/rest/stat/create', { message_id: [id] });
		const key = String(created.json.export_id);
		expect(key).toMatch(/^[0-9a-f]{18}$/);
		const file = (): Promise<Answer> => client.get(`/rest/stat/file/id/${key}/format/json`);
		expect((await file()).json.error).toBe('91');
		expect(list(await client.get('/rest/stat/list'), 'result')).toEqual([
			expect.objectContaining({ key, status: 'In progress' }),
		]);
		client.sandbox.clock.advance(3000);
		expect(list(await file(), 'message_data')).toEqual([
			expect.objectContaining({ message_ID: id, body: 'In the report' }),
		]);
		expect((await client.call('DELETE', `/rest/stat/file/${key}`)).json.error).toBe(0);
		expect((await client.call('DELETE', `/rest/stat/file/${key}`)).json.error).toBe('90');
	});

	it('refuses wrong filters, a third at a time, and empty files', async () => {
		const client = await open({ dialect: { reportKey: 'integer' } });
		const period = { time_in_from: '2026-05-01 00:00:00', time_in_to: '2026-05-10 00:00:00' };
		const code = async (body: unknown): Promise<unknown> =>
			(await client.post('/rest/stat/create', body)).json.error;
		const ids = Array.from({ length: 301 }, (_, index) => index + 1);
		expect(await code({ message_id: ids })).toBe('81');
		expect(await code({ time_in_from: 'x', time_in_to: 'y' })).toBe('86');
		expect(await code({ time_in_from: period.time_in_to, time_in_to: period.time_in_from })).toBe(
			'86',
		);
		expect(await code({ ...period, msisdn: ['1'] })).toBe('82');
		expect(await code({ ...period, originator: 5 })).toBe('83');
		expect(await code({ ...period, message_type: 'fax' })).toBe('85');
		expect(await code({ ...period, country_id: 'x' })).toBe('87');
		expect(await code('[]')).toBe('24');
		const first = await client.post('/rest/stat/create', { message_id: ids.slice(1) });
		expect(String(first.json.key)).toMatch(/^\d{9}$/);
		expect(await code(period)).toBe(0);
		expect(await code(period)).toBe('92');
		client.sandbox.clock.advance(3000);
		expect(
			(await client.get(`/rest/stat/file/id/${String(first.json.key)}/format/json`)).json.error,
		).toBe('93');
	});

	it('streams a file of 50,000 records without holding it', async () => {
		const client = await open();
		const key = await make(client, { records: 50_000, bodyLength: 200 });
		const response = await fetch(`${client.sandbox.url}/rest/stat/file/id/${key}/format/json`, {
			headers: client.headers,
		});
		let bytes = 0;
		for await (const piece of response.body ?? []) bytes += (piece as Uint8Array).length;
		expect(bytes).toBeGreaterThan(20_000_000);
	});
});

describe('beyond the specification', () => {
	it('serves the balance, price, detail, lists and contacts', async () => {
		const client = await open();
		expect((await client.get('/rest/common/balance')).json).toMatchObject({
			error: 0,
			amount: expect.any(Number),
			currency: 'EUR',
			limit: 0,
		});
		expect(
			data(
				await client.post('/api/campaigns/price', {
					sender: 'Shop',
					text: 'Hello',
					messages: [{ phone: 380991112233 }, { phone: 380991112234 }],
				}),
			),
		).toEqual({ price: 0.06, currency: 'EUR' });
		expect(
			data(
				await client.post('/api/campaigns/price', { sender: 'Shop', text: 'Hello', groups: [201] }),
			),
		).toMatchObject({ price: 0.15 });
		expect(
			(await client.post('/api/campaigns/price', { sender: 'Shop', text: 'Hello', messages: [{}] }))
				.status,
		).toBe(422);
		expect(data(await client.get('/api/campaigns/1002/detail'))).toMatchObject({
			id: 1002,
			statuses: { DELIVERED: 4, READ: 4, NEW: 12 },
			total_messages: 20,
		});
		expect((await client.get('/api/groups?page[limit]=14')).status).toBe(422);
		expect((await client.get('/api/groups?page[limit]=15&page[offset]=2')).json).toMatchObject({
			data: [{ id: 203, items: 0 }],
			total: 3,
		});
		expect(list(await client.get('/api/contacts/search'))[0]).toMatchObject({
			id: 5001,
			fields: { 388077: 'Olena' },
		});
	});

	it('creates RCS campaigns, whose undelivered messages go out as SMS', async () => {
		const client = await open();
		const body = {
			sender: 'Sandbox Agent',
			options: { text: 'Rich' },
			phones: [{ number: '380991112234' }, { number: '380991110002' }],
			alternative_channel: { sms: { text: 'Plain', sender: 'Shop', validity: 1 } },
			validity_seconds: 30,
		};
		expect(data(await client.post('/api/campaigns/rcs/send', body))).toMatchObject({
			name: 'RCS api campaign / 2026-05-10 12:00:00',
			message_type: 'rcs',
			calculated_price: 0.06,
		});
		client.sandbox.clock.advance(60_000);
		expect(list(await client.get('/api/campaign?filter[type]=rcs&way=desc'))[0]).toMatchObject({
			status: 'done',
			statistics: { delivered: 1, sent: 1 },
			alternative_channels: { sms: { statistic: { sent: 1, delivered: 1 } } },
		});
		for (const [changes, fault] of [
			[{ validity_seconds: 29 }, 'validity_seconds'],
			[{ validity_seconds: 86_401 }, 'validity_seconds'],
			[{ options: {} }, 'optionstext'],
			[{ sender: 'a'.repeat(41) }, 'sender'],
			[{ alternative_channel: {} }, 'alternative_channel'],
		] as const) {
			expect(faults(await client.post('/api/campaigns/rcs/send', { ...body, ...changes }))).toEqual(
				[fault],
			);
		}
		const phones = Array.from({ length: 5001 }, (_, index) => ({
			number: 380_990_100_000 + index,
		}));
		expect(faults(await client.post('/api/campaigns/rcs/send', { ...body, phones }))).toEqual([
			'phones',
		]);
		expect(
			(await client.post('/api/campaigns/rcs/send', { ...body, phones: phones.slice(1) })).status,
		).toBe(200);
		expect(
			(
				await client.post('/api/campaigns/rcs/send-groups', {
					...body,
					groups: [201],
					options: { cards: [{ title: 'A', text: 'B' }] },
				})
			).status,
		).toBe(200);
		expect(
			data(
				await client.post('/api/messages/rcs/send', { ...body, phone: { number: '380991112235' } }),
			),
		).toMatchObject({ message_type: 'rcs', status: 'new' });
	});

	it('answers 404 where the service lacks them', async () => {
		const client = await open({ dialect: { extensions: false } });
		for (const path of [
			'/api/groups',
			'/api/contacts/search',
			'/rest/stat/list',
			'/rest/common/balance',
			'/api/nothing',
		])
			expect((await client.get(path)).status).toBe(404);
		expect((await client.post('/rest/stat/create', {})).status).toBe(404);
		expect((await client.post('/api/campaigns/rcs/send', {})).status).toBe(404);
	});
});

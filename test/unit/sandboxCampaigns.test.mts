import { closeAll, data, faults, list, open, type Client, type Json } from './sandboxClient.mts';

afterEach(closeAll);

const phones = (count: number): Json[] =>
	Array.from({ length: count }, (_, index) => ({ number: 380_990_100_000 + index }));

describe('create campaign (4.7)', () => {
	it('answers with the campaign, without price and alternative channels', async () => {
		const client = await open();
		expect(
			data(
				await client.campaign({
					validity: 72,
					tariff_code: 9,
					phones: [{ number: 380991112233, reference_id: 'r1' }, { number: '380991112234' }],
				}),
			),
		).toEqual({
			id: expect.any(Number),
			name: 'SMS api campaign / 2026-05-10 12:00:00',
			sender: 'Shop',
			status: 'creation',
			message_type: 'sms',
			start_at: '2026-05-10 12:00:00',
			real_start_at: null,
			finished_at: null,
			created_at: '2026-05-10 12:00:00',
			statistics: { delivered: 0, sent: 0 },
		});
	});

	const edges: Array<[string, Json, string | null]> = [
		['sender of 11', { sender: 'abcdefghijk' }, null],
		['sender of 12', { sender: 'abcdefghijkl' }, 'sender'],
		['numeric sender of 15', { sender: '123456789012345' }, null],
		['numeric sender of 16', { sender: '1234567890123456' }, 'sender'],
		['no sender', { sender: undefined }, 'sender'],
		['null sender', { sender: null }, 'sender'],
		['blank sender', { sender: ' ' }, 'sender'],
		['Cyrillic sender', { sender: 'Магазин' }, 'sender'],
		['number of 9 digits', { phones: [{ number: 123456789 }] }, null],
		['number of 8 digits', { phones: [{ number: 12345678 }] }, 'phones0number'],
		['number of 15 digits', { phones: [{ number: 123456789012345 }] }, null],
		['number of 16 digits', { phones: [{ number: 1234567890123456 }] }, 'phones0number'],
		['number with +', { phones: [{ number: '+380991112233' }] }, 'phones0number'],
		['number missing', { phones: [{}] }, 'phones0number'],
		['recipient as text', { phones: ['380991112233'] }, 'phones0'],
		['no phones', { phones: undefined }, 'phones'],
		['empty phones', { phones: [] }, 'phones'],
		['phones as object', { phones: { number: 380991112233 } }, 'phones'],
		['10,000 phones', { phones: phones(10_000) }, null],
		['10,001 phones', { phones: phones(10_001) }, 'phones'],
		['reference of 32', { phones: [{ number: 380991112233, reference_id: 'A'.repeat(32) }] }, null],
		[
			'reference of 33',
			{ phones: [{ number: 380991112233, reference_id: 'A'.repeat(33) }] },
			'phones0reference_id',
		],
		[
			'reference twice',
			{
				phones: [
					{ number: 380991112233, reference_id: 'A' },
					{ number: 380991112234, reference_id: 'A' },
				],
			},
			'phones1reference_id',
		],
		[
			'null reference',
			{ phones: [{ number: 380991112233, reference_id: null }] },
			'phones0reference_id',
		],
		[
			'numeric reference',
			{ phones: [{ number: 380991112233, reference_id: 5 }] },
			'phones0reference_id',
		],
		['no text', { text: undefined }, 'text'],
		['765 characters', { text: 'a'.repeat(765) }, null],
		['766 characters', { text: 'a'.repeat(766) }, 'text'],
		['validity 1', { validity: 1 }, null],
		['validity 0', { validity: 0 }, 'validity'],
		['validity 72', { validity: 72 }, null],
		['validity 73', { validity: 73 }, 'validity'],
		['validity as text', { validity: '72' }, 'validity'],
		['null validity', { validity: null }, 'validity'],
		['tariff 0', { tariff_code: 0 }, null],
		['tariff 9', { tariff_code: 9 }, null],
		['tariff 10', { tariff_code: 10 }, 'tariff_code'],
		['tariff -1', { tariff_code: -1 }, 'tariff_code'],
		['start now', { start_at: '2026-05-10 12:00:00' }, null],
		['start in 30 days', { start_at: '2026-06-09 12:00:00' }, null],
		['a second more', { start_at: '2026-06-09 12:00:01' }, 'start_at'],
		['start in the past', { start_at: '2026-05-10 11:58:59' }, 'start_at'],
		['start in ISO form', { start_at: '2026-05-11T12:00:00Z' }, 'start_at'],
		['start on no day', { start_at: '2026-05-32 12:00:00' }, 'start_at'],
		['null start', { start_at: null }, 'start_at'],
		['an unknown field', { colour: 'red' }, null],
	];
	it.each(edges)('judges %s', async (_name, changes, fault) => {
		const client = await open({ config: { senders: 'any' } });
		const answer = await client.campaign(changes);
		if (fault === null) expect(answer.status).toBe(200);
		else expect(faults(answer)).toEqual([fault]);
	});

	it('refuses foreign senders, unconnected tariffs, known references and what is no object', async () => {
		const client = await open({ config: { tariffs: [0] } });
		await client.sms({ reference: 'legacy' });
		expect(
			faults(
				await client.campaign({
					sender: 'Nobody',
					tariff_code: 1,
					phones: [{ number: 380991112233, reference_id: 'legacy' }],
				}),
			),
		).toEqual(['sender', 'phones0reference_id', 'tariff_code']);
		expect((await client.post('/api/campaigns/sms/send', '[1]')).json).toEqual({
			code: 400,
			message: 'The request body is not a JSON object',
		});
		expect((await client.post('/api/campaigns/sms/send', '{"sender')).status).toBe(400);
	});

	it('refuses an identical request for a while with 429', async () => {
		const client = await open({ dialect: { duplicates: 'refuse' } });
		expect((await client.campaign()).status).toBe(200);
		const second = await client.campaign();
		expect([second.status, second.json]).toEqual([
			429,
			{ message: 'Too many duplicate request detected' },
		]);
		expect((await client.campaign({ text: 'Other' })).status).toBe(200);
		client.sandbox.clock.advance(5001);
		expect((await client.campaign()).status).toBe(200);
	});
});

describe('personalized campaign (4.8)', () => {
	const edges: Array<[string, Json, Json, string | null]> = [
		['335 Cyrillic', { text: 'ж'.repeat(335) }, {}, null],
		['336 Cyrillic', { text: 'ж'.repeat(336) }, {}, 'messages0text'],
		['765 Latin', { text: 'z'.repeat(765) }, {}, null],
		['766 Latin', { text: 'z'.repeat(766) }, {}, 'messages0text'],
		['one curly quote among 336', { text: `${'a'.repeat(335)}’` }, {}, 'messages0text'],
		['sender with symbols', { sender: 'A&B - 24/7' }, {}, null],
		['sender of 12', { sender: 'abcdefghijkl' }, {}, 'messages0sender'],
		['no sender', { sender: undefined }, {}, 'messages0sender'],
		['no phone', { phone: undefined }, {}, 'messages0phone'],
		['start_at', {}, { start_at: '2026-05-11 12:00:00' }, null],
		['start_code', {}, { start_code: '2026-06-09 12:00:01' }, 'start_code'],
		['no messages', {}, { messages: [] }, 'messages'],
		['validity 73', {}, { validity: 73 }, 'validity'],
	];
	it.each(edges)('judges %s', async (_name, message, changes, fault) => {
		const client = await open({ config: { senders: 'any' } });
		const answer = await client.personal(message, changes);
		if (fault === null) expect(answer.status).toBe(200);
		else expect(faults(answer)).toEqual([fault]);
	});

	it('counts to 10,000 and no further', async () => {
		const client = await open();
		const messages = Array.from({ length: 10_001 }, (_, index) => ({
			phone: 380_990_100_000 + index,
			sender: 'Shop',
			text: 'Hi',
		}));
		expect(faults(await client.post('/api/campaigns/sms/send-individual', { messages }))).toEqual([
			'messages',
		]);
		expect(
			(await client.post('/api/campaigns/sms/send-individual', { messages: messages.slice(1) }))
				.status,
		).toBe(200);
	});
});

describe('contact lists (4.9)', () => {
	const send = (client: Client, changes: Json): ReturnType<Client['post']> =>
		client.post('/api/campaigns/sms/send-groups', {
			groups: [201],
			sender: 'Shop',
			text: 'Hi {388077}!',
			...changes,
		});

	it('sends to each contact once and fills the placeholders', async () => {
		const client = await open();
		const { id } = data(await send(client, { groups: [201, 202] }));
		const texts = [...client.sandbox.store.messages.values()]
			.filter((message) => message.campaignId === id)
			.map((message) => message.text);
		expect(texts).toHaveLength(15);
		expect(texts).toContain('Hi Olena!');
		expect(texts).toContain('Hi !');
	});

	it('refuses unknown, empty and wrong lists', async () => {
		const client = await open();
		expect(faults(await send(client, { groups: [999] }))).toEqual(['groups0']);
		expect(faults(await send(client, { groups: ['201'] }))).toEqual(['groups0']);
		expect(faults(await send(client, { groups: [] }))).toEqual(['groups']);
		expect(faults(await send(client, { groups: [203] }))).toEqual(['groups']);
		expect(faults(await send(client, { text: '' }))).toEqual(['text']);
	});

	it('counts to 10,000 contacts and no further', async () => {
		const client = await open();
		for (let index = 0; index < 9995; index++) {
			client.sandbox.store.addContact({
				id: 10_000 + index,
				phone: String(380_990_100_000 + index),
				fields: new Map(),
				groupIds: [201],
				hlrStatus: 'active',
				hlrCheckMs: null,
				createdMs: 0,
			});
		}
		expect((await send(client, {})).status).toBe(200);
		client.sandbox.store.addContact({
			id: 30_000,
			phone: '380991999999',
			fields: new Map(),
			groupIds: [201],
			hlrStatus: 'active',
			hlrCheckMs: null,
			createdMs: 0,
		});
		expect(faults(await send(client, {}))).toEqual(['groups']);
	});
});

describe('campaign states (section 3) and the list (4.10)', () => {
	const only = async (client: Client, query = ''): Promise<Json> =>
		list(await client.get(`/api/campaign?way=desc${query}`))[0] ?? {};

	it('goes from creation to done and counts by the rules of 2.1', async () => {
		const client = await open();
		await client.campaign({
			phones: ['2233', '0001', '0002', '0003', '0004', '0005'].map((end) => ({
				number: Number(`38099111${end}`),
			})),
		});
		expect(await only(client)).toMatchObject({
			status: 'creation',
			statistics: { delivered: 0, sent: 0 },
		});
		client.sandbox.clock.advance(1000);
		expect(await only(client)).toMatchObject({
			status: 'sending',
			real_start_at: '2026-05-10 12:00:01',
			statistics: { delivered: 0, sent: 5 },
		});
		client.sandbox.clock.advance(31_000);
		expect(await only(client)).toMatchObject({
			status: 'done',
			finished_at: '2026-05-10 12:00:31',
			statistics: { delivered: 1, sent: 5 },
		});
		client.sandbox.clock.advance(3_600_000);
		expect(await only(client)).toMatchObject({ statistics: { delivered: 2, sent: 5 } });
	});

	it('waits for its start, in the service zone', async () => {
		const client = await open({ config: { timeZone: 'Europe/Kyiv', moderationSeconds: 10 } });
		await client.campaign({ start_at: '2026-05-10 16:00:00' });
		client.sandbox.clock.advance(2000);
		expect(await only(client)).toMatchObject({
			status: 'moderation',
			start_at: '2026-05-10 16:00:00',
			created_at: '2026-05-10 15:00:00',
		});
		client.sandbox.clock.advance(10_000);
		expect(await only(client)).toMatchObject({ status: 'scheduled' });
		client.sandbox.clock.advance(3_600_000 - 12_000 - 1);
		expect(await only(client)).toMatchObject({ status: 'scheduled', real_start_at: null });
		client.sandbox.clock.advance(1);
		expect(await only(client)).toMatchObject({
			status: 'sending',
			real_start_at: '2026-05-10 16:00:00',
		});
	});

	it('holds back spam, and pauses for lack of funds', async () => {
		const client = await open({ config: { balance: 0.04 } });
		await client.campaign({ text: 'This is spam' });
		client.sandbox.clock.advance(2000);
		expect(await only(client)).toMatchObject({ status: 'spam' });
		await client.campaign({ phones: [{ number: 380991112233 }, { number: 380991112234 }] });
		client.sandbox.clock.advance(2000);
		expect(await only(client)).toMatchObject({ status: 'paused', statistics: { sent: 1 } });
	});

	it('pages, sorts and filters', async () => {
		const client = await open({ empty: true });
		client.sandbox.seedHistory({ campaigns: 60, unfinished: 2, days: 60 });
		const page = await client.get('/api/campaign');
		expect(page.json.meta).toEqual({ page: { total: 60, limit: 50, offset: 0 } });
		expect(list(page)).toHaveLength(50);
		const next = await client.get('/api/campaigns?page[offset]=50&page[limit]=500');
		expect(list(next)).toHaveLength(10);
		for (const sort of ['id', 'sender', 'type', 'date', 'status']) {
			const up = list(await client.get(`/api/campaign?sort=${sort}&page[limit]=60`)).map(
				(campaign) => campaign.id,
			);
			const down = list(await client.get(`/api/campaign?sort=${sort}&way=desc&page[limit]=60`)).map(
				(campaign) => campaign.id,
			);
			expect(down).toEqual([...up].reverse());
		}
		expect(
			(await client.get('/api/campaign?filter[field]=sender&filter[value]=shop')).json.meta,
		).toMatchObject({ page: { total: 30 } });
		const id = String(list(next)[0]?.id);
		expect(
			list(await client.get(`/api/campaign?filter[field]=taskname&filter[value]=${id}`)).map(
				(campaign) => String(campaign.id),
			),
		).toEqual([id]);
		expect((await client.get('/api/campaign?filter[type]=rcs')).json.meta).toMatchObject({
			page: { total: 0 },
		});
		expect(
			(await client.get('/api/campaign?filter[from]=2026-05-10 00:00:00')).json.meta,
		).toMatchObject({ page: { total: 1 } });
	});

	const queries: Array<[string, number]> = [
		['page[limit]=29', 422],
		['page[limit]=30', 200],
		['page[limit]=0', 422],
		['page[limit]=500', 200],
		['page[limit]=501', 422],
		['page[limit]=x', 422],
		['page[offset]=-1', 422],
		['sort=price', 422],
		['way=up', 422],
		['filter[type]=viber', 422],
		['filter[from]=2026-02-10 12:00:00', 200],
		['filter[from]=2026-02-10 11:59:59', 422],
		['filter[to]=2026-01-01 00:00:00', 200],
		['filter[from]=2026-05-11 00:00:00', 422],
		['filter[from]=yesterday', 422],
		['filter[from]=2025-11-30 00:00:00&filter[to]=2026-02-28 00:00:00', 200],
		['filter[field]=name&filter[value]=x', 422],
		['filter[value]=x', 422],
		['sort=id&sort=date', 422],
	];
	it('judges queries', async () => {
		const client = await open();
		for (const [query, status] of queries)
			expect([query, (await client.get(`/api/campaign?${query}`)).status]).toEqual([query, status]);
	});
});

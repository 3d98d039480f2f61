import { closeAll, data, faults, list, open, type Client, type Json } from './sandboxClient.mts';

afterEach(closeAll);

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

describe('contact lists (4.9)', () => {
	it('sends to each contact once and fills the placeholders', async () => {
		const client = await open();
		const { id } = data(await client.groups({ groups: [201, 202] }));
		const texts = [...client.sandbox.store.messages.values()]
			.filter((message) => message.campaignId === id)
			.map((message) => message.text);
		expect(texts).toHaveLength(15);
		expect(texts).toContain('Hi Olena!');
		expect(texts).toContain('Hi !');
	});

	it('counts to 10,000 contacts and no further', async () => {
		const client = await open();
		const add = (id: number): void =>
			void client.sandbox.store.addContact({
				id,
				phone: String(380_990_000_000 + id),
				fields: new Map(),
				groupIds: [201],
				hlrStatus: 'active',
				hlrCheckMs: null,
				createdMs: 0,
			});
		for (let id = 10_000; id < 19_995; id++) add(id);
		expect((await client.groups()).status).toBe(200);
		add(19_995);
		expect(faults(await client.groups())).toEqual(['groups']);
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
		const ask = async (query = '') => {
			const answer = await client.get(`/api/campaign${query}`);
			const page = (answer.json.meta as Json).page as Json;
			return { page, ids: list(answer).map(({ id }) => String(id)) };
		};
		expect((await ask()).page).toEqual({ total: 60, limit: 50, offset: 0 });
		expect((await ask()).ids).toHaveLength(50);
		const { ids } = await ask('s?page[offset]=50&page[limit]=500');
		expect(ids).toHaveLength(10);
		for (const sort of ['id', 'sender', 'type', 'date', 'status']) {
			const up = await ask(`?sort=${sort}&page[limit]=60`);
			const down = await ask(`?sort=${sort}&way=desc&page[limit]=60`);
			expect(down.ids).toEqual([...up.ids].reverse());
		}
		for (const [filter, total] of [
			['filter[field]=sender&filter[value]=shop', 30],
			['filter[type]=rcs', 0],
			['filter[from]=2026-05-10 00:00:00', 1],
		] as const)
			expect((await ask(`?${filter}`)).page.total).toBe(total);
		const one = `?filter[field]=taskname&filter[value]=${ids[0]}`;
		expect((await ask(one)).ids).toEqual([ids[0]]);
	});
});

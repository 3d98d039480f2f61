import {
	APPLICATION,
	RCS,
	closeAll,
	data,
	faults,
	list,
	open,
	type Answer,
	type Json,
} from './sandboxClient.mts';

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

describe('stop and renew (4.11, 4.12, 3.2)', () => {
	const [done, paused, scheduled] = [1001, 1002, 1003];

	it('stops from every stoppable state, once', async () => {
		const client = await open();
		const stopped = await client.put(`/api/campaigns/${scheduled}/stop`);
		expect(data(stopped)).toMatchObject({
			id: scheduled,
			status: 'stopped',
			finished_at: '2026-05-10 12:00:00',
			calculated_price: 0.6,
			alternative_channels: { sms: { statistic: { sent: 0, delivered: 0 } } },
		});
		expect((await client.put(`/api/campaigns/${scheduled}/stop`)).json).toMatchObject({
			errors: { status: ['A campaign in status stopped cannot be stopped.'] },
		});
		expect((await client.put(`/api/campaigns/${done}/stop`)).status).toBe(422);
		client.sandbox.clock.advance(3 * 86_400_000);
		expect(client.sandbox.store.campaigns.get(scheduled)).toMatchObject({
			status: 'stopped',
			counters: { deleted: 20 },
		});
		for (const status of [
			'creation',
			'moderation',
			'spam',
			'scheduled',
			'sending',
			'paused',
		] as const) {
			const campaign = client.sandbox.store.campaigns.get(paused);
			if (campaign) campaign.status = status;
			expect((await client.put(`/api/campaigns/${paused}/stop`)).status).toBe(200);
		}
	});

	it('renews what is paused, and only that', async () => {
		const client = await open();
		expect(data(await client.put(`/api/campaigns/${paused}/renew`))).toMatchObject({
			status: 'sending',
		});
		expect((await client.put(`/api/campaigns/${paused}/renew`)).status).toBe(422);
		for (const id of [done, scheduled])
			expect((await client.put(`/api/campaigns/${id}/renew`)).status).toBe(422);
		client.sandbox.clock.advance(40_000);
		expect(
			list(
				await client.get(
					'/api/campaign?filter[type]=rcs&filter[field]=taskname&filter[value]=1002',
				),
			)[0],
			// All twenty are delivered, and the half that was read counts as sent no more (2.1).
		).toMatchObject({ status: 'done', statistics: { sent: 10, delivered: 20 } });
	});

	it('knows no other campaign, and stops SMS campaigns by PATCH', async () => {
		const client = await open();
		const { id } = data(await client.campaign());
		for (const wrong of [String(id), '999', 'abc'])
			expect((await client.put(`/api/campaigns/${wrong}/stop`)).json).toEqual({
				code: 404,
				message: 'Campaign not found',
			});
		expect(data(await client.call('PATCH', `/api/campaigns/${String(id)}/stop`))).toMatchObject({
			status: 'stopped',
		});
	});
});

describe('beyond the specification', () => {
	it('serves the balance, price, detail, lists and contacts', async () => {
		const client = await open();
		expect((await client.get('/rest/common/balance')).json).toMatchObject({
			error: 0,
			amount: expect.any(String),
			currency: 'EUR',
			limit: '0',
		});
		const price = async (to: Json): Promise<Answer> =>
			await client.post('/api/campaigns/price', { sender: 'Shop', text: 'Hello', ...to });
		const two = [{ phone: 380991112233 }, { phone: 380991112234 }];
		expect((await price({ messages: two })).json).toEqual({ price: 0.06, currency: 'EUR' });
		expect((await price({ groups: [201] })).json).toMatchObject({ price: 0.15 });
		// A segment costs what it costs in the country.
		expect((await price({ messages: [{ phone: 491711234567 }] })).json).toMatchObject({
			price: 0.08,
		});
		expect((await price({ messages: [{}] })).status).toBe(422);
		expect(data(await client.get('/api/campaigns/1002/detail'))).toMatchObject({
			id: 1002,
			statistics: { delivered: 4, read: 4, accepted: 12, not_rcs_user: 0 },
			total_price: '0.6000',
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
		expect(data(await client.post('/api/campaigns/rcs/send', RCS))).toMatchObject({
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
		const cards = { groups: [201], options: { cards: [{ title: 'A', text: 'B' }] } };
		const toLists = await client.post('/api/campaigns/rcs/send-groups', { ...RCS, ...cards });
		expect(toLists.status).toBe(200);
		expect(
			data(
				await client.post('/api/messages/rcs/send', { ...RCS, phone: { number: '380991112235' } }),
			),
		).toMatchObject({ type: 'rcs', status: 'accepted' });
	});

	it('sends one message by the next channel where the first does not reach the phone', async () => {
		const client = await open();
		const order = {
			channels: ['viber', 'sms'],
			phone: { number: '380991110002', reference_id: 'r1' },
			viber: { sender: 'Shop', text: 'Hello' },
			sms: { sender: 'Shop', text: 'Hello by SMS' },
		};
		const sent = data(await client.post('/api/messages/send', order));
		expect(sent).toMatchObject({ reference_id: 'r1', type: 'viber' });
		client.sandbox.clock.advance(60_000);
		const rows = list(await client.get('/api/messages'));
		const sms = rows.find(({ type }) => type === 'sms');
		expect(sms).toMatchObject({ text: 'Hello by SMS', status: 'delivered', reference_id: null });
		expect(rows.find(({ id }) => id === sent.id)).toMatchObject({
			status: 'not-viber-user',
			alternative_channels: { sms: { parts: 1, id: [sms?.id] } },
		});
		for (const wrong of [[], ['fax'], ['sms', 'viber', 'rcs'], ['rcs']])
			expect((await client.post('/api/messages/send', { ...order, channels: wrong })).status).toBe(
				422,
			);
	});

	it('adds recipients to the Contact Book and leaves out the stop list unless it is told otherwise', async () => {
		const client = await open();
		await client.post('/api/stoplist/attach', { phones: [380991112234], types: ['rcs'] });
		const off = { ...RCS, add_to_contact_book: false, check_stop_list: false };
		const [contacts, messages] = [client.sandbox.store.contacts, client.sandbox.store.messages];
		const before = [contacts.size, messages.size];
		const added = (): number[] =>
			[contacts.size, messages.size].map((size, at) => size - (before[at] ?? 0));
		await client.post('/api/campaigns/rcs/send', off);
		expect(added()).toEqual([0, 2]);
		await client.post('/api/campaigns/rcs/send', RCS);
		expect(added()).toEqual([1, 3]);
	});

	it('answers the same question about a price with 429 for a while', async () => {
		const client = await open({ dialect: { duplicates: 'refuse' } });
		const asked = { sender: 'Shop', text: 'Hello', messages: [{ phone: 380991112233 }] };
		const ask = async () => (await client.post('/api/campaigns/price', asked)).status;
		expect([await ask(), await ask()]).toEqual([200, 429]);
		client.sandbox.clock.advance(client.sandbox.config.duplicateSeconds * 1000);
		expect(await ask()).toBe(200);
	});
});

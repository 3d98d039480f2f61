import { closeAll, data, faults, list, open } from './sandboxClient.mts';

afterEach(closeAll);

describe('beyond the specification', () => {
	it('serves the balance, price, detail, lists and contacts', async () => {
		const client = await open();
		expect((await client.get('/rest/common/balance')).json).toMatchObject({
			error: 0,
			amount: expect.any(String),
			currency: 'EUR',
			limit: '0',
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
});

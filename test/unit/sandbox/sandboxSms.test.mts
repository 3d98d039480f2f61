import { KEYS } from '../../../sandbox/server.mts';
import { closeAll, list, open, type Json } from './sandboxClient.mts';

afterEach(closeAll);

describe('create SMS, single (4.6)', () => {
	it('takes PUT and POST and answers with the documented fields', async () => {
		const client = await open();
		const posted = await client.sms({ reference: 'ref1', validity: 1, tariff: 9 });
		expect(posted.status).toBe(200);
		const fields = {
			error: 0,
			id: expect.any(Number),
			reference: 'ref1',
			price: 0.039,
			currency: 'EUR',
			errorDescription: 'No errors',
		};
		expect(posted.json).toEqual({ ...fields, result: fields });
		expect(posted.json).toMatchObject({ result: { id: posted.json.id } });
		const one = { destination: 'phone', originator: 'Shop', body: 'x', msisdn: '380991112233' };
		const put = await client.put('/rest/sms/create', one);
		expect(put.json).toMatchObject({ error: 0, reference: '' });
		expect(client.sandbox.store.messages.get(Number(posted.json.id))).toMatchObject({
			msisdn: '380991112233',
			sender: 'Shop',
			text: 'Hello',
			validityHours: 1,
			tariff: 9,
			interface: 'rest',
		});
	});

	it('answers 24 to what is not a JSON object', async () => {
		const client = await open();
		for (const body of ['{"destination":', '[]', '"text"', 'null'])
			expect((await client.post('/rest/sms/create', body)).json.error).toBe('24');
		expect((await client.post('/rest/sms/create')).json.error).toBe('24');
	});

	it('knows 2WAY, unconnected tariffs, empty accounts and blocked keys', async () => {
		const client = await open({ config: { twoWay: true, tariffs: [0], balance: 0.05 } });
		expect((await client.sms({ '2way': true })).json.error).toBe('36');
		expect((await client.sms({ '2way': true, originator: '380440000000' })).json.error).toBe(0);
		expect((await client.sms({ tariff: 1 })).json.error).toBe('9');
		expect((await client.sms()).json.error).toBe('8');
		expect((await client.as(KEYS.blocked).sms()).json.error).toBe('2');
		expect((await client.as('live_wrong').sms()).json).toEqual({
			error: '1',
			errorDescription: 'Invalid API key',
		});
	});
});

describe('create SMS, bulk and individual (4.6)', () => {
	it('answers each recipient of a bulk send for itself', async () => {
		const client = await open();
		await client.sms({ reference: 'taken' });
		const answer = await client.bulk({
			phones: [
				{ msisdn: '380991112234', reference: 'a1' },
				{ msisdn: '380991112234', reference: 'a2' },
				{ msisdn: '12' },
				{ msisdn: '380991112235', reference: 'taken' },
				{ msisdn: '380991112236', reference: 'a.b' },
				{ msisdn: '380991110005' },
				{ msisdn: '380991112237', reference: 'a1' },
				{ msisdn: '380991112238', reference: '' },
			],
		});
		expect(list(answer, 'result').map((item) => item.error)).toEqual([
			0, 31, 21, 23, 27, 33, 23, 22,
		]);
		expect(answer.json).toMatchObject({
			error: 0,
			totalprice: 0.03,
			currency: 'EUR',
			task_id: expect.any(Number),
		});
		expect(list(answer, 'result')[0]).toEqual({
			reference: 'a1',
			id: expect.any(Number),
			error: 0,
			errorDescription: 'No errors',
			price: 0.03,
			currency: 'EUR',
		});
		expect(client.sandbox.store.messages.size).toBe(60 + 2);
	});

	it('takes a text and a sender for each recipient of an individual send', async () => {
		const client = await open();
		const answer = await client.bulk({
			destination: 'individual',
			body: 'Common',
			phones: [
				{ msisdn: '380991112234', body: 'One', originator: 'Sandbox' },
				{ msisdn: '380991112235' },
				{ msisdn: '380991112236', body: '' },
				{ msisdn: '380991112237', originator: 'Nobody' },
			],
		});
		const items = list(answer, 'result');
		expect(items.map((item) => item.error)).toEqual([0, 0, 26, 32]);
		expect(client.sandbox.store.messages.get(Number(items[0]?.id))).toMatchObject({
			text: 'One',
			sender: 'Sandbox',
		});
		expect(client.sandbox.store.messages.get(Number(items[1]?.id))).toMatchObject({
			text: 'Common',
			sender: 'Shop',
		});
	});

	it('demands a list of 1 to 10,000 recipients', async () => {
		const client = await open();
		const phones = Array.from({ length: 10_001 }, (_, index) => ({
			msisdn: String(380_990_100_000 + index),
		}));
		for (const [wrong, code] of [
			[[], '24'],
			[undefined, '24'],
			[[1], '24'],
			[phones, '12'],
		])
			expect((await client.bulk({ phones: wrong })).json.error).toBe(code);
		const full = await client.bulk({ phones: phones.slice(1) });
		expect(list(full, 'result').filter(({ error }) => error === 0)).toHaveLength(9999);
	});
});

describe('status (4.3, 4.4, 4.5)', () => {
	it('finds a message by id and by reference, from either interface', async () => {
		const client = await open();
		const { id } = (await client.sms({ reference: 'ref1' })).json;
		const byId = await client.get(`/rest/sms/${String(id)}`);
		expect(byId.json).toEqual({
			error: 0,
			errorDescription: 'No errors',
			id: String(id),
			msisdn: '380991112233',
			reference: 'ref1',
			time_in: '2026-05-10 12:00:00',
			time_sent: '2026-05-10 12:00:00',
			time_dr: null,
			status: 'new',
			price: 0.03,
			currency: 'EUR',
		});
		client.sandbox.clock.advance(10_000);
		expect((await client.get('/rest/sms/reference/ref1')).json).toMatchObject({
			status: 'delivered',
			time_dr: expect.stringMatching(/^2026-05-10 12:00:0\d$/),
		});
		await client.campaign({ phones: [{ number: 380991112244, reference_id: 'fromApi' }] });
		expect((await client.get('/rest/sms/reference/fromApi')).json).toMatchObject({
			msisdn: '380991112244',
			status: 'new',
		});
	});

	it('answers what it does not find with the code for it', async () => {
		const client = await open();
		for (const [path, code] of Object.entries({
			'123': 20,
			abc: 24,
			'reference/nobody': 20,
			'reference/with_dash-es': 20,
			'reference/': 22,
			[`reference/${'a'.repeat(33)}`]: 27,
			'reference/a%2Fb': 27,
			'task/abc': 29,
			'task/123': 30,
		}))
			expect([path, (await client.get(`/rest/sms/${path}`)).json.error]).toEqual([path, `${code}`]);
	});

	it('counts a task by what became of its messages', async () => {
		const client = await open();
		const ends = ['0001', '0002', '0003', '0004', '2233'];
		const phones = ends.map((end) => ({ msisdn: `38099111${end}` }));
		const { task_id: id } = (await client.bulk({ phones, validity: 2 })).json;
		const task = async (): Promise<Json> => (await client.get(`/rest/sms/${String(id)}`)).json;
		expect(await task()).toEqual({
			error: 0,
			errorDescription: 'No errors',
			task_id: id,
			originator: 'Shop',
			body: 'Hello',
			validity: 2,
			totalprice: 0.15,
			currency: 'EUR',
			sent: 0,
			delivered: 0,
			expired: 0,
			undeliverable: 0,
			unknown: 0,
		});
		const ended = { sent: 5, undeliverable: 1, unknown: 1 };
		for (const [wait, counts] of [
			[20_000, { delivered: 1, expired: 0 }],
			[3_600_000, { delivered: 2, expired: 0 }],
			[3_600_000, { delivered: 2, expired: 1 }],
		] as const) {
			client.sandbox.clock.advance(wait);
			expect(await task()).toMatchObject({ ...ended, ...counts });
		}
		for (const path of ['task', 'task_id'])
			expect((await client.get(`/rest/sms/${path}/${String(id)}`)).json.task_id).toBe(id);
	});
});

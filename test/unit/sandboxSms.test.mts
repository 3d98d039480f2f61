import { KEYS } from '../../sandbox/server.mts';
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
		const put = await client.put('/rest/sms/create', {
			destination: 'phone',
			originator: 'Shop',
			body: 'x',
			msisdn: '380991112233',
		});
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

	const edges: Array<[string, Json, number]> = [
		['9 digits', { msisdn: '123456789' }, 0],
		['8 digits', { msisdn: '12345678' }, 21],
		['15 digits', { msisdn: '123456789012345' }, 0],
		['16 digits', { msisdn: '1234567890123456' }, 21],
		['a plus', { msisdn: '+380991112233' }, 21],
		['a leading zero', { msisdn: '0991112233' }, 21],
		['no phone', { msisdn: undefined }, 21],
		['phone as a list', { msisdn: ['380991112233'] }, 21],
		['a fraction', { msisdn: 380991112233.5 }, 21],
		['originator of 14', { originator: 'abcdefghijklmn' }, 32],
		['originator of 15', { originator: 'abcdefghijklmno' }, 25],
		['no originator', { originator: undefined }, 25],
		['empty originator', { originator: '' }, 25],
		['unknown sender', { originator: 'Nobody' }, 32],
		['originator as a number', { originator: 380440000000 }, 25],
		['no text', { body: undefined }, 26],
		['blank text', { body: '  ' }, 26],
		['765 of GSM-7', { body: 'a'.repeat(765) }, 0],
		['766 of GSM-7', { body: 'a'.repeat(766) }, 26],
		['335 of UCS-2', { body: 'ж'.repeat(335) }, 0],
		['336 of UCS-2', { body: 'ж'.repeat(336) }, 26],
		['382 euros', { body: '€'.repeat(382) }, 0],
		['383 euros', { body: '€'.repeat(383) }, 26],
		['a lone surrogate', { body: 'a\ud800' }, 26],
		['reference of 32', { reference: 'a'.repeat(32) }, 0],
		['reference of 33', { reference: 'a'.repeat(33) }, 27],
		['reference with _ and -', { reference: 'a_b-c' }, 0],
		['reference with a blank', { reference: 'a b' }, 27],
		['empty reference', { reference: '' }, 22],
		['null reference', { reference: null }, 22],
		['validity 1', { validity: 1 }, 0],
		['validity 0', { validity: 0 }, 28],
		['validity 72', { validity: '72' }, 0],
		['validity 73', { validity: 73 }, 28],
		['validity 1.5', { validity: 1.5 }, 28],
		['null validity', { validity: null }, 28],
		['tariff 0', { tariff: 0 }, 0],
		['tariff 9', { tariff: '9' }, 0],
		['tariff 10', { tariff: 10 }, 6],
		['tariff -1', { tariff: -1 }, 6],
		['null tariff', { tariff: null }, 6],
		['2way off', { '2way': false }, 0],
		['2way on', { '2way': true }, 35],
		['2way as text', { '2way': 'yes' }, 24],
		['no destination', { destination: undefined }, 24],
		['unknown destination', { destination: 'all' }, 24],
		['no route', { msisdn: '380991110005' }, 33],
		['an unknown field', { colour: 'red' }, 0],
	];
	it.each(edges)('judges %s', async (_name, changes, code) => {
		const client = await open();
		const answer = await client.sms(changes);
		expect(answer.status).toBe(200);
		expect(answer.json.error).toBe(code === 0 ? 0 : String(code));
		if (code !== 0) expect(answer.json.errorDescription).toEqual(expect.any(String));
		expect(client.sandbox.store.references.size).toBe(
			code === 0 && changes.reference !== undefined ? 1 : 0,
		);
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
		const answer = await client.post('/rest/sms/create', {
			destination: 'phones',
			originator: 'Shop',
			body: 'Hello',
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
		const answer = await client.post('/rest/sms/create', {
			destination: 'individual',
			originator: 'Shop',
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
		const bulk = (phones: unknown): Promise<{ json: Json }> =>
			client.post('/rest/sms/create', {
				destination: 'phones',
				originator: 'Shop',
				body: 'Hello',
				phones,
			});
		expect((await bulk([])).json.error).toBe('24');
		expect((await bulk(undefined)).json.error).toBe('24');
		expect((await bulk([1])).json.error).toBe('24');
		const phones = Array.from({ length: 10_001 }, (_, index) => ({
			msisdn: String(380_990_100_000 + index),
		}));
		expect((await bulk(phones)).json.error).toBe('12');
		const full = await bulk(phones.slice(1));
		expect((full.json.result as Json[]).filter((item) => item.error === 0)).toHaveLength(9999);
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
		const code = async (path: string): Promise<unknown> => (await client.get(path)).json.error;
		expect(await code('/rest/sms/123')).toBe('20');
		expect(await code('/rest/sms/abc')).toBe('24');
		expect(await code('/rest/sms/reference/nobody')).toBe('20');
		expect(await code('/rest/sms/reference/with_dash-es')).toBe('20');
		expect(await code('/rest/sms/reference/')).toBe('22');
		expect(await code(`/rest/sms/reference/${'a'.repeat(33)}`)).toBe('27');
		expect(await code('/rest/sms/reference/a%2Fb')).toBe('27');
		expect(await code('/rest/sms/task/abc')).toBe('29');
		expect(await code('/rest/sms/task/123')).toBe('30');
	});

	it('counts a task by what became of its messages', async () => {
		const client = await open();
		const phones = [
			'380991110001',
			'380991110002',
			'380991110003',
			'380991110004',
			'380991112233',
		].map((msisdn) => ({ msisdn }));
		const { task_id: id } = (
			await client.post('/rest/sms/create', {
				destination: 'phones',
				originator: 'Shop',
				body: 'Hello',
				phones,
				validity: 2,
			})
		).json;
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
		client.sandbox.clock.advance(20_000);
		expect(await task()).toMatchObject({
			sent: 5,
			delivered: 1,
			undeliverable: 1,
			unknown: 1,
			expired: 0,
		});
		client.sandbox.clock.advance(3_600_000);
		expect(await task()).toMatchObject({ delivered: 2, expired: 0 });
		client.sandbox.clock.advance(3_600_000);
		expect((await client.get(`/rest/sms/task/${String(id)}`)).json).toMatchObject({
			sent: 5,
			delivered: 2,
			undeliverable: 1,
			unknown: 1,
			expired: 1,
		});
		expect((await client.get(`/rest/sms/task_id/${String(id)}`)).json).toMatchObject({
			task_id: id,
		});
	});
});

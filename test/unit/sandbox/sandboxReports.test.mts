import { closeAll, list, open, type Answer, type Client, type Json } from './sandboxClient.mts';

afterEach(closeAll);

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
			expect.objectContaining({ key, status: 'Processing' }),
		]);
		client.sandbox.clock.advance(3000);
		expect(list(await file(), 'message_data')).toEqual([
			expect.objectContaining({ message_ID: id, body: 'In the report' }),
		]);
		expect((await client.call('DELETE', `/rest/stat/file/${key}`)).json.error).toBe(0);
		expect((await client.call('DELETE', `/rest/stat/file/${key}`)).json.error).toBe('90');
	});

	it('refuses what is no object, a third at a time, and empty files', async () => {
		const client = await open({ dialect: { reportKey: 'integer' } });
		const period = { time_in_from: '2026-05-01 00:00:00', time_in_to: '2026-05-10 00:00:00' };
		const code = async (body: unknown): Promise<unknown> =>
			(await client.post('/rest/stat/create', body)).json.error;
		const message_id = Array.from({ length: 300 }, (_, index) => index + 1);
		expect(await code('[]')).toBe('24');
		const first = await client.post('/rest/stat/create', { message_id });
		expect(String(first.json.key)).toMatch(/^\d{9}$/);
		expect(await code(period)).toBe(0);
		expect(await code(period)).toBe('92');
		client.sandbox.clock.advance(3000);
		expect(
			(await client.get(`/rest/stat/file/id/${String(first.json.key)}/format/json`)).json.error,
		).toBe('93');
	});
});

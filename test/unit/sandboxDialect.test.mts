import { closeAll, data, list, open, type Json } from './sandboxClient.mts';

afterEach(closeAll);

describe('dialects', () => {
	it('puts the reply of a single create flat, nested or both', async () => {
		const client = await open();
		const { dialect } = client.sandbox.config;
		dialect.createReply = 'nested';
		expect((await client.sms({ reference: 'n' })).json).toEqual({
			result: expect.objectContaining({ error: 0, reference: 'n', id: expect.any(Number) }),
		});
		expect((await client.sms({ reference: 'n' })).json).toEqual({
			error: 0,
			result: { error: 23, errorDescription: expect.any(String) },
		});
		expect((await client.sms({ validity: 99 })).json).toMatchObject({
			error: 0,
			result: { error: 28 },
		});
		expect((await client.sms({ body: '' })).json).toEqual({
			error: '26',
			errorDescription: expect.any(String),
		});
		dialect.createReply = 'both';
		const both = (await client.sms({ reference: 'b' })).json;
		expect(both).toMatchObject({ error: 0, reference: 'b', result: { id: both.id } });
		expect((await client.sms({ reference: 'b' })).json).toMatchObject({
			error: '23',
			result: { error: 23 },
		});
	});

	it('writes numbers as numbers or as strings', async () => {
		const client = await open();
		const { dialect } = client.sandbox.config;
		dialect.numbers = 'number';
		const { id } = (await client.sms()).json;
		expect((await client.get(`/rest/sms/${String(id)}`)).json).toMatchObject({
			id,
			msisdn: 380991112233,
			error: 0,
		});
		expect((await client.sms({ body: '' })).json.error).toBe(26);
		dialect.numbers = 'string';
		expect((await client.sms()).json).toMatchObject({
			error: '0',
			id: expect.any(String),
			price: '0.03',
		});
		expect((await client.get(`/rest/sms/${String(id)}`)).json).toMatchObject({
			id: String(id),
			price: '0.03',
		});
		expect(data(await client.campaign())).toMatchObject({ id: expect.any(String) });
		const bulk = await client.post('/rest/sms/create', {
			destination: 'phones',
			originator: 'Shop',
			body: 'x',
			phones: [{ msisdn: '380991112233' }, { msisdn: '1' }],
		});
		expect(bulk.json).toMatchObject({
			error: '0',
			task_id: expect.any(String),
			totalprice: '0.03',
			result: [{ error: '0' }, { error: '21' }],
		});
		expect((await client.get(`/rest/sms/task/${String(bulk.json.task_id)}`)).json).toMatchObject({
			validity: '72',
			sent: '0',
		});
	});

	it('answers legacy errors with an HTTP status', async () => {
		const client = await open({ dialect: { errors: 'status' } });
		const seen = async (path: string): Promise<[number, Json]> => {
			const answer = await client.get(path);
			return [answer.status, answer.json];
		};
		expect(await seen('/rest/sms/1')).toEqual([
			404,
			{ error: '20', errorDescription: 'SMS not found' },
		]);
		expect((await client.sms({ msisdn: '1' })).status).toBe(422);
		expect((await client.sms({ originator: 'Nobody' })).status).toBe(403);
		expect((await client.as('live_wrong').sms()).status).toBe(401);
		client.sandbox.config.dialect.errors = 'codeMessage';
		expect(await seen('/rest/sms/1')).toEqual([404, { code: 404, message: 'SMS not found' }]);
	});

	it('serves the paths, keys and lists that it is told to', async () => {
		const client = await open();
		const { dialect } = client.sandbox.config;
		dialect.campaignPath = 'campaigns';
		expect([
			(await client.get('/api/campaign')).status,
			(await client.get('/api/campaigns')).status,
		]).toEqual([404, 200]);
		dialect.campaignPath = 'campaign';
		expect([
			(await client.get('/api/campaign')).status,
			(await client.get('/api/campaigns')).status,
		]).toEqual([200, 404]);
		dialect.individualTaskId = false;
		dialect.totalPrice = 'total_price';
		const individual = {
			destination: 'individual',
			phones: [{ msisdn: '380991112233', body: 'x', originator: 'Shop' }],
		};
		expect(Object.keys((await client.post('/rest/sms/create', individual)).json)).toEqual([
			'result',
			'total_price',
			'currency',
			'error',
		]);
		const task = (
			await client.post('/rest/sms/create', {
				...individual,
				destination: 'phones',
				originator: 'Shop',
				body: 'x',
			})
		).json.task_id;
		dialect.taskPath = 'task';
		expect([
			(await client.get(`/rest/sms/${String(task)}`)).json.error,
			(await client.get(`/rest/sms/task/${String(task)}`)).json.error,
		]).toEqual(['20', 0]);
		dialect.taskPath = 'sms';
		expect([
			(await client.get(`/rest/sms/${String(task)}`)).json.totalprice,
			(await client.get(`/rest/sms/task/${String(task)}`)).status,
		]).toEqual([0.03, 404]);
		Object.assign(dialect, {
			messageType: 'mesage_type',
			alternativeStatistics: 'statistics',
			validationErrors: 'array',
			applicationStatus: 'underscore',
			statusCase: 'upper',
		});
		expect(data(await client.personal())).toMatchObject({ mesage_type: 'sms' });
		expect(data(await client.campaign())).toMatchObject({ message_type: 'sms' });
		expect(list(await client.get('/api/campaign?filter[type]=rcs'))[0]).toMatchObject({
			alternative_channels: { sms: { statistics: { sent: 0, delivered: 0 } } },
		});
		expect((await client.campaign({ text: '' })).json.errors).toEqual([
			'text: The text is required.',
		]);
		expect(list(await client.get('/api/senders/requests/sms'))[0]).toMatchObject({
			status: 'registered',
		});
		await client.sms({ reference: 'up' });
		expect((await client.get('/rest/sms/reference/up')).json.status).toBe('NEW');
	});
});

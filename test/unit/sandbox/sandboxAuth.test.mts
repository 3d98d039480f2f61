import { KEYS } from '../../../sandbox/server.mts';
import { Client, closeAll, data, list, open } from './sandboxClient.mts';

afterEach(closeAll);

async function login(client: Client, key: string = KEYS.live): Promise<string> {
	return String(
		(await new Client(client.sandbox, {}).post('/api/auth/login', { api_key: key })).json.bearer,
	);
}

function bearer(client: Client, token: string, form = 'Bearer'): Client {
	return new Client(client.sandbox, { authorization: `${form} ${token}` });
}

describe('authentication (4.1, 4.2, section 5)', () => {
	it('gives a JWT with iat and exp for a key', async () => {
		const client = await open({ tokens: { ttlSeconds: 600 } });
		const token = await login(client);
		const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
			iat: number;
			exp: number;
		};
		expect(claims.exp - claims.iat).toBe(600);
		expect(claims.iat).toBe(Date.parse('2026-05-10T12:00:00Z') / 1000);
		expect(client.sandbox.stats.logins).toBe(1);
		for (const path of ['/api/campaign', '/rest/common/balance'])
			expect((await bearer(client, token).get(path)).status).toBe(200);
		client.sandbox.clock.advance(599_000);
		expect((await bearer(client, token).get('/api/campaign')).status).toBe(200);
		client.sandbox.clock.advance(1000);
		expect((await bearer(client, token).get('/api/campaign')).json).toEqual({
			code: 401,
			message: 'Token is invalid or has expired',
		});
		expect((await bearer(client, token).get('/rest/sms/1')).status).toBe(401);
	});

	it('refuses what is no key', async () => {
		const client = await open();
		const nobody = new Client(client.sandbox, {});
		expect((await nobody.post('/api/auth/login', { api_key: 'live_wrong' })).json).toEqual({
			code: 401,
			message: 'Invalid API key',
		});
		expect((await nobody.post('/api/auth/login', {})).status).toBe(422);
		expect((await nobody.post('/api/auth/login', { api_key: 5 })).status).toBe(422);
		expect((await nobody.post('/api/auth/login', '{')).status).toBe(422);
		expect((await nobody.post('/api/auth/login', { api_key: KEYS.blocked })).status).toBe(403);
		expect((await nobody.get('/api/campaign')).status).toBe(401);
		expect((await nobody.get('/rest/sms/1')).json.error).toBe('1');
		expect((await client.as('live_wrong').get('/api/campaign')).status).toBe(401);
	});

	it('refreshes a valid token only, and within the grace an expired one', async () => {
		const client = await open({ tokens: { ttlSeconds: 60 } });
		const token = await login(client);
		const renewed = await bearer(client, token).post('/api/auth/refresh');
		expect(renewed.json.bearer).not.toBe(token);
		expect((await bearer(client, token).get('/api/campaign')).status).toBe(200);
		expect((await bearer(client, 'wrong').post('/api/auth/refresh')).status).toBe(401);
		expect((await client.post('/api/auth/refresh')).status).toBe(401);
		client.sandbox.clock.advance(60_000);
		expect((await bearer(client, token).post('/api/auth/refresh')).status).toBe(401);
		client.sandbox.config.tokens.refreshGraceSeconds = 30;
		expect((await bearer(client, token).post('/api/auth/refresh')).status).toBe(200);
		expect(client.sandbox.stats.refreshes).toBe(5);
	});

	it('keeps one token alive where only one may be', async () => {
		const client = await open({ tokens: { singleActive: true } });
		const first = await login(client);
		const second = await login(client);
		expect((await bearer(client, first).get('/api/campaign')).status).toBe(401);
		expect((await bearer(client, second).get('/api/campaign')).status).toBe(200);
		client.sandbox.tokens.revokeAll();
		expect((await bearer(client, second).get('/api/campaign')).status).toBe(401);
	});
});

describe('account modes and test keys (5.1, section 8)', () => {
	it('creates no campaign and registers no sender in DEMO mode', async () => {
		const client = (await open()).as(KEYS.demoMode);
		for (const path of ['sms/send', 'sms/send-individual', 'sms/send-groups', 'rcs/send'])
			expect((await client.post(`/api/campaigns/${path}`, {})).json).toMatchObject({ code: 403 });
		expect((await client.post('/api/senders/requests/legal', {})).status).toBe(403);
		expect((await client.sms()).json.error).toBe(0);
		expect((await client.bulk()).json.error).toBe('4');
	});

	it('reaches only the Contact Book in TEST mode', async () => {
		const open_ = await open();
		const client = open_.as(KEYS.testMode);
		expect((await client.campaign()).status).toBe(422);
		expect((await client.campaign({ phones: [{ number: 380671112210 }] })).status).toBe(200);
		expect((await client.personal()).json.errors).toHaveProperty('messages0phone');
		expect((await client.personal({ phone: 380671112211 })).status).toBe(200);
		expect((await client.groups()).status).toBe(200);
		expect((await client.groups({ groups: [202] })).status).toBe(422);
		expect((await client.post('/api/senders/requests/legal', {})).status).toBe(403);
		expect(
			(await client.put('/api/contacts/5001', { phone: 380991112233 })).json.errors,
		).toHaveProperty('phone');
		expect((await client.put('/api/contacts/5001', { phone: 380671112299 })).status).toBe(200);
		open_.sandbox.config.mode = 'test';
		expect((await open_.campaign()).status).toBe(422);
	});

	it('answers a test key with random information and keeps nothing', async () => {
		const live = await open({ empty: true, config: { senders: 'any' } });
		const client = live.as(KEYS.test);
		expect((await client.sms({ reference: 'r1' })).json).toMatchObject({
			error: 0,
			id: expect.any(Number),
		});
		expect((await client.sms({ msisdn: '1' })).json.error).toBe('21');
		expect(data(await client.campaign())).toMatchObject({ status: 'creation' });
		expect(live.sandbox.store).toMatchObject({
			messages: { size: 0 },
			campaigns: { size: 0 },
			references: { size: 0 },
		});
		const status = await client.get('/rest/sms/12345');
		expect(status.json).toMatchObject({ id: '12345', error: 0 });
		expect((await client.get('/rest/sms/12345')).json).toEqual(status.json);
		expect((await client.get('/rest/sms/task/77')).json).toMatchObject({ task_id: 77 });
		expect(list(await client.get('/api/campaign?filter[type]=rcs'))[0]).toMatchObject({
			message_type: 'rcs',
		});
		expect(list(await client.get('/api/senders/requests/sms')).length).toBeGreaterThan(0);
		expect(data(await client.put('/api/campaigns/5/stop'))).toMatchObject({
			id: 5,
			status: 'stopped',
		});
		expect(data(await client.put('/api/contacts/5', { phone: 380991112233 }))).toMatchObject({
			id: 5,
			phone: 380991112233,
		});
		expect(
			list(await client.get('/rest/stat/file/id/55/format/json'), 'message_data'),
		).toHaveLength(10);
	});
});

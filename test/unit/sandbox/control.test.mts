import { request } from 'node:http';
import { KEYS } from '../../../sandbox/server.mts';
import { closeAll, open } from './sandboxClient.mts';

afterEach(closeAll);

// What keeps the sandbox's control interface from harm, and what of it no test of the node uses.
describe('the control interface', () => {
	it('never holds a key or a token', async () => {
		const client = await open();
		const login = await client.call('POST', '/api/auth/login', { api_key: KEYS.live });
		const token = String(login.json.bearer);
		await fetch(`${client.sandbox.url}/api/campaign`, {
			headers: { authorization: `Bearer ${token}` },
		});
		await client.sms();
		const { requests } = client.sandbox;
		const shown = (await client.call('GET', '/_sandbox/requests')).json;
		const log = JSON.stringify([requests, shown]);
		expect([log.includes(KEYS.live), log.includes(token)]).toEqual([false, false]);
		expect(requests.map(({ path, auth, key, status }) => [path, auth, key, status])).toEqual([
			['/api/auth/login', 'none', 'live_…0000', 200],
			['/api/campaign', 'bearer', 'live_…0000', 200],
			['/rest/sms/create', 'apiKey', 'live_…0000', 200],
		]);
	});

	it('answers to its own machine and to no foreign page', async () => {
		const client = await open();
		const raw = (headers: Record<string, string>, method = 'GET', body = '') =>
			new Promise<number | undefined>((resolve, reject) => {
				const path = method === 'GET' ? 'stats' : 'reset';
				const options = { method, headers, agent: false };
				request(`${client.sandbox.url}/_sandbox/${path}`, options, (response) =>
					resolve(response.resume().statusCode),
				)
					.on('error', reject)
					.end(body);
			});
		expect(await raw({ host: 'rebound.test' })).toBe(403);
		expect(await raw({})).toBe(200);
		expect(await raw({ 'content-type': 'text/plain' }, 'POST', '{}')).toBe(415);
		// A foreign page can send these, without a body and so without a type.
		for (const origin of ['http://shop.test', 'http://127.0.0.1:1', 'null'])
			expect(await raw({ origin }, 'POST')).toBe(403);
		expect(await raw({ origin: client.sandbox.url }, 'POST')).toBe(200);
	});
});

describe('what fills the account', () => {
	it('makes past campaigns, of which the newest are unfinished, over so many days', async () => {
		const client = await open({ empty: true });
		const { sandbox } = client;
		const asked = { campaigns: 8, unfinished: 2, days: 4, type: 'rcs' };
		expect((await client.call('POST', '/_sandbox/history', asked)).json).toEqual({ campaigns: 8 });
		const campaigns = [...sandbox.store.campaigns.values()];
		expect(campaigns.map(({ type }) => type)).toEqual(Array(8).fill('rcs'));
		expect(campaigns.map(({ status }) => status === 'sending')).toEqual([
			...Array<boolean>(6).fill(false),
			true,
			true,
		]);
		const now = sandbox.clock.now().getTime();
		const ages = campaigns.map(({ createdMs }) => (now - createdMs) / 86_400_000);
		expect([ages[0], ages[7]]).toEqual([3.5, 0]);
	});
});

describe('the price of SMS', () => {
	// The extensions notes, section 13: other codes than those of a send (wire notes).
	it.each([
		['a number that is none', { msisdn: '12' }, 1],
		['a sender that is none', { originator: 'much too long a sender' }, 7],
		['a sender that is not allowed', { originator: 'Nobody' }, 7],
		['a tariff that is none', { tariff: 'x' }, 15],
		['a tariff that the account lacks', { tariff: 9 }, 15],
		['no destination', { destination: undefined }, 24],
	])('is refused for %s', async (_what, changes, code) => {
		const client = await open({ config: { tariffs: [0] } });
		const body = {
			destination: 'phone',
			originator: 'Shop',
			body: 'Hello',
			msisdn: '380991112233',
		};
		const { json } = await client.call('POST', '/rest/sms/price', { ...body, ...changes });
		expect(Number(json.error)).toBe(code);
	});
});

describe('a personality towards one key', () => {
	it('is given at the start or later, and leaves the other keys alone', async () => {
		const { sandbox } = await open({ keys: { live_own: { dialect: { createReply: 'nested' } } } });
		const send = async (key: string, path: string, body: object) => {
			const headers = { 'x-api-key': key, 'content-type': 'application/json' };
			const { status, text } = await sandbox.inject({ method: 'POST', path, headers, body });
			return { status, json: JSON.parse(text) as { data?: object; [field: string]: unknown } };
		};
		const SMS = { destination: 'phone', originator: 'Shop', body: 'Hi', msisdn: '380991112233' };
		const sms = async (key: string) => Object.keys((await send(key, '/rest/sms/create', SMS)).json);
		const personal = async (key: string) => {
			const messages = [{ phone: 380991112233, sender: 'Shop', text: 'Hi' }];
			const path = '/api/campaigns/sms/send-individual';
			return (await send(key, path, { messages })).json.data;
		};
		const change = async (body: object) =>
			(await send(KEYS.live, '/_sandbox/keys/live_own', body)).status;
		expect([await sms('live_own'), (await sms(KEYS.live)).includes('id')]).toEqual([
			['result'],
			true,
		]);
		expect(await change({ dialect: { messageType: 'mesage_type' } })).toBe(200);
		expect(await personal('live_own')).not.toHaveProperty('message_type');
		expect(await personal(KEYS.live)).toHaveProperty('message_type');
		expect(await sms('live_own')).toEqual(['result']);
		expect(await change({ dialect: { messageType: 'none such' } })).toBe(422);
		expect(await change({ mode: 'demo' })).toBe(200);
		const campaign = { sender: 'Shop', text: 'Hi', phones: [{ number: 380991112234 }] };
		expect((await send('live_own', '/api/campaigns/sms/send', campaign)).status).toBe(403);
	});
});

describe('who may ask', () => {
	it('is who has a token that has not ended, and renews it until then', async () => {
		const { sandbox } = await open({ tokens: { ttlSeconds: 60, singleActive: true } });
		const call = async (path: string, token: string) => {
			const method = path.startsWith('/api/auth') ? 'POST' : 'GET';
			const headers = { authorization: `Bearer ${token}` };
			const reply = await fetch(sandbox.url + path, { method, headers });
			const { bearer } = (await reply.json()) as { bearer?: string };
			return { status: reply.status, bearer };
		};
		const [first, second] = [sandbox.tokens.issue(KEYS.live), sandbox.tokens.issue(KEYS.live)];
		const ask = async (token: string) => (await call('/api/campaign', token)).status;
		expect([await ask(first), await ask(second)]).toEqual([401, 200]);
		const { bearer = '' } = await call('/api/auth/refresh', second);
		sandbox.clock.advance(59_000);
		expect([await ask(second), await ask(bearer)]).toEqual([401, 200]);
		sandbox.clock.advance(1000);
		expect(await ask(bearer)).toBe(401);
		expect((await call('/api/auth/refresh', bearer)).status).toBe(401);
	});

	it('sends nothing with a test key, and few things in the modes of an account', async () => {
		const { sandbox } = await open({ empty: true, config: { senders: 'any' } });
		const send = async (key: string, path: string, more: object) => {
			const headers = { 'x-api-key': key, 'content-type': 'application/json' };
			const body = { originator: 'Shop', sender: 'Shop', body: 'Hi', text: 'Hi', ...more };
			const { status, text } = await sandbox.inject({ method: 'POST', path, headers, body });
			return [status, (JSON.parse(text) as { error?: unknown }).error];
		};
		const single = { destination: 'phone', msisdn: '380991112233' };
		const campaign = { phones: [{ number: 380991112233 }] };
		const SMS = '/rest/sms/create';
		const CAMPAIGN = '/api/campaigns/sms/send';
		expect(await send(KEYS.test, SMS, single)).toEqual([200, 0]);
		expect(await send(KEYS.test, SMS, { ...single, msisdn: '1' })).toEqual([200, '21']);
		expect([await send(KEYS.test, CAMPAIGN, campaign), sandbox.store.messages.size]).toEqual([
			[200, undefined],
			0,
		]);
		expect(await send(KEYS.demoMode, CAMPAIGN, campaign)).toMatchObject([403]);
		expect(await send(KEYS.testMode, CAMPAIGN, campaign)).toMatchObject([422]);
		expect(await send(KEYS.blocked, CAMPAIGN, campaign)).toMatchObject([403]);
		expect(await send('live_wrong', CAMPAIGN, campaign)).toMatchObject([401]);
	});
});

import { request } from 'node:http';
import { KEYS, startSandbox } from '../../../sandbox/server.mts';
import type { FaultRule } from '../../../sandbox/faults.mts';
import { closeAll, open, type Answer, type Json } from './sandboxClient.mts';

afterEach(closeAll);

describe('faults', () => {
	const elsewhere = 'http://elsewhere.test/';
	/** A rule, the status that its request gets (0: a broken connection), whether it was carried out, and the text. */
	const FAULTS: Array<[FaultRule, status: number, stored: boolean, text?: RegExp]> = [
		[{ kind: 'refuse' }, 0, false],
		[{ kind: 'dropBefore' }, 0, false],
		[{ kind: 'dropAfter' }, 0, true],
		[{ kind: 'cutOff' }, 0, true],
		[{ kind: 'html' }, 200, false, /^<!DOCTYPE html>/],
		[{ kind: 'html', handled: true, status: 502 }, 502, true, /^<!DOCTYPE html>/],
		[{ kind: 'empty' }, 200, false, /^$/],
		[{ kind: 'status', status: 503 }, 503, false, /Injected status 503/],
		[
			{ kind: 'status', status: 409, body: { message: 'mine' } },
			409,
			false,
			/^{"message":"mine"}$/,
		],
		[{ kind: 'redirect', location: elsewhere }, 302, false],
		[{ kind: 'unknownFields' }, 200, true, /x_new_field/],
	];
	it.each(FAULTS)('%j', async (rule, status, stored, text = /^/) => {
		const client = await open();
		client.sandbox.faults.add({ ...rule, times: 1 });
		const met = await client.sms({ reference: 'r1' }).catch((): Answer | undefined => undefined);
		expect([met?.status ?? 0, client.sandbox.store.references.has('r1')]).toEqual([status, stored]);
		expect(met?.text ?? '').toMatch(text);
		if (rule.kind === 'redirect') expect(met?.headers.get('location')).toBe(elsewhere);
		expect(client.sandbox.requests.at(-1)).toMatchObject({
			fault: rule.kind,
			path: '/rest/sms/create',
		});
		// It struck once: the next request meets the service.
		expect((await client.sms({ reference: 'r2' })).status).toBe(200);
		expect(client.sandbox.stats.openRequests).toBe(0);
	});

	it('chooses by method, path, pattern, skip and probability', async () => {
		const client = await open({ seed: 7 });
		const { faults } = client.sandbox;
		const statuses = async (...paths: string[]): Promise<number[]> => {
			const seen: number[] = [];
			for (const path of paths) seen.push((await client.get(path)).status);
			return seen;
		};
		faults.add({ kind: 'status', status: 500, method: 'get', path: '/rest/' });
		expect(await statuses('/rest/sms/1', '/api/campaign')).toEqual([500, 200]);
		faults.clear();
		faults.add({ kind: 'status', status: 502, path: /reference\/x\d/, skip: 1 });
		const [x, y] = ['/rest/sms/reference/x1', '/rest/sms/reference/y1'];
		expect(await statuses(x, x, y)).toEqual([200, 502, 200]);
		faults.clear();
		const id = faults.add({ kind: 'status', status: 503, probability: 0.5 });
		const met = await statuses(...Array<string>(60).fill('/api/campaign'));
		const struck = met.filter((status) => status === 503).length;
		expect([struck > 15, struck < 45]).toEqual([true, true]);
		expect(faults.list()[0]).toMatchObject({ id, hits: struck });
		expect(faults.remove(id)).toBe(true);
		expect(() => faults.add({ kind: 'magic' } as unknown as FaultRule)).toThrow(RangeError);
	});

	it('serves https that nobody can verify', async () => {
		const sandbox = await startSandbox({ tls: true });
		try {
			const failure = await fetch(`${sandbox.url}/api/campaign`).then(
				() => null,
				(error: { cause?: { code?: string } }) => error.cause?.code,
			);
			expect(failure).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
			expect(sandbox.stats.requests).toBe(0);
		} finally {
			await sandbox.close();
		}
	});
});

describe('figures and log', () => {
	it('counts connections, requests at a time and paths', async () => {
		const client = await open({ latencyMs: 100 });
		const ask = (): Promise<void> =>
			new Promise((resolve, reject) => {
				const options = { headers: client.headers, agent: false };
				request(`${client.sandbox.url}/api/campaign`, options, (response) =>
					response.resume().on('end', resolve),
				)
					.on('error', reject)
					.end();
			});
		await Promise.all(Array.from({ length: 20 }, ask));
		expect(client.sandbox.stats).toMatchObject({
			requests: 20,
			byPath: { 'GET /api/campaign': 20 },
			connections: 20,
			maxConnections: 20,
			maxRequests: 20,
			openRequests: 0,
		});
	});

	it('never holds a key or a token', async () => {
		const client = await open();
		const login = await client.post('/api/auth/login', { api_key: KEYS.live });
		const token = String(login.json.bearer);
		await fetch(`${client.sandbox.url}/api/campaign`, {
			headers: { authorization: `Bearer ${token}` },
		});
		await client.sms();
		const { requests } = client.sandbox;
		const log = JSON.stringify(requests) + (await client.get('/_sandbox/requests')).text;
		expect([log.includes(KEYS.live), log.includes(token)]).toEqual([false, false]);
		expect(requests.map(({ path, auth, key, status }) => [path, auth, key, status])).toEqual([
			['/api/auth/login', 'none', 'live_…0000', 200],
			['/api/campaign', 'bearer', 'live_…0000', 200],
			['/rest/sms/create', 'apiKey', 'live_…0000', 200],
		]);
	});
});

describe('control interface', () => {
	it('reads, forces, advances and resets', async () => {
		const client = await open();
		const { id } = (await client.sms()).json;
		const control = async (method: string, path: string, body?: Json): Promise<Json> => {
			const { status, json } = await client.call(method, `/_sandbox/${path}`, body);
			return { status, ...json };
		};
		const post = async (path: string, body?: Json) => await control('POST', path, body);
		const get = async (path: string) => await control('GET', path);
		expect(await get('messages?msisdn=380991112233')).toMatchObject({
			total: 1,
			data: [{ id, status: 'accepted', createdAt: '2026-05-10T12:00:00.000Z' }],
		});
		await post(`messages/${String(id)}/status`, { status: 'failed' });
		expect(await post('clock', { advanceMs: 60_000 })).toMatchObject({
			now: '2026-05-10T12:01:00.000Z',
		});
		expect((await client.get(`/rest/sms/${String(id)}`)).json.status).toBe('failed');
		expect(await post('campaigns/1003', { status: 'paused' })).toMatchObject({
			id: 1003,
			status: 'paused',
			pausedFor: 'control',
		});
		const rejected = { status: 'rejected', rejection_reason: 'No papers' };
		expect(await post('applications/102', rejected)).toMatchObject(rejected);
		expect(await get('applications')).toMatchObject({ total: 3 });
		expect(await get('campaigns?limit=1')).toMatchObject({ total: 3, data: [{ id: 1003 }] });
		expect(await get('state')).toMatchObject({
			messages: 61,
			campaigns: 3,
			senders: ['alpha name', 'alpha_name', 'Sandbox', 'Shop', '380440000000'],
		});
		expect(await post('history', { campaigns: 5 })).toMatchObject({ campaigns: 5 });
		expect(await post('config', { latencyMs: 1 })).toMatchObject({ latencyMs: 1 });
		for (const wrong of [{ speed: 1 }, { latencyMs: 'x' }])
			expect(await post('config', wrong)).toMatchObject({ status: 422 });
		const fault = await post('faults', { kind: 'status', status: 503, pathPattern: 'campaign$' });
		expect((await client.get('/api/campaign')).status).toBe(503);
		expect(await post('faults', { kind: 'magic' })).toMatchObject({ status: 422 });
		expect(await control('DELETE', `faults/${String(fault.id)}`)).toMatchObject({ data: [] });
		expect(await control('DELETE', 'faults')).toMatchObject({ status: 200 });
		expect(await post('reset')).toMatchObject({ status: 200 });
		expect(await get('stats')).toMatchObject({ requests: 0 });
		expect(await get('state')).toMatchObject({ messages: 60, campaigns: 3 });
		for (const path of ['messages/1/status', 'campaigns/1', 'applications/1'])
			expect(await post(path, { status: 'new' })).toMatchObject({ status: 404 });
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

	it('tells what happens as server-sent events', async () => {
		const client = await open();
		const response = await fetch(`${client.sandbox.url}/_sandbox/events`);
		expect(response.headers.get('content-type')).toBe('text/event-stream');
		// Changes of a record within a moment are told once.
		const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200));
		await client.sms();
		await client.campaign();
		await moment();
		client.sandbox.clock.advance(1500);
		await moment();
		client.sandbox.clock.advance(10_000);
		client.sandbox.faults.add({ kind: 'empty', times: 1 });
		await client.get('/api/campaign');
		await client.post('/_sandbox/applications/102', { status: 'rejected' });
		let text = '';
		const wanted = ['message', 'campaign', 'request', 'fault', 'application'];
		for await (const piece of response.body ?? []) {
			text += Buffer.from(piece as Uint8Array).toString();
			if (wanted.every((type) => text.includes(`event: ${type}\n`))) break;
		}
		const statuses = [...text.matchAll(/event: message\ndata: (.*)/g)].map(
			([, record = '']) => (JSON.parse(record) as Json).status,
		);
		expect(statuses).toEqual(expect.arrayContaining(['accepted', 'sent', 'delivered']));
	});
});

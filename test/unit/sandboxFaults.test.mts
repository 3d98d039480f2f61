import { request } from 'node:http';
import { KEYS, startSandbox } from '../../sandbox/server.mts';
import type { FaultRule } from '../../sandbox/faults.mts';
import { closeAll, open, type Client, type Json } from './sandboxClient.mts';

afterEach(closeAll);

/** What a single SMS meets: the status and text, or the code of the broken connection. */
async function meet(
	client: Client,
	reference: string,
): Promise<{ status: number; text: string; code: string; headers: Headers | null }> {
	try {
		const answer = await client.sms({ reference });
		return { status: answer.status, text: answer.text, code: '', headers: answer.headers };
	} catch (error) {
		const cause = (error as { cause?: { code?: string } }).cause;
		return { status: 0, text: '', code: cause?.code ?? String(error), headers: null };
	}
}

describe('faults', () => {
	const stored = (client: Client, reference: string): boolean =>
		client.sandbox.store.references.has(reference);

	const cases: Array<[string, FaultRule, { status: number; stored: boolean; text?: RegExp }]> = [
		['refuse', { kind: 'refuse' }, { status: 0, stored: false }],
		['dropBefore', { kind: 'dropBefore' }, { status: 0, stored: false }],
		['dropAfter', { kind: 'dropAfter' }, { status: 0, stored: true }],
		['cutOff', { kind: 'cutOff' }, { status: 0, stored: true }],
		['html', { kind: 'html' }, { status: 200, stored: false, text: /^<!DOCTYPE html>/ }],
		[
			'html after handling',
			{ kind: 'html', handled: true, status: 502 },
			{ status: 502, stored: true, text: /^<!DOCTYPE html>/ },
		],
		['empty', { kind: 'empty' }, { status: 200, stored: false, text: /^$/ }],
		[
			'status 503',
			{ kind: 'status', status: 503 },
			{ status: 503, stored: false, text: /Injected status 503/ },
		],
		[
			'own body',
			{ kind: 'status', status: 409, body: { message: 'mine' } },
			{ status: 409, stored: false, text: /^{"message":"mine"}$/ },
		],
		[
			'redirect',
			{ kind: 'redirect', location: 'http://elsewhere.test/' },
			{ status: 302, stored: false },
		],
		[
			'unknownFields',
			{ kind: 'unknownFields' },
			{ status: 200, stored: true, text: /x_new_field/ },
		],
	];
	it.each(cases)('%s', async (_name, rule, expected) => {
		const client = await open();
		client.sandbox.faults.add({ ...rule, times: 1 });
		const met = await meet(client, 'r1');
		expect(met.status).toBe(expected.status);
		if (expected.text) expect(met.text).toMatch(expected.text);
		if (expected.status === 0) expect(met.code).not.toBe('');
		expect(stored(client, 'r1')).toBe(expected.stored);
		if (rule.kind === 'redirect')
			expect(met.headers?.get('location')).toBe('http://elsewhere.test/');
		expect(client.sandbox.requests.at(-1)).toMatchObject({
			fault: rule.kind,
			path: '/rest/sms/create',
		});
		// It struck once: the next request meets the service.
		expect(await meet(client, 'r2')).toMatchObject({ status: 200 });
		expect(client.sandbox.stats.openRequests).toBe(0);
	});

	it('chooses by method, path, pattern, skip and probability', async () => {
		const client = await open({ seed: 7 });
		const { faults } = client.sandbox;
		faults.add({ kind: 'status', status: 500, method: 'get', path: '/rest/' });
		faults.add({ kind: 'status', status: 501, path: /reference\/x\d/ });
		expect((await client.get('/rest/sms/1')).status).toBe(500);
		expect((await client.get('/api/campaign')).status).toBe(200);
		faults.clear();
		faults.add({ kind: 'status', status: 502, path: /reference\/x\d/, skip: 1 });
		expect([
			(await client.get('/rest/sms/reference/x1')).status,
			(await client.get('/rest/sms/reference/x1')).status,
			(await client.get('/rest/sms/reference/y1')).status,
		]).toEqual([200, 502, 200]);
		faults.clear();
		const id = faults.add({ kind: 'status', status: 503, probability: 0.5 });
		let struck = 0;
		for (let index = 0; index < 60; index++)
			if ((await client.get('/api/campaign')).status === 503) struck++;
		expect(struck).toBeGreaterThan(15);
		expect(struck).toBeLessThan(45);
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
		await Promise.all(
			Array.from(
				{ length: 20 },
				() =>
					new Promise<void>((resolve, reject) => {
						request(
							`${client.sandbox.url}/api/campaign`,
							{ headers: client.headers, agent: false },
							(response) => response.resume().on('end', resolve),
						)
							.on('error', reject)
							.end();
					}),
			),
		);
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
		const token = String(
			(await client.post('/api/auth/login', { api_key: KEYS.live })).json.bearer,
		);
		await fetch(`${client.sandbox.url}/api/campaign`, {
			headers: { authorization: `Bearer ${token}` },
		});
		await client.sms();
		const log =
			JSON.stringify(client.sandbox.requests) + (await client.get('/_sandbox/requests')).text;
		expect(log).not.toContain(KEYS.live);
		expect(log).not.toContain(token);
		expect(
			client.sandbox.requests.map((entry) => [entry.path, entry.auth, entry.key, entry.status]),
		).toEqual([
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
		expect((await client.get('/_sandbox/messages?msisdn=380991112233')).json).toMatchObject({
			total: 1,
			data: [{ id, status: 'accepted', createdAt: '2026-05-10T12:00:00.000Z' }],
		});
		expect(
			(await client.post(`/_sandbox/messages/${String(id)}/status`, { status: 'failed' })).json,
		).toMatchObject({ status: 'failed' });
		expect((await client.post('/_sandbox/clock', { advanceMs: 60_000 })).json).toEqual({
			now: '2026-05-10T12:01:00.000Z',
		});
		expect((await client.get(`/rest/sms/${String(id)}`)).json.status).toBe('failed');
		expect(
			(await client.post('/_sandbox/campaigns/1003', { status: 'paused' })).json,
		).toMatchObject({ id: 1003, status: 'paused', pausedFor: 'control' });
		expect(
			(
				await client.post('/_sandbox/applications/102', {
					status: 'rejected',
					rejection_reason: 'No papers',
				})
			).json,
		).toMatchObject({ status: 'rejected', rejection_reason: 'No papers' });
		expect((await client.get('/_sandbox/applications')).json).toMatchObject({ total: 3 });
		expect((await client.get('/_sandbox/campaigns?limit=1')).json).toMatchObject({
			total: 3,
			data: [{ id: 1003 }],
		});
		expect((await client.get('/_sandbox/state')).json).toMatchObject({
			messages: 61,
			campaigns: 3,
			senders: ['alpha name', 'alpha_name', 'Sandbox', 'Shop', '380440000000'],
		});
		expect((await client.post('/_sandbox/history', { campaigns: 5 })).json).toEqual({
			campaigns: 5,
		});
		expect(
			(await client.post('/_sandbox/config', { latencyMs: 1, dialect: { numbers: 'string' } }))
				.json,
		).toMatchObject({ latencyMs: 1, dialect: { numbers: 'string', createReply: 'both' } });
		for (const wrong of [
			{ speed: 1 },
			{ latencyMs: 'x' },
			{ dialect: { numbers: 'roman' } },
			{ dialect: { colour: 1 } },
		])
			expect((await client.post('/_sandbox/config', wrong)).status).toBe(422);
		const fault = (
			await client.post('/_sandbox/faults', {
				kind: 'status',
				status: 503,
				pathPattern: 'campaign$',
			})
		).json.id;
		expect((await client.get('/api/campaign')).status).toBe(503);
		expect((await client.post('/_sandbox/faults', { kind: 'magic' })).status).toBe(422);
		expect((await client.call('DELETE', `/_sandbox/faults/${String(fault)}`)).json).toEqual({
			data: [],
		});
		expect((await client.call('DELETE', '/_sandbox/faults')).status).toBe(200);
		expect((await client.post('/_sandbox/reset')).status).toBe(200);
		expect((await client.get('/_sandbox/stats')).json).toMatchObject({ requests: 0 });
		expect((await client.get('/_sandbox/state')).json).toMatchObject({
			messages: 60,
			campaigns: 3,
		});
		for (const path of ['messages/1/status', 'campaigns/1', 'applications/1'])
			expect((await client.post(`/_sandbox/${path}`, { status: 'new' })).status).toBe(404);
	});

	it('answers to its own machine and to no foreign page', async () => {
		const client = await open();
		const raw = (
			headers: Record<string, string>,
			method = 'GET',
			body = '',
		): Promise<number | undefined> =>
			new Promise((resolve, reject) => {
				request(
					`${client.sandbox.url}/_sandbox/${method === 'GET' ? 'stats' : 'reset'}`,
					{ method, headers, agent: false },
					(response) => resolve(response.resume().statusCode),
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
			(match) => (JSON.parse(match[1] ?? '') as Json).status,
		);
		expect(statuses).toEqual(expect.arrayContaining(['accepted', 'sent', 'delivered']));
	});
});

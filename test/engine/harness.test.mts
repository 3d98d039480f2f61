import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { startEngine } from './harness.mts';
import type { Engine } from './harness.mts';

/** The harness itself, on a node of its own: what the engine tests lean on must hold without the package. */
describe('engine harness', () => {
	let engine: Engine;
	let server: Server;
	let baseUrl = '';
	let requests: IncomingMessage[] = [];
	let logins = 0;
	let validToken = '';

	beforeAll(async () => {
		engine = await startEngine({ directory: path.resolve('test/engine/fixtures/echo') });
		server = createServer((request, response) => {
			requests.push(request);
			const url = new URL(request.url ?? '/', 'http://127.0.0.1');
			const reply = (status: number, body: object): void => {
				response
					.writeHead(status, { 'content-type': 'application/json' })
					.end(JSON.stringify(body));
			};
			if (url.pathname === '/login') {
				// Items that log in at the same moment get the same token, as one would make that of another invalid.
				if (!validToken.startsWith('token-')) validToken = `token-${(logins += 1)}`;
				return reply(200, { token: validToken });
			}
			if (request.headers.authorization !== `Bearer ${validToken}`)
				return reply(401, { error: 'token' });
			if (url.searchParams.get('text') === 'bad') return reply(500, { error: 'told to' });
			return reply(200, { path: url.pathname, text: url.searchParams.get('text') });
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});

	afterAll(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});

	beforeEach(() => {
		requests = [];
		logins = 0;
		validToken = '';
	});

	const get = { resource: 'echo', operation: 'get' };

	it('runs a declarative node on several items, with expressions, pairing and the type’s defaults', async () => {
		const run = await engine.run({
			parameters: { ...get, text: '={{ $json.n + 1 }}' },
			items: [{ json: { n: 1 } }, { json: { n: 2 } }],
			credential: { baseUrl },
		});
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json, pairedItem }) => [json, pairedItem])).toEqual([
			[{ path: '/echo', text: '2' }, { item: 0 }],
			[{ path: '/echo', text: '3' }, { item: 1 }],
		]);
		expect(requests.at(-1)?.headers['x-zone']).toBe('UTC');
		expect(run.tries).toBe(1);
	});

	it('stores a fetched token with the credential and replaces it once after a 401', async () => {
		const credential = engine.store({ baseUrl });
		await engine.run({ parameters: { ...get, text: 'a' }, credential });
		await engine.run({ parameters: { ...get, text: 'b' }, credential });
		expect(logins).toBe(1);
		expect(credential.data.bearerToken).toBe('token-1');
		validToken = 'revoked';
		const run = await engine.run({ parameters: { ...get, text: 'c' }, credential });
		expect(run.items[0]?.json.text).toBe('c');
		expect(logins).toBe(2);
		expect(credential).toMatchObject({ updates: 2, data: { bearerToken: 'token-2' } });
	});

	it('stops on an error, tries again when told to, and fills the error output', async () => {
		const items = [{ json: { text: 'good' } }, { json: { text: 'bad' } }];
		const parameters = { ...get, text: '={{ $json.text }}' };
		const stopped = await engine.run({
			parameters,
			items,
			credential: { baseUrl },
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(stopped).toMatchObject({ status: 'error', tries: 2, items: [] });
		expect(stopped.error?.message).toContain('The service was not able to process your request');
		const split = await engine.run({
			parameters,
			items,
			credential: { baseUrl },
			node: { onError: 'continueErrorOutput' },
		});
		expect(split.outputs.map((output) => output.length)).toEqual([1, 1]);
		expect(split.outputs[1]?.[0]?.error ?? split.outputs[1]?.[0]?.json.error).toBeTruthy();
		const continued = await engine.run({
			parameters,
			items,
			credential: { baseUrl },
			node: { onError: 'continueRegularOutput' },
		});
		expect(continued.outputs).toHaveLength(1);
		expect(continued.items).toHaveLength(2);
	});

	it('dispatches a custom operation, and its route when that is bypassed', async () => {
		const request = {
			parameters: { resource: 'echo', operation: 'custom' },
			items: [{ json: {} }, { json: {} }],
			credential: { baseUrl },
		};
		const custom = await engine.run(request);
		expect(custom.items.map(({ json }) => json)).toEqual([{ custom: 0 }, { custom: 1 }]);
		expect(custom.hints).toMatchObject([{ message: 'custom operation' }]);
		const binary = custom.items[1]?.binary?.data;
		expect(binary?.id).toMatch(/^filesystem/);
		expect(binary && String(await engine.readBinary(binary))).toBe('file 1');
		const routed = await engine.viaRoute(request);
		expect(routed.items.map(({ json }) => json.path)).toEqual(['/route', '/route']);
		const failed = await engine.run({ ...request, items: [{ json: { fail: true } }] });
		expect(failed.error?.message).toBe('told to fail');
	});

	it('cancels', async () => {
		const controller = new AbortController();
		setTimeout(() => controller.abort(), 50);
		const run = await engine.run({
			parameters: { resource: 'echo', operation: 'custom' },
			items: [{ json: { wait: true } }],
			credential: { baseUrl },
			signal: controller.signal,
		});
		expect(run.status).toBe('canceled');
	});

	it('refuses a missing required parameter as n8n does, before anything is sent', async () => {
		const run = await engine.run({ parameters: { ...get, text: '' }, credential: { baseUrl } });
		expect(run).toMatchObject({ status: 'error', tries: 0 });
		expect(requests).toHaveLength(0);
	});

	it('polls with static data that lasts, searches lists and tests the credential', async () => {
		const staticData = {};
		expect(await engine.poll({ staticData })).toBeNull();
		expect(await engine.poll({ staticData, activation: 'update' })).toEqual([
			[{ json: { ticks: 2, mode: 'update' } }],
		]);
		const found = await engine.listSearch('texts', {
			filter: 'x',
			parameters: { text: 'y' },
			credential: { baseUrl },
		});
		expect(found.results[0]?.name).toBe(`x at ${baseUrl} for y`);
		expect(await engine.testCredential({ baseUrl })).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
		expect(requests.at(-1)?.url).toBe('/echo?text=test');
	});

	it('tells that the package is not built', async () => {
		await expect(
			startEngine({ directory: path.resolve('test/engine/fixtures/unbuilt') }),
		).rejects.toThrow('npm run build');
	});
});

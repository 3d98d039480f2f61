import type { IDataObject } from 'n8n-workflow';
import { KEYS, startSandbox } from '../../sandbox/server.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { startEngine } from './harness.mts';
import type { Engine, RunResult, StoredCredential } from './harness.mts';

/** The credential in the node, on n8n's engine, against the sandbox. */
let engine: Engine;
let sandbox: Sandbox;
let seconds = 0;

beforeAll(async () => {
	engine = await startEngine();
});
beforeEach(async () => {
	// A port of its own: tokens known from another test do not count.
	sandbox = await startSandbox({ seed: 1, config: { senders: 'any' } });
	seconds = sandbox.config.tokens.ttlSeconds;
});
afterEach(async () => await sandbox.close());

const stored = (more: IDataObject = {}): StoredCredential =>
	engine.store({
		baseUrl: `${sandbox.url}/api/`,
		apiKey: KEYS.live,
		authentication: 'bearer',
		...more,
	});
const send = async (
	credential: StoredCredential,
	count: number,
	first = 0,
	options: IDataObject = {},
): Promise<RunResult> =>
	await engine.run({
		credential,
		parameters: {
			resource: 'sms',
			operation: 'send',
			sender: 'Shop',
			phone: '={{ $json.phone }}',
			text: 'Hello',
			options: options as never,
		},
		items: Array.from({ length: count }, (_, index) => ({
			json: { phone: `3809911${String(first + index).padStart(3, '0')}22` },
		})),
	});

function expectAllSent(run: RunResult, count: number, total = count): void {
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => json.status)).toEqual(Array(count).fill('accepted'));
	expect(sandbox.store.messages.size).toBe(total);
}

describe('the credential in the node', () => {
	it('50 parallel items with an empty token make one login call', async () => {
		const before = sandbox.store.messages.size;
		const credential = stored();
		expectAllSent(await send(credential, 50), 50, before + 50);
		expect([sandbox.stats.logins, sandbox.stats.refreshes]).toEqual([1, 0]);
		expect(credential.updates).toBeGreaterThan(0);
		expectAllSent(await send(credential, 5, 50), 5, before + 55);
		expect(sandbox.stats.logins).toBe(1);
	});

	it.each([
		['refresh where the service still takes the old token for that', 3600, [1, 1]],
		['login where it does not', 0, [2, 1]],
	])('an expired token costs one %s', async (_name, refreshGraceSeconds, [logins, refreshes]) => {
		sandbox.config.tokens.refreshGraceSeconds = refreshGraceSeconds;
		const before = sandbox.store.messages.size;
		const credential = stored();
		await send(credential, 1);
		sandbox.clock.advance((seconds + 60) * 1000);
		expectAllSent(await send(credential, 50, 1), 50, before + 51);
		expect([sandbox.stats.logins, sandbox.stats.refreshes]).toEqual([logins, refreshes]);
	});

	it('says what a refused login means, and leaves /rest working in the automatic mode', async () => {
		sandbox.faults.add({ kind: 'status', status: 503, path: '/api/auth' });
		const before = sandbox.store.messages.size;
		expectAllSent(await send(stored({ authentication: 'automatic' }), 5), 5, before + 5);
		const run = await send(stored(), 1, 5, { retryFor: 1 });
		expect(sandbox.store.messages.size).toBe(before + 5);
		expect(`${run.error?.message} ${run.error?.description}`).toMatch(
			/Login to the service: .*503/,
		);
		sandbox.faults.clear();
	});

	it.each([
		['automatic', KEYS.live, 'OK', /Connection successful/],
		['apiKey', KEYS.live, 'OK', /Connection successful/],
		['bearer', KEYS.live, 'OK', /Connection successful/],
		['automatic', KEYS.test, 'OK', /Connection successful/],
		['automatic', 'live_wrong_0000000000', 'Error', /^The service refused the API key/],
		['apiKey', 'live_wrong_0000000000', 'Error', /refused the API key/],
		['bearer', 'live_wrong_0000000000', 'Error', /^The service refused the API key/],
		['automatic', KEYS.blocked, 'Error', /blocked/],
	])('its test, %s with %s: %s', async (authentication, apiKey, status, message) => {
		const result = await engine.testCredential({ baseUrl: sandbox.url, apiKey, authentication });
		expect(result).toMatchObject({ status, message: expect.stringMatching(message) });
	});

	it.each(['bearer', 'bearerColon'] as const)(
		'its test tells the header format of a service that takes only %s',
		async (form) => {
			sandbox.config.dialect.bearer = form;
			const other = form === 'bearer' ? 'bearerColon' : 'bearer';
			expect(
				(
					await engine.testCredential({
						baseUrl: sandbox.url,
						apiKey: KEYS.live,
						headerFormat: form,
					})
				).status,
			).toBe('OK');
			expect(
				(
					await engine.testCredential({
						baseUrl: sandbox.url,
						apiKey: KEYS.live,
						headerFormat: other,
					})
				).message,
			).toMatch(/other Header Format/);
		},
	);
});

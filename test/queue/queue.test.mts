import { loadavg } from 'node:os';
import { during } from '../../tools/lib/print.mts';
import { startSandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { mcpTools } from '../e2e/examplesMcp.mts';
import type { Stored } from '../e2e/examplesHarness.mts';
import { Fixtures, packedFor } from '../support/fixtures.mts';
import { isShort } from '../support/options.mts';
import { chaos } from './chaos.mts';
import { Cluster } from './cluster.mts';
import { expiry } from './expiry.mts';
import { measure } from './load.mts';
import { tableOf } from './results.mts';
import { startPostgres, startRedis } from './servers.mts';
import type { Chaos } from './chaos.mts';
import type { Expiries } from './expiry.mts';
import type { Measured, QueueHarness, Size } from './load.mts';
import type { Redis } from './servers.mts';

// n8n's queue mode with real Redis and PostgreSQL: throughput, tokens that end, an agent's tools, and a run in which things break. The
// short run is what a commit needs: two workers that share a token, one of which is killed in the middle of its sends.

const size: Size = isShort
	? { messages: 400, batch: 20, spreadMs: 15_000, expiries: 0, renewals: 0 }
	: { messages: 10_000, batch: 100, spreadMs: 60_000, expiries: 4, renewals: 1 };
/** What a reply of the service takes, in milliseconds: with much less, two cores are the limit, not the workers. */
const LATENCY_MS = 200;
/** How long a phase may take. */
const LIMIT_MS = 1_800_000;
/** What must not be of a run without any trouble. */
const ALL_ONCE = { refused: 0, failed: 0, lost: 0, twice: 0 };

const fixtures = new Fixtures();
let redis: Redis;
let harness: QueueHarness;
let load = 0;

beforeAll(async () => {
	const { installed, tarball } = await packedFor(fixtures);
	const sandbox = fixtures.add(await startSandboxProcess({ args: ['--quiet'] }), (one) =>
		one.stop(),
	);
	await sandbox.control('POST', 'config', { balance: 1_000_000, latencyMs: LATENCY_MS });
	redis = fixtures.add(await startRedis(), (one) => one.stop());
	const postgres = fixtures.add(await startPostgres(), (one) => one.stop());
	const cluster = fixtures.add(
		await during(
			'Starting n8n’s main process',
			async () => await Cluster.create(installed, tarball, redis, postgres, sandbox.url),
		),
		(one) => one.remove(),
	);
	harness = { cluster, sandbox, size };
	await during('Starting a worker', async () => await cluster.addWorker());
	await cluster.ready();
	if (!isShort) return;
	// The first worker fetches a token, which the second finds.
	await measure(0, { ...harness, size: { ...size, messages: size.batch } });
	await during('Starting a second worker', async () => await cluster.addWorker());
}, LIMIT_MS);
afterAll(async () => await fixtures.end(), LIMIT_MS);

function testOneWorker(): void {
	let one: Measured;
	beforeAll(async () => {
		one = await measure(1, harness);
		measured.one = one;
	}, LIMIT_MS);

	test(`sends each of ${size.messages} messages once`, () => {
		expect(one).toMatchObject(ALL_ONCE);
	});
	test('logs in once for the first token', () => {
		expect(one.logins).toBe(1);
	});
}

function testTwoWorkers(): void {
	let two: Measured;
	beforeAll(async () => {
		if (!isShort)
			await during('Starting a second worker', async () => await harness.cluster.addWorker());
		two = await measure(2, harness);
		measured.two = two;
		[load = 0] = loadavg();
	}, LIMIT_MS);

	test(`send each of ${size.messages} messages once`, () => {
		expect(two).toMatchObject(ALL_ONCE);
	});
	test('the second uses the token of the first', () => {
		expect(two.logins).toBe(0);
	});
	if (isShort) return;
	test('carry out the MCP calls of an agent that has the node as tools', async () => {
		const { cluster, sandbox } = harness;
		await mcpTools({
			n8n: cluster.n8n,
			messages: async (query) =>
				(await sandbox.control<{ data: Stored[] }>('GET', `messages?limit=10000&${query}`)).data,
		});
	});
}

function testExpiry(): void {
	let expiries: Expiries;
	beforeAll(async () => {
		expiries = await expiry(harness);
	}, LIMIT_MS);

	test('each message is sent once, and no execution fails', () => {
		const { failed, refused, notOnce } = expiries;
		expect({ failed, refused, notOnce }).toEqual({ failed: 0, refused: 0, notOnce: 0 });
	});
	test(`each end costs at most ${size.renewals} logins or refreshes`, () => {
		console.log(
			`renewed after ${expiries.renewals.map((at) => at.toFixed(1)).join(', ')} s, ${expiries.messages} messages`,
		);
		expect(expiries.ends).toBe(size.expiries);
		expect(expiries.renewals.length).toBeLessThanOrEqual(expiries.ends * size.renewals);
	});
}

function testChaos(): void {
	let broken: Chaos;
	beforeAll(async () => {
		broken = await chaos(harness, redis);
		measured.broken = broken;
	}, LIMIT_MS);

	test('n8n reports each batch that did not succeed', () => {
		expect(broken.nameless).toBe(0);
		expect(broken.untold).toEqual([]);
	});
	test('no message of any batch is lost without an error', () => {
		expect(broken.silent).toBe(0);
	});
	test('nothing is sent twice', () => {
		expect(broken.twice).toBe(0);
	});
	test('the worker was killed in the middle of a send', () => {
		expect(broken.openAtKill).toBeGreaterThan(0);
		expect(broken.cutOff).toBeGreaterThan(0);
	});
	if (isShort) return;
	test('a token that the service withdraws costs each worker one login at most', () => {
		expect(Math.max(...broken.logins)).toBeLessThanOrEqual(2);
		// A quick machine may have sent all before the second withdrawal.
		expect(Math.max(...broken.logins)).toBeGreaterThan(0);
	});
}

if (!isShort) describe('one worker', testOneWorker);
describe('two workers', testTwoWorkers);
if (!isShort) describe('while tokens end in time', testExpiry);
describe(
	isShort
		? 'while a worker is killed'
		: 'while a worker is killed, Redis restarted and the token withdrawn',
	testChaos,
);

/** What the phases came to. */
const measured: {
	one?: Measured;
	two?: Measured;
	broken?: Chaos;
} = {};

afterAll(() => {
	const { one, two, broken } = measured;
	if (one && two && broken) console.log(`\n${tableOf({ size, one, two, load, broken })}\n`);
});

import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureN8n } from '../../tools/lib/install.mts';
import { build, pack, removePacked } from '../../tools/lib/package.mts';
import { during } from '../../tools/lib/print.mts';
import { startSandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { onInterrupt } from '../../tools/lib/shell.mts';
import { mcpTools } from '../e2e/examplesMcp.mts';
import { Checks } from '../e2e/report.mts';
import { chaos } from './chaos.mts';
import { Cluster } from './cluster.mts';
import { expiry } from './expiry.mts';
import { measure } from './load.mts';
import { keep, tableOf } from './results.mts';
import { startPostgres, startRedis } from './servers.mts';
import type { Stored } from '../e2e/examplesStage.mts';
import type { Measured, Scene, Size } from './load.mts';
import type { Results } from './results.mts';

// npm run test:queue: n8n's queue mode with real Redis and PostgreSQL: throughput, tokens that end, an agent's tools, and a run in which things break.

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const size: Size = values.short
	? { messages: 600, batch: 30, spreadMs: 30_000, expiries: 1, renewals: 2 }
	: { messages: 10_000, batch: 100, spreadMs: 60_000, expiries: 4, renewals: 1 };
/** What a reply of the service takes, in milliseconds: with much less, two cores are the limit, not the workers. */
const LATENCY_MS = 200;

const checks = new Checks();
const cleanUps: Array<() => Promise<void>> = [];
const cleanUp = async (): Promise<void> => {
	for (const job of cleanUps.splice(0).reverse()) await job().catch(() => undefined);
};
onInterrupt(cleanUp);

async function queueMode(): Promise<void> {
	const installed = await ensureN8n();
	await during('Building and packing', async () => await build());
	const packed = await pack();
	cleanUps.push(async () => await removePacked(packed));
	const sandbox = await startSandboxProcess({ args: ['--quiet'] });
	cleanUps.push(async () => await sandbox.stop());
	await sandbox.control('POST', 'config', { balance: 1_000_000, latencyMs: LATENCY_MS });
	const redis = await startRedis();
	cleanUps.push(async () => await redis.stop());
	const postgres = await during('Starting PostgreSQL', async () => await startPostgres());
	cleanUps.push(async () => await postgres.stop());
	const cluster = await during(
		'Starting n8n’s main process',
		async () => await Cluster.create(installed, packed.file, redis, postgres, sandbox.url),
	);
	cleanUps.push(async () => await cluster.remove());
	await during('Starting a worker', async () => await cluster.addWorker());
	await cluster.ready();
	const scene: Scene = { cluster, sandbox, checks, size };

	let one: Measured | undefined;
	let two: Measured | undefined;
	await checks.run(
		`${size.messages} messages with one worker, each sent once`,
		async () => void (one = await measure(1, scene)),
	);
	await checks.run('The first token takes one login', () =>
		one?.logins === 1 ? undefined : `${one?.logins ?? 'no'} logins`,
	);
	await during('Starting a second worker', async () => await cluster.addWorker());
	await checks.run(
		`${size.messages} messages with two workers, each sent once`,
		async () => void (two = await measure(2, scene)),
	);
	const [load = 0] = loadavg();
	await checks.run('The second worker uses the token of the first', () =>
		two?.logins === 0 ? undefined : `${two?.logins ?? 'no'} logins`,
	);
	await checks.run(
		'The node as tools of an agent: MCP calls that the workers carry out',
		async () =>
			void (await mcpTools({
				n8n: cluster.n8n,
				messages: async (query) =>
					(await sandbox.control<{ data: Stored[] }>('GET', `messages?limit=10000&${query}`)).data,
			})),
	);
	const expiries = await expiry(scene);
	const broken = await chaos(scene, redis);

	if (!one || !two) return;
	const results: Results = {
		size,
		version: installed.version,
		latencyMs: LATENCY_MS,
		one,
		two,
		load,
		expiries,
		broken,
	};
	console.log(`\n${tableOf(results)}\n`);
	if (!values.short && checks.failed === 0) await keep(results);
}

try {
	await queueMode();
} catch (error) {
	await checks.run('The run goes on to its end', () =>
		error instanceof Error ? (error.stack ?? error.message) : String(error),
	);
} finally {
	await cleanUp();
}
process.exit(checks.end());

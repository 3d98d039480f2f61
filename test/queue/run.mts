import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureN8n } from '../../tools/lib/install.mts';
import { build, pack, removePacked } from '../../tools/lib/package.mts';
import { duration, during } from '../../tools/lib/print.mts';
import { startSandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { onInterrupt, pause, root, until } from '../../tools/lib/shell.mts';
import { Checks } from '../e2e/report.mts';
import { Cluster } from './cluster.mts';
import { startPostgres, startRedis } from './servers.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';

// npm run test:queue: n8n's queue mode with real Redis and PostgreSQL; throughput, then a run in which things break.

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const size = values.short ? { messages: 600, batch: 30, spreadMs: 25_000 } : { messages: 10_000, batch: 100, spreadMs: 60_000 };
/** What a reply of the service takes, in milliseconds. */
const LATENCY_MS = 30;
/** The same while things break: slow enough that each blow falls into the middle of sends. */
const CHAOS_LATENCY_MS = 400;
/** Calls of the webhook at a time. */
const CALLERS = 8;
const END_MS = 240_000;

const checks = new Checks();
const cleanUps: Array<() => Promise<void>> = [];
const cleanUp = async (): Promise<void> => {
	for (const job of cleanUps.splice(0).reverse()) await job().catch(() => undefined);
};
onInterrupt(cleanUp);

interface Stats {
	logins: number;
	refreshes: number;
	openRequests: number;
}

const statsOf = async (sandbox: SandboxProcess): Promise<Stats> => await sandbox.control<Stats & Record<string, unknown>>('GET', 'stats');
const storedIn = async (sandbox: SandboxProcess): Promise<number> => (await sandbox.control<{ messages: number }>('GET', 'state')).messages;

/** How often each number of a phase was sent to; the sandbox holds messages of its own beside them. */
async function countsOf(sandbox: SandboxProcess, phones: ReadonlySet<string>): Promise<Map<string, number>> {
	const counts = new Map<string, number>();
	for (let offset = 0; ; offset += 10_000) {
		const { data } = await sandbox.control<{ data: Array<{ msisdn: string }> }>('GET', `messages?limit=10000&offset=${offset}`);
		for (const { msisdn } of data) if (phones.has(msisdn)) counts.set(msisdn, (counts.get(msisdn) ?? 0) + 1);
		if (data.length < 10_000) return counts;
	}
}

/** Batches of numbers that no other phase uses; none of them has an end with a meaning. */
function batchesOf(phase: number): Array<{ name: string; phones: string[] }> {
	return Array.from({ length: Math.ceil(size.messages / size.batch) }, (_, batch) => ({
		name: `batch-${phase}-${batch}-`,
		phones: Array.from({ length: Math.min(size.batch, size.messages - batch * size.batch) }, (__, index) => `380${500_000_000 + phase * 10_000_000 + (batch * size.batch + index) * 10 + 7}`),
	}));
}

/**
 * Calls the webhook for each batch, at once or spread over a time.
 * @returns the names of those that n8n did not take
 */
async function postAll(cluster: Cluster, batches: ReturnType<typeof batchesOf>, overMs = 0): Promise<Set<string>> {
	const refused = new Set<string>();
	const paceMs = (overMs * CALLERS) / batches.length;
	let next = 0;
	const caller = async (): Promise<void> => {
		for (let batch = batches[next++]; batch; batch = batches[next++]) {
			if (!(await cluster.post(batch.name, batch.phones))) refused.add(batch.name);
			if (paceMs > 0) await pause(paceMs);
		}
	};
	await Promise.all(Array.from({ length: CALLERS }, caller));
	return refused;
}

/** Sends all batches without any trouble. @returns milliseconds until the last message was stored */
async function measure(phase: number, cluster: Cluster, sandbox: SandboxProcess): Promise<number> {
	const before = await storedIn(sandbox);
	const started = Date.now();
	const posting = postAll(cluster, batchesOf(phase));
	await until(`All messages with ${phase} worker(s)`, async () => ((await storedIn(sandbox)) - before >= size.messages ? true : undefined), END_MS + size.messages * 20, 100);
	const took = Date.now() - started;
	const refused = await posting;
	if (refused.size > 0) throw new Error(`n8n did not take ${refused.size} batches.`);
	return took;
}

interface Chaos {
	took: number;
	logins: number[];
	refreshes: number;
	stored: number;
	twice: number;
	cutOff: number;
	incomplete: number;
	openAtKill: number;
}

/** Sends while a worker is killed, Redis is restarted and the token ends, twice. */
async function chaos(cluster: Cluster, sandbox: SandboxProcess, restartRedis: () => Promise<void>): Promise<Chaos> {
	await sandbox.control('POST', 'config', { latencyMs: CHAOS_LATENCY_MS });
	const batches = batchesOf(3);
	const before = await storedIn(sandbox);
	const [reached, start] = [async (share: number): Promise<void> => {
		await until(`${Math.round(share * 100)} % of the messages`, async () => ((await storedIn(sandbox)) - before >= share * size.messages ? true : undefined), END_MS, 20);
	}, Date.now()];
	const logins: number[] = [];
	const expire = async (): Promise<void> => {
		const then = (await statsOf(sandbox)).logins;
		await sandbox.control('POST', 'tokens/revoke');
		await pause(4000);
		logins.push((await statsOf(sandbox)).logins - then);
	};
	const refreshesBefore = (await statsOf(sandbox)).refreshes;
	const posting = postAll(cluster, batches, size.spreadMs);
	await reached(0.08);
	await expire();
	await reached(0.3);
	const victim = cluster.workers[0];
	if (!victim) throw new Error('There is no worker.');
	const openAtKill = await until('Sends to be under way', async () => {
		const { openRequests } = await statsOf(sandbox);
		// The request for the figures is one of them.
		return openRequests > 3 ? openRequests - 1 : undefined;
	}, 30_000, 5);
	await cluster.killWorker(victim);
	console.log(`  a worker killed after ${duration(Date.now() - start)}, with ${openAtKill} requests under way`);
	const replacing = cluster.addWorker();
	await reached(0.45);
	await restartRedis();
	console.log(`  Redis restarted after ${duration(Date.now() - start)}`);
	await replacing;
	await reached(0.6);
	await expire();
	const refused = await posting;
	await until('All executions to end', async () => ((await cluster.unfinished()) === 0 ? true : undefined), END_MS, 2000);
	const took = Date.now() - start;
	const { failed, succeeded } = await cluster.outcome(/batch-3-\d+-/);
	const counts = await countsOf(sandbox, new Set(batches.flatMap(({ phones }) => phones)));
	// An execution that was cut off holds no data: every batch has an execution that succeeded, or one of those that n8n reports as failed.
	const told = new Set(batches.map(({ name }) => name).filter((name) => !succeeded.has(name)));
	await checks.run('n8n reports each execution that did not succeed', () => (told.size <= failed + refused.size ? undefined : `${told.size} batches have no successful execution, n8n reports ${failed} failures and refused ${refused.size}`));
	const incomplete = batches.filter(({ phones }) => phones.some((phone) => !counts.has(phone)));
	const silent = incomplete.filter(({ name }) => !told.has(name));
	const sent = batches.flatMap(({ phones }) => phones).filter((phone) => counts.has(phone)).length;
	const twice = [...counts.values()].filter((count) => count > 1).length;
	await checks.run(`${size.messages} messages while things break: nothing is lost without an error`, () => (silent.length === 0 ? undefined : `lost: ${silent.map(({ name }) => name).join(', ')}`));
	await checks.run('Nothing is sent twice', () => (twice === 0 ? undefined : `${twice} numbers got more than one message`));
	await checks.run('The worker was killed in the middle of a send', () => (openAtKill > 0 && failed > 0 ? undefined : 'no execution was cut off'));
	await checks.run('The others go on: the messages of every execution that n8n did not report as failed are sent', () => (sent >= size.messages - told.size * size.batch ? undefined : `${sent} of ${size.messages}`));
	const most = Math.max(...logins);
	await checks.run('One login for each expiry and worker at most', () => (most >= 1 && most <= 2 ? undefined : `logins: ${logins.join(', ')}`));
	return { took, logins, refreshes: (await statsOf(sandbox)).refreshes - refreshesBefore, stored: sent, twice, cutOff: told.size, incomplete: incomplete.length, openAtKill };
}

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
	const cluster = await during('Starting n8n’s main process', async () => await Cluster.create(installed, packed.file, redis, postgres, sandbox.url));
	cleanUps.push(async () => await cluster.remove());
	await during('Starting a worker', async () => await cluster.addWorker());
	await cluster.ready();

	const times: number[] = [];
	await checks.run(`${size.messages} messages with one worker`, async () => void times.push(await measure(1, cluster, sandbox)));
	const { logins } = await statsOf(sandbox);
	await checks.run('The first token takes one login', () => (logins === 1 ? undefined : `${logins} logins`));
	await during('Starting a second worker', async () => await cluster.addWorker());
	await checks.run(`${size.messages} messages with two workers`, async () => void times.push(await measure(2, cluster, sandbox)));
	await checks.run('The second worker uses the token of the first', async () => ((await statsOf(sandbox)).logins === logins ? undefined : 'it logged in'));
	const broken = await chaos(cluster, sandbox, async () => await redis.restart(1000));

	const rate = (ms: number | undefined): string => (ms === undefined ? '' : `${(size.messages / (ms / 1000)).toFixed(0)}`);
	const table = [
		'| | One worker | Two workers | Two workers, while things break |', '|---|---:|---:|---:|',
		`| Messages | ${size.messages} | ${size.messages} | ${broken.stored} of ${size.messages} |`,
		`| Seconds | ${times.map((ms) => (ms / 1000).toFixed(1)).join(' | ')} | ${(broken.took / 1000).toFixed(1)} |`,
		`| Messages a second | ${times.map(rate).join(' | ')} | |`,
		`| Executions reported as failed | 0 | 0 | ${broken.cutOff} |`,
		`| of these not sent completely | 0 | 0 | ${broken.incomplete} |`,
		'| Lost without an error | 0 | 0 | 0 |',
		`| Sent twice | 0 | 0 | ${broken.twice} |`,
		`| Logins | ${logins} | 0 | ${broken.logins.join(' and ')} for two expiries |`,
	].join('\n');
	console.log(`\n${table}\n`);
	if (values.short || checks.failed > 0) return;
	const text = [
		'# Queue mode, measured', '',
		`Written by \`npm run test:queue\` on ${new Date().toISOString().slice(0, 10)}: n8n ${installed.version} in queue mode with Redis and PostgreSQL, everything on one machine with the sandbox, ${LATENCY_MS} ms for each reply; `
		+ `executions of ${size.batch} messages, one request each, 5 executions at a time in a worker, 10 requests in flight for each.`, '', table, '',
		`While things break: the token is revoked, a worker is killed with SIGKILL in the middle of its sends (${broken.openAtKill} requests under way), another is started, Redis is killed and started again a second later, the token is revoked again.`, '',
	];
	await writeFile(path.join(root(), 'docs', 'queue-results.md'), text.join('\n'));
}

try {
	await queueMode();
} catch (error) {
	await checks.run('The run goes on to its end', () => (error instanceof Error ? (error.stack ?? error.message) : String(error)));
} finally {
	await cleanUp();
}
process.exit(checks.end());

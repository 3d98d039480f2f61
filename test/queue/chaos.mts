import { duration } from '../../tools/lib/print.mts';
import { pause, until } from '../../tools/lib/shell.mts';
import { isShort } from '../support/options.mts';
import { JOBS } from './cluster.mts';
import { batchesOf, countsOf, END_MS, postAll, statsOf, storedIn } from './load.mts';
import type { QueueHarness } from './load.mts';
import type { Redis } from './servers.mts';

/** What a reply of the service takes, in milliseconds: slow enough that each disturbance falls into the middle of sends. */
const LATENCY_MS = 400;
/** What a reply takes until a worker is killed, in milliseconds: executions pile up until one worker alone cannot hold them, so that the one that is killed surely sends. */
const HELD_MS = 4000;
/** How long Redis is away. */
const REDIS_DOWN_MS = 1000;

export interface Chaos {
	took: number;
	/** Logins after each withdrawal of the token. */
	logins: number[];
	twice: number;
	/** Executions that n8n reports as failed. */
	cutOff: number;
	/** Messages that were not sent of batches that n8n reported as failed or refused. */
	unsent: number;
	/** Messages of other batches that were not sent. */
	silent: number;
	openAtKill: number;
	/** Batches that neither succeeded nor failed nor were refused, as far as n8n tells. */
	untold: string[];
	/** Failed executions of which it is not known what they were given. */
	nameless: number;
}

/** Sends while a worker is killed; in full also while Redis is restarted and the token is withdrawn, twice. */
export async function chaos(
	{ cluster, sandbox, size }: QueueHarness,
	redis: Redis,
): Promise<Chaos> {
	await sandbox.control('POST', 'config', { latencyMs: LATENCY_MS });
	const batches = batchesOf(3, size.messages, size.batch);
	const before = await storedIn(sandbox);
	const start = Date.now();
	const reached = async (share: number): Promise<void> => {
		await until(
			`${Math.round(share * 100)} % of the messages`,
			async () => ((await storedIn(sandbox)) - before >= share * size.messages ? true : undefined),
			END_MS,
			20,
		);
	};
	const logins: number[] = [];
	const withdraw = async (): Promise<void> => {
		const then = (await statsOf(sandbox)).logins;
		await sandbox.control('POST', 'tokens/revoke');
		await pause(4000);
		logins.push((await statsOf(sandbox)).logins - then);
	};
	let ended = false;
	const watching = cluster.watch(() => ended);
	const posting = postAll(cluster, batches, size.spreadMs);
	if (!isShort) {
		await reached(0.08);
		await withdraw();
	}
	await reached(0.3);
	const victim = cluster.workers[0];
	if (!victim) throw new Error('There is no worker.');
	await sandbox.control('POST', 'config', { latencyMs: HELD_MS });
	const openAtKill = await until(
		'Each worker to send',
		async () => {
			if ((await cluster.running()) <= JOBS) return undefined;
			// An execution that runs may still read its workflow: what is under way at the service tells.
			const { openRequests } = await statsOf(sandbox);
			return openRequests > 0 ? openRequests : undefined;
		},
		60_000,
		100,
	);
	await cluster.killWorker(victim);
	await sandbox.control('POST', 'config', { latencyMs: LATENCY_MS });
	console.log(
		`  a worker killed after ${duration(Date.now() - start)}, with ${openAtKill} requests under way`,
	);
	if (!isShort) {
		const replacing = cluster.addWorker();
		await reached(0.45);
		await redis.restart(REDIS_DOWN_MS);
		console.log(`  Redis restarted after ${duration(Date.now() - start)}`);
		await reached(0.6);
		await withdraw();
		await replacing;
	}
	const refused = await posting;
	await until(
		'All executions to end',
		async () => ((await cluster.unfinished()) === 0 ? true : undefined),
		END_MS,
		2000,
	);
	const took = Date.now() - start;
	ended = true;
	await watching;
	const { failed, failures, nameless, succeeded } = await cluster.outcome(start);
	const counts = await countsOf(sandbox, batches);
	/** Batches whose end n8n told: their execution is among the failed ones, or their call was refused. */
	const told = new Set(
		batches.map(({ name }) => name).filter((name) => failed.has(name) || refused.has(name)),
	);
	const untold = batches
		.map(({ name }) => name)
		.filter((name) => !succeeded.has(name) && !told.has(name));
	const missing = (from: typeof batches): string[] =>
		from.flatMap(({ phones }) => phones).filter((phone) => !counts.has(phone));
	const silent = batches.filter(
		({ name, phones }) => !told.has(name) && phones.some((phone) => !counts.has(phone)),
	);
	const unsent = missing(batches.filter(({ name }) => told.has(name))).length;
	const twice = [...counts.values()].filter((count) => count > 1).length;
	return {
		took,
		logins,
		twice,
		cutOff: failures,
		unsent,
		silent: missing(silent).length,
		openAtKill,
		untold,
		nameless,
	};
}

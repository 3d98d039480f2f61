import pLimit from 'p-limit';
import { pause, until } from '../../tools/lib/shell.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import type { Cluster } from './cluster.mts';

/** Calls of the webhook at a time. */
const CALLERS = 8;
/** How long the end of something is waited for, in milliseconds. */
export const END_MS = 240_000;

/** How much is sent. */
export interface Size {
	messages: number;
	/** Messages of an execution. */
	batch: number;
	/** The time over which the calls are spread while things break. */
	spreadMs: number;
	/** How many ends of a token are waited for. */
	expiries: number;
	/** Renewals allowed for each: workers draw their moments, and by chance (a few in a hundred) two draw the same. CI must not fail by chance. */
	renewals: number;
}

/** What every phase works with. */
export interface QueueHarness {
	cluster: Cluster;
	sandbox: SandboxProcess;
	size: Size;
}

export interface Batch {
	name: string;
	phones: string[];
}

export interface Stats {
	logins: number;
	refreshes: number;
	openRequests: number;
}

export const statsOf = async (sandbox: SandboxProcess): Promise<Stats> =>
	await sandbox.control<Stats & Record<string, unknown>>('GET', 'stats');
export const storedIn = async (sandbox: SandboxProcess): Promise<number> =>
	(await sandbox.control<{ messages: number }>('GET', 'state')).messages;

/** How often each of these numbers was sent to; the sandbox holds messages of its own beside them. */
export async function countsOf(
	sandbox: SandboxProcess,
	batches: Batch[],
): Promise<Map<string, number>> {
	const phones = new Set(batches.flatMap((batch) => batch.phones));
	const counts = new Map<string, number>();
	for (let offset = 0; ; offset += 10_000) {
		const { data } = await sandbox.control<{ data: Array<{ msisdn: string }> }>(
			'GET',
			`messages?limit=10000&offset=${offset}`,
		);
		for (const { msisdn } of data)
			if (phones.has(msisdn)) counts.set(msisdn, (counts.get(msisdn) ?? 0) + 1);
		if (data.length < 10_000) return counts;
	}
}

/** Batches of numbers that no other phase uses; none of them has an end with a meaning. */
export function batchesOf(phase: number, messages: number, batch: number): Batch[] {
	return Array.from({ length: Math.ceil(messages / batch) }, (_, index) => ({
		name: `batch-${phase}-${index}-`,
		phones: Array.from(
			{ length: Math.min(batch, messages - index * batch) },
			(__, position) =>
				`380${990_000_000 + phase * 1_000_000 + (index * batch + position) * 10 + 7}`,
		),
	}));
}

/**
 * Calls the webhook for each batch, at once or spread over a time.
 * @returns the names of those that n8n did not take
 */
export async function postAll(
	cluster: Cluster,
	batches: Batch[],
	overMs = 0,
): Promise<Set<string>> {
	const refused = new Set<string>();
	const paceMs = (overMs * CALLERS) / batches.length;
	const callers = pLimit(CALLERS);
	await callers.map(batches, async ({ name, phones }) => {
		if (!(await cluster.post(name, phones))) refused.add(name);
		if (paceMs > 0) await pause(paceMs);
	});
	return refused;
}

/** What became of a run without any trouble. */
export interface Measured {
	/** Milliseconds until the last message was stored. */
	took: number;
	logins: number;
	/** Executions that failed. */
	failed: number;
	/** Messages that were not sent, or sent more than once. */
	lost: number;
	twice: number;
	/** Calls of the webhook that n8n refused. */
	refused: number;
}

/** Sends all batches without any trouble. */
export async function measure(
	phase: number,
	{ cluster, sandbox, size }: QueueHarness,
): Promise<Measured> {
	const [before, { logins: loginsBefore }, failedBefore] = await Promise.all([
		storedIn(sandbox),
		statsOf(sandbox),
		cluster.failures(),
	]);
	const batches = batchesOf(phase, size.messages, size.batch);
	const started = Date.now();
	const posting = postAll(cluster, batches);
	await until(
		`All messages of phase ${phase}`,
		async () => ((await storedIn(sandbox)) - before >= size.messages ? true : undefined),
		END_MS + size.messages * 20,
		100,
	);
	const took = Date.now() - started;
	const refused = await posting;
	await until(
		'All executions to end',
		async () => ((await cluster.unfinished()) === 0 ? true : undefined),
		END_MS,
		1000,
	);
	const counts = await countsOf(sandbox, batches);
	const times = batches.flatMap(({ phones }) => phones).map((phone) => counts.get(phone) ?? 0);
	return {
		took,
		logins: (await statsOf(sandbox)).logins - loginsBefore,
		failed: (await cluster.failures()) - failedBefore,
		lost: times.filter((one) => one === 0).length,
		twice: times.filter((one) => one > 1).length,
		refused: refused.size,
	};
}

import { pause, until } from '../../tools/lib/shell.mts';
import { batchesOf, countsOf, END_MS, postAll, statsOf } from './load.mts';
import type { QueueHarness } from './load.mts';

/** How long a token lives meanwhile, in seconds, and otherwise. */
const LIFE = 40;
const USUAL_LIFE = 30 * 86_400;
/** What happens within this time, in milliseconds, belongs to one end of a token. */
const TOGETHER_MS = 4000;
/** An execution of this many messages every so often keeps every worker at work. */
const BATCH = 8;
const EVERY_MS = 350;

export interface Expiries {
	/** Times of the renewals in seconds since the first token. */
	renewals: number[];
	messages: number;
	/** What must not be: executions that failed, calls that n8n refused, messages that were not sent exactly once. */
	failed: number;
	refused: number;
	notOnce: number;
	/** How many ends of a token the renewals belong to. */
	ends: number;
}

/** Sends without pause while tokens that live for seconds end, and counts who renews them. */
export async function expiry({ cluster, sandbox, size }: QueueHarness): Promise<Expiries> {
	await sandbox.control('POST', 'config', { tokens: { ttlSeconds: LIFE } });
	await sandbox.control('POST', 'tokens/revoke');
	const batches = batchesOf(
		4,
		Math.ceil(((size.expiries * LIFE + 15) * 1000) / EVERY_MS) * BATCH,
		BATCH,
	);
	const sent: typeof batches = [];
	let going = true;
	let refused = 0;
	const sending = (async () => {
		for (const batch of batches) {
			if (!going) return;
			refused += (await postAll(cluster, [batch])).size;
			sent.push(batch);
			await pause(EVERY_MS);
		}
	})();
	// The workers log in after the withdrawal; what follows are ends in time.
	await pause(10_000);
	const started = Date.now();
	const renewals: number[] = [];
	const total = async (): Promise<number> => {
		const { logins, refreshes } = await statsOf(sandbox);
		return logins + refreshes;
	};
	let known = await total();
	while (renewals.length < size.expiries && Date.now() - started < size.expiries * LIFE * 1000) {
		await pause(100);
		const now = await total();
		for (; known < now; known++) renewals.push((Date.now() - started) / 1000);
	}
	// The other workers have their chance to renew it once more.
	await pause(TOGETHER_MS);
	for (const now = await total(); known < now; known++)
		renewals.push((Date.now() - started) / 1000);
	going = false;
	await sending;
	await sandbox.control('POST', 'config', { tokens: { ttlSeconds: USUAL_LIFE } });
	await sandbox.control('POST', 'tokens/revoke');
	await until(
		'The executions to end',
		async () => ((await cluster.unfinished()) === 0 ? true : undefined),
		END_MS,
		1000,
	);
	const counts = await countsOf(sandbox, sent);
	const messages = sent.length * BATCH;
	return {
		renewals,
		messages,
		failed: await cluster.failures(),
		refused,
		notOnce: sent.flatMap(({ phones }) => phones).filter((phone) => counts.get(phone) !== 1).length,
		ends: renewals.filter(
			(at, index) => at - (renewals[index - 1] ?? -Infinity) >= TOGETHER_MS / 1000,
		).length,
	};
}

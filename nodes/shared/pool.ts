import { sleep } from 'n8n-workflow';

/** Most milliseconds between two starts. */
const WIDEST_GAP = 2;

/**
 * Runs a job for each entry, at most `slots` at a time and begun in order, until `stopped` says so. Starts keep a little distance:
 * jobs that start together finish together, and their replies then queue for the one thread, which costs a quarter of the time with
 * replies of 20 ms. A function for `slots` is asked whenever a job ends: the number may grow and fall on the way.
 * @throws what the first job threw, when those under way have ended; none begins after it
 */
export async function pool<T>(
	entries: readonly T[],
	slots: number | (() => number),
	job: (entry: T, index: number) => Promise<void>,
	stopped: () => boolean,
): Promise<void> {
	const queue = entries.entries();
	let [start, gap, running, begunAll] = [0, 0, 0, false];
	// An expression may give a number of slots that is none.
	const width = (): number =>
		Math.max(1, Math.floor(typeof slots === 'number' ? slots : slots()) || 1);
	let failure: { error: unknown } | undefined;
	const isOver = (): boolean => failure !== undefined || stopped();
	await new Promise<void>((resolve, reject) => {
		const ended = (): void => {
			running--;
			fill();
		};
		const failed = (error: unknown): void => {
			failure ??= { error };
			ended();
		};
		const worker = async (): Promise<void> => {
			while (!isOver() && running <= width()) {
				const now = Date.now();
				const turn = Math.max(now, start);
				start = turn + gap;
				if (turn - now >= 1) await sleep(turn - now);
				if (isOver()) return;
				// One iterator for all workers: each entry is taken once.
				const next = queue.next();
				if (next.done) {
					begunAll = true;
					return;
				}
				const begun = Date.now();
				await job(next.value[1], next.value[0]);
				gap = Math.min(WIDEST_GAP, (Date.now() - begun) / width());
				if (running < width()) fill();
			}
		};
		const fill = (): void => {
			while (!begunAll && !isOver() && running < Math.min(width(), entries.length)) {
				running++;
				worker().then(ended, failed);
			}
			if (running > 0) return;
			if (failure) reject(failure.error as Error);
			else resolve();
		};
		fill();
	});
}

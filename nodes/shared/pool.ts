import { sleep } from 'n8n-workflow';

/** Most milliseconds between two starts. */
const WIDEST_GAP = 2;

/** A line for each thing: whoever concerns the same thing stands behind the one that joined before. */
export class Line<T> {
	private readonly last = new Map<string, T>();

	/** Joins the line of each key; returns those that stand right before. */
	join(one: T, keys: Iterable<string>): Set<T> {
		const before = new Set<T>();
		for (const key of keys) {
			const last = this.last.get(key);
			if (last !== undefined && last !== one) before.add(last);
			this.last.set(key, one);
		}
		return before;
	}
}

/** Gives out the places of entries in order; one that waits for another is passed over, and comes next when that one has ended. */
function inOrder<T>(entries: readonly T[], keysOf: (entry: T) => Iterable<string>) {
	const line = new Line<number>();
	const followers = new Map<number, number[]>();
	/** How many each waits for. */
	const waits = entries.map((entry, place) => {
		const before = line.join(place, keysOf(entry));
		for (const one of before) followers.set(one, [...(followers.get(one) ?? []), place]);
		return before.size;
	});
	const passed: number[] = [];
	let place = 0;
	const next = (): number | undefined => {
		while ((waits[place] ?? 0) > 0) place++;
		return passed[0] ?? (place < entries.length ? place : undefined);
	};
	return {
		next,
		take(): number | undefined {
			const taken = next();
			if (taken === place) place++;
			else passed.shift();
			return taken;
		},
		ended(one: number): void {
			for (const follower of followers.get(one) ?? []) {
				const left = (waits[follower] ?? 0) - 1;
				waits[follower] = left;
				if (left === 0 && follower < place) passed.push(follower);
			}
		},
	};
}

/**
 * Runs a job for each entry, at most `slots` at a time and begun in order, until `stopped` says so. Starts keep a little distance:
 * jobs that start together finish together, and their replies then queue for the one thread, which costs a quarter of the time with
 * replies of 20 ms. A function for `slots` is asked whenever a job ends: the number may grow and fall on the way. Jobs that share one
 * of their `keysOf` go one after the other.
 * @throws what the first job threw, when those under way have ended; none begins after it
 */
export async function pool<T>(
	entries: readonly T[],
	slots: number | (() => number),
	job: (entry: T, index: number) => Promise<void>,
	stopped: () => boolean,
	keysOf: (entry: T) => Iterable<string> = () => [],
): Promise<void> {
	const queue = inOrder(entries, keysOf);
	let [start, gap, running] = [0, 0, 0];
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
				const place = queue.take();
				if (place === undefined) return;
				const begun = Date.now();
				await job(entries[place] as T, place);
				queue.ended(place);
				gap = Math.min(WIDEST_GAP, (Date.now() - begun) / width());
				if (running < width()) fill();
			}
		};
		const fill = (): void => {
			while (
				queue.next() !== undefined &&
				!isOver() &&
				running < Math.min(width(), entries.length)
			) {
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

import type { Asking, Poll } from './asking';

/** After so many outages in a row a poll asks no more: others would most likely meet the same. */
const OUTAGE = 3;

/** A fault that passes, and that other requests would meet as well, as n8n is told. */
const isOutage = (error: unknown): boolean =>
	(error as { failure?: unknown }).failure !== undefined;

/** Does something, and ends with what it threw. */
export function* caught(asking: Asking): Asking<unknown> {
	try {
		yield* asking;
	} catch (error) {
		return error;
	}
	return undefined;
}

interface Trying<T> {
	/** What the things are called in n8n's log. */
	what: string;
	/** So many are tried at a time. */
	atATime?: number;
	/** @returns of each what it threw, if anything */
	work: (things: readonly T[]) => Asking<readonly unknown[]>;
	isOver: () => boolean;
}

/**
 * Does the same for each of some things: one that fails does not stop the others, and n8n's log is told. A poll that fails
 * stores nothing, so that the next one would begin with the same: it begins after those that failed.
 * @throws the first fault if none succeeded
 * @returns those that failed
 */
export function* tryEach<T>(
	things: readonly T[],
	poll: Poll,
	{ what, atATime = 1, work, isOver }: Trying<T>,
): Asking<T[]> {
	const begin = (poll.failedPolls * OUTAGE) % Math.max(1, things.length);
	const queue = [...things.slice(begin), ...things.slice(0, begin)];
	const failed: T[] = [];
	const errors: unknown[] = [];
	let [done, outages] = [0, 0];
	while (queue.length > 0 && outages < OUTAGE && !isOver()) {
		const some = queue.splice(0, atATime);
		for (const [place, error] of (yield* work(some)).entries()) {
			if (error === undefined) {
				done++;
				outages = 0;
				continue;
			}
			failed.push(...some.slice(place, place + 1));
			errors.push(error);
			outages = isOutage(error) ? outages + 1 : 0;
		}
	}
	if (errors.length > 0 && done === 0) throw errors[0];
	if (errors.length > 0)
		poll.notes.push(`could not read ${failed.length} ${what}: ${(errors[0] as Error).message}`);
	return failed;
}

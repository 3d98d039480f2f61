/** After so many failures one after the other a poll asks no more: others would most likely meet the same. */
export const OUTAGE = 3;

/** Is it a fault that passes, and that other requests would meet as well? */
export const isOutage = (error: unknown): boolean =>
	(error as { failure?: unknown }).failure !== undefined;

/**
 * Takes what is to be asked for, in order, and how many polls failed one after the other; returns it in the order of this poll. A poll that
 * fails stores nothing, so that the next one would begin with the same: it begins behind those that failed.
 */
export function inTurn<T>(due: readonly T[], failedPolls: number): T[] {
	const begin = (failedPolls * OUTAGE) % Math.max(1, due.length);
	return [...due.slice(begin), ...due.slice(0, begin)];
}

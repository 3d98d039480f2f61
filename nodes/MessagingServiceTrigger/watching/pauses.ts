/** How often what does not move is asked for: at every poll at first, less often as it ages. Times are seconds. */

const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** [younger than, wait between two looks]. */
const PAUSES: ReadonlyArray<readonly [number, number]> = [
	[10 * MINUTE, 0],
	[HOUR, 2 * MINUTE],
	[6 * HOUR, 10 * MINUTE],
	[DAY, 30 * MINUTE],
];
/** A poll comes some seconds early or late. */
const SLACK = 15;

/** Whether something is due. @param since when it last moved, or the watch began */
export function isDue(lookedAt: number, since: number, now: number): boolean {
	const [, pause] = PAUSES.find(([limit]) => now - since < limit) ?? [0, HOUR];
	return now - lookedAt >= pause - SLACK;
}

/** No message can be valid any more: an hour more than the longest validity (4.6). */
export const LONGEST_VALIDITY = 72 * HOUR + HOUR;
/** What could not be read for so long is given up: n8n may have been down for days. */
export const UNREADABLE = 30 * DAY;

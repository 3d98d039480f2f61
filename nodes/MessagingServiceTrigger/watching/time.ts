/** Spans of time in seconds: how often something is asked for, when it is given up, and where in a list it is looked for. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** [younger than, wait between two looks]: at every poll at first, less often as it ages. */
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

/** After so long an execution has ended, and its events make room for newer ones. */
export const KEPT = 5 * MINUTE;

/** No message can be valid any more: an hour more than the longest validity (4.6). */
export const LONGEST_VALIDITY = 72 * HOUR + HOUR;
/** What could not be read for so long is given up: n8n may have been down for days. */
export const UNREADABLE = 30 * DAY;

/** Moves a time of the service (`yyyy-mm-dd hh:mm:ss`) by seconds, in the service's own time: no zone is needed. */
export function shiftTime(text: string, seconds: number): string {
	const time = Date.parse(`${text.replace(' ', 'T')}Z`);
	return Number.isNaN(time)
		? text
		: new Date(time + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** Days of creation time asked for at once: a list spans 3 months at most (4.10). */
const PERIOD_DAYS = 85;

/**
 * The period in which an object is looked for. Where that would reach further than the present the service is left to end it,
 * as it does by itself (4.10): it may refuse an end that lies ahead. The day between allows for other clocks and zones.
 * @param created in the service's own words
 * @param now n8n's clock in milliseconds
 */
export function periodSince(created: string, now: number): { from: string; to?: string } {
	const from = shiftTime(created, -1);
	const to = shiftTime(created, PERIOD_DAYS * DAY);
	const isPast = Date.parse(`${to.replace(' ', 'T')}Z`) + DAY * 1000 <= now;
	return { from, ...(isPast && { to }) };
}

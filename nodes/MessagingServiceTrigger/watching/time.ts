/** Moves a time of the service (`yyyy-mm-dd hh:mm:ss`) by seconds, in the service's own time: no zone is needed. */
export function shiftTime(text: string, seconds: number): string {
	const time = Date.parse(`${text.replace(' ', 'T')}Z`);
	return Number.isNaN(time)
		? text
		: new Date(time + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** Days of creation time asked for at once: a list spans 3 months at most (4.10). */
const PERIOD_DAYS = 85;
const DAY = 24 * 60 * 60;

/**
 * The period in which an object is looked for. Where that would reach further than the present the service is left to end it,
 * as it does by itself (4.10): it may refuse an end that lies ahead. The day between allows for other clocks and zones.
 * @param created in the service's own words; '' = not known
 * @param now n8n's clock in milliseconds
 */
export function periodSince(created: string, now: number): { from?: string; to?: string } {
	if (created === '') return {};
	const from = shiftTime(created, -1);
	const to = shiftTime(created, PERIOD_DAYS * DAY);
	const isPast = Date.parse(`${to.replace(' ', 'T')}Z`) + DAY * 1000 <= now;
	return { from, ...(isPast && { to }) };
}

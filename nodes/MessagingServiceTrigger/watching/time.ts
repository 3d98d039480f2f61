/**
 * Takes a time that was noted on n8n's clock, a span, and the time now, all in one unit; returns whether the time lies no further away.
 * One that was noted while the clock was ahead is over as well, instead of lasting until the clock has come as far.
 */
export const isWithin = (noted: number, span: number, now: number): boolean =>
	Math.abs(now - noted) < span;

/** Moves a time of the service (`yyyy-mm-dd hh:mm:ss`) by seconds, in the service's own time: no zone is needed. */
export function shiftTime(text: string, seconds: number): string {
	const time = Date.parse(`${text.replace(' ', 'T')}Z`);
	return Number.isNaN(time)
		? text
		: new Date(time + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

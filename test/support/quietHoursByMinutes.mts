/*
 * When sending is allowed, found without the node: for every minute of a span, what the clocks of a zone show by Intl. Where they show
 * at the end of an hour what they would without a change, the minutes between are counted; otherwise each is asked for.
 */

const [MINUTE, HOUR] = [60_000, 3_600_000];

/** Quiet hours as a user gives them. */
export interface Window {
	from: string;
	to: string;
	days: readonly number[];
}

const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** What clocks show: minutes since a Monday's midnight. */
function clockOf(zone: string): (instant: number) => number {
	const format = new Intl.DateTimeFormat('en-GB', {
		timeZone: zone,
		weekday: 'short',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	});
	return (instant) => {
		const [, day = '', hours, minutes] =
			/(\w{3})\D*(\d\d):(\d\d)/.exec(format.format(instant)) ?? [];
		return NAMES.indexOf(day) * 1440 + Number(hours) * 60 + Number(minutes);
	};
}

const WEEK = 7 * 1440;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** For each minute of the week whether sending is allowed. */
export function allowedMinutes({ from, to, days }: Window): boolean[] {
	const [first, last] = [minutesOf(from), minutesOf(to)];
	return Array.from({ length: WEEK }, (_, index) => {
		const minute = index % 1440;
		const quiet =
			first < last ? minute >= first && minute < last : minute >= first || minute < last;
		return days.includes(Math.floor(index / 1440) + 1) && !quiet;
	});
}

/** What the clocks of a zone show at each minute of a span that begins and ends with an hour of UTC. */
export function clockByMinutes(zone: string, start: number, end: number): Uint16Array {
	const clock = clockOf(zone);
	const minutes = new Uint16Array((end - start) / MINUTE);
	let shown = clock(start);
	for (let hour = start, index = 0; hour < end; hour += HOUR) {
		const next = clock(hour + HOUR);
		const changed = next !== (shown + 60) % WEEK;
		for (let minute = 0; minute < 60; minute++, index++)
			minutes[index] = changed ? clock(hour + minute * MINUTE) : (shown + minute) % WEEK;
		shown = next;
	}
	return minutes;
}

/** For each minute of the span, the index of the next one at which all zones allow sending; beyond the end where the span has none. */
export function nextByMinutes(
	clocks: readonly Uint16Array[],
	allowed: readonly boolean[],
): Uint32Array {
	const { length } = clocks[0] ?? [];
	const next = new Uint32Array(length ?? 0);
	let found = length ?? 0;
	for (let index = next.length - 1; index >= 0; index--) {
		if (clocks.every((clock) => allowed[clock[index] ?? 0])) found = index;
		next[index] = found;
	}
	return next;
}

import { MS_PER_DAY, MS_PER_MINUTE } from './time';
import { offsetAt, QUARTER_MS } from './zone';

/*
 * When a message may go out: outside the quiet hours and on the weekdays that the user allows, by the clocks where its recipient is.
 * A moment is judged by what those clocks show at it, so that it is right on the days on which they are changed, too.
 */

const MINUTES_PER_DAY = 1440;

/** When nothing is sent. */
export interface QuietHours {
	/** Minutes after midnight: quiet from the first until just before the second, over midnight where that comes earlier. */
	readonly quiet?: { readonly from: number; readonly to: number };
	/** Weekdays on which sending is allowed, 1 for Monday to 7 for Sunday. */
	readonly days: ReadonlySet<number>;
}

/** What a clock shows when the quiet time it is in may end; undefined where sending is allowed. Its times are ms as if they were UTC. */
function quietUntil({ quiet, days }: QuietHours, wall: number): number | undefined {
	const day = Math.floor(wall / MS_PER_DAY);
	// 1 January 1970 was a Thursday.
	const weekday = ((((day + 3) % 7) + 7) % 7) + 1;
	const midnight = (day + 1) * MS_PER_DAY;
	if (!days.has(weekday)) return midnight;
	if (!quiet) return undefined;
	const { from, to } = quiet;
	const minute = Math.floor((wall - day * MS_PER_DAY) / MS_PER_MINUTE) % MINUTES_PER_DAY;
	const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
	if (!isQuiet) return undefined;
	return minute < to ? day * MS_PER_DAY + to * MS_PER_MINUTE : midnight;
}

/** The later of two instants less than a day and a half apart, or the moment between them at which clocks are changed. */
function stepTo(later: number, earlier: number, zone: string): number {
	const offset = offsetAt(earlier, zone);
	if (offsetAt(later, zone) === offset) return later;
	let [before, after] = [Math.floor(earlier / QUARTER_MS), Math.floor(later / QUARTER_MS)];
	while (after - before > 1) {
		const middle = Math.floor((before + after) / 2);
		if (offsetAt(middle * QUARTER_MS, zone) === offset) before = middle;
		else after = middle;
	}
	return after * QUARTER_MS;
}

function nextIn(
	zone: string,
	hours: QuietHours,
	instant: number,
	latest: number,
): number | undefined {
	for (let at = instant; at <= latest; ) {
		const offset = offsetAt(at, zone);
		const until = quietUntil(hours, at + offset);
		if (until === undefined) return at;
		at = stepTo(until - offset, at, zone);
	}
	return undefined;
}

/**
 * The first moment from `instant` on (ms), and not after `latest`, at which sending is allowed in all of the zones, which are known ones;
 * undefined where there is none.
 */
export function nextAllowed(
	hours: QuietHours,
	zones: readonly string[],
	instant: number,
	latest: number,
): number | undefined {
	for (let at = instant; ; ) {
		const before = at;
		for (const zone of zones) {
			const next = nextIn(zone, hours, at, latest);
			if (next === undefined) return undefined;
			at = next;
		}
		if (at === before) return at;
	}
}

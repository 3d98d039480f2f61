import { LIMITS, PATTERNS } from '../spec';
import { formatServiceTime, toInstant, toServiceTime } from '../time';
import { accept, refuse } from './checked';
import type { Checked } from './checked';

const MS_PER_DAY = 86_400_000;
/** An expression such as "now" is a little old by the time it is checked. */
const PAST_TOLERANCE_MS = 60_000;

/**
 * Takes the start of a send, the service's zone, the current time, and the zone of values without an offset (the workflow's); returns the
 * service's form. Refused: more than 30 days ahead (4.7, 4.8, 4.9), and times that have passed, which cannot be meant as a schedule.
 */
export function checkStartAt(value: unknown, zone: string, now: Date, localZone = zone, field = 'Start At'): Checked<string> {
	const checked = toInstant(value, zone, localZone, field);
	if (!checked.ok) return checked;
	const ahead = checked.value - now.getTime();
	const text = formatServiceTime(checked.value, zone);
	if (ahead < -PAST_TOLERANCE_MS) {
		return refuse(field, `${field} ${text} (${zone}) has passed`, `Choose a later time, or leave ${field} out to send at once. Check the time zone in the credential.`);
	}
	// The service's form drops parts of a second, and so does the comparison.
	if (Math.floor(checked.value / 1000) * 1000 - now.getTime() > LIMITS.startAtDaysAhead * MS_PER_DAY) {
		return refuse(field, `${field} ${text} (${zone}) lies more than ${LIMITS.startAtDaysAhead} days ahead`, `Choose a time within ${LIMITS.startAtDaysAhead} days.`);
	}
	return accept(text);
}

/** Takes a date in any form; returns `yyyy-mm-dd` in the service's zone (filter[created_at] of 4.13). */
export function checkDate(value: unknown, zone: string, localZone = zone, field = 'Created At'): Checked<string> {
	// A date without a time is a day of the calendar, not a moment that a zone could move to another day.
	const checked = toServiceTime(value, zone, typeof value === 'string' && PATTERNS.date.test(value.trim()) ? zone : localZone, field);
	return checked.ok ? accept(checked.value.slice(0, 10)) : checked;
}

/** Takes the ends of a period in the service's form; refuses one that ends before it begins. */
export function checkPeriod(from: string, to: string): Checked<{ from: string; to: string }> {
	return from <= to ? accept({ from, to }) : refuse('From', `From ${from} lies after To ${to}`, 'Exchange the two, or widen the period.');
}

import { LIMITS } from '../spec';
import { checkZone, formatServiceTime, MS_PER_DAY, readTime } from '../time';
import { accept, refuseAs } from '../checked';
import type { Checked } from '../checked';

/** An expression such as "now" is a little old by the time it is checked. */
const PAST_TOLERANCE_MS = 60_000;

/**
 * Checks the start of a send and writes it in the service's form. Refused: more than 30 days ahead (4.7, 4.8, 4.9), and times that have
 * passed, which cannot be meant as a schedule. `zone` is the workflow's.
 */
export function checkStartAt(
	value: unknown,
	serviceZone: string,
	now: Date,
	zone: string,
	field = 'Start At',
): Checked<string> {
	const known = checkZone(serviceZone, 'credential');
	if (!known.ok) return known;
	const checked = readTime(value, zone, field);
	if (!checked.ok) return checked;
	// The service's form drops parts of a second, and so does the comparison.
	const ahead = Math.floor(checked.value / 1000) * 1000 - now.getTime();
	const shown = `${formatServiceTime(checked.value, zone)} (${zone})`;
	const days = LIMITS.startAtDaysAhead;
	if (ahead < -PAST_TOLERANCE_MS)
		return refuseAs(
			field,
			`${shown} has passed`,
			`Choose a later time, or leave ${field} out. A time that names no zone counts in the time zone of the workflow.`,
		);
	return ahead > days * MS_PER_DAY
		? refuseAs(
				field,
				`${shown} lies more than ${days} days ahead`,
				`Choose a time within ${days} days.`,
			)
		: accept(formatServiceTime(checked.value, serviceZone), checked.hint);
}

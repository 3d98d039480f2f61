import { accept, refuseAs } from '../checked';
import type { Checked } from '../checked';
import { isBlank, plainText, quote } from '../text';
import type { QuietHours } from '../time';

const FIELD = 'Quiet Hours';
const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7];

/** A time of the day (hh:mm) in minutes after midnight; undefined where it is none. */
function minutesOf(value: unknown): number | undefined {
	const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(plainText(value) ?? '') ?? [];
	return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/**
 * Checks the quiet hours: two times of the day (hh:mm), and the weekdays on which sending is allowed (1 for Monday to 7 for Sunday; all
 * where unset). Without both times only the weekdays count.
 */
export function checkQuietHours(from: unknown, to: unknown, days: unknown): Checked<QuietHours> {
	const listed: unknown[] = Array.isArray(days) ? days : isBlank(days) ? ALL_DAYS : [days];
	const allowed = new Set(listed.map(Number));
	const wrongDay = listed.find((day) => !ALL_DAYS.includes(Number(day)));
	if (wrongDay !== undefined)
		return refuseAs(
			FIELD,
			`has the weekday ${quote(String(wrongDay))}`,
			'Weekdays are numbers from 1 for Monday to 7 for Sunday.',
		);
	if (allowed.size === 0)
		return refuseAs(
			FIELD,
			'allows no weekday, so nothing could ever be sent',
			'Choose at least one under Sending Days.',
		);
	if (isBlank(from) && isBlank(to) && allowed.size === ALL_DAYS.length)
		return refuseAs(
			FIELD,
			'holds no times and allows every day, so that nothing is quiet',
			'Give Quiet From and Quiet Until, take weekdays out of Sending Days, or remove Quiet Hours.',
		);
	if (isBlank(from) && isBlank(to)) return accept({ days: allowed });
	const [first, last] = [minutesOf(from), minutesOf(to)];
	if (first === undefined || last === undefined)
		return refuseAs(
			FIELD,
			`has ${quote(plainText(first === undefined ? from : to) ?? '')} as a time of the day`,
			'Give hours and minutes from 00:00 to 23:59, such as 21:00.',
		);
	return first === last
		? refuseAs(
				FIELD,
				`begins and ends at ${quote(plainText(from) ?? '')}`,
				'Give two different times, or leave both empty to choose weekdays only.',
			)
		: accept({ quiet: { from: first, to: last }, days: allowed });
}

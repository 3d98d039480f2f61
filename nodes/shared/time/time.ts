import { PATTERNS } from '../spec';
import { accept, refuse, refuseAs } from '../checked';
import type { Checked } from '../checked';
import { instantOf, isZone, offsetAt } from './zone';

const ISO =
	/^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?:(:\d{2})(?:[.,](\d{1,9}))?)?\s?(?:([Zz])|([+-]\d{2}):?(\d{2})?)?)?(?:\[[\w/+-]+\])?$/;
const WANT =
	'Use the date picker, ISO 8601 such as 2026-11-21T10:00:00+02:00, or yyyy-mm-dd hh:mm:ss.';
const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;
/** Milliseconds of instants in the years 1019 to 9892: four digits in every zone. */
const [FIRST, LAST] = [-3e13, 2.5e14];

/** Milliseconds of `yyyy-mm-ddThh:mm:ss` as if it were UTC, or undefined when the calendar has no such moment. */
function wallOf(text: string): number | undefined {
	const wall = Date.parse(`${text}Z`);
	// The engine moves 31 November on to December.
	return wall > FIRST && wall < LAST && new Date(wall).toISOString().startsWith(text)
		? wall
		: undefined;
}

/**
 * Takes a Date, a Luxon DateTime, a Unix time (10 digits: seconds, 12 or 13: milliseconds) or text; returns the instant (ms) or undefined.
 * Text with an offset means what it says. `yyyy-mm-dd hh:mm:ss` is the service's own form and so in `zone`; other text without
 * an offset, such as the date picker's, is in `localZone`.
 */
export function parseInstant(value: unknown, zone: string, localZone: string): number | undefined {
	if (typeof value === 'number')
		return value >= 1e9 && value < LAST
			? Math.trunc(value < 1e11 ? value * 1000 : value)
			: undefined;
	if (typeof value === 'object' && value !== null) {
		const instant: unknown =
			value instanceof Date || 'toMillis' in value ? value.valueOf() : undefined;
		return typeof instant === 'number' && instant > FIRST && instant < LAST ? instant : undefined;
	}
	const text = typeof value === 'string' ? value.trim() : '';
	if (/^(?:\d{10}|\d{12,13})$/.test(text)) return parseInstant(Number(text), zone, localZone);
	const [, day, minute = '00:00', second = ':00', fraction = '0', utc, hours, minutes = '0'] =
		ISO.exec(text) ?? [];
	const whole = day && wallOf(`${day}T${minute}${second}`);
	if (!whole && whole !== 0) return undefined;
	const wall = whole + Math.trunc(Number(`0.${fraction}`) * 1000);
	if (utc) return wall;
	if (hours) return wall - (Number(hours) * 60 + Number(hours.charAt(0) + minutes)) * MS_PER_MINUTE;
	return instantOf(wall, PATTERNS.dateTime.test(text) ? zone : localZone);
}

/** Takes an instant (ms) and a known zone; returns `yyyy-mm-dd hh:mm:ss` there; parts of a second are dropped. */
export function formatServiceTime(instant: number, zone: string): string {
	return new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Takes a point in time in any form of parseInstant, the service's zone (credential), and the zone of values without an offset
 * (the workflow's; default the service's); returns the service's form `yyyy-mm-dd hh:mm:ss` in its zone.
 */
export function toServiceTime(
	value: unknown,
	zone: string,
	localZone = zone,
	field = 'Date',
): Checked<string> {
	const checked = toInstant(value, zone, localZone, field);
	return checked.ok ? accept(formatServiceTime(checked.value, zone)) : checked;
}

/** As toServiceTime, but returns the instant in ms. */
export function toInstant(
	value: unknown,
	zone: string,
	localZone = zone,
	field = 'Date',
): Checked<number> {
	for (const name of [zone, localZone]) {
		if (!isZone(name))
			return refuse(
				'Time Zone',
				`Time Zone "${String(name).slice(0, 40)}" is not known`,
				'Choose one such as UTC or Europe/Kyiv in the credential.',
			);
	}
	if (value === undefined || value === null || value === '')
		return refuseAs(field, 'is empty', WANT);
	const instant = parseInstant(value, zone, localZone);
	return instant === undefined
		? refuseAs(field, 'is not a date and time that the calendar has', WANT)
		: accept(instant);
}

/** Takes `yyyy-mm-dd hh:mm:ss` in the service's zone; returns ISO 8601 with the zone's offset, or null when it is not in that form. */
export function fromServiceTime(text: string, zone: string): string | null {
	const wall =
		PATTERNS.dateTime.test(text) && isZone(zone) ? wallOf(text.replace(' ', 'T')) : undefined;
	return wall === undefined ? null : toIso(instantOf(wall, zone), zone);
}

/** Takes an instant (ms) and a known zone; returns ISO 8601 with the zone's offset, such as 2026-11-21T10:00:00+02:00. */
export function toIso(instant: number, zone: string): string {
	const offset = Math.round(offsetAt(instant, zone) / MS_PER_MINUTE) * MS_PER_MINUTE;
	return `${formatServiceTime(instant, zone).replace(' ', 'T')}${offset < 0 ? '-' : '+'}${new Date(Math.abs(offset)).toISOString().slice(11, 16)}`;
}

export interface Span {
	/** Service form. */
	from: string;
	to: string;
}

function addMonths(wall: number, months: number): number {
	const date = new Date(wall);
	const day = date.getUTCDate();
	date.setUTCMonth(date.getUTCMonth() + months);
	// The 31st of a shorter month is its last day.
	if (date.getUTCDate() !== day) date.setUTCDate(0);
	return date.getTime();
}

/**
 * Takes a period in the service's form and the days that one request may span; returns the spans to ask for, in order. Whether the
 * ends of a span belong to it is not shown (4.10): each begins with the second that ends the one before, which may so come twice, and
 * is never passed over. An empty list when `to` lies before `from`.
 */
export function splitPeriod(from: string, to: string, days: number): Span[] {
	const start = parseInstant(from, 'UTC', 'UTC');
	const end = parseInstant(to, 'UTC', 'UTC');
	const spans: Span[] = [];
	if (start === undefined || end === undefined || start > end || !(days >= 1)) return spans;
	// Wall clock readings are split, not instants: the service compares the texts it shows.
	for (let at = start; ; ) {
		const last = Math.min(at + days * MS_PER_DAY, end);
		spans.push({ from: formatServiceTime(at, 'UTC'), to: formatServiceTime(last, 'UTC') });
		if (last === end) return spans;
		at = last;
	}
}

/** Takes an instant (ms), a known zone and months; returns the instant that many months before by the calendar there. */
export function monthsBefore(instant: number, months: number, zone: string): number {
	return instantOf(addMonths(instant + offsetAt(instant, zone), -months), zone);
}

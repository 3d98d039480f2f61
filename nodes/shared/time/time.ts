import { DateTime } from 'luxon';
import { PATTERNS } from '../spec';
import { accept, refuse, refuseAs, type Checked } from '../checked';
import { quote } from '../text';
import { instantOf, isPlainZone, isZone, offsetAt } from './zone';

/**
 * A day, perhaps with a time, its offset, and the name of a zone in brackets (RFC 9557). luxon by itself would also read a year, a week
 * and an hour of today.
 */
const WRITTEN =
	/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?)?(?:\[([\w/+-]{1,64})\])?$/i;
/** Seconds (10 digits) or milliseconds (12 or 13) since 1970. */
const UNIX = /^(\d{10}|\d{12,13})(?:\.\d{1,9})?$/;
const WANT =
	'Use the date picker, or write 2026-11-21T10:00:00+02:00 or 2026-11-21 10:00, which counts in the time zone of the workflow.';
export const MS_PER_MINUTE = 60_000;
export const MS_PER_DAY = 86_400_000;
/** Milliseconds of instants in the years 1019 to 9892: four digits in every zone. */
const [FIRST, LAST] = [-3e13, 2.5e14];

const inRange = (instant: unknown): instant is number =>
	typeof instant === 'number' && instant > FIRST && instant < LAST;

function notATime(field: string, value: unknown) {
	const isShown = typeof value === 'string' || typeof value === 'number';
	const shown = isShown ? `${quote(String(value))} ` : '';
	return refuseAs(field, `${shown}is not a date and time that the calendar has`, WANT);
}

/** Reads text; `zone` is that of text without an offset or a zone of its own. */
function readText(text: string, zone: string, field: string): Checked<number> {
	const [, day, time = '00:00', offset = '', named] = WRITTEN.exec(text) ?? [];
	if (day === undefined) return notATime(field, text);
	if (named !== undefined && !isPlainZone(named))
		return refuseAs(
			field,
			`names the time zone "${named}", which is not known`,
			'Use a name such as Europe/Kyiv, or an offset such as +02:00.',
		);
	const written = DateTime.fromISO(`${day}T${time}${offset}`, { zone: 'utc', setZone: true });
	const instant = written.toMillis();
	if (!inRange(instant)) return notATime(field, text);
	if (offset === '') return readWall(instant, named ?? zone, field);
	const isOther = (name: string) =>
		written.offset * MS_PER_MINUTE !== offsetAt(instant, name) && !/z/i.test(offset);
	return named !== undefined && isOther(named)
		? refuseAs(
				field,
				`has the offset ${offset}, which ${named} does not have then`,
				'Leave out the offset or the zone.',
			)
		: accept(instant);
}

/** Reads what a clock shows, in ms as if it were UTC. */
function readWall(wall: number, zone: string, field: string): Checked<number> {
	const instant = instantOf(wall, zone);
	const shown = instant + offsetAt(instant, zone);
	if (shown === wall) return accept(instant);
	const [missing, next] = [wall, shown].map((ms) => formatServiceTime(ms, 'UTC'));
	return accept(
		instant,
		`${field} ${missing} does not exist in ${zone}, whose clocks are set forward then: it counts as ${next}.`,
	);
}

/** Refuses the zone of the workflow or of the service where this machine does not know it. */
export function checkZone(zone: string, place: 'workflow' | 'credential'): Checked<string> {
	return isZone(zone)
		? accept(zone)
		: refuse(
				'Time Zone',
				`The time zone "${String(zone).slice(0, 40)}" is not known`,
				`Choose one such as UTC or Europe/Kyiv in the ${place}.`,
			);
}

/**
 * Reads a point in time, wherever a user gives one: a Date, a Luxon DateTime, a Unix time or text. Text without an offset or a zone in
 * brackets counts in `zone`, the workflow's. What clocks show twice means the first time; what they skip moves on by the gap, with a
 * hint. Returns the instant (ms).
 */
export function readTime(value: unknown, zone: string, field = 'Date'): Checked<number> {
	const known = checkZone(zone, 'workflow');
	if (!known.ok) return known;
	if (value === undefined || value === null || value === '')
		return refuseAs(field, 'is empty', WANT);
	if (typeof value === 'object') {
		// A Date, or a DateTime of n8n's own copy of luxon.
		const instant: unknown = value.valueOf();
		return inRange(instant) ? accept(Math.trunc(instant)) : notATime(field, value);
	}
	const text = String(value).trim();
	const [, unix] = UNIX.exec(text) ?? [];
	if (unix === undefined) return readText(text, zone, field);
	return accept(Number(unix) * (unix.length === 10 ? 1000 : 1));
}

/** An instant (ms) as `yyyy-mm-dd hh:mm:ss` in a known zone; parts of a second are dropped. */
export function formatServiceTime(instant: number, zone: string): string {
	return new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 19).replace('T', ' ');
}

/** Reads a point in time as readTime does; returns the service's form in the service's zone. */
export function toServiceTime(
	value: unknown,
	serviceZone: string,
	zone: string,
	field = 'Date',
): Checked<string> {
	const known = checkZone(serviceZone, 'credential');
	if (!known.ok) return known;
	const read = readTime(value, zone, field);
	return read.ok ? accept(formatServiceTime(read.value, serviceZone), read.hint) : read;
}

/** The instant (ms) of a time in the service's form and zone; undefined where it is in another form, or the zone is not known. */
export function serviceInstant(text: string, zone: string): number | undefined {
	if (!PATTERNS.dateTime.test(text) || !isZone(zone)) return undefined;
	const iso = text.replace(' ', 'T');
	// luxon would take 5 µs here, and a report has a million of them.
	const wall = Date.parse(`${iso}Z`);
	// The engine moves 31 November on to December.
	return inRange(wall) && new Date(wall).toISOString().startsWith(iso)
		? instantOf(wall, zone)
		: undefined;
}

/** Brings `yyyy-mm-dd hh:mm:ss` in the service's zone into ISO 8601 with the zone's offset; null when it is not in that form. */
export function fromServiceTime(text: string, zone: string): string | null {
	const instant = serviceInstant(text, zone);
	return instant === undefined ? null : toIso(instant, zone);
}

/** An instant (ms) in ISO 8601 with the offset of a known zone, such as 2026-11-21T10:00:00+02:00. */
export function toIso(instant: number, zone: string): string {
	const offset = Math.round(offsetAt(instant, zone) / MS_PER_MINUTE) * MS_PER_MINUTE;
	return `${formatServiceTime(instant, zone).replace(' ', 'T')}${offset < 0 ? '-' : '+'}${new Date(Math.abs(offset)).toISOString().slice(11, 16)}`;
}

export interface Span {
	/** Service form. */
	from: string;
	to: string;
}

/**
 * Splits a period in the service's form into the spans to ask for, in order, each of at most as many days as one request may span. Whether
 * the ends of a span belong to it is not shown (4.10): each begins with the second that ends the one before, which may so come twice, and
 * is never passed over. An empty list when `to` lies before `from`.
 */
export function splitPeriod(from: string, to: string, days: number): Span[] {
	const start = serviceInstant(from, 'UTC');
	const end = serviceInstant(to, 'UTC');
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

/** The instant (ms) that many months before another by the calendar of a known zone. */
export const monthsBefore = (instant: number, months: number, zone: string): number =>
	DateTime.fromMillis(instant, { zone }).minus({ months }).toMillis();

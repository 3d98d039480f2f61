import { PATTERNS } from '../spec';
import { accept, refuse } from '../validation/checked';
import type { Checked } from '../validation/checked';
import { instantOf, isZone, offsetAt } from './zone';

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?(?:\[[\w/+-]+\])?$/;
const WANT = 'Use the date picker, ISO 8601 such as 2026-11-21T10:00:00+02:00, or yyyy-mm-dd hh:mm:ss.';
const MS_PER_MINUTE = 60_000;

function pad(value: number, length = 2): string {
	return String(value).padStart(length, '0');
}

/** Milliseconds of a wall clock's reading as if it were UTC, or undefined when the calendar has no such moment. */
function wallOf(year: number, month: number, day: number, hour: number, minute: number, second: number, ms = 0): number | undefined {
	const wall = Date.UTC(year, month - 1, day, hour, minute, second, ms);
	const date = new Date(wall);
	const same = year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
	return same ? wall : undefined;
}

function offsetOf(text: string): number {
	if (/^z$/i.test(text)) return 0;
	const digits = text.slice(1).replace(':', '').padEnd(4, '0');
	return (text.startsWith('-') ? -1 : 1) * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * MS_PER_MINUTE;
}

/**
 * Takes a Date, a Luxon DateTime, a Unix time (10 digits: seconds, 12 or 13: milliseconds) or text; returns the instant (ms) or undefined.
 * Text with an offset means what it says. `yyyy-mm-dd hh:mm:ss` is the service's own form and so in `zone`; other text without
 * an offset, such as the date picker's, is in `localZone`.
 */
export function parseInstant(value: unknown, zone: string, localZone: string): number | undefined {
	if (typeof value === 'number') {
		if (!Number.isFinite(value) || value < 1e9 || value >= 1e14) return undefined;
		return value < 1e11 ? Math.trunc(value * 1000) : Math.trunc(value);
	}
	if (typeof value === 'object' && value !== null) {
		if (!(value instanceof Date) && !('toMillis' in value)) return undefined;
		const instant: unknown = value.valueOf();
		return typeof instant === 'number' && Number.isFinite(instant) ? instant : undefined;
	}
	const text = typeof value === 'string' ? value.trim() : '';
	if (/^(?:\d{10}|\d{12,13})$/.test(text)) return parseInstant(Number(text), zone, localZone);
	const match = ISO.exec(text);
	if (match === null) return undefined;
	const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', offset] = match;
	const wall = wallOf(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second), Math.trunc(Number(`0.${fraction}`) * 1000));
	if (wall === undefined) return undefined;
	if (offset !== undefined) return wall - offsetOf(offset);
	return instantOf(wall, PATTERNS.dateTime.test(text) ? zone : localZone);
}

/** Takes an instant (ms) and a known zone; returns `yyyy-mm-dd hh:mm:ss` there; parts of a second are dropped. */
export function formatServiceTime(instant: number, zone: string): string {
	const date = new Date(instant + offsetAt(instant, zone));
	const day = `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
	return `${day} ${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`;
}

/**
 * Takes a point in time in any form of parseInstant, the service's zone (credential), and the zone of values without an offset
 * (the workflow's; default the service's); returns the service's form `yyyy-mm-dd hh:mm:ss` in its zone.
 */
export function toServiceTime(value: unknown, zone: string, localZone = zone, field = 'Date'): Checked<string> {
	const checked = toInstant(value, zone, localZone, field);
	return checked.ok ? accept(formatServiceTime(checked.value, zone)) : checked;
}

/** As toServiceTime, but returns the instant in ms. */
export function toInstant(value: unknown, zone: string, localZone = zone, field = 'Date'): Checked<number> {
	for (const name of [zone, localZone]) {
		if (!isZone(name)) return refuse('Time Zone', `Time Zone "${String(name).slice(0, 40)}" is not known`, 'Choose a time zone such as UTC or Europe/Kyiv in the credential.');
	}
	if (value === undefined || value === null || value === '') return refuse(field, `${field} is empty`, WANT);
	const instant = parseInstant(value, zone, localZone);
	return instant === undefined ? refuse(field, `${field} is not a date and time that the calendar has`, WANT) : accept(instant);
}

/** Takes `yyyy-mm-dd hh:mm:ss` in the service's zone; returns ISO 8601 with the zone's offset, or null when it is not in that form. */
export function fromServiceTime(text: string, zone: string): string | null {
	const match = PATTERNS.dateTime.exec(text);
	if (match === null || !isZone(zone)) return null;
	const [, year, month, day, hour, minute, second] = match;
	const wall = wallOf(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second));
	return wall === undefined ? null : toIso(instantOf(wall, zone), zone);
}

/** Takes an instant (ms) and a known zone; returns ISO 8601 with the zone's offset, such as 2026-11-21T10:00:00+02:00. */
export function toIso(instant: number, zone: string): string {
	const offset = Math.round(offsetAt(instant, zone) / MS_PER_MINUTE);
	const size = Math.abs(offset);
	return `${formatServiceTime(instant, zone).replace(' ', 'T')}${offset < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

export interface Span {
	/** Service form, both ends included. */
	from: string;
	to: string;
}

function addMonths(wall: number, months: number): number {
	const date = new Date(wall);
	const day = date.getUTCDate();
	date.setUTCDate(1);
	date.setUTCMonth(date.getUTCMonth() + months);
	// The 31st of a shorter month is its last day.
	const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
	date.setUTCDate(Math.min(day, last));
	return date.getTime();
}

function wallText(wall: number): string {
	return formatServiceTime(wall, 'UTC');
}

/**
 * Takes a period in the service's form and the months that one request may span (4.10: 3); returns the spans to ask for, in order. Both ends
 * belong to a span and the next one begins a second later, so nothing is asked for twice. An empty list when `to` lies before `from`.
 */
export function splitPeriod(from: string, to: string, months: number): Span[] {
	const start = parseInstant(from, 'UTC', 'UTC');
	const end = parseInstant(to, 'UTC', 'UTC');
	const spans: Span[] = [];
	if (start === undefined || end === undefined || !(months >= 1)) return spans;
	// Wall clock readings are split, not instants: the service compares the texts it shows.
	for (let at = start; at <= end; ) {
		const last = Math.min(addMonths(at, months), end);
		spans.push({ from: wallText(at), to: wallText(last) });
		at = last + 1000;
	}
	return spans;
}

/** Takes an instant (ms), a known zone and months; returns the instant that many months before by the calendar there. */
export function monthsBefore(instant: number, months: number, zone: string): number {
	return instantOf(addMonths(instant + offsetAt(instant, zone), -months), zone);
}

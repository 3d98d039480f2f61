import type { IDataObject } from 'n8n-workflow';
import { asRecord, fieldsOf, type Fields } from '../errors';
import { fromServiceTime, serviceInstant, shownAgain, toIso } from '../time';

/** Brings a value of the service into the one form of section 2. `zone` is the service's. */
export type Reader = (value: unknown, zone: string) => IDataObject[string];
export type Readers = Readonly<Record<string, Reader>>;

/**
 * Names that would reach an object's prototype, and what belongs to the envelope of a legacy reply, not to the record:
 * `error` on an item would look like a failed one to n8n.
 */
const LEFT_OUT = [
	'__proto__',
	'constructor',
	'prototype',
	'error',
	'errorDescription',
	'error_description',
];

/** An ID (2.1 to 2.3) as a number, or as digits where a number would lose some; null where it is none. */
export function idOf(value: unknown): number | string | null {
	if (!isId(value)) return null;
	const number = Number(value);
	return Number.isSafeInteger(number) ? number : String(value);
}

/** A number, or its text, as a number; null where it is neither. */
export function numberOf(value: unknown): number | null {
	if (typeof value === 'number') return Number.isFinite(value) ? value : null;
	if (typeof value !== 'string' || !/^-?\d+(?:\.\d+)?$/.test(value.trim())) return null;
	return Number(value);
}

/** Text, a number or a boolean as text; null where it is empty or anything else. */
export function textOf(value: unknown): string | null {
	if (typeof value === 'string') return value === '' ? null : value;
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** A state in lower case, whatever case the service writes it in. */
export function statusOf(value: unknown): string | null {
	return textOf(value)?.trim().toLowerCase() || null;
}

/** 0, 1, true, false or their text as a boolean; null where it is none of them. */
export function flagOf(value: unknown): boolean | null {
	const text = statusOf(value);
	if (text === '1' || text === 'true') return true;
	return text === '0' || text === 'false' ? false : null;
}

/** The service's time in ISO 8601. A zero date is null; text in another form stays as it is. `zone` is the service's. */
export function timeOf(value: unknown, zone: string): string | null {
	const text = textOf(value)?.trim();
	if (!text || text === 'null' || text.startsWith('0000-00-00')) return null;
	return fromServiceTime(text, zone) ?? text;
}

/**
 * An amount, and the currency code after it (2.6): the whole part, which may have blanks between thousands, the decimals after a point
 * or a comma, an exponent, the code. `1,234` may be a thousand or one, so that it is none.
 */
const AMOUNT =
	/^(?=[-+]?[.,]?\d)(?![-+]?[1-9]\d{0,2},\d{3}(?!\d))([-+]?(?:\d{1,3}(?:\s\d{3})+|\d*))(?:[.,](\d+))?([Ee][-+]?\d+)?(?:\s*([A-Z]{3}))?$/;

/** An amount such as 0.05, "0.05" or "0,05 EUR" and its currency. A currency beside it counts first. What cannot be read stays as text. */
export function priceOf(
	value: unknown,
	currency?: unknown,
): { price: number | string | null; currency: string | null } {
	const text = textOf(value)?.trim() || null;
	const [all, whole = '', decimals = '0', exponent = '', code = null] =
		AMOUNT.exec(text ?? '') ?? [];
	const amount = Number(`${whole.replace(/\s/g, '')}.${decimals}${exponent}`);
	return {
		price: all !== undefined && Number.isFinite(amount) ? amount : text,
		currency: textOf(currency) ?? code,
	};
}

/** An amount of money by itself, as priceOf reads it. */
export const amountOf = (value: unknown): number | string | null => priceOf(value).price;

/** What the envelope of a reply holds: `data`, `result`, or the body itself, which may be parsed or not. */
export function unwrap(body: unknown): Fields {
	const outer = fieldsOf(body);
	return asRecord(outer.data) ?? asRecord(outer.result) ?? outer;
}

/** The records in a list; none where it is no list. */
export function recordsOf(value: unknown): Fields[] {
	if (!Array.isArray(value)) return [];
	return value.map(asRecord).filter((record) => record !== undefined);
}

/** What the service sent and no rule of ours names, so that additions of the service are kept. */
export function others(source: Fields, known: object = {}): IDataObject {
	const rest: IDataObject = {};
	for (const key of Object.keys(source)) {
		if (!Object.hasOwn(known, key) && !LEFT_OUT.includes(key))
			rest[key] = source[key] as IDataObject[string];
	}
	return rest;
}

/** The service's fields under our names. Of two spellings the first that is filled counts. */
export function renamed(source: Fields, nameOf: (key: string) => string): Fields {
	const fields: Fields = {};
	for (const [key, value] of Object.entries(source))
		if (!LEFT_OUT.includes(key)) fields[nameOf(key)] ??= value;
	return fields;
}

/** All fields that we name, each as its reader gives it, null where missing. `zone` is the service's. */
export function readAll(source: Fields, zone: string, readers: Readers): IDataObject {
	return Object.fromEntries(
		Object.entries(readers).map(([key, read]) => [key, read(source[key], zone)]),
	);
}

/**
 * Of the two readings of a time in the hour that clocks repeat, one that lies before what must have happened earlier is none. `names` are
 * those of the times, in the order of what happened.
 */
function orderTimes(
	row: IDataObject,
	source: Fields,
	zone: string,
	names: readonly string[],
): void {
	let last = -Infinity;
	for (const name of names) {
		const time = row[name];
		const instant = typeof time === 'string' ? Date.parse(time) : NaN;
		if (instant < last) {
			// A time that the service wrote with its offset has one reading.
			const first = serviceInstant(String(source[name]).trim(), zone);
			const again = first === undefined ? undefined : shownAgain(first, zone);
			if (again !== undefined && again >= last) {
				row[name] = toIso(again, zone);
				last = again;
			}
		} else if (!Number.isNaN(instant)) last = instant;
	}
}

/** As readAll, and what else the service sent. `order` names times that follow one another. */
export function tidy(
	source: Fields,
	zone: string,
	readers: Readers,
	...order: ReadonlyArray<readonly string[]>
): IDataObject {
	const row = readAll(source, zone, readers);
	for (const names of order) orderTimes(row, source, zone, names);
	return { ...row, ...others(source, readers) };
}

/** The times of a message: it comes in, is sent, and has a receipt. */
export const MESSAGE_TIMES = ['time_in', 'time_sent', 'time_dr'] as const;

/** Whether a value is an id that a service gives (2.1 to 2.3): a positive integer or its digits. */
export function isId(value: unknown): value is number | string {
	if (typeof value === 'number') return Number.isInteger(value) && value > 0;
	return typeof value === 'string' && /^0*[1-9]\d*$/.test(value);
}

/** Whether two values are the same phone number: their digits are, whatever else people write into a number. */
export function isSamePhone(one: unknown, other: unknown): boolean {
	const [a, b] = [one, other].map((value) => String(value ?? '').replace(/\D/g, ''));
	return a !== '' && a === b;
}

/** A sender by its letters and digits: services write it in capitals, or with a + before a number. */
export const bareSender = (sender: unknown): string => {
	const text = String(sender).trim();
	const bare = text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
	return bare || text;
};

import type { IDataObject } from 'n8n-workflow';
import { asRecord, readBody } from '../errors';
import { fromServiceTime } from '../time';

export type Fields = Record<string, unknown>;

/** Takes a value of the service and the service's zone; returns it in the one form of section 2. */
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

/** Takes an id as number or digits; returns a number when it is a safe integer, else text, else null. */
export function idOf(value: unknown): number | string | null {
	const text = textOf(value)?.trim();
	if (!text || typeof value === 'boolean') return null;
	return /^(?:0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text))
		? Number(text)
		: text;
}

/** Takes a number or its text (a comma may separate the decimals); returns the number or null. */
export function numberOf(value: unknown): number | null {
	if (typeof value === 'number') return Number.isFinite(value) ? value : null;
	if (typeof value !== 'string') return null;
	const text = value.trim().replace(/^(-?\d+),(\d+)$/, '$1.$2');
	return /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : null;
}

/** Takes text, a number or a boolean; returns text, or null when it is empty or anything else. */
export function textOf(value: unknown): string | null {
	if (typeof value === 'string') return value === '' ? null : value;
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** Takes a state in any letter case; returns it in lower case. */
export function statusOf(value: unknown): string | null {
	return textOf(value)?.trim().toLowerCase() || null;
}

/** Takes 0, 1, true, false or their text; returns a boolean or null. */
export function flagOf(value: unknown): boolean | null {
	const text = statusOf(value) ?? '';
	return /^(?:1|true|y|yes)$/.test(text) || (/^(?:0|false|n|no)$/.test(text) ? false : null);
}

/** Takes the service's time form and its zone; returns ISO 8601. A zero date is null; text in another form stays as it is. */
export function timeOf(value: unknown, zone: string): string | null {
	const text = textOf(value)?.trim();
	if (!text || text === 'null' || text.startsWith('0000-00-00')) return null;
	return fromServiceTime(text, zone) ?? text;
}

/** Characters of an amount with its currency; no longer text is read as one. */
const LONGEST_PRICE = 100;

/** Takes an amount such as 0.05, "0.05" or "0.05 EUR" and the currency beside it; returns both. */
export function priceOf(
	value: unknown,
	currency?: unknown,
): { price: number | null; currency: string | null } {
	const text = typeof value === 'string' && value.length <= LONGEST_PRICE ? value.trim() : '';
	const match = /^(-?[\d.,]+)\s*([^\d\s.,]{1,8})?$/.exec(text);
	return { price: numberOf(match?.[1] ?? value), currency: textOf(currency) ?? match?.[2] ?? null };
}

/** Marks between groups of three digits. */
const GROUPS = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g;

/**
 * Takes an amount of money as people write it, with its currency or without: 12.5, "1,234.56", "1 234,50 EUR". Returns both. An amount
 * such as "1,234", which may be more than a thousand or little more than one, stays text; null is no amount.
 */
export function amountOf(value: unknown): {
	amount: number | string | null;
	currency: string | null;
} {
	if (typeof value !== 'string' || value.length > LONGEST_PRICE)
		return { amount: numberOf(value), currency: null };
	const [, before, told = '', after] =
		/^([^\d\s.,-]{1,8})?\s*(-?[\d.,\s'’]+?)\s*([^\d\s.,]{1,8})?$/.exec(value.trim()) ?? [];
	const text = told.replace(GROUPS, '');
	const currency = before ?? after ?? null;
	if (/^-?[1-9]\d{0,2},\d{3}$/.test(text)) return { amount: text, currency };
	const isGrouped = (mark: string, decimal: string): boolean =>
		new RegExp(`^-?\\d{1,3}(?:\\${mark}\\d{3})+(?:\\${decimal}\\d+)?$`).test(text);
	const plain = isGrouped(',', '.')
		? text.replaceAll(',', '')
		: text.includes(',') && isGrouped('.', ',')
			? text.replaceAll('.', '')
			: text;
	return { amount: numberOf(plain), currency };
}

/** Takes the body of a reply, parsed or not; returns what its envelope holds: `data`, `result`, or the body itself. */
export function unwrap(body: unknown): Fields {
	const read = readBody(body);
	const inside = (value: unknown): Fields | undefined =>
		asRecord(Array.isArray(value) ? (value as unknown[])[0] : value);
	const outer = read.form === 'json' ? (inside(read.value) ?? {}) : {};
	const result = inside(outer.result);
	// A nested legacy reply may leave some fields outside (wire notes, "Single create reply").
	return inside(outer.data) ?? (result ? { ...others(outer, { result }), ...result } : outer);
}

/** Takes a list, or the object with numbered keys that some services write for one; returns its records. */
export function recordsOf(value: unknown): Fields[] {
	const list: unknown[] = Array.isArray(value) ? value : Object.values(asRecord(value) ?? {});
	return list.map(asRecord).filter((record) => record !== undefined);
}

/** Takes what the service sent; returns what no rule of ours names, so that additions of the service are kept. */
export function others(source: Fields, known: object = {}): IDataObject {
	const rest: IDataObject = {};
	for (const key of Object.keys(source)) {
		if (!Object.hasOwn(known, key) && !LEFT_OUT.includes(key))
			rest[key] = source[key] as IDataObject[string];
	}
	return rest;
}

/** Takes fields and our name for each of the service's; returns them under our names. Of two spellings the first that is filled counts. */
export function renamed(source: Fields, nameOf: (key: string) => string): Fields {
	const fields: Fields = {};
	for (const [key, value] of Object.entries(source))
		if (!LEFT_OUT.includes(key)) fields[nameOf(key)] ??= value;
	return fields;
}

/** Takes fields, the service's zone and how to read each field that we name; returns all those, null where missing. */
export function readAll(source: Fields, zone: string, readers: Readers): IDataObject {
	return Object.fromEntries(
		Object.entries(readers).map(([key, read]) => [key, read(source[key], zone)]),
	);
}

/** As readAll, and what else the service sent. */
export function tidy(source: Fields, zone: string, readers: Readers): IDataObject {
	return { ...readAll(source, zone, readers), ...others(source, readers) };
}

import { parseJson } from '../json';

/* Values as users give them, and how a sentence names them. */

/** What people see: no white space, no mark or filler that Unicode says to ignore, no control character, and no blank of Braille. */
const SEEN = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u;

/** Whether a value of a field is empty: missing, or a text in which people see nothing. The one rule for whatever users give. */
export function isBlank(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && !SEEN.test(value));
}

/** Marks without width, joiners and fillers. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const BLANKS = /[\p{White_Space}\u2800]/gu;

/** A name as people see it: without marks that nobody sees, and with plain blanks. */
export const asSeen = (name: string): string =>
	name.replace(UNSEEN, '').replace(BLANKS, ' ').trim();

/** Splits a list: an array, JSON text of an array, or text with commas, semicolons or lines between its entries. */
export function listEntries(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string') return value === undefined || value === null ? [] : [value];
	if (value.trimStart().startsWith('[')) {
		try {
			const parsed: unknown = parseJson(value);
			if (Array.isArray(parsed)) return parsed;
		} catch {
			// What is no JSON is split, and its entries are judged one by one.
		}
	}
	return value
		.split(/[,;\r\n]+/)
		.map((part) => part.trim())
		.filter((part) => !isBlank(part));
}

/** How many of many things an error or a hint names. */
export const NAMED_AT_MOST = 3;

/** Names the first texts, and how many more there are: "a; b; c; and 57 more". */
export function namedAndMore(texts: readonly string[], shown = NAMED_AT_MOST): string {
	const more = texts.length - shown;
	return [...texts.slice(0, shown), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** What to call a value in a sentence. */
export function kindOf(value: unknown): string {
	if (isBlank(value)) return 'empty';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'number') return 'a number that is negative, too long or has a fraction';
	if (typeof value === 'string') return 'text';
	return typeof value === 'object' ? 'an object' : `the value ${String(value)}`;
}

/** What was given for a number, to show it as it is; '' of what is no text. */
export const asGiven = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** A string or a whole number as trimmed text; undefined for every other value and for a blank one. */
export function plainText(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return String(value);
	return typeof value === 'string' && !isBlank(value) ? value.trim() : undefined;
}

/**
 * A number with the word for what is counted: "1 segment", "2 segments"; with a verb "1 number was", "3 numbers were". `many` is for a
 * plural that is not `one` with an s.
 */
export function counted(number: number, one: string, many = `${one}s`): string {
	return `${number} ${number === 1 ? one : many}`;
}

/** All texts that a value holds. */
export const textsWithin = (value: unknown): string[] =>
	typeof value === 'string' ? [value] : Object.values(Object(value) as object).flatMap(textsWithin);

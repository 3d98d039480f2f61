import { parseJson } from '../json';
/** Whether a value of a field is empty: missing, or a text of blanks. */
export function isBlank(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

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
		.filter((part) => part !== '');
}

/** Names the first texts, and how many more there are: "a; b; c; and 57 more". */
export function namedAndMore(texts: readonly string[], shown: number): string {
	const more = texts.length - shown;
	return [...texts.slice(0, shown), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

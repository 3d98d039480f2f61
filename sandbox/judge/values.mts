import { ID, PHONE } from './limits.mts';

/** A JSON object, not an array, not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own property `name`; inherited ones do not count as sent. */
export function own(object: Record<string, unknown>, name: string): unknown {
	return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The digits of a phone given as a JSON integer or a string of digits; undefined when it is not one. */
export function readPhone(value: unknown): string | undefined {
	if (typeof value === 'number')
		return Number.isSafeInteger(value) && PHONE.test(String(value)) ? String(value) : undefined;
	return typeof value === 'string' && PHONE.test(value) ? value : undefined;
}

/** Whether a value is an ID: its digits, or a number that has kept all of them. */
export function isId(value: unknown): boolean {
	return typeof value === 'number'
		? Number.isSafeInteger(value) && ID.test(String(value))
		: typeof value === 'string' && ID.test(value);
}

/** A whole number in JSON's number form, or also as digits where `digits` allows it. */
export function readInteger(value: unknown, digits: boolean): number | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
	return digits && typeof value === 'string' && /^[0-9]{1,15}$/.test(value)
		? Number(value)
		: undefined;
}

/** Characters as a reader counts them: code points. */
export function length(text: string): number {
	return [...text].length;
}

/** Whether every surrogate has its other half. */
export function wellFormed(text: string): boolean {
	return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);
}

/** Whether it is the address of a page. URL.canParse of Node.js 20 says now and then that one with é is none. */
export function isAddress(text: string): boolean {
	try {
		return /^https?:\/\//i.test(text) && new URL(text).host !== '';
	} catch {
		return false;
	}
}

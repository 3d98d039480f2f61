import { parseJson } from '../json';

/** The report JSON that the specification shows (4.16): an array without a key, which is not JSON. */
const BARE_ARRAY = /^\s*\{\s*"error"\s*:\s*"?0"?\s*,\s*\[/;

export type ReadBody =
	| { form: 'json'; value: Record<string, unknown> | unknown[] }
	| { form: 'text'; text: string }
	| { form: 'empty' | 'html' | 'cutOff' | 'stream' };

/** Takes any value; returns it as a record if it is an object and no list. */
export function asRecord(value: unknown): Record<string, unknown> | undefined {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as Record<string, unknown>)
		: undefined;
}

/** Takes the body of a reply as n8n hands it over (parsed, text, bytes or a stream); returns what it is. */
export function readBody(body: unknown): ReadBody {
	if (body === undefined || body === null) return { form: 'empty' };
	if (body instanceof Uint8Array)
		return readBody(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
	if (typeof body === 'object') {
		if ('pipe' in body && typeof body.pipe === 'function') return { form: 'stream' };
		return { form: 'json', value: body as Record<string, unknown> | unknown[] };
	}
	if (typeof body !== 'string') return { form: 'text', text: String(body) };
	const text = body.replace(/^\uFEFF/, '').trim();
	if (text === '') return { form: 'empty' };
	if (text.startsWith('<'))
		return /^<\?xml/i.test(text) && !/<html|<!doctype html/i.test(text.slice(0, 1000))
			? { form: 'text', text }
			: { form: 'html' };
	try {
		const value = parseJson(text);
		return typeof value === 'object' && value !== null
			? { form: 'json', value: value as Record<string, unknown> | unknown[] }
			: { form: 'text', text };
	} catch {
		if (BARE_ARRAY.test(text) && /\]\s*\}$/.test(text)) return { form: 'text', text };
		return /^[[{]/.test(text) ? { form: 'cutOff' } : { form: 'text', text };
	}
}

/** Takes text; returns whether it is the report of 4.16 as shown there, complete. */
export function isBareArrayReport(text: string): boolean {
	return BARE_ARRAY.test(text);
}

/** Whether a value is a list, an object or a text with something in it. What holds nothing but what is empty is empty as well. */
export function isFilled(value: unknown): boolean {
	if (typeof value !== 'object' || value === null)
		return typeof value === 'string' && value.trim() !== '';
	const open: unknown[] = Object.values(value);
	while (open.length > 0) {
		const inner = open.pop();
		if (typeof inner === 'object' && inner !== null)
			for (const entry of Object.values(inner)) open.push(entry);
		else if (typeof inner === 'string' ? inner.trim() !== '' : inner !== null) return true;
	}
	return false;
}

/** Whether a value is a text that says that all is well, wherever it stands. */
export const saysNothingWrong = (value: unknown): boolean =>
	typeof value === 'string' &&
	/^\W*(?:no errors?(?: occurred)?|none|null|ok|success)\W*$/i.test(value);

/** Whether what stands where an error would says that there is none. Anywhere else, "no" and "false" say the contrary. */
export const saysNoError = (value: unknown): boolean =>
	saysNothingWrong(value) || (typeof value === 'string' && /^\s*(?:false|no)\s*$/i.test(value));

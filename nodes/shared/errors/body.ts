import { parseJson } from '../json';

/** What a JSON object holds, before it is known what that is. */
export type Fields = Record<string, unknown>;

/** The report JSON that the specification shows (4.16): an array without a key, which is not JSON. */
const BARE_ARRAY = /^\s*\{\s*"error"\s*:\s*"?0"?\s*,\s*\[/;

export type ReadBody =
	| { form: 'json'; value: Record<string, unknown> | unknown[] }
	| { form: 'text' | 'html'; text: string }
	| { form: 'empty' | 'cutOff' | 'stream' };

/** The value as a record if it is an object and no list. */
export function asRecord(value: unknown): Record<string, unknown> | undefined {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as Record<string, unknown>)
		: undefined;
}

/** Tells what the body of a reply is, as n8n hands it over: parsed, text, bytes or a stream. */
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
			: { form: 'html', text };
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

/** The record that a body is; an empty one where it is no JSON object. */
export function fieldsOf(body: unknown): Record<string, unknown> {
	const read = readBody(body);
	return (read.form === 'json' ? asRecord(read.value) : undefined) ?? {};
}

/** Whether a text is the report of 4.16 as shown there, complete. */
export function isBareArrayReport(text: string): boolean {
	return BARE_ARRAY.test(text);
}

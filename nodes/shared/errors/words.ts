import { safeText } from '../text';
import { asRecord, readBody } from './body';

// What a service says in its own words, made safe to show.

/** How many sentences of the service an error shows. */
const SAID_AT_MOST = 5;

/** Adds to `into` what `errors` says, in the forms that clients know (wire notes), each with the name of its field in front. */
export function listFaults(errors: unknown, prefix: string, into: string[]): void {
	if (into.length >= 50) return;
	const record = asRecord(errors);
	if (Array.isArray(errors)) for (const entry of errors) listFaults(entry, prefix, into);
	else if (record !== undefined) {
		const text = record.message ?? record.detail ?? record.description;
		const field = record.field ?? record.property ?? record.path;
		if (typeof text === 'string')
			listFaults(text, typeof field === 'string' ? fieldName(field) : prefix, into);
		else
			for (const [key, value] of Object.entries(record))
				listFaults(value, /^\d+$/.test(key) ? prefix : fieldName(key), into);
	} else if (typeof errors === 'string' || typeof errors === 'number')
		into.push(safeText(prefix + errors));
}

/** `messages0phone` and `messages.0.phone` name a field of the first recipient. */
function fieldName(key: string): string {
	const match = /^(?:messages|phones)[.[]?(\d+)[\].]*(\w*)$/.exec(key);
	return `${match === null ? key : `recipient ${Number(match[1]) + 1} ${match[2] ?? ''}`.trim()}: `;
}

/** The first of some values that is a text with something in it. */
export function textOf(...values: unknown[]): string | undefined {
	const text = values.find((value) => typeof value === 'string' && value.trim() !== '');
	return text === undefined ? undefined : safeText(String(text));
}

/** The words of a body, or of a part of one. */
export const wordsOf = (body: Record<string, unknown> | undefined): string | undefined =>
	textOf(
		body?.errorDescription,
		body?.error_description,
		body?.message,
		body?.detail,
		body?.error_message,
	);

/** Names of what a body holds for programmers, and whole addresses. */
const TECHNICAL =
	/^(?:backtrace|debug|exception|file|instance|path|stack\w*|timestamp|trace|type|url)$/i;
const DEEPEST = 5;

/** Adds to `into` the texts of a body, each with the name that it stands under in front, where that tells more than its place. */
function listTexts(value: unknown, name: string, into: string[], depth = 0): void {
	if (into.length >= 50 || depth > DEEPEST) return;
	if (typeof value === 'string') {
		if (/\p{L}{2}/u.test(value)) into.push(safeText(fieldPrefix(name) + value.trim()));
	} else if (typeof value === 'object' && value !== null)
		for (const [key, inner] of Object.entries(value))
			if (!TECHNICAL.test(key)) listTexts(inner, /^\d+$/.test(key) ? name : key, into, depth + 1);
}

/** Names that say no more than that words stand under them. */
const PLAIN_NAME =
	/^(?:data|description|details?|error_?(?:description|message)?|errors|fault\w*|message|msg|reason|result|status|title|)$/i;

const fieldPrefix = (name: string): string => (PLAIN_NAME.test(name) ? '' : fieldName(name));

/** Takes the body of a refusal; returns all that it says in texts, safe to show, wherever they stand in it. */
export function textsAnywhere(body: unknown): string[] {
	const read = readBody(body);
	const texts: string[] = [];
	if (read.form === 'json') listTexts(read.value, '', texts);
	return texts;
}

/** Texts of the service as one sentence that follows another one; '' where there are none. */
export function said(...texts: Array<string | undefined>): string {
	const all = [...new Set(texts)].filter((text) => text !== undefined);
	if (all.length === 0) return '';
	const more = all.length > SAID_AT_MOST ? ` (and ${all.length - SAID_AT_MOST} more)` : '';
	return ` The service said: ${all.slice(0, SAID_AT_MOST).join('; ')}${more}.`.replace(
		/([.!?])\.$/,
		'$1',
	);
}

/** Takes the body of a reply; returns what the service says in it, as a sentence that follows another one; '' when it says nothing. */
export function saidIn(body: unknown): string {
	const read = readBody(body);
	const fields = read.form === 'json' ? asRecord(read.value) : undefined;
	const details: string[] = [];
	listFaults(fields?.errors, '', details);
	return said(wordsOf(fields), ...details);
}

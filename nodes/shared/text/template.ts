import { accept, refuse } from '../checked';
import type { Checked } from '../checked';
import { maskName } from './mask';
import { valueAt } from './path';

/** `{field}` or `{field|text to use when it is blank}`; `{{` and `}}` stand for a brace. */
const PLACEHOLDER = /\{\{|\}\}|\{([^{}|\r\n]{1,100})(?:\|([^{}]{0,200}))?\}/g;

interface Placeholder {
	field: string;
	fallback: string | undefined;
}
type Part = string | Placeholder;

/** So many templates are kept as read; a run has as many as its form has fields. */
const KEPT_AT_MOST = 100;
const known = new Map<string, Part[]>();

function parse(template: string): Part[] {
	// Thousands of records share a template: it is read once.
	const read = known.get(template);
	if (read) return read;
	const parts: Part[] = [];
	let end = 0;
	for (const match of template.matchAll(PLACEHOLDER)) {
		parts.push(template.slice(end, match.index));
		const field = match[1]?.trim();
		if (field) parts.push({ field, fallback: match[2] });
		else parts.push(match[0] === '{{' || match[0] === '}}' ? match[0].charAt(0) : match[0]);
		end = match.index + match[0].length;
	}
	parts.push(template.slice(end));
	if (known.size >= KEPT_AT_MOST) known.clear();
	known.set(template, parts);
	return parts;
}

/** Takes a template; returns the distinct fields that its placeholders name. */
export function templateFields(template: string): string[] {
	return [
		...new Set(parse(template).flatMap((part) => (typeof part === 'string' ? [] : [part.field]))),
	];
}

/**
 * Takes a template and the fields of one record; returns the text. `{a.b}` reaches into objects; `null` and '' give
 * nothing, or the text after `|`. A field that the record lacks, or that holds an object, is refused.
 */
export function fillTemplate(template: string, record: object, field = 'Text'): Checked<string> {
	let text = '';
	for (const part of parse(template)) {
		if (typeof part === 'string') {
			text += part;
			continue;
		}
		const value = valueAt(record, part.field);
		if (value === undefined && part.fallback === undefined) {
			return refuse(
				field,
				`${field} names the field "${maskName(part.field)}", which this item does not have`,
				`Correct it, or give a text to use instead: {${maskName(part.field)}|text}.`,
			);
		}
		if (typeof value === 'object' && value !== null) {
			return refuse(
				field,
				`${field} names the field "${maskName(part.field)}", which holds no single value in this item`,
				'Name a field with text or a number; {a.b} reaches into an object.',
			);
		}
		const filled = value === undefined || value === null ? '' : String(value);
		text += filled.trim() === '' ? (part.fallback ?? filled) : filled;
	}
	return accept(text);
}

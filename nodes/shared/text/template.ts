import { accept, refuse } from '../checked';
import type { Checked, Refusal } from '../checked';
import { maskName } from './mask';
import { fieldAt, nearName } from './path';

/*
 * The one language of placeholders (docs/placeholders.md): {name}, {{name}} and {{ $json.name }} are the same, {name|there} has other
 * words for an empty field, and \{ is a brace. Anything else in braces is refused, as it would go out as it stands.
 */

/** A field that fills a place of a text. */
export interface Placeholder {
	/** Its name, or a path into objects: a.b. */
	field: string;
	/** What stands there where it is empty. */
	fallback?: string;
	/** Whether it is of n8n's item, as `$json` in an expression is, and not of the recipient. */
	isOfItem: boolean;
}

/** An expression that n8n has to evaluate. */
export interface Evaluated {
	expression: string;
}

export type Part = string | Placeholder | Evaluated;

export interface Template {
	parts: readonly Part[];
	/** The first piece in braces that is no placeholder. */
	wrong?: string;
}

const TOKEN = /\\[{}]|\{([^{}]*)\}|[{}]/g;
const JSON_PATH = /^\$json((?:\.[\p{L}_$][\p{L}\p{N}_$]*|\[(?:"[^"\\]*"|'[^'\\]*')\])+)$/u;
const STEP = /\.([\p{L}_$][\p{L}\p{N}_$]*)|\[["']([^"'\\]*)["']\]/gu;
/** A name of a field, as people write it. */
const NAME = /^[^{}|\r\n$]{1,100}$/;

/** Reads what stands in braces; undefined where it names no field. */
function placeholderIn(inner: string): Placeholder | undefined {
	const [before = '', fallback, more] = inner.trim().split('|');
	if (more !== undefined) return undefined;
	const name = before.trim();
	const path = JSON_PATH.exec(name)?.[1];
	const field =
		path === undefined
			? NAME.exec(name)?.[0]
			: [...path.matchAll(STEP)].map((step) => step[1] ?? step[2] ?? '').join('.');
	return field === undefined
		? undefined
		: { field, isOfItem: false, ...(fallback !== undefined && { fallback }) };
}

/** A piece of a template from `start` to `end`. */
interface Piece {
	start: number;
	end: number;
	/** What stands in double braces. */
	double?: string;
	/** What stands in single ones. */
	single?: string;
}

/** The braces of a template, from the first to the last. */
function* piecesOf(source: string): Generator<Piece> {
	const token = new RegExp(TOKEN);
	let hasEnd = true;
	for (let match = token.exec(source); match; match = token.exec(source)) {
		const start = match.index;
		const isDouble: boolean = hasEnd && source.startsWith('{{', start);
		const close: number = isDouble ? source.indexOf('}}', start + 2) : -1;
		hasEnd &&= !isDouble || close >= 0;
		if (close >= 0) {
			token.lastIndex = close + 2;
			yield { start, end: close + 2, double: source.slice(start + 2, close) };
		} else yield { start, end: token.lastIndex, single: match[1] };
	}
}

/** How a template is read. */
export interface Reading {
	/** Whether n8n takes what stands in double braces for an expression: a plain `$json` path is still a placeholder. */
	isExpression?: boolean;
	/** Whether the service fills the text: it knows digits alone, which stay as they are (4.9). */
	ofService?: boolean;
}

/** Reads a template. */
export function parseTemplate(source: string, { isExpression, ofService }: Reading = {}): Template {
	const parts: Part[] = [];
	let wrong: string | undefined;
	let literal = '';
	const add = (part: Part): void => {
		if (literal !== '') parts.push(literal);
		literal = '';
		parts.push(part);
	};
	let last = 0;
	for (const { start, end, double, single } of piecesOf(source)) {
		literal += source.slice(last, start);
		last = end;
		const token = source.slice(start, end);
		if (token.startsWith('\\')) {
			literal += token.charAt(1);
			continue;
		}
		const inner = double ?? single;
		if (ofService && !(isExpression && double !== undefined)) {
			if (single !== undefined && /^\d+$/.test(single)) literal += token;
			else wrong ??= token;
			continue;
		}
		const placeholder = inner === undefined ? undefined : placeholderIn(inner);
		if (isExpression && double !== undefined) {
			const isPlain = JSON_PATH.test(double.trim());
			add(placeholder && isPlain ? { ...placeholder, isOfItem: true } : { expression: token });
		} else if (placeholder) add(placeholder);
		else wrong ??= token;
	}
	literal += source.slice(last);
	if (literal !== '' || parts.length === 0) parts.push(literal);
	return { parts, ...(wrong !== undefined && { wrong }) };
}

/** The placeholders of a template. */
export const placeholdersOf = ({ parts }: Template): Placeholder[] =>
	parts.filter((part): part is Placeholder => typeof part === 'object' && 'field' in part);

/** What fills a template. */
export interface Filling {
	/** The fields of the recipient. */
	record: object;
	/** The fields of n8n's item. */
	item: object;
	/** Evaluates an expression as n8n does. */
	evaluate(expression: string): unknown;
	/** Display name of the parameter. */
	field: string;
	/** Whether nothing is an answer as well. */
	mayBeEmpty?: boolean;
}

/** Why something in braces is refused. */
export function wrongBraces(field: string, wrong: string): Refusal {
	return {
		field,
		message: `${field} holds ${maskName(wrong.slice(0, 60))}, which names no field`,
		description:
			'Write {first_name} for a field of the recipient, {first_name|there} where it may be empty, and \\{ for a brace. Other expressions work where the field is set to Expression.',
	};
}

/** Fills one placeholder. The value is text as it stands: braces in it name nothing. */
function filledWith(
	{ field: name, fallback, isOfItem }: Placeholder,
	{ record, item, field, mayBeEmpty }: Filling,
): Checked<string> {
	const value = fieldAt(isOfItem ? item : record, name);
	const shown = maskName(name);
	if (typeof value === 'object' && value !== null)
		return refuse(
			field,
			`${field} names the field "${shown}", which holds no single value here`,
			'Name a field with text or a number; {a.b} reaches into an object.',
		);
	const text = String(value ?? '').trim();
	if (text !== '') return accept(text);
	if (fallback !== undefined || mayBeEmpty) return accept(fallback ?? '');
	const near = value === undefined ? nearName(isOfItem ? item : record, name) : undefined;
	const others = isOfItem ? `{{ $json.${shown} || 'there' }}` : `{${shown}|there}`;
	return refuse(
		field,
		value === undefined
			? `${field} names the field "${shown}", which is not there`
			: `${field} needs the field "${shown}", which is empty here`,
		near === undefined
			? `Correct it, or write ${others} to give other words.`
			: `The field is called "${maskName(near)}".`,
	);
}

/** What n8n makes of a value that stands in a text. */
const written = (value: unknown): string =>
	value === undefined || value === null ? '' : String(value);

/** Fills a template; of one that is an expression alone, returns its value as it is. */
export function fillTemplate({ parts }: Template, filling: Filling): Checked<unknown> {
	const [only, ...others] = parts;
	if (others.length === 0 && typeof only === 'object' && 'expression' in only)
		return accept(filling.evaluate(only.expression));
	let text = '';
	for (const part of parts) {
		if (typeof part === 'string') text += part;
		else if ('expression' in part) text += written(filling.evaluate(part.expression));
		else {
			const filled = filledWith(part, filling);
			if (!filled.ok) return filled;
			text += filled.value;
		}
	}
	return accept(text);
}

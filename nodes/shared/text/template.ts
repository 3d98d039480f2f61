import { joinedFields, JSON_PATH } from './joined';

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
	/** Where it is of n8n's item, and not of the recipient: the expression that names it. */
	expression?: string;
}

/** An expression that n8n has to evaluate. */
export interface Evaluated {
	expression: string;
	/** The fields that it joins to a text, each as code. */
	joined: readonly string[];
}

export type Part = string | Placeholder | Evaluated;

export interface Template {
	parts: readonly Part[];
	/** The first piece in braces that is no placeholder. */
	wrong?: string;
}

const TOKEN = /\\[{}]|\{([^{}]*)\}|[{}]/g;
const STEP = /\??\.([\p{L}_$][\p{L}\p{N}_$]*)|\[["']?([^"'\\\]]*)["']?\]/gu;
/** A name of a field, as people write it. What n8n calls $json, $now or $('Node') is none. */
const NAME = /^(?!.*\$(?:[a-z]|\(["']))[^{}|\r\n]{1,500}$/;

/** Reads what stands in braces; undefined where it names no field. */
export function placeholderIn(inner: string): Placeholder | undefined {
	const [before = '', fallback, more] = inner.trim().split('|');
	if (more !== undefined) return undefined;
	const name = before.trim();
	const path = JSON_PATH.exec(name)?.[1];
	const field =
		path === undefined
			? NAME.exec(name)?.[0]
			: [...path.matchAll(STEP)].map((step) => step[1] ?? step[2] ?? '').join('.');
	return field === undefined ? undefined : { field, ...(fallback !== undefined && { fallback }) };
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
function* bracedPieces(source: string): Generator<Piece> {
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
	/** If the service fills the text (4.9): how it calls what stands in braces; undefined for what it does not know. */
	ofService?: (place: string) => string | undefined;
}

/** A text for the service to fill: what it knows stands in braces as it calls it. */
export const ofServiceText = (text: string, ofService: NonNullable<Reading['ofService']>): string =>
	text.replace(/\{([^{}]+)\}/g, (braces, place: string) => {
		const own = ofService(place);
		return own === undefined ? braces : `{${own}}`;
	});

/** The code that stands in double braces. */
export const codeWithin = (expression: string): string =>
	expression.trim().replace(/^\{\{|\}\}$/g, '');

/** An expression in double braces. */
export const evaluated = (expression: string): Evaluated => ({
	expression,
	joined: joinedFields(codeWithin(expression)),
});

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
	for (const { start, end, double, single } of bracedPieces(source)) {
		literal += source.slice(last, start);
		last = end;
		const token = source.slice(start, end);
		if (token.startsWith('\\')) {
			literal += token.charAt(1);
			continue;
		}
		const inner = double ?? single;
		if (ofService && !(isExpression && double !== undefined)) {
			const own = inner === undefined ? undefined : ofService(inner);
			if (own === undefined) wrong ??= token;
			else literal += `{${own}}`;
			continue;
		}
		// Other tools write filters after a bar in double braces: {{ name|upcase }}.
		const isFiltered = double !== undefined && double.includes('|');
		const placeholder = inner === undefined || isFiltered ? undefined : placeholderIn(inner);
		if (isExpression && double !== undefined) {
			const isPlain = JSON_PATH.test(double.trim());
			add(placeholder && isPlain ? { ...placeholder, expression: token } : evaluated(token));
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

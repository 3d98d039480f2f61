import { accept, refuse } from '../checked';
import type { Checked, Refusal, Refused } from '../checked';
import { JSON_PATH } from './joined';
import { isBlank } from './given';
import { maskName } from './mask';
import { fieldAt, fieldNames, nearName } from './path';
import { codeWithin, placeholderIn } from './template';
import type { Evaluated, Placeholder, Template } from './template';
import { isUnmeant, PLACEHOLDER_IN_TEXT } from './unmeant';

/*
 * What a template comes to for a recipient: each field with its value, and why it is refused where one is missing, empty, or holds what
 * nobody means to send (docs/placeholders.md).
 */

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
	/** Whether another recipient, or another item of n8n's, has a field: a row that lacks it has it empty. */
	isKnown(name: string, expression?: string): boolean;
	/** Hears of each field with other words whether it is there. */
	noted?(name: string, isThere: boolean): void;
}

/** Why something in braces is refused. */
export function wrongBraces(field: string, wrong: string): Refusal {
	return {
		field,
		message: `${field} holds ${maskName(wrong.slice(0, 60))}, which names no field`,
		description:
			'Write {first_name} for a field of the recipient, {first_name|there} if it may be empty, and \\{ for a brace. Other expressions work if the field is set to Expression.',
	};
}

/** The code that names a field of n8n's item. */
const inItem = (name: string): string => {
	const shown = maskName(name);
	return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? `$json.${shown}` : `$json["${shown}"]`;
};

/** Whether a value is a Date of JavaScript, of n8n's realm or of another one. */
const isPlainDate = (value: object): boolean =>
	Object.prototype.toString.call(value) === '[object Date]';

/** Refuses a value that is no text or number. */
function noText({ field: name, expression }: Placeholder, field: string, value: object): Refused {
	const names = `${field} names the field "${maskName(name)}", which holds`;
	const isPlain = isPlainDate(value);
	if (!isPlain && !('isLuxonDateTime' in value))
		return refuse(
			field,
			`${names} no single value here`,
			'Name a field with text or a number; {a.b} reaches into an object.',
		);
	const first = expression === undefined ? `Set ${field} to Expression and write` : 'Write';
	return refuse(
		field,
		`${names} a date, but not how to write it`,
		`${first} {{ ${inItem(name)}${isPlain ? '.toDateTime()' : ''}.toFormat('dd.MM.') }}.`,
	);
}

const WRITTEN_BY_PROGRAM =
	'A program wrote it for a missing value, or for a sign such as a line break. Correct it where the data comes from.';

/** What to do about a field that is missing or empty. */
function cureOf(
	{ field: name, expression }: Placeholder,
	{ record, item, field }: Filling,
	isMissing: boolean,
): string {
	const isOfItem = expression !== undefined;
	const source = isOfItem ? item : record;
	const near = isMissing ? nearName(source, name) : undefined;
	const shown = maskName(name);
	if (near !== undefined) return `The field is called "${maskName(near)}".`;
	if (isOfItem && fieldAt(record, name) !== undefined)
		return `The item does not have it, and the recipient does: write {${shown}}.`;
	const cure = isMissing
		? `The ${isOfItem ? 'item' : 'recipient'} has: ${fieldNames(source)}. Correct the name`
		: 'Fill in the field';
	if (field !== 'Text') return `${cure}.`;
	// Other words would stand in the place of a name that is only misspelled.
	if (isMissing) return isOfItem ? `${cure}.` : `${cure}. \\{ stands for a brace.`;
	const others = isOfItem ? `{{ ${inItem(name)} || 'there' }}` : `{${shown}|there}`;
	return `${cure}, or write ${others} to give other words.`;
}

/** Refuses a field that is missing or empty. */
function refuseEmpty(placeholder: Placeholder, filling: Filling, value: unknown): Refused {
	const { field: name, expression } = placeholder;
	const { field } = filling;
	// Whether others have the field may be known only when all rows of a file are read: the words wait for whoever reads them.
	const isMissing = (): boolean => value === undefined && !filling.isKnown(name, expression);
	const shown = maskName(name);
	const refusal: Refusal = {
		field,
		get message() {
			return isMissing()
				? `${field} names the field "${shown}", which is not there`
				: `${field} needs the field "${shown}", which is empty here`;
		},
		get description() {
			return cureOf(placeholder, filling, isMissing());
		},
		get isOfAll() {
			return isMissing();
		},
	};
	return { ok: false, refusal };
}

/** Fills one placeholder. The value is text as it stands: braces in it name nothing. */
function filledWith(placeholder: Placeholder, filling: Filling): Checked<string> {
	const { field: name, fallback, expression } = placeholder;
	const { record, item, field, mayBeEmpty } = filling;
	const held = fieldAt(expression === undefined ? record : item, name);
	// What no item holds n8n may know, such as the length of a text.
	const value = held === undefined && expression ? filling.evaluate(expression) : held;
	if (fallback !== undefined) filling.noted?.(name, value !== undefined);
	if (typeof value === 'object' && value !== null) return noText(placeholder, field, value);
	const text = String(value ?? '').trim();
	if (isUnmeant(text) || isNoNumber(value))
		return refuse(
			field,
			`${field} names the field "${maskName(name)}", which holds "${text.slice(0, 60)}" here`,
			WRITTEN_BY_PROGRAM,
		);
	if (!isBlank(text)) return accept(text);
	if (fallback !== undefined || mayBeEmpty) return accept(fallback ?? '');
	return refuseEmpty(placeholder, filling, value);
}

const OBJECT = '[object Object]';

/** What a calculation comes to where a field holds no number. */
const isNoNumber = (value: unknown): boolean =>
	typeof value === 'number' && !Number.isFinite(value);

/** What n8n makes of a value that stands in a text. */
function written(value: unknown): string {
	if (value === undefined || value === null) return '';
	try {
		return String(value);
	} catch {
		// An object without a prototype has no text.
		return OBJECT;
	}
}

/** What no expression means to write. */
const BROKEN = /\[object [A-Z]\w*\]|\bInvalid Date(?:Time)?\b/;
/** What an expression wrote where it had no value; nobody means to send that. */
const NO_VALUE = /\b(?:undefined|NaN)\b/;
/** Code that makes text of values, so that a missing one becomes a word. */
const MAKES_TEXT =
	/[+`*%]|\b(?:concat|join|String|Number|Math|parse(?:Int|Float)|to(?:Fixed|Precision|LocaleString|String))\b/;
/** Code that says itself that nothing stands there. */
const MEANS_NOTHING = /&&|\b(?:null|undefined)\b/;
const WHITE_SPACE = /^\p{White_Space}+$/u;

/** The first field that an expression joins to a text, and that is empty. White space is no emptiness there: it may keep words apart. */
function emptyField(
	{ expression, joined }: Evaluated,
	value: unknown,
	filling: Filling,
): string | undefined {
	const { item } = filling;
	const whole = codeWithin(expression).trim();
	const empty = joined.find((code) => {
		if (code === whole) return isBlank(written(value));
		const path = JSON_PATH.test(code) ? placeholderIn(code)?.field : undefined;
		const known = path === undefined ? undefined : fieldAt(item, path);
		const text = written(known ?? filling.evaluate(`{{ ${code} }}`));
		return isBlank(text) && !WHITE_SPACE.test(text);
	});
	const isNothing = (value ?? undefined) === undefined && !MEANS_NOTHING.test(whole);
	return empty ?? (isNothing ? whole : undefined);
}

/** What to do about what an expression wrote. */
function cureOfWord(word: string): string {
	if (word.startsWith('Invalid'))
		return "The expression reads a date that is not written as it expects. Say how it is written, such as DateTime.fromFormat($json.day, 'dd.MM.yyyy').";
	if (word.startsWith('['))
		return 'The expression gives an object or several values. Name one field with text or a number in it.';
	if (word === 'undefined' || isUnmeant(word))
		return 'The expression names a field that is not there, or that holds no value. Correct it.';
	return 'The expression calculates with a field that is not there, or that holds no number. Correct it.';
}

/** What an expression wrote into a text, and nobody means. A text about something undefined is a text: it stands in the item. */
function slipIn(text: string, code: string, item: object): string | undefined {
	const made = MAKES_TEXT.test(code) && !NO_VALUE.test(code) ? NO_VALUE.exec(text)?.[0] : undefined;
	const word = BROKEN.exec(text)?.[0] ?? made;
	if (word === undefined) return undefined;
	// A letter beside it makes another word of it, such as in a token.
	const whole = new RegExp(
		`(?<![\\p{L}\\p{N}])${word.replace(/[[\]]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
		'u',
	);
	return whole.test(JSON.stringify(item)) ? undefined : word;
}

/** Judges what an expression wrote into a text. */
function judgeEvaluated(part: Evaluated, value: unknown, filling: Filling): Refusal | undefined {
	const { field, item, mayBeEmpty } = filling;
	const code = codeWithin(part.expression);
	const text = written(value);
	const empty = mayBeEmpty ? undefined : emptyField(part, value, filling);
	if (empty !== undefined) {
		const shown = maskName(empty.slice(0, 80));
		return {
			field,
			message: `${field} needs ${shown}, which is empty here`,
			description:
				field === 'Text'
					? `Fill in the field, or correct its name, or write (${shown} || 'there') to give other words.`
					: 'Fill in the field, or correct its name.',
		};
	}
	const word = isUnmeant(text.trim()) || isNoNumber(value) ? text.trim() : slipIn(text, code, item);
	if (word !== undefined)
		return {
			field,
			message: `${field} holds "${word.slice(0, 60)}", which an expression put there`,
			description: cureOfWord(word),
		};
	const left = text.match(PLACEHOLDER_IN_TEXT)?.find((piece) => code.includes(piece));
	return left === undefined ? undefined : wrongBraces(field, left);
}

/** Fills a template; of one that is an expression alone, returns its value as it is. */
export function fillTemplate({ parts }: Template, filling: Filling): Checked<unknown> {
	let text = '';
	for (const part of parts) {
		if (typeof part === 'string') {
			text += part;
			continue;
		}
		if ('field' in part) {
			const filled = filledWith(part, filling);
			if (!filled.ok) return filled;
			text += filled.value;
			continue;
		}
		const value = filling.evaluate(part.expression);
		const isAlone = parts.length === 1;
		// What no text can be made of is refused as that, but for a date that could not be read.
		if (isAlone && typeof value === 'object' && value !== null && !isPlainDate(value))
			return accept(value);
		const wrong = judgeEvaluated(part, value, filling);
		if (wrong) return { ok: false, refusal: wrong };
		if (isAlone) return accept(value);
		text += written(value);
	}
	return accept(text);
}

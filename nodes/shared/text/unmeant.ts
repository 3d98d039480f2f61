import { counted } from './given';

/*
 * What programs write where they have no value or no such sign, and nobody means to send (woocommerce 50540): the code of HTML or of a
 * programming language, the error of a spreadsheet, the name of nothing, a field in braces.
 */

const LETTERS = '(?:amp|lt|gt|quot|apos|nbsp|euro|[lr][sda]quo|[nm]dash|hellip|szlig)';
const ACCENTS = '[a-zA-Z](?:uml|acute|grave|circ|cedil|tilde|ring|caron|slash)';
const TAG = String.raw`<\/?(?:br|p|b|i|u|a|em|strong|div|span|ul|ol|li|h[1-6])(?:\s[^<>]*)?\/?>`;
/** Signs in another writing. */
const SIGN = String.raw`\\[nrt]|&(?:#\d{2,6}|#x[\da-f]{2,5}|${LETTERS}|${ACCENTS});|${TAG}`;
/** Errors of spreadsheets, as xlsx files hold them in every language (ECMA-376, part 1, 18.17.3). */
const SHEET = String.raw`#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)`;
const NOTHING = String.raw`\[object [A-Z]\w*\]|Invalid Date(?:Time)?|${SHEET}`;

const SIGN_ALONE = new RegExp(`^(?:${SIGN})+$`, 'i');
const NOTHING_ALONE = new RegExp(`^(?:null|None|undefined|${NOTHING})$`);
const SIGNS = new RegExp(SIGN, 'i');
const NOTHINGS = new RegExp(String.raw`\b(?:null|None|undefined|NaN)\b|${NOTHING}`, 'g');

/** What looks like a placeholder in a text, as this node or other programs write it. JSON has quotes or colons in its braces. */
export const PLACEHOLDER_IN_TEXT = /\{\{?\s?[\p{L}_][^{}"':]{0,60}\}\}?/gu;

/** What each of them holds: most texts hold none, and there may be a million. */
const TRACE = /[\\<#[{]|&[#a-zA-Z]|null|None|undefined|NaN|Invalid/;

/** Whether a whole value is such a piece, exactly so spelled: Null is a surname. */
export const isUnmeant = (value: string): boolean =>
	SIGN_ALONE.test(value) || NOTHING_ALONE.test(value);

/** Finds such a piece in a text. What names nothing, or a field, is meant if somebody typed it: it stands in `typed`. */
export function unmeantIn(text: string, typed: string): string | undefined {
	if (!TRACE.test(text)) return undefined;
	const sign = SIGNS.exec(text)?.[0];
	if (sign !== undefined) return sign;
	const isTyped = (word: string): boolean => typed.replace(/\\(?=[{}])/g, '').includes(word);
	return [NOTHINGS, PLACEHOLDER_IN_TEXT]
		.flatMap((words) => text.match(words) ?? [])
		.find((word) => !isTyped(word));
}

/** The first field in braces that stands in a text. */
export const unfilledIn = (text: string): string | undefined =>
	text.match(PLACEHOLDER_IN_TEXT)?.[0];

/** Says that so many messages hold such pieces; `first` is the first of them. */
export const unmeantHint = (count: number, first: string): string | undefined =>
	count === 0
		? undefined
		: `${counted(count, 'message holds', 'messages hold')} "${first.slice(0, 60)}"${count === 1 ? '' : ' or the like'}, which people read as it stands. A program may have written it for a line break, for a letter, or in place of a value: correct it where it comes from.`;

import { asSeen, isBlank } from '../text';

/*
 * A phone number as people write it, brought to its digits: the marks, blanks and brackets of the world's keyboards, and what a
 * spreadsheet puts around a number. Anything but digits after a number, such as an extension or a second number, is refused.
 */

/** A number as it was written. */
export interface Written {
	/** All digits; those after + where it has one. */
	digits: string;
	/** Whether it begins with +. */
	hasPlus: boolean;
	/** The digits in brackets with which it begins, as in (201) 555-0123: an area code, where they are no country code. */
	bracketed?: string;
	/** The digits between blanks and marks. */
	groups: readonly string[];
	/** All of it in ASCII: the groups with what stands between them. */
	text: string;
}

/** Why it is not one phone number, and the cure where it differs from the usual one. */
export interface NotWritten {
	what: string;
	cure?: string;
}

/** No phone number is longer, however it is written. */
const LONGEST_CELL = 100;
/** Accents, variation selectors, writing directions (a report of users: numbers copied from a chat). */
const MARKS = /[\p{Cf}\p{M}]/gu;
const SPACES = / +/g;
const DASHES = /[\p{Pd}\u2212\u30fc]/gu;
/** Unicode writes them as digits, and people as a note or a choice: \u00b2, \u2461. */
const NOTES = /\p{No}/u;
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;
/** Around a number that is to stay text: '099…, ="099…" and quotes, those of Germany and Ukraine („…“) too. */
const QUOTES = /^[='"\u2018\u2019\u201c\u201e\u00ab]+|['"\u2019\u201c\u201d\u00bb]+$/g;
/** Links (RFC 3966, RFC 5724), and how WhatsApp senders are written. */
const LINK = /^(?:tel|sms|whatsapp):/i;
/** What a list left beside a number. */
const EDGE_SEPARATORS = /^[ ,;|]+|[ ,;|]+$/g;
/** A spreadsheet writes a whole number with ".0", or in groups with ".00". */
const DOT_ZERO = /^(\+?\d[\d ]*)[.,]0+$/;
const EXPONENT = /^(\d)(?:[.,](\d+))?e\+?(\d+)$/i;
/** Also as Czechs and Hungarians write it, with blanks after the dots. */
const DATE =
	/^(?:(?:19|20)\d{2}( ?[-./] ?| )[0-3]?\d\1[0-3]?\d|[0-3]?\d( ?[-./] ?| )[0-3]?\d\2(?:19|20)\d{2})(?!\d)/;
const FRACTION = /^(?:[1-9]|-\d)[\d ]*\.\d+$/;
const NUMBER = /^\(?\+?[\d ()./-]*\d\)?$/;
const DIGITS = /\d+/g;

export const MORE = 'has more than the digits of one number';
export const ONE_NUMBER = 'Give one phone number, and nothing after it.';

/** The digits of a script follow one another from zero on, and the next script's may begin behind them. */
function valueOf(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let first = code;
	while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
	return String((code - first) % 10);
}

/** Brings the digits of all scripts to those of ASCII. */
const withDigits = (text: string): string => text.replace(OTHER_DIGITS, valueOf);

/** Brings the characters of all scripts to digits, blanks and marks of ASCII, and takes away what stands around a number. */
const plain = (given: string): string =>
	withDigits(asSeen(given.normalize('NFKC')).replace(MARKS, ''))
		.replace(SPACES, ' ')
		.replace(DASHES, '-')
		.trim()
		.replace(QUOTES, '')
		.replace(EDGE_SEPARATORS, '')
		.replace(LINK, '')
		.trim();

/** Reads one number; a text that holds several is split before (writtenNumbers). */
export function readWritten(given: string): Written | NotWritten {
	if (given.length > LONGEST_CELL) return { what: `has ${given.length} characters` };
	const isPlain = NUMBER.test(given);
	const text = (isPlain ? given : plain(given)).replace(DOT_ZERO, '$1');
	const [, first = '', rest = '', exponent] = EXPONENT.exec(text) ?? [];
	if (exponent !== undefined && rest.length === Number(exponent))
		return { digits: first + rest, hasPlus: false, groups: [first + rest], text };
	if (exponent !== undefined)
		return {
			what: 'is shortened by a spreadsheet',
			cure: 'Format the column as text in the spreadsheet: the digits are lost in this form.',
		};
	if (DATE.test(text)) return { what: 'is a date' };
	if (FRACTION.test(text)) return { what: 'is a number with a fraction' };
	if (!NUMBER.test(text) || (!isPlain && NOTES.test(given)))
		return /\d/.test(text) ? { what: MORE, cure: ONE_NUMBER } : { what: 'has no digits' };
	const hasPlus = text.includes('+');
	const groups = text.match(DIGITS) ?? [];
	return {
		digits: groups.join(''),
		hasPlus,
		bracketed: !hasPlus && text.startsWith('(') ? groups[0] : undefined,
		groups,
		text,
	};
}

/** Between two numbers in one field. */
const BETWEEN = /[;,|\r\n]+/;
/** Fewer digits are no number of their own. */
const DIGITS_AT_LEAST = 6;

/** The numbers that a text holds where they are several, else the text alone. */
export function writtenNumbers(text: string): string[] {
	if (!BETWEEN.test(text)) return [text];
	const numbers = text.split(BETWEEN).filter((part) => !isBlank(part));
	const areAll = numbers.every(
		(part) => withDigits(part).replace(/\D/g, '').length >= DIGITS_AT_LEAST,
	);
	return numbers.length > 1 && areAll ? numbers : [text];
}

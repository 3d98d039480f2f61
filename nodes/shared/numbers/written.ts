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
	/** Whether an area code in brackets begins it, as in (201) 555-0123: its country code is missing. */
	hasAreaCode?: boolean;
}

/** Why it is not one phone number, and the cure where it differs from the usual one. */
export interface NotWritten {
	what: string;
	cure?: string;
}

/** No phone number is longer, however it is written. */
const LONGEST = 100;
/** Marks without width, variation selectors, writing directions (a report of users: numbers copied from a chat). */
const MARKS = /[\p{Cf}\p{M}]/gu;
const BLANKS = /[\s\p{Zs}]+/gu;
const DASHES = /[\p{Pd}\u2212\u30fc]/gu;
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
/** Around a number that is to stay text: '099…, ="099…" and quotes. */
const QUOTES = /^[='"\u2018\u2019\u201c\u201e\u00ab]+|['"\u2019\u201d\u00bb]+$/g;
/** Links (RFC 3966, RFC 5724), and how WhatsApp senders are written. */
const LINK = /^(?:tel|sms|whatsapp):/i;
/** What a list left beside a number. */
const SEPARATORS = /^[ ,;|]+|[ ,;|]+$/g;
/** A spreadsheet writes a whole number with ".0". */
const DOT_ZERO = /^(\+?\d+)[.,]0$/;
const EXPONENT = /^(\d)(?:[.,](\d+))?e\+?(\d+)$/i;
const DATE = /^(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2\d{4})(?!\d)/;
const FRACTION = /^\d+\.\d+$/;
const NUMBER = /^\(?\+?[\d ()./-]+$/;

const ONE_NUMBER = 'Give one phone number, and nothing after it.';

/** Reads one number; a text that holds several is split before (writtenNumbers). */
export function readWritten(given: string): Written | NotWritten {
	if (given.length > LONGEST) return { what: `has ${given.length} characters` };
	const text = given
		.normalize('NFKC')
		.replace(MARKS, '')
		.replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
		.replace(BLANKS, ' ')
		.replace(DASHES, '-')
		.trim()
		.replace(QUOTES, '')
		.replace(SEPARATORS, '')
		.replace(LINK, '')
		.replace(DOT_ZERO, '$1')
		.trim();
	const [, first = '', rest = '', exponent] = EXPONENT.exec(text) ?? [];
	if (exponent !== undefined && rest.length === Number(exponent))
		return { digits: first + rest, hasPlus: false };
	if (exponent !== undefined)
		return {
			what: 'is shortened by a spreadsheet',
			cure: 'Format the column as text in the spreadsheet: the digits are lost in this form.',
		};
	if (DATE.test(text)) return { what: 'is a date' };
	if (FRACTION.test(text) && !text.startsWith('0')) return { what: 'is a number with a fraction' };
	if (!NUMBER.test(text))
		return { what: 'has more than the digits of one number', cure: ONE_NUMBER };
	const hasPlus = text.includes('+');
	return {
		digits: text.replace(/\D/g, ''),
		hasPlus,
		hasAreaCode: !hasPlus && text.startsWith('('),
	};
}

/** Between two numbers in one field. */
const BETWEEN = /[;,|\r\n]+/;
/** Fewer digits are no number of their own. */
const LEAST = 6;

/** The numbers that a text holds where they are several, else the text alone. */
export function writtenNumbers(text: string): string[] {
	if (!BETWEEN.test(text)) return [text];
	const numbers = text.split(BETWEEN).filter((part) => part.trim() !== '');
	const areAll = numbers.every((part) => part.replace(/\D/g, '').length >= LEAST);
	return numbers.length > 1 && areAll ? numbers : [text];
}

import { callingCodeOf, countriesOfCode, readInternational } from '../numbers';
import { withoutSurroundings } from './aroundPhone';
import { otherThing } from './otherThings';

/** A phone number as it was written: its digits, and whether a +, 00, tel:+ or the zero of "43 (0)664 …" says that they begin with a country code. */
export interface WrittenPhone {
	/** Without + and 00. */
	digits: string;
	international: boolean;
	/** Whether 00 says so, without a blank behind it: some countries dial more than that for calls abroad, such as 001. */
	byZeros: boolean;
	/** The digits of a first group in brackets, such as 201 of "(201) 555-0123". */
	bracketed?: string;
	/** Whether a digit was dropped that is none of the number, such as the zero of "+44 (0)20 …". */
	dropped: boolean;
	/** How many digits stand behind the last hyphen; 0 where there is none. */
	behindHyphen: number;
	/** How many digits each of its groups has, as they are written. */
	groups: readonly number[];
	/** Whether it is written as two national numbers are, one behind the other. */
	maybeTwo: boolean;
	/** What else it is, unless the plan of its country has such a mobile number. */
	otherThing: string | undefined;
}

/** Why something written is not one phone number: what it is or has, and the cure where it differs from the usual one. */
export interface NoPhone {
	what: string;
	cure?: string;
}

/** What to do about an extension. */
export const WITHOUT_IT = 'Give one phone number, without anything behind it.';

/** No phone number is longer, however it is written; what is longer is not read. */
const MAX_WRITTEN = 100;
/** What is written behind a run of so many digits belongs to something else: a number that is written in groups has shorter ones. */
const WHOLE = 9;
/** An area code has at most so many digits; it stands before the slash of "0151/23456789", or in brackets. */
const AREA = 5;
/** A country code and an area code together. */
const CODE_AND_AREA = 7;
/** A group of a number that is written in many has at most so many digits. */
const GROUP = 5;
/** Behind a bracket or a slash, a number goes on with at least so many digits. */
const REST = 5;
/** A number within a town, without its area code, has so many digits where it is long. */
const LOCAL = 7;
/** The last of three groups in "090 (1234) 5678". */
const LAST_OF_THREE = 4;

/** Two area codes, or twice a zero that is dialled before a number with enough digits behind it for one. */
const TWO_NUMBERS = new RegExp(`\\(0\\d+\\).*\\(0\\d+\\)|^0\\d{${REST},}\\D+0\\d{${REST},}`);
const GLUED = new RegExp(`\\d{${WHOLE},}\\D.*\\d`);
const EXTENSION = /(?:ext|extension|x|#|доб|внутр|вн)[.:=\s]*\d{1,7}$/iu;

/** The digits of a number and no more, perhaps behind a plus. */
const PLAIN = /^\+?[1-9]\d{8,14}$/;

/** The zero of "+44 (0)20 …", behind what may be a country code. */
const ZERO_IN_BRACKETS = /^(\(?(?:\+|00 ?)?\(?[1-9]\d{0,2}\)?[ ./-]*)\( ?0 ?\)/;

/** A spreadsheet writes a whole number with ".0" or ",0"; with fewer digits in groups, such as 12 345 678.00, it is an amount. */
const DOT_ZERO = /^(\+?\d+|\+?\d[\d ]{10,})[.,]0+$/;
/** A number with an exponent, such as 3.80991E+11. */
const EXPONENT = /^(\d)(?:[.,](\d+))?e\+?(\d+)$/i;

const digitsOf = (text: string): string => text.replace(/\D/g, '');
const withoutZeros = (digits: string): string => digits.replace(/^00/, '');

/**
 * Drops the trunk zero of "+44 (0)20 …". In "+38 (0)97 …" the zero ends the country code, and in Italy and some other countries it
 * begins numbers: there it stays, unless no number begins so that is a mobile number without it, such as "+39 (0)347 …".
 */
function withoutTrunkZero(text: string): string {
	const [zero, before = ''] = ZERO_IN_BRACKETS.exec(text) ?? [];
	if (zero === undefined) return text;
	const isCode = countriesOfCode(withoutZeros(digitsOf(before))).length > 0;
	const kept = readInternational(withoutZeros(digitsOf(text)));
	if (!isCode || (kept?.plan.fits(kept.national) && !kept.plan.hasStrayZero(kept.national)))
		return text;
	return before + text.slice(zero.length);
}

/** How many digits stand between the slashes of a text, without its country code where a + or 00 stands before that. */
function betweenSlashes(text: string): { lengths: number[]; area: number } {
	const [first = '', ...rest] = text.split('/').map(digitsOf);
	const lengths = rest.map((part) => part.length);
	if (!/^\(?(?:\+|00)/.test(text))
		return { lengths: [first.length, ...lengths], area: CODE_AND_AREA };
	const digits = withoutZeros(first);
	const before = digits.length - (callingCodeOf(digits)?.length ?? 0);
	return { lengths: before > 0 ? [before, ...lengths] : lengths, area: AREA };
}

/** Whether slashes stand as in "06/20/123-4567": behind what is dialled before a number, or its country code, and behind the area code. */
function hasSlashBehindPrefix(text: string, lengths: readonly number[]): boolean {
	const [first = ''] = text.split('/').map(digitsOf);
	const [prefix = 0, area = 0, rest = 0] = lengths;
	const isPrefix = /^0\d?$/.test(first) || callingCodeOf(first) === first;
	const isArea = area > 0 && prefix + area <= CODE_AND_AREA;
	return lengths.length === 3 && isPrefix && isArea && rest >= REST;
}

/** Whether slashes stand where those of a number do not. */
function hasStraySlash(text: string): boolean {
	if (!text.includes('/')) return false;
	const { lengths, area } = betweenSlashes(text);
	if (hasSlashBehindPrefix(text, lengths)) return false;
	const [before = 0, ...rest] = lengths;
	// Either slashes stand between all the groups, or one stands behind the area code.
	if (rest.length > 0 && lengths.some((length) => length > GROUP)) {
		if (rest.length > 1 || before > area || (rest[0] ?? 0) < REST) return true;
	}
	// Of "089/1234/5" the last group stands for the end of the one before it.
	const [beforeLast = 0, end = 0] = lengths.slice(-2);
	return rest.length > 1 && end < beforeLast - 1;
}

/** Whether something stands behind brackets, but too little for the rest of a number. */
function hasStrayBrackets(text: string): boolean {
	const last = text.lastIndexOf(')');
	if (last < 0 || digitsOf(text.replace(/\([^)]*\)/g, '')) === '') return false;
	const behind = digitsOf(text.slice(last)).length;
	const before = withoutZeros(digitsOf(text.slice(0, text.indexOf('(')))).length;
	const isInTheMiddle = text.includes('(') && before < CODE_AND_AREA;
	return behind < REST && !(behind === LAST_OF_THREE && isInTheMiddle);
}

/** Whether it is written in two halves that are each as long as a number within a town, such as 2345678/3456789. */
function hasTwoHalves(text: string): boolean {
	const [first = '', second = '', ...rest] = text
		.split(text.includes('/') ? '/' : ' ')
		.map(digitsOf);
	if (rest.length > 0 || first.startsWith('0')) return false;
	return first.length >= LOCAL && first.length === second.length;
}

/** Whether digits are written behind a number that is whole already: an extension, a second number, a remark. */
function isGlued(text: string): boolean {
	// Such as 380991112233/34, 380991112233 (2) and 380991112233.5.
	if (GLUED.test(text) || hasStraySlash(text) || hasStrayBrackets(text)) return true;
	// No number is written with a last group of one digit behind so many: that is an extension.
	return /[./] ?\d$/.test(text) || (/[ -]\d$/.test(text) && digitsOf(text).length > WHOLE);
}

/** Returns a number with an exponent as digits, such as 3.80991112233E11, or undefined where some of them are lost. */
function withoutExponent(text: string): string | undefined {
	const [all, first = '', behind = '', exponent] = EXPONENT.exec(text) ?? [];
	if (all === undefined) return text;
	return behind.length === Number(exponent) ? first + behind : undefined;
}

/** Takes a phone number as people type it; returns its digits, or why they are not those of one number. */
export function readWritten(given: string): WrittenPhone | NoPhone {
	// Most lists hold nothing else.
	if (PLAIN.test(given)) {
		const international = given.startsWith('+');
		return {
			digits: international ? given.slice(1) : given,
			international,
			byZeros: false,
			dropped: false,
			behindHyphen: 0,
			groups: [given.length],
			maybeTwo: false,
			otherThing: undefined,
		};
	}
	if (given.length > MAX_WRITTEN) return { what: `has ${given.length} characters` };
	const text = withoutExponent(withoutSurroundings(given));
	if (text === undefined) {
		return {
			what: 'is shortened by a spreadsheet',
			cure: 'Format the column as text in the spreadsheet: the digits are lost in this form.',
		};
	}
	const whole = text.replace(DOT_ZERO, '$1');
	const typed = withoutTrunkZero(whole);
	if (!/^\(?\+?\(?[\d ()./-]*$/.test(typed)) {
		const extension = EXTENSION.exec(typed);
		if (extension && digitsOf(typed.slice(0, extension.index)).length > REST)
			return { what: 'has an extension', cure: WITHOUT_IT };
		return { what: 'has characters that are not digits' };
	}
	const other = typed.startsWith('+') ? undefined : otherThing(typed);
	if (other && !other.maybeNumber) return { what: other.what };
	if (isGlued(typed)) return { what: 'has more digits behind a whole number', cure: WITHOUT_IT };
	const digits = digitsOf(typed);
	const hasPlus = typed.includes('+');
	// Not "0 0…": that is a trunk zero before a number that begins with 0.
	const hasZeros = !hasPlus && /^\(?00/.test(typed);
	return {
		digits: hasZeros ? digits.slice(2) : digits,
		// A zero is dropped behind a country code only, so that "43 (0)664 …" has one.
		international: hasPlus || hasZeros || typed !== whole,
		byZeros: hasZeros && /^\(?00\d/.test(typed),
		bracketed: hasPlus ? undefined : /^\(([\d ]+)\)/.exec(typed)?.[1]?.replace(/ /g, ''),
		dropped: digitsOf(text) !== digits,
		behindHyphen: digitsOf(/-[^-]*$/.exec(typed)?.[0] ?? '').length,
		groups: (typed.match(/\d+/g) ?? []).map((group) => group.length),
		maybeTwo: TWO_NUMBERS.test(typed) || hasTwoHalves(typed),
		otherThing: other?.what,
	};
}

/** Between two numbers in one field. */
const BETWEEN = /[;,|\r\n]+/;
/** Between two numbers as well, where what stands on both sides is long enough for one: "+49 1512 / 34567890" is one. */
const SLASH = ' / ';
const EITHER_SIDE = 8;
/** Characters of a field at most that is read for several numbers; what is longer is no number, and none of it is left unread. */
const MAX_FIELD = 10_000;

const areAll = (parts: readonly string[], least: number): boolean =>
	parts.length > 1 && parts.every((part) => digitsOf(part).length >= least);

/** Takes a text; returns the numbers that it holds where they are several, else the text alone. */
export function writtenNumbers(text: string): string[] {
	if (text.length > MAX_FIELD || !(BETWEEN.test(text) || text.includes(SLASH))) return [text];
	const parts = text.split(BETWEEN).flatMap((part) => {
		const sides = part.split(SLASH);
		return areAll(sides, EITHER_SIDE) ? sides : [part];
	});
	const numbers = parts.filter((part) => part.trim() !== '');
	return areAll(numbers, REST + 1) ? numbers : [text];
}

import { LIMITS } from '../spec';
import { accept, refuseAs } from '../checked';
import type { Checked } from '../checked';
import { kindOf, NO_DIGITS, plainText } from './scalars';

/** Blanks of all kinds, marks without width, writing-direction marks, dashes, brackets, dots and slashes. */
const TYPED = /[\s\p{Cf}\p{Zs}\p{Pd}\u2212()[\].\u00b7/\\\uff08\uff09\uff0e]/gu;
const { min, max } = LIMITS.msisdnDigits;
const WANT = `Use the international form with country code, ${min} to ${max} digits, for example 380991112233.`;

/** Digits of full width, Arabic-Indic and Persian keyboards stand for the same numbers; others are not guessed. */
function latinDigits(text: string): string {
	return text.replace(/[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g, (digit) =>
		String(digit.charCodeAt(0) & 0xf),
	);
}

/**
 * Takes a phone number as a number or as people type it; returns its 9 to 15 digits (section 8).
 *
 * Removed: one leading +, 00 or tel:, the trunk zero of "+44 (0)20…", a spreadsheet's ".0", blanks, dashes, brackets,
 * dots and slashes. Nothing is guessed: a number that begins with 0 lacks its country code and is refused, because the
 * service takes numbers as integers (4.7, 4.8) and would drop the zero.
 */
export function checkPhone(value: unknown, field = 'Phone Number'): Checked<string> {
	const given = plainText(value);
	if (given === undefined)
		return refuseAs(field, `is ${typeof value === 'string' ? 'empty' : kindOf(value)}`, WANT);
	// Most lists hold nothing else.
	if (/^[1-9]\d{8,14}$/.test(given)) return accept(given);
	const text = latinDigits(given);
	const masked = `…${text.replace(/\D/g, '').slice(-4)}`;
	if (/^\d(?:[.,]\d+)?e\+?\d+$/i.test(text)) {
		return refuseAs(
			field,
			`${masked} is shortened by a spreadsheet`,
			'Format the column as text in the spreadsheet: the digits are lost in this form.',
		);
	}
	const bare = text
		.replace(/^tel:/i, '')
		.replace(/^(\+?\d[\d\s]*)\.0+$/, '$1')
		.replace(/(\d\s*)\(0\)/, '$1')
		.replace(TYPED, '')
		.replace(/^[+\uff0b]/, '')
		.replace(/^00/, '');
	const { length } = bare;
	if (length === 0) return refuseAs(field, 'is empty', WANT);
	if (!/^\d+$/.test(bare)) return refuseAs(field, `${masked} ${NO_DIGITS}`, WANT);
	if (length < min || length > max)
		return refuseAs(field, `${masked} has ${length} digits instead of ${min} to ${max}`, WANT);
	return bare.startsWith('0')
		? refuseAs(field, `${masked} begins with 0, so its country code is missing`, WANT)
		: accept(bare);
}

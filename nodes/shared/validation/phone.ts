import { LIMITS, PATTERNS } from '../spec';
import { accept, refuse } from './checked';
import type { Checked } from './checked';
import { kindOf } from './scalars';

/** Blanks of all kinds, marks without width, writing-direction marks, dashes, brackets, dots and slashes. */
const TYPED = /[\s\p{Cf}\p{Zs}\p{Pd}\u2212()[\].\u00b7/\\\uff08\uff09\uff0e]/gu;
const DIGITS_ONLY = /^\d+$/;
const WANT = `Use the international form with country code, ${LIMITS.msisdnDigits.min} to ${LIMITS.msisdnDigits.max} digits, for example 380991112233.`;

/** Digits of full width, Arabic-Indic and Persian keyboards stand for the same numbers; others are not guessed. */
function latinDigits(text: string): string {
	return text.replace(/[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.charCodeAt(0) & 0xf) % 10));
}

/** Takes text with digits; returns `…` and its last four digits. */
export function lastDigits(text: string): string {
	return `…${text.replace(/\D/g, '').slice(-4)}`;
}

/**
 * Takes a phone number as a number or as people type it; returns its 9 to 15 digits (section 8).
 *
 * Removed: one leading +, 00 or tel:, the trunk zero of "+44 (0)20…", a spreadsheet's ".0", blanks, dashes, brackets,
 * dots and slashes. Nothing is guessed: a number that begins with 0 lacks its country code and is refused, because the
 * service takes numbers as integers (4.7, 4.8) and would drop the zero.
 */
export function checkPhone(value: unknown, field = 'Phone Number'): Checked<string> {
	const given = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? String(value) : value;
	if (typeof given !== 'string') return refuse(field, `${field} is ${kindOf(value)}`, WANT);
	if (PATTERNS.msisdn.test(given) && given[0] !== '0') return accept(given);
	const { min, max } = LIMITS.msisdnDigits;
	if (given.length > 100) return refuse(field, `${field} has ${given.length} characters, more than a phone number can have`, WANT);
	const text = latinDigits(given).trim();
	const masked = lastDigits(text);
	if (/^\d(?:[.,]\d+)?e\+?\d+$/i.test(text)) {
		return refuse(field, `${field} ${masked} is shortened by a spreadsheet`, 'Format the column as text in the spreadsheet: the digits are lost in this form.');
	}
	const bare = text
		.replace(/^tel:/i, '')
		.replace(/^(\d+)\.0+$/, '$1')
		.replace(/(\d\s*)\(0\)/, '$1')
		.replace(TYPED, '')
		.replace(/^[+\uff0b]/, '')
		.replace(/^00/, '');
	if (bare === '') return refuse(field, `${field} is empty`, WANT);
	if (!DIGITS_ONLY.test(bare)) return refuse(field, `${field} ${masked} has characters that are no digits`, WANT);
	if (bare.length < min || bare.length > max) {
		return refuse(field, `${field} ${masked} has ${bare.length} digits instead of ${min} to ${max}`, WANT);
	}
	if (bare.startsWith('0')) return refuse(field, `${field} ${masked} begins with 0, so its country code is missing`, WANT);
	return accept(bare);
}

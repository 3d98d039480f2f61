import { LIMITS, PATTERNS } from '../spec';
import { accept, refuseAs } from '../checked';
import type { Checked } from '../checked';
import { asSeen, kindOf, plainText, quote } from '../text';
import { checkLength } from './records';
import { BAD_FORM, LONE_SURROGATE } from './scalars';

/** Where a sender is used: 4.6; 4.7 and 4.9; 4.8; 4.14; a one-time password. */
export type SenderRule = 'legacy' | 'campaign' | 'personalized' | 'registration' | 'code';

const SYMBOLS = 'Latin letters, digits, symbols and spaces';
const { alphanumeric, numeric } = LIMITS.sender;
/** The pattern and what it asks for. */
const RULES: Readonly<Record<SenderRule, readonly [RegExp, string]>> = {
	legacy: [PATTERNS.originator, `Use 1 to ${LIMITS.originator} characters.`],
	// 4.7 and 4.9 show no rule: what the service refuses it says itself.
	campaign: [PATTERNS.anySender, 'Write a registered sender.'],
	personalized: [
		PATTERNS.sender,
		`Use 1 to ${alphanumeric} ${SYMBOLS}, or 1 to ${numeric} digits.`,
	],
	registration: [
		PATTERNS.registrableSender,
		`Use 1 to ${alphanumeric} Latin letters and digits, or 1 to ${numeric} digits.`,
	],
	code: [PATTERNS.codeSender, `Use 3 to ${alphanumeric} ${SYMBOLS}, or 3 to ${numeric} digits.`],
};

/** Checks a sender name (text or a number) and gives it as people see it. The rules differ by operation. */
export function checkSender(value: unknown, rule: SenderRule, field = 'Sender'): Checked<string> {
	const given = plainText(value);
	const [pattern, want] = RULES[rule];
	if (given === undefined)
		return refuseAs(field, `is ${typeof value === 'string' ? 'empty' : kindOf(value)}`, want);
	if (/\p{Cc}/u.test(given) || LONE_SURROGATE.test(given))
		return refuseAs(field, `${quote(given)} has characters that cannot be shown`, want);
	const text = asSeen(given);
	if (pattern.test(text)) return accept(text);
	if (/^\+\d+$/.test(text))
		return refuseAs(field, `${quote(text)} ${BAD_FORM}`, `${want} A numeric sender has no +.`);
	return refuseAs(field, `${quote(text)} ${tooLong(text, rule) ?? BAD_FORM}`, want);
}

/** Checks a sender that is looked for: as people see it, it has so many characters. */
export const checkSenderFilter = (
	value: unknown,
	limit: { min: number; max: number },
): Checked<string> =>
	checkLength(typeof value === 'string' ? asSeen(value) : value, limit, 'Sender');

/** What is said of a sender that only has too many characters; undefined where something else is wrong with it. */
function tooLong(text: string, rule: SenderRule): string | undefined {
	const [most, what] = /^\d+$/.test(text) ? [numeric, 'numbers'] : [alphanumeric, 'names'];
	const [allowed, named] = rule === 'legacy' ? [LIMITS.originator, 'senders'] : [most, what];
	const characters = Array.from(text);
	const fits = RULES[rule][0].test(characters.slice(0, allowed).join(''));
	if (!fits || characters.length <= allowed) return undefined;
	return `cannot be used: it has ${characters.length} characters, and ${named} may have ${allowed}`;
}

import { LIMITS, PATTERNS } from '../spec';
import { accept, refuse } from './checked';
import type { Checked } from './checked';
import { CONTROL, kindOf, LONE_SURROGATE, plainText, quote } from './scalars';

/** Where a sender is used: 4.6; 4.7 and 4.9; 4.8; 4.14. */
export type SenderRule = 'legacy' | 'campaign' | 'personalized' | 'registration';

const { alphanumeric, numeric } = LIMITS.sender;
const CAMPAIGN = `Use 1 to ${alphanumeric} Latin letters, digits, symbols and spaces, or 1 to ${numeric} digits.`;
const WANT: Readonly<Record<SenderRule, string>> = {
	legacy: `Use 1 to ${LIMITS.originator} Latin letters, digits, symbols and spaces.`,
	// 4.7 and 4.9 show no rule: the same platform states that of 4.8.
	campaign: CAMPAIGN,
	personalized: CAMPAIGN,
	registration: `Use 1 to ${LIMITS.senderRegistration.alphanumeric} Latin letters and digits, or 1 to ${LIMITS.senderRegistration.numeric} digits.`,
};

function fits(text: string, rule: SenderRule): boolean {
	if (rule === 'registration') return PATTERNS.registrableSender.test(text);
	if (rule === 'legacy') return PATTERNS.originator.test(text);
	return PATTERNS.numericSender.test(text) || PATTERNS.alphanumericSender.test(text);
}

/** Takes a sender name (text or a number); returns it without blanks around it. The rules differ by operation. */
export function checkSender(value: unknown, rule: SenderRule, field = 'Sender'): Checked<string> {
	const text = plainText(value);
	const want = WANT[rule];
	if (text === undefined) return refuse(field, `${field} is ${typeof value === 'string' ? 'empty' : kindOf(value)}`, want);
	if (CONTROL.test(text) || LONE_SURROGATE.test(text)) return refuse(field, `${field} ${quote(text)} has characters that cannot be shown`, want);
	if (fits(text, rule)) return accept(text);
	const plus = /^\+\d+$/.test(text) ? ' A numeric sender has no +.' : '';
	return refuse(field, `${field} ${quote(text)} with ${Array.from(text).length} characters is not in the form that the service takes`, want + plus);
}

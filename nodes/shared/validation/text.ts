import { LIMITS } from '../spec';
import { analyseText } from '../text';
import { accept, refuse } from './checked';
import type { Checked } from './checked';
import { kindOf, LONE_SURROGATE } from './scalars';

/** 'personalized': 4.8. 'plain': 4.6, 4.7 and 4.9, whose maximum is not shown: the same five segments, placeholders counted as written. */
export type TextRule = 'plain' | 'personalized';

/**
 * Takes a message text (or a number); returns it as it is. Refused: blank texts, halves of characters, and more units
 * than 5 segments hold: 765 of GSM-7, where extension characters count twice, else 335 (4.8, wire notes "Text length").
 */
export function checkText(value: unknown, rule: TextRule, field = 'Text'): Checked<string> {
	const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
	if (typeof text !== 'string') return refuse(field, `${field} is ${kindOf(value)}`, 'Write the message as text.');
	if (text.trim() === '') return refuse(field, `${field} is empty`, 'Write a message.');
	if (LONE_SURROGATE.test(text)) {
		return refuse(field, `${field} holds half of a character (a lone surrogate)`, 'The text was cut in the middle of an emoji or similar: cut it elsewhere.');
	}
	const { encoding, units, culprits } = analyseText(text);
	const most = encoding === 'GSM-7' ? LIMITS.textCharacters.gsm7 : LIMITS.textCharacters.ucs2;
	if (units <= most) return accept(text);
	const why =
		encoding === 'GSM-7'
			? 'The characters ^ { } \\ [ ] ~ | and € count twice.'
			: `Characters outside the GSM-7 alphabet, here ${culprits.slice(0, 3).join(' ')}, lower the limit from ${LIMITS.textCharacters.gsm7} to ${LIMITS.textCharacters.ucs2}; emoji count twice.`;
	const source = rule === 'personalized' ? '' : ' (the longest that the service sends)';
	return refuse(field, `${field} has ${units} characters, more than the ${most} that ${LIMITS.segments} segments hold${source}`, `Shorten the text. ${why}`);
}

import { LIMITS } from '../spec';
import { analyseText, isBlank, kindOf } from '../text';
import { accept, refuseAs } from '../checked';
import type { Checked } from '../checked';
import { HALF, LONE_SURROGATE } from './scalars';

/** 'personalized': 4.8. 'plain': 4.6, 4.7 and 4.9, whose maximum is not shown. */
export type TextRule = 'plain' | 'personalized';

/**
 * Checks a message text (or a number) and composes it (NFC). Refused: blank texts, halves of characters, and in 4.8 more units than 5
 * segments hold: 765 of GSM-7, where extension characters count twice, else 335 (wire notes, "Text length").
 */
export function checkText(value: unknown, rule: TextRule, field = 'Text'): Checked<string> {
	const given = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
	// A letter and its mark as two characters bill as UCS-2, and may as one be GSM-7.
	const text = typeof given === 'string' ? given.normalize('NFC') : given;
	if (typeof text !== 'string' || isBlank(text))
		return refuseAs(
			field,
			`is ${typeof text === 'string' ? 'empty' : kindOf(value)}`,
			'Write the message as text.',
		);
	if (LONE_SURROGATE.test(text))
		return refuseAs(
			field,
			HALF,
			'It was cut in the middle of an emoji or similar: cut it elsewhere.',
		);
	const { gsm7, ucs2 } = LIMITS.textCharacters;
	// A text as short as that is within both limits, whatever its characters are.
	if (rule === 'plain' || text.length <= Math.min(ucs2, gsm7 / 2)) return accept(text);
	const { encoding, units, culprits } = analyseText(text);
	const plain = encoding === 'GSM-7';
	const most = plain ? gsm7 : ucs2;
	if (units <= most) return accept(text);
	const why = plain
		? 'The characters ^ { } \\ [ ] ~ | and € count twice.'
		: `Characters outside the GSM-7 alphabet, here ${culprits.slice(0, 3).join(' ')}, lower the limit from ${gsm7} to ${ucs2}; emoji count twice.`;
	return refuseAs(
		field,
		`has ${units} characters, more than the ${most} that ${LIMITS.segments} segments hold`,
		`Shorten the text. ${why}`,
	);
}

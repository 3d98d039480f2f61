import { LIMITS } from '../spec';
import { analyseText, isBlank, kindOf } from '../text';
import { accept, refuseAs } from '../checked';
import type { Checked } from '../checked';
import { HALF, LONE_SURROGATE } from './scalars';

/**
 * Reads a text (or a number) as it is sent: composed (NFC), with a line feed for each line break and without blanks at its ends, which
 * would cost and say nothing. Refused: blank texts and halves of characters.
 */
export function readText(value: unknown): Checked<string> {
	const given = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
	// A letter and its mark as two characters bill as UCS-2, and may as one be GSM-7.
	const text =
		typeof given === 'string' ? given.normalize('NFC').replace(/\r\n?/g, '\n').trim() : given;
	if (typeof text !== 'string' || isBlank(text))
		return refuseAs(
			'Text',
			`is ${typeof text === 'string' ? 'empty' : kindOf(value)}`,
			'Write a text.',
		);
	if (LONE_SURROGATE.test(text))
		return refuseAs(
			'Text',
			HALF,
			'It was cut in the middle of an emoji or similar: cut it elsewhere.',
		);
	return accept(text);
}

/**
 * Refuses a text of more units than 5 segments hold: 765 of GSM-7, where extension characters count twice, else 335 (4.8). The other
 * endpoints show no maximum; the service sends five segments of any text (wire notes, "Text length").
 */
export function checkSegments(text: string): Checked<string> {
	const { gsm7, ucs2 } = LIMITS.textCharacters;
	// A text as short as that is within both limits, whatever its characters are.
	if (text.length <= Math.min(ucs2, gsm7 / 2)) return accept(text);
	const { encoding, units, culprits } = analyseText(text);
	const plain = encoding === 'GSM-7';
	const most = plain ? gsm7 : ucs2;
	if (units <= most) return accept(text);
	const why = plain
		? 'The characters ^ { } \\ [ ] ~ | and € count twice.'
		: `Characters outside the GSM-7 alphabet, here ${culprits.slice(0, 3).join(' ')}, lower the limit from ${gsm7} to ${ucs2}; emoji count twice.`;
	return refuseAs(
		'Text',
		`has ${units} characters, more than the ${most} that ${LIMITS.segments} segments hold`,
		`Shorten the text. ${why}`,
	);
}

/** Reads the text of a message and checks its length. */
export function checkText(value: unknown): Checked<string> {
	const text = readText(value);
	return text.ok ? checkSegments(text.value) : text;
}

import { gsm7Units, ONE_UNIT_EACH, PLAIN_CHARACTERS } from './gsm7';

export interface TextAnalysis {
	encoding: 'GSM-7' | 'UCS-2';
	/** Characters as a reader counts them: Unicode code points. */
	characters: number;
	/** What the network counts: septets of GSM-7 (extension characters count 2), else UTF-16 code units. */
	units: number;
	/** SMS that the text takes; 0 for an empty text. */
	segments: number;
	/** Distinct characters outside GSM-7, in order of appearance. */
	culprits: string[];
}

/** Units of a text in one SMS of GSM-7. */
const GSM7_SINGLE = 160;

/** How a network sends a text. No pair (escape or surrogate) is split between two parts. */
export function analyseText(text: string): TextAnalysis {
	// Most texts are short and plain.
	if (text.length <= GSM7_SINGLE && ONE_UNIT_EACH.test(text))
		return {
			encoding: 'GSM-7',
			characters: text.length,
			units: text.length,
			segments: Math.min(text.length, 1),
			culprits: [],
		};
	const all = Array.from(text);
	const culprits = [...new Set(all.filter((character) => gsm7Units(character) === undefined))];
	const plain = culprits.length === 0;
	// Units of a single SMS, and of each part of a longer text, whose header takes the rest.
	const [single, part] = plain ? [GSM7_SINGLE, 153] : [70, 67];
	let units = 0;
	let parts = 1;
	let used = 0;
	for (const character of all) {
		const size = (plain ? gsm7Units(character) : undefined) ?? character.length;
		units += size;
		used += size;
		if (used > part) {
			parts++;
			used = size;
		}
	}
	return {
		encoding: plain ? 'GSM-7' : 'UCS-2',
		characters: all.length,
		units,
		segments: units > single ? parts : Math.min(units, 1),
		culprits,
	};
}

/** The code point of a character, as its name: two that look alike differ in it. */
const codeOf = (character: string): string =>
	`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

function nameOf(character: string): string {
	// Two that people meet have no shape of their own.
	if (character === '\u00a0') return 'no-break space';
	if (character === '\t') return 'tab';
	return /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(character) ? character : codeOf(character);
}

/**
 * A hint in plain words where at most three distinct characters make a text cost more segments than it would take without them; else
 * undefined.
 */
export function textHint(
	text: string,
	{ culprits, segments }: TextAnalysis = analyseText(text),
): string | undefined {
	// Letters that have no plain form belong to a language: nobody leaves them out to pay less.
	if (
		segments < 2 ||
		culprits.length === 0 ||
		culprits.length > 3 ||
		culprits.some((culprit) => !PLAIN_CHARACTERS.has(culprit) && /\p{L}/u.test(culprit))
	)
		return undefined;
	const plain = Array.from(text, (character) =>
		culprits.includes(character) ? (PLAIN_CHARACTERS.get(character) ?? '') : character,
	).join('');
	const fewer = analyseText(plain).segments;
	if (fewer >= segments || fewer === 0) return undefined;
	const replacements = culprits.flatMap((culprit) => {
		const plainForm = PLAIN_CHARACTERS.get(culprit);
		return plainForm && nameOf(culprit) === culprit
			? [`${plainForm} for ${culprit} (${codeOf(culprit)})`]
			: [];
	});
	const how = replacements.length === culprits.length ? ` Write ${replacements.join(', ')}.` : '';
	const [subject, verb, object] =
		culprits.length === 1 ? ['character', 'makes', 'it'] : ['characters', 'make', 'them'];
	const cure = culprits.every((culprit) => PLAIN_CHARACTERS.has(culprit)) ? 'replace' : 'remove';
	return `The ${subject} ${culprits.map(nameOf).join(' ')} ${verb} this text ${segments} segments instead of ${fewer}: ${cure} ${object} to pay for ${fewer} of ${segments}.${how}`;
}

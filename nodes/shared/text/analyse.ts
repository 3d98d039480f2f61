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

/** Units of a single SMS, and of each part of a longer text, whose header takes the rest. */
const SIZES = { 'GSM-7': { single: 160, part: 153 }, 'UCS-2': { single: 70, part: 67 } } as const;

/** Takes a text; returns how a network sends it. No pair (escape or surrogate) is split between two parts. */
export function analyseText(text: string): TextAnalysis {
	// Most texts are short and plain.
	if (text.length <= SIZES['GSM-7'].single && ONE_UNIT_EACH.test(text)) {
		return { encoding: 'GSM-7', characters: text.length, units: text.length, segments: text === '' ? 0 : 1, culprits: [] };
	}
	const culprits = new Set<string>();
	let characters = 0;
	let septets = 0;
	for (const character of text) {
		characters++;
		const units = character.length === 1 ? gsm7Units(character.charCodeAt(0)) : undefined;
		if (units === undefined) culprits.add(character);
		else septets += units;
	}
	const encoding = culprits.size === 0 ? 'GSM-7' : 'UCS-2';
	const units = encoding === 'GSM-7' ? septets : text.length;
	const { single, part } = SIZES[encoding];
	let segments = units === 0 ? 0 : 1;
	if (units > single) {
		let used = 0;
		for (const character of text) {
			const size = encoding === 'GSM-7' ? (gsm7Units(character.charCodeAt(0)) ?? 1) : character.length;
			if (used + size > part) {
				segments++;
				used = 0;
			}
			used += size;
		}
	}
	return { encoding, characters, units, segments, culprits: [...culprits] };
}

export interface CheaperText {
	/** The text in plain characters. */
	text: string;
	/** Segments of that text. */
	segments: number;
	/** What was written instead of which character. */
	replacements: Record<string, string>;
}

/** Takes a text; returns it with typographic characters written plainly, if that saves segments. */
export function cheaperText(text: string, analysis: TextAnalysis = analyseText(text)): CheaperText | undefined {
	if (analysis.segments < 2) return undefined;
	const replacements: Record<string, string> = {};
	for (const culprit of analysis.culprits) {
		const plain = PLAIN_CHARACTERS[culprit];
		if (plain === undefined) return undefined;
		replacements[culprit] = plain;
	}
	const plainText = Array.from(text, (character) => replacements[character] ?? character).join('');
	const { segments } = analyseText(plainText);
	return segments < analysis.segments ? { text: plainText, segments, replacements } : undefined;
}

/** Characters without a shape of their own, named for a hint. */
const NAMES: Readonly<Record<string, string>> = { '\u00a0': 'no-break space', '\t': 'tab' };

function nameOf(character: string): string {
	if (NAMES[character] !== undefined) return NAMES[character];
	return /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(character) ? character : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Takes a text; returns a hint in plain words when at most three distinct characters make it cost more segments
 * than it would take without them, else undefined.
 */
export function textHint(text: string, analysis: TextAnalysis = analyseText(text)): string | undefined {
	const { culprits, segments } = analysis;
	if (segments < 2 || culprits.length === 0 || culprits.length > 3) return undefined;
	const plain = Array.from(text, (character) => (culprits.includes(character) ? (PLAIN_CHARACTERS[character] ?? '') : character)).join('');
	const fewer = analyseText(plain).segments;
	if (fewer >= segments || fewer === 0) return undefined;
	const names = culprits.map(nameOf).join(' ');
	const [subject, verb, object] = culprits.length === 1 ? ['character', 'makes', 'it'] : ['characters', 'make', 'them'];
	const cure = culprits.every((culprit) => culprit in PLAIN_CHARACTERS) ? 'replace' : 'remove';
	return `The ${subject} ${names} ${verb} this text ${segments} segments instead of ${fewer}: ${cure} ${object} to pay for ${fewer} of ${segments}.`;
}

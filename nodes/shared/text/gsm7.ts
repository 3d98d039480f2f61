/** The GSM-7 default alphabet (3GPP TS 23.038), one unit a character. */
const DEFAULT_ALPHABET =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** The extension table: an escape and a character, two units. */
const EXTENSION = '\f^{}\\[~]|€';

const UNITS = new Map<string, number>();
for (const character of DEFAULT_ALPHABET) UNITS.set(character, 1);
for (const character of EXTENSION) UNITS.set(character, 2);

/** Texts of ASCII characters that take one unit each. */
export const ONE_UNIT_EACH = /^[\n\r -Z_a-z]*$/;

/** The GSM-7 units (1 or 2) of a character; undefined where GSM-7 lacks it. */
export function gsm7Units(character: string): number | undefined {
	return UNITS.get(character);
}

/** Plain characters that GSM-7 has, and what people's editors put in their place. */
const TYPOGRAPHIC: ReadonlyArray<[plain: string, written: string]> = [
	["'", '’‘‚‛ʼ′`´'],
	['"', '“”„«»″'],
	['-', '–—‐‑‒−•'],
	['...', '…'],
	['.', '·'],
	['x', '×'],
	[' ', '\t\u00a0\u2002\u2003\u2007\u2009\u200a\u202f'],
	['', '\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff'],
];

/** The plain character by the typographic one. */
export const PLAIN_CHARACTERS: ReadonlyMap<string, string> = new Map(
	TYPOGRAPHIC.flatMap(([plain, written]) =>
		Array.from(written, (character) => [character, plain] as const),
	),
);

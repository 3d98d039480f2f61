/** The GSM-7 default alphabet (3GPP TS 23.038), one unit a character. */
const DEFAULT_ALPHABET =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** The extension table: an escape and a character, two units. */
const EXTENSION = '\f^{}\\[~]|€';

/** Units by UTF-16 code: 1, 2 for the extension, absent for what GSM-7 lacks. */
const UNITS = new Map<number, number>();
for (const character of DEFAULT_ALPHABET) UNITS.set(character.charCodeAt(0), 1);
for (const character of EXTENSION) UNITS.set(character.charCodeAt(0), 2);

/** Texts of ASCII characters that take one unit each. */
export const ONE_UNIT_EACH = /^[\n\r -Z_a-z]*$/;

/** Takes a UTF-16 code; returns its GSM-7 units (1 or 2), or undefined when GSM-7 lacks it. */
export function gsm7Units(code: number): number | undefined {
	return UNITS.get(code);
}

/** What people's editors put in place of plain characters, and the plain character that GSM-7 has. */
export const PLAIN_CHARACTERS: Readonly<Record<string, string>> = {
	'’': "'", '‘': "'", '‚': "'", '‛': "'", 'ʼ': "'", '′': "'", '`': "'", '´': "'",
	'“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '″': '"',
	'–': '-', '—': '-', '‐': '-', '‑': '-', '‒': '-', '−': '-',
	'…': '...', '•': '-', '·': '.', '\t': ' ', '×': 'x',
	'\u00a0': ' ', '\u2002': ' ', '\u2003': ' ', '\u2007': ' ', '\u2009': ' ', '\u200a': ' ', '\u202f': ' ',
	'\u00ad': '', '\u200b': '', '\u200c': '', '\u200d': '', '\u200e': '', '\u200f': '', '\u2060': '', '\ufeff': '',
};

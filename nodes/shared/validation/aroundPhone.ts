/* What stands around the digits of a phone number in lists, and the many forms of the marks between them. */

/** Blanks of all kinds, marks without width and writing-direction marks. */
const BLANK = /[\s\p{Cf}\p{Zs}]+/gu;
/** Dashes of all kinds, the minus, and the long vowel marks that Japanese keyboards give for it. */
const DASH = /[\p{Pd}\u2212\u30fc\uff70]/gu;
const FULL_WIDTH: Readonly<Record<string, string>> = {
	'\uff08': '(',
	'\uff09': ')',
	'[': '(',
	']': ')',
	'\uff0e': '.',
	'\u00b7': '.',
	'\uff0b': '+',
	'\\': '/',
};

/** Around a number that is to stay text. */
const QUOTES =
	/^["'\u201c\u201e\u00ab<]([^"'\u201c-\u201e\u00ab\u00bb<>]*)["'\u201c\u201d\u00bb>]$/;

/** What people call a mobile number: with such a word beside it, it is one all the same. Others, such as fax, say that it is none. */
const NAMES = [
	'tel|telefon|telefone|telefono|teléfono|téléphone|telephone|phone|ph|tlf|tfno|sms|callto|whatsapp|viber',
	'mob|mobil|mobile|mobiel|móvil|movil|cell|cel|celular|cellulare|handy|gsm|kom|port|portable',
	'тел|телефон|моб|мобильный|мобільний|сот|сотовый|вайбер|ватсап|вотсап',
].join('|');
/** Of "Tel. 2 0151 …" the 2 counts the phones of a person. */
const NAME_BEFORE = new RegExp(
	`^(?:(?:${NAMES})(?:[.:]+ ?(?://)?| ))+(?!(?:[2-5]|1(?= 0)) )(?=[+(\\d])`,
	'iu',
);
const NAME_BEHIND = new RegExp(` ?\\((?:${NAMES})\\.?\\)$| (?:${NAMES})\\.?$`, 'iu');

/** How WhatsApp names a number, which has its country code: with the device of the person, if any, and as a link. */
const WHATSAPP =
	/^(?:([1-9]\d{8,14})(?::\d{1,3})?@(?:s\.whatsapp\.net|c\.us)|(?:https?:\/\/)?wa\.me\/\+?([1-9]\d{8,14}))$/i;

/** Digits of full width, Arabic-Indic and Persian keyboards stand for the same numbers; others are not guessed. */
function latinDigits(text: string): string {
	return text.replace(/[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g, (digit) =>
		String(digit.charCodeAt(0) & 0xf),
	);
}

/**
 * Brings the many blanks, dashes, brackets and digits of the world's keyboards to one of each, and drops what stands around a number
 * without being a part of it: what spreadsheets put there so that it stays text ('099…, ="099…" and =+380…), separators that a list
 * left behind it, quotes, a word for a phone ("mob. 099…", "tel:+380…"), and what WhatsApp adds.
 */
export function withoutSurroundings(given: string): string {
	return latinDigits(given)
		.replace(/[\uff08\uff09\uff0e\uff0b[\]\u00b7\\]/g, (mark) => FULL_WIDTH[mark] ?? mark)
		.replace(BLANK, ' ')
		.replace(DASH, '-')
		.trim()
		.replace(/^=(?=")/, '')
		.replace(QUOTES, '$1')
		.replace(/^(?:['\u2018\u2019]|=(?=\+))/, '')
		.replace(/%20/g, ' ')
		.replace(/^%2B/i, '+')
		.replace(/^[ ,;|]+|[ ,;|]+$/g, '')
		.replace(NAME_BEFORE, '')
		.replace(NAME_BEHIND, '')
		.replace(WHATSAPP, '+$1$2');
}

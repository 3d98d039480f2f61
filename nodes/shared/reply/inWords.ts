/** A text as words: codes such as ALREADY_EXISTS and alreadyExists are words, too. */
export const inWords = (text: string): string =>
	text
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.replace(/\s[-–—]+\s/g, ', ')
		.replace(/[_\-\s]+/g, ' ')
		.trim();

/** So many characters of a text are read at once: patterns take longer than their texts, and some services answer with pages of them. */
const LONGEST = 2000;
/** So much of a piece is read once more with the next one, as the words that belong together may stand at its end. */
const OVERLAP = 200;

/** Takes a text; returns it in pieces that are short enough to be read. */
export function piecesOf(text: string): string[] {
	const pieces = [text.slice(0, LONGEST)];
	for (let at = LONGEST - OVERLAP; at + OVERLAP < text.length; at += LONGEST - OVERLAP)
		pieces.push(text.slice(at, at + LONGEST));
	return pieces;
}

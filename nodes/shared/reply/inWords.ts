/** A text as words: codes such as ALREADY_EXISTS and alreadyExists are words, too. */
export const inWords = (text: string): string =>
	text
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.replace(/\s[-–—]+\s/g, ', ')
		.replace(/[_\-\s]+/g, ' ')
		.trim();

/** So many characters of a text are read at once: patterns take longer than their texts, and some services answer with pages of them. */
const LONGEST = 2000;

/** Takes a text; returns it in pieces that are short enough to be read. They end with a sentence, or with a word where none does. */
export function piecesOf(text: string): string[] {
	const pieces: string[] = [];
	let at = 0;
	while (text.length - at > LONGEST) {
		const piece = text.slice(at, at + LONGEST);
		const end = Math.max(...['.', ';', '!', '?', '\n'].map((mark) => piece.lastIndexOf(mark)));
		const length = end > 0 ? end + 1 : Math.max(piece.lastIndexOf(' '), 0) || LONGEST;
		pieces.push(piece.slice(0, length));
		at += length;
	}
	return [...pieces, text.slice(at)];
}

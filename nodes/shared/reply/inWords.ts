/** So much of a text is read as words: whoever says what became of a request says it at once. */
const LONGEST = 2000;

/** A text as words: codes such as ALREADY_EXISTS and alreadyExists are words, too. */
export const inWords = (text: string): string =>
	text
		.slice(0, LONGEST)
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.replace(/\s[-–—]+\s/g, ', ')
		.replace(/[_\-\s]+/g, ' ')
		.trim();

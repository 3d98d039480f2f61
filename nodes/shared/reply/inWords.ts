/** A text as words: codes such as ALREADY_EXISTS and alreadyExists are words, too. */
export const inWords = (text: string): string =>
	text
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.replace(/\s[-–—]+\s/g, ', ')
		.replace(/[_\-\s]+/g, ' ')
		.trim();

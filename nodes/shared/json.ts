/** So many digits in a row may be more than a number can hold. */
const LONG = /\d{16}/;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const WHOLE = /^-?\d+$/;

/** Where the string that begins at `start` ends: after its closing quote, or at the end of the text. */
function endOfString(text: string, start: number): number {
	for (let at = start + 1; ; at++) {
		at = text.indexOf('"', at);
		if (at < 0) return text.length;
		let before = at - 1;
		while (text[before] === '\\') before--;
		if ((at - before) % 2 === 1) return at + 1;
	}
}

/** Puts quotes around whole numbers that would lose digits. `between` is JSON between two strings. */
function keepDigits(between: string): string {
	return between.replace(NUMBER, (number) =>
		WHOLE.test(number) && !Number.isSafeInteger(Number(number)) ? `"${number}"` : number,
	);
}

/**
 * Reads JSON as JSON.parse does, but keeps whole numbers beyond 2^53 as text: an ID of 19 digits would lose the last ones. The time
 * it takes grows with the length of the text, not faster.
 * @throws SyntaxError when the text is no JSON
 */
export function parseJson(text: string): unknown {
	if (!LONG.test(text)) return JSON.parse(text);
	const parts: string[] = [];
	for (let at = 0; at < text.length; ) {
		const quote = text.indexOf('"', at);
		const end = quote < 0 ? text.length : quote;
		parts.push(keepDigits(text.slice(at, end)));
		at = quote < 0 ? end : endOfString(text, quote);
		parts.push(text.slice(end, at));
	}
	return JSON.parse(parts.join(''));
}

/** Reads JSON as parseJson does; undefined if the text is no JSON. */
export function jsonIn(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

/* How the characters of a text are written as bytes: what the first bytes of a file show of it, and how its bytes become text. */

type Utf = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Which encoding the mark at the beginning of a file names. */
function markedEncoding([first, second, third]: Uint8Array): Utf | undefined {
	if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
	return undefined;
}

/** UTF-16 without a mark: of separators, digits and Latin letters one byte of two is zero. */
function utf16Of(head: Uint8Array): Utf | undefined {
	const zeros = [0, 0];
	head.forEach((byte, at) => {
		if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
	});
	const [even = 0, odd = 0] = zeros;
	if (even + odd < head.length / 8) return undefined;
	return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Which encoding the first bytes of a file show; undefined if they may be of any that writes Latin letters in one byte. */
export const shownEncoding = (head: Uint8Array): Utf | undefined =>
	markedEncoding(head) ?? utf16Of(head);

const WESTERN = 'windows-1252';
/** Control characters that no text holds: older encodings have them for bytes that stand for no letter. */
const C1 = /[\u0080-\u009f]/;
const ALL_C1 = new RegExp(C1, 'g');
/** What Windows-1252 has for them. Several versions of Node.js read it as Latin-1, which has nothing else (nodejs/node 60888). */
const INSTEAD_OF_C1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const westernText = (bytes: Uint8Array = new Uint8Array()): string =>
	Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
		.toString('latin1')
		.replace(ALL_C1, (control) => INSTEAD_OF_C1[control.charCodeAt(0) - 0x80] ?? control);

/**
 * Returns what turns bytes into text as they arrive, and without any ends it; a mark at the beginning is left out. It throws a TypeError
 * for bytes that prove the encoding wrong, unless it `isLenient`.
 * @throws RangeError for the name of no encoding
 */
export function textReader(encoding: string, isLenient = false): (bytes?: Uint8Array) => string {
	const decoder = new TextDecoder(encoding, { fatal: !isLenient });
	const { encoding: name } = decoder;
	const read =
		name === WESTERN
			? westernText
			: (bytes?: Uint8Array): string => decoder.decode(bytes, { stream: bytes !== undefined });
	// What is Unicode may hold any character.
	if (isLenient || name.startsWith('utf')) return read;
	return (bytes) => {
		const text = read(bytes);
		if (C1.test(text)) throw new TypeError(`The encoded data was not valid for encoding ${name}`);
		return text;
	};
}

/** Turns the bytes of a file into text as they arrive. @throws what `read` throws */
export async function* readTexts(
	bytes: AsyncIterable<Uint8Array>,
	read: ReturnType<typeof textReader>,
): AsyncGenerator<string> {
	for await (const chunk of bytes) yield read(chunk);
	const rest = read();
	if (rest !== '') yield rest;
}

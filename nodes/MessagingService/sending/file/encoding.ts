import { createHash } from 'crypto';

/** How the characters of a text file are written as bytes, under the names that TextDecoder knows. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251' | 'windows-1252';

/** What a first reading of a file's bytes shows. */
export interface Inspection {
	encoding: Encoding;
	/** SHA-256 of the unpacked bytes, in hex: the same content, the same digest. */
	digest: string;
	/** Whether nothing says the encoding for sure: the letters were taken for those of Windows. */
	isGuessed: boolean;
	/** The first line, from 1, with bytes that are no UTF-8; undefined where all are. */
	brokenLine?: number;
	/** Line breaks: about as many as it has rows. */
	breaks: number;
	/** Its first bytes, at most HEAD_BYTES. */
	head: Uint8Array;
}

const HEAD_BYTES = 4096;
/** In texts of Windows-1251 these bytes are Cyrillic letters, which stand next to one another: from the first one on, and ҐЁЄЇІіґёєї. */
const FIRST_LETTER = 0xc0;
const OTHER_LETTERS = new Set([0xa5, 0xa8, 0xaa, 0xaf, 0xb2, 0xb3, 0xb4, 0xb8, 0xba, 0xbf]);
const isLetter = (byte: number): boolean => byte >= FIRST_LETTER || OTHER_LETTERS.has(byte);

/** Which encoding the mark at the beginning of a file names. */
function markedEncoding([first, second, third]: Uint8Array): Encoding | undefined {
	if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
	return undefined;
}

/** UTF-16 without a mark: of separators, digits and Latin letters one byte of two is zero. */
function utf16Of(head: Uint8Array): Encoding | undefined {
	const zeros = [0, 0];
	head.forEach((byte, at) => {
		if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
	});
	const [even = 0, odd = 0] = zeros;
	if (even + odd < head.length / 8) return undefined;
	return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Which encoding the first bytes of a file show; undefined where they may be of any that writes Latin letters in one byte. */
export const shownEncoding = (head: Uint8Array): Encoding | undefined =>
	markedEncoding(head) ?? utf16Of(head);

const LINE_BREAK = 0x0a;

const FIRST_BEYOND_ASCII = 0x80;

/** How many bytes follow one that begins a character in UTF-8; -1 for one that begins none. */
function followersOf(byte: number): number {
	if (byte < 0xc2 || byte > 0xf4) return -1;
	if (byte < 0xe0) return 1;
	return byte < 0xf0 ? 2 : 3;
}

/**
 * Reads all bytes of a file once. Recognises the encoding by the mark at its beginning, by zero bytes, by whether it is UTF-8, be it
 * damaged, and else by how letters beyond ASCII stand (Windows-1251 or 1252).
 */
export async function inspect(bytes: AsyncIterable<Uint8Array>): Promise<Inspection> {
	const hash = createHash('sha256');
	const utf8 = new TextDecoder('utf-8', { fatal: true });
	let head: Uint8Array = new Uint8Array();
	let isUtf8 = true;
	let breaks = 0;
	let before = 0;
	/** Letters beyond ASCII that stand next to another one, and those that do not. */
	let [paired, single] = [0, 0];
	/** Characters of UTF-8 beyond ASCII, and bytes beyond ASCII that make none. */
	let [whole, broken] = [0, 0];
	/** How many bytes the character at hand lacks. */
	let missing = 0;
	let brokenLine: number | undefined;

	const isValid = (chunk?: Uint8Array): boolean => {
		try {
			utf8.decode(chunk, { stream: chunk !== undefined });
			return true;
		} catch {
			return false;
		}
	};
	function breakOff(): void {
		broken++;
		brokenLine ??= breaks + 1;
		missing = 0;
	}
	function countBeyondAscii(byte: number): void {
		if (isLetter(byte)) {
			if (isLetter(before)) paired++;
			else single++;
		}
		const follows = byte < FIRST_LETTER;
		if (follows && missing > 0) {
			if (--missing === 0) whole++;
			return;
		}
		if (missing > 0) breakOff();
		missing = followersOf(byte);
		if (missing < 0) breakOff();
	}

	function count(chunk: Uint8Array): void {
		// An iterator would make an object for every byte of the file.
		for (let at = 0; at < chunk.length; at++) {
			const byte = chunk[at] ?? 0;
			if (byte >= FIRST_BEYOND_ASCII) countBeyondAscii(byte);
			else {
				if (missing > 0) breakOff();
				if (byte === LINE_BREAK) breaks++;
			}
			before = byte;
		}
	}

	for await (const chunk of bytes) {
		if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
		hash.update(chunk);
		count(chunk);
		isUtf8 &&= isValid(chunk);
	}
	isUtf8 &&= isValid();
	// Other encodings have next to no letters that happen to make characters of UTF-8: such a file is one that was damaged. Read in an
	// encoding of Windows, it would show other letters throughout.
	const sure = shownEncoding(head) ?? (isUtf8 || whole > broken ? 'utf-8' : undefined);
	// Words of Cyrillic consist of such letters; in Latin ones they stand alone.
	const guessed = paired > single ? 'windows-1251' : 'windows-1252';
	return {
		encoding: sure ?? guessed,
		isGuessed: sure === undefined,
		// Where the end lies in a character, it is the last line.
		brokenLine: isUtf8 ? undefined : (brokenLine ?? breaks + 1),
		digest: hash.digest('hex'),
		breaks,
		head,
	};
}

/** Turns bytes into text as they arrive; a mark at the beginning is left out. @throws TypeError where they are not of the encoding */
export async function* textOf(
	bytes: AsyncIterable<Uint8Array>,
	encoding: Encoding,
): AsyncGenerator<string> {
	const decoder = new TextDecoder(encoding, { fatal: true });
	for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
	const rest = decoder.decode();
	if (rest !== '') yield rest;
}

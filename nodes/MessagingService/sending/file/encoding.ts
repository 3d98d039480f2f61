import { createHash } from 'crypto';
import { shownEncoding } from '../../../shared/text';

/** How the characters of a file may be written as bytes: as TextDecoder calls it, and as users do. */
export const ENCODINGS = {
	gbk: 'GBK (Chinese)',
	macintosh: 'Mac Roman (Western)',
	'utf-16be': 'UTF-16 BE',
	'utf-16le': 'UTF-16 LE',
	'utf-8': 'UTF-8',
	'windows-1250': 'Windows-1250 (Central European)',
	'windows-1251': 'Windows-1251 (Cyrillic)',
	'windows-1252': 'Windows-1252 (Western)',
} as const;
export type Encoding = keyof typeof ENCODINGS;

/** What a first reading of a file's bytes shows. */
export interface Inspection {
	/** Undefined if it is neither UTF-8 nor UTF-16: then the bytes do not say which it is. */
	encoding?: Encoding;
	/** SHA-256 of the unpacked bytes, in hex: the same content, the same digest. */
	digest: string;
	/** The first line, from 1, with bytes that are no UTF-8; undefined where all are. */
	brokenLine?: number;
	/** Line breaks: about as many as it has rows. */
	breaks: number;
	/** Its first bytes, at most HEAD_BYTES. */
	head: Uint8Array;
}

const HEAD_BYTES = 4096;

const LINE_BREAK = 0x0a;

const FIRST_BEYOND_ASCII = 0x80;
/** From here on a byte begins a character of UTF-8. */
const FIRST_OF_SEVERAL = 0xc0;

/** How many bytes follow one that begins a character in UTF-8; -1 for one that begins none. */
function followersOf(byte: number): number {
	if (byte < 0xc2 || byte > 0xf4) return -1;
	if (byte < 0xe0) return 1;
	return byte < 0xf0 ? 2 : 3;
}

/**
 * Reads all bytes of a file once. Recognises the encoding by the mark at its beginning, by zero bytes, and by whether it is UTF-8, be it
 * damaged.
 */
export async function inspect(bytes: AsyncIterable<Uint8Array>): Promise<Inspection> {
	const hash = createHash('sha256');
	const utf8 = new TextDecoder('utf-8', { fatal: true });
	let head: Uint8Array = new Uint8Array();
	let isUtf8 = true;
	let breaks = 0;
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
		if (byte < FIRST_OF_SEVERAL && missing > 0) {
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
		}
	}

	for await (const chunk of bytes) {
		if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
		hash.update(chunk);
		count(chunk);
		isUtf8 &&= isValid(chunk);
	}
	isUtf8 &&= isValid();
	return {
		// Other encodings have next to no letters that happen to make characters of UTF-8: such a file is one that was damaged.
		encoding: shownEncoding(head) ?? (isUtf8 || whole > broken ? 'utf-8' : undefined),
		// Where the end lies in a character, it is the last line.
		brokenLine: isUtf8 ? undefined : (brokenLine ?? breaks + 1),
		digest: hash.digest('hex'),
		breaks,
		head,
	};
}

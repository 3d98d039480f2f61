import { createHash } from 'crypto';

/** How the characters of a text file are written as bytes, under the names that TextDecoder knows. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251' | 'windows-1252';

/** What a first reading of a file's bytes shows. */
export interface Inspection {
	encoding: Encoding;
	/** SHA-256 of the unpacked bytes, in hex: the same content, the same digest. */
	digest: string;
	/** Line breaks: about as many as it has rows. */
	breaks: number;
	/** Its first bytes, at most HEAD_BYTES. */
	head: Uint8Array;
}

const HEAD_BYTES = 4096;
/** In texts of Windows-1251 these bytes are the Cyrillic letters, which stand next to one another. */
const FIRST_LETTER = 0xc0;

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

const LINE_BREAK = 0x0a;

/** Returns what counts line breaks, and, in bytes that are no UTF-8, how many letters beyond ASCII stand next to another one. */
function byteCounter() {
	let breaks = 0;
	let before = 0;
	let paired = 0;
	let single = 0;
	return {
		push(chunk: Uint8Array): void {
			// An iterator would make an object for every byte of the file.
			for (let at = 0; at < chunk.length; at++) {
				const byte = chunk[at] ?? 0;
				if (byte >= FIRST_LETTER) {
					if (before >= FIRST_LETTER) paired++;
					else single++;
				} else if (byte === LINE_BREAK) breaks++;
				before = byte;
			}
		},
		get breaks(): number {
			return breaks;
		},
		/** Words of Cyrillic consist of such letters; in Latin ones they stand alone. */
		get isCyrillic(): boolean {
			return paired > single;
		},
	};
}

/**
 * Reads all bytes of a file once. Recognises the encoding by the mark at its beginning, by zero bytes, by whether it is valid UTF-8, and
 * else by how letters beyond ASCII stand (Windows-1251 or 1252).
 */
export async function inspect(bytes: AsyncIterable<Uint8Array>): Promise<Inspection> {
	const hash = createHash('sha256');
	const utf8 = new TextDecoder('utf-8', { fatal: true });
	const counter = byteCounter();
	let head: Uint8Array = new Uint8Array();
	let isUtf8 = true;
	const isValid = (chunk?: Uint8Array): boolean => {
		try {
			utf8.decode(chunk, { stream: chunk !== undefined });
			return true;
		} catch {
			return false;
		}
	};
	for await (const chunk of bytes) {
		if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
		hash.update(chunk);
		counter.push(chunk);
		isUtf8 &&= isValid(chunk);
	}
	isUtf8 &&= isValid();
	const encoding =
		markedEncoding(head) ??
		utf16Of(head) ??
		(isUtf8 ? 'utf-8' : counter.isCyrillic ? 'windows-1251' : 'windows-1252');
	return { encoding, digest: hash.digest('hex'), breaks: counter.breaks, head };
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

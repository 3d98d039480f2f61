import { readTexts, textReader } from '../../../shared/text';
import { quote } from '../../../shared/validation';
import type { InputFile } from './bytes';
import { ENCODINGS, type Encoding } from './encoding';
import { readRows, type Format, type HoldsNumber } from './rows';

/* What a file that is neither UTF-8 nor UTF-16 would say in each other encoding: only who made it knows which is right. */

const OTHERS = (Object.keys(ENCODINGS) as Encoding[]).filter((name) => !name.startsWith('utf'));

/** The encodings that no byte of a file proves wrong. */
async function possibleEncodings(file: Pick<InputFile, 'read'>): Promise<Encoding[]> {
	const open = new Map(OTHERS.map((encoding) => [encoding, textReader(encoding)]));
	const feed = (bytes?: Uint8Array): void => {
		for (const [encoding, read] of open)
			try {
				read(bytes);
			} catch {
				open.delete(encoding);
			}
	};
	for await (const bytes of file.read()) feed(bytes);
	feed();
	return [...open.keys()];
}

const bytesAsText = (bytes: Uint8Array = new Uint8Array()): string =>
	Buffer.from(bytes).toString('latin1');

/** So many bytes of a value are shown. */
const SHOWN = 40;
/** Bytes beyond ASCII, but for the one that is a no-break space in encodings of Windows. */
const BEYOND_ASCII = /[\u0080-\u009f\u00a1-\u00ff]/g;
const FEWEST_DIGITS = 7;
/** Whether a value may hold letters beyond ASCII, and is no phone number, which nobody wants to see in an error. */
const isTelling = (value: string): boolean =>
	value.search(BEYOND_ASCII) >= 0 && value.replace(/\D/g, '').length < FEWEST_DIGITS;

/** The values of a file that show its encoding, some at a time, each byte as a character; at last the names of its columns. */
async function* tellingValues(
	file: Pick<InputFile, 'read'>,
	format: Format,
	holdsNumber: HoldsNumber,
): AsyncGenerator<string[]> {
	let names: string[] = [];
	const cut = (values: unknown[]): string[] =>
		values.flatMap((value) => (typeof value === 'string' ? value.slice(0, SHOWN) : []));
	const texts = readTexts(file.read(), bytesAsText);
	// No column is read, so that two of one name do no harm.
	for await (const rows of readRows(texts, format, holdsNumber, () => false)) {
		yield rows.flatMap(({ fields }) => cut(Object.values(fields)).filter(isTelling));
		if (rows[0]) names = Object.keys(rows[0].fields);
	}
	yield cut(names).filter(isTelling);
}

/**
 * The encodings in which a file may be written that is neither UTF-8 nor UTF-16, in words for users: each with two of the file's values as
 * it would read them. Those that read the first value alike differ in the second, if they differ anywhere.
 * @throws what reading its rows throws
 */
export async function possibleReadings(
	file: Pick<InputFile, 'read'>,
	format: Format,
	holdsNumber: HoldsNumber,
): Promise<string[]> {
	const encodings = await possibleEncodings(file);
	const readers = encodings.map((encoding) => textReader(encoding, true));
	const readingsOf = (values: readonly string[]): string[] =>
		readers.map((read) => {
			const texts = values.map((value) => {
				const text = read(Buffer.from(value, 'latin1'));
				// A character of two bytes may be cut off at the end.
				read();
				return quote(text);
			});
			return texts.join(', ');
		});
	const countOf = (values: readonly string[]): number => new Set(readingsOf(values)).size;

	let shown: readonly string[] = [];
	const seen = new Set<string>();
	for await (const values of tellingValues(file, format, holdsNumber))
		for (const value of values) {
			const [first, second] = shown;
			const others = value.match(BEYOND_ASCII) ?? [];
			const isNew = others.some((character) => !seen.has(character));
			for (const character of others) seen.add(character);
			if (first === undefined) shown = [value];
			else if (second === undefined && value !== first) shown = [first, value];
			else if (isNew && countOf([first, value]) > countOf(shown)) shown = [first, value];
		}
	const readings = readingsOf(shown);
	return encodings.map((encoding, at) =>
		[ENCODINGS[encoding], readings[at]].filter(Boolean).join(': '),
	);
}

/*
 * Texts as the bytes of older encodings, by tables that are made from what each byte, or pair of bytes, stands for.
 */

export const CODE_PAGES = [
	'gbk',
	'macintosh',
	'windows-1250',
	'windows-1251',
	'windows-1252',
] as const;
export type CodePage = (typeof CODE_PAGES)[number];

/** Windows-1252 from 0x80 to 0x9F: several versions of Node.js take these bytes for those of Latin-1 (nodejs/node 60888). */
const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const bytesFrom = (first: number, last: number): number[] =>
	Array.from({ length: last - first + 1 }, (_, index) => first + index);
/** The pairs of bytes that stand for a character in GBK. */
const PAIRS = bytesFrom(0x81, 0xfe).flatMap((lead) =>
	bytesFrom(0x40, 0xfe).map((trail) => [lead, trail]),
);

function tableOf(page: CodePage): Map<string, number[]> {
	const decoder = new TextDecoder(page);
	const characterOf = (bytes: number[]): string =>
		page === 'windows-1252'
			? (WESTERN[(bytes[0] ?? 0) - 0x80] ?? String.fromCharCode(bytes[0] ?? 0))
			: decoder.decode(Uint8Array.from(bytes));
	const all = page === 'gbk' ? PAIRS : bytesFrom(0x80, 0xff).map((byte) => [byte]);
	const table = new Map<string, number[]>();
	for (const bytes of all) {
		const character = characterOf(bytes);
		if ([...character].length === 1 && character !== '\ufffd') table.set(character, bytes);
	}
	return table;
}

/** What each encoding writes for the characters beyond ASCII that it has. */
export const TABLES: ReadonlyMap<CodePage, ReadonlyMap<string, number[]>> = new Map(
	CODE_PAGES.map((page) => [page, tableOf(page)]),
);

/** A text in an encoding. @throws Error for a character that it does not have */
export function encoded(text: string, page: CodePage): Buffer {
	return Buffer.from(
		[...text].flatMap((character) => {
			if (character <= '\u007f') return [character.charCodeAt(0)];
			const bytes = TABLES.get(page)?.get(character);
			if (!bytes) throw new Error(`${page} has no ${character}`);
			return bytes;
		}),
	);
}

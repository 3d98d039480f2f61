/*
 * Which phone numbers of a file came before. A Map of a million numbers takes about 100 MB; these plain arrays take 25 MB, where they are
 * made once as large as they have to be: of arrays that grow, n8n's process holds the smaller ones for long as well. The table is open:
 * a number lies at the first free place from the one that its hash names.
 */

/** Phone numbers at most, so that the table stays at about 120 MB. */
const NUMBERS_AT_MOST = 5_000_000;
/** The table grows before it is fuller than this: searches in a full one take long. */
const FULLEST = 0.6;
/** A table has room for so many numbers at least. */
const FEWEST = 1000;

/** Spreads numbers over the table, those too that follow one another at any distance (the last steps of MurmurHash3). */
function placeOf(phone: number, places: number): number {
	let mixed = phone % 4_294_967_296 ^ Math.imul(Math.floor(phone / 4_294_967_296), 0x9e3779b1);
	mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	mixed ^= mixed >>> 16;
	// The hash as a part of 2^32 is that part of the table.
	return Math.floor(((mixed >>> 0) / 4_294_967_296) * places);
}

/** The numbers seen so far. */
export type SeenNumbers = ReturnType<typeof seenNumbers>;

/** An empty table for so many numbers, which grows where they are more. A number is given in digits, 15 at most. */
export function seenNumbers(expected = 0) {
	const places = Math.ceil(Math.min(Math.max(expected, FEWEST), NUMBERS_AT_MOST) / FULLEST) + 1;
	let phones = new Float64Array(places);
	let lines = new Uint32Array(places);
	/** Made when the first row is counted: not every table counts rows. */
	let rows: Uint32Array | undefined;
	let size = 0;

	/** The place of a number: where it lies, or where it would go. */
	function find(phone: number): number {
		let at = placeOf(phone, phones.length);
		while (phones[at] !== 0 && phones[at] !== phone) at = (at + 1) % phones.length;
		return at;
	}

	function grow(): void {
		const [oldPhones, oldLines, oldRows] = [phones, lines, rows];
		phones = new Float64Array(oldPhones.length * 2);
		lines = new Uint32Array(phones.length);
		rows = oldRows && new Uint32Array(phones.length);
		oldPhones.forEach((phone, old) => {
			if (phone === 0) return;
			const at = find(phone);
			phones[at] = phone;
			lines[at] = oldLines[old] ?? 0;
			if (rows) rows[at] = oldRows?.[old] ?? 0;
		});
	}

	/** The place of a number, which is put there where it is new. */
	function put(phone: string): number {
		const number = Number(phone);
		const at = find(number);
		if (phones[at] === number) return at;
		if (size >= NUMBERS_AT_MOST)
			throw new RangeError(
				`The file has more than ${NUMBERS_AT_MOST} different numbers: split it into several files`,
			);
		phones[at] = number;
		size++;
		if (size <= phones.length * FULLEST) return at;
		grow();
		return find(number);
	}

	return {
		/**
		 * Counts a row with a number; returns how many rows had it before.
		 * @throws RangeError beyond NUMBERS_AT_MOST
		 */
		countRow(phone: string): number {
			const at = put(phone);
			rows ??= new Uint32Array(phones.length);
			const before = rows[at] ?? 0;
			rows[at] = before + 1;
			return before;
		},
		/** The line that goes out to a number; undefined while none does. */
		lineOf(phone: string): number | undefined {
			const number = Number(phone);
			const at = find(number);
			return phones[at] === number ? lines[at] || undefined : undefined;
		},
		/** Notes the line that goes out to a number. */
		take(phone: string, line: number): void {
			const at = put(phone);
			lines[at] = line;
		},
		/** Forgets all of them, and keeps the room that they took. */
		clear(): void {
			phones.fill(0);
			lines.fill(0);
			rows?.fill(0);
			size = 0;
		},
	};
}

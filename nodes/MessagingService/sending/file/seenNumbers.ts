/*
 * Which phone numbers of a file came before, and on which line. A Map of a million numbers takes about 100 MB; two plain arrays take
 * 20 MB, where they are made once as large as they have to be: of arrays that grow, n8n's process holds the smaller ones for long as
 * well. The table is open: a number lies at the first free place from the one that its hash names.
 */

/** Phone numbers at most, so that the table stays at about 100 MB. */
export const NUMBERS_AT_MOST = 5_000_000;
/** The table grows before it is fuller than this: searches in a full one take long. */
const FULLEST = 0.6;
/** A table has room for so many numbers at least. */
const FEWEST = 1000;

/** The numbers seen so far, each with the line on which it came first. */
export interface SeenNumbers {
	readonly size: number;
	/** Takes a phone number in digits; returns the line on which it came first, undefined where it did not come. */
	lineOf(phone: string): number | undefined;
	/**
	 * Takes a phone number in digits, at most 15, and its line; returns the line on which it came first, undefined where this is the first.
	 * @throws RangeError beyond NUMBERS_AT_MOST
	 */
	add(phone: string, line: number): number | undefined;
	/** Forgets all of them, and keeps the room that they took. */
	clear(): void;
}

/** Spreads numbers over the table, those too that follow one another at any distance (the last steps of MurmurHash3). */
function placeOf(phone: number, places: number): number {
	let mixed = phone % 4_294_967_296 ^ Math.imul(Math.floor(phone / 4_294_967_296), 0x9e3779b1);
	mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	mixed ^= mixed >>> 16;
	// The hash as a part of 2^32 is that part of the table.
	return Math.floor(((mixed >>> 0) / 4_294_967_296) * places);
}

/** Takes how many numbers are expected; returns an empty table for them, which grows where they are more. */
export function seenNumbers(expected = 0): SeenNumbers {
	const places = Math.ceil(Math.min(Math.max(expected, FEWEST), NUMBERS_AT_MOST) / FULLEST) + 1;
	let phones = new Float64Array(places);
	let lines = new Uint32Array(places);
	let size = 0;

	/** The place of a number: where it lies, or where it would go. */
	function find(phone: number): number {
		let at = placeOf(phone, phones.length);
		while (phones[at] !== 0 && phones[at] !== phone) at = (at + 1) % phones.length;
		return at;
	}

	function grow(): void {
		const [oldPhones, oldLines] = [phones, lines];
		phones = new Float64Array(oldPhones.length * 2);
		lines = new Uint32Array(phones.length);
		oldPhones.forEach((phone, old) => {
			if (phone === 0) return;
			const at = find(phone);
			phones[at] = phone;
			lines[at] = oldLines[old] ?? 0;
		});
	}

	return {
		get size() {
			return size;
		},
		lineOf(phone) {
			const number = Number(phone);
			const at = find(number);
			return phones[at] === number ? lines[at] : undefined;
		},
		add(phone, line) {
			const number = Number(phone);
			const at = find(number);
			if (phones[at] === number) return lines[at];
			if (size >= NUMBERS_AT_MOST)
				throw new RangeError(
					`The file has more than ${NUMBERS_AT_MOST} different numbers: share it among several, or use Last Line to Send`,
				);
			phones[at] = number;
			lines[at] = line;
			size++;
			if (size > phones.length * FULLEST) grow();
			return undefined;
		},
		clear() {
			phones.fill(0);
			size = 0;
		},
	};
}

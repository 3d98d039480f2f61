/*
 * Which messages came before. Phones are compared exactly; a text is compared by 96 bits of a hash, and only with those to the same
 * number. A Map of a million numbers takes about 100 MB; these plain arrays take half of it with all texts, if they are made once as
 * large as they have to be: of arrays that grow, n8n's process holds the smaller ones for long as well. The tables are open: a number
 * lies at the first free place from the one that its hash names.
 */

/** Phone numbers at most, so that the table of them stays at about 130 MB. */
const NUMBERS_AT_MOST = 5_000_000;
/** A table grows before it is fuller than this: searches in a full one take long. */
const FULLEST = 0.6;
/** A table has room for so many at least. */
const FEWEST = 1000;
/** A hash takes so many numbers of 32 bits. */
const LANES = 3;
const TWO_32 = 4_294_967_296;

/** Mixes the bits of a number (the last steps of MurmurHash3). */
function mixed(number: number): number {
	let bits = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
	bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
	return (bits ^ (bits >>> 16)) >>> 0;
}

/** Spreads numbers over a table, those too that follow one another at any distance. */
function placeIn(places: number, phone: number): number {
	const folded = phone % TWO_32 ^ Math.imul(Math.floor(phone / TWO_32), 0x9e3779b1);
	// The hash as a part of 2^32 is that part of the table.
	return Math.floor((mixed(folded) / TWO_32) * places);
}

const rotated = (bits: number, by: number): number => (bits << by) | (bits >>> (32 - by));

/** Writes the hash of a text; a change of one character changes each of its numbers. */
function hashInto(hash: Uint32Array, text: string): void {
	let [one, two, three] = [0x9747b28c, 0x1b873593, 0x3c6ef372];
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		one = rotated(Math.imul(one ^ code, 0xcc9e2d51), 15);
		two = rotated(Math.imul(two ^ code, 0x85ebca77), 13);
		three = rotated(Math.imul(three ^ code, 0x27d4eb2f), 17);
	}
	hash[0] = mixed(one ^ text.length);
	hash[1] = mixed(two ^ one);
	hash[2] = mixed(three ^ two);
}

const placesFor = (expected: number): number =>
	Math.ceil(Math.min(Math.max(expected, FEWEST), NUMBERS_AT_MOST) / FULLEST) + 1;

/** The same numbers in an array of twice the room. */
function doubled(numbers: Uint32Array): Uint32Array {
	const more = new Uint32Array(numbers.length * 2);
	more.set(numbers);
	return more;
}

/** What came before of the messages and the references of the user's own, by the rows that they stand in, counted from 1. */
export class Repeats {
	/** By place in the table: a number, how many rows have it, and the last message to it. */
	#phones: Float64Array;
	#rows: Uint32Array;
	#last: Uint32Array;
	#size = 0;
	/** By message, from 1: its row, the hash of its text, and the message to its number before it. */
	#rowOf: Uint32Array;
	#hashOf: Uint32Array;
	#before: Uint32Array;
	#messages = 0;
	/** The messages up to this one are no longer compared. */
	#over = 0;
	readonly #references: References;
	/** The number that was looked for last, its place, and the text with its hash: a campaign has one text for all. */
	#phone = '';
	#at = 0;
	#text: string | undefined;
	readonly #hash = new Uint32Array(LANES);

	/** An empty table for so many rows, which grows if there are more. */
	constructor(expected = 0) {
		const places = placesFor(expected);
		this.#phones = new Float64Array(places);
		this.#rows = new Uint32Array(places);
		this.#last = new Uint32Array(places);
		const messages = Math.max(expected, FEWEST) + 1;
		this.#rowOf = new Uint32Array(messages);
		this.#hashOf = new Uint32Array(messages * LANES);
		this.#before = new Uint32Array(messages);
		this.#references = new References(expected);
	}

	/**
	 * Counts a row with a number, in digits, 15 at most; returns how many rows had it before.
	 * @throws RangeError beyond NUMBERS_AT_MOST
	 */
	countRow(phone: string): number {
		this.#lookFor(phone);
		const before = this.#rows[this.#at] ?? 0;
		this.#rows[this.#at] = before + 1;
		return before;
	}

	/** The row of the same message: the same text to the same number; undefined if there is none. */
	find(phone: string, text: string): number | undefined {
		this.#lookFor(phone);
		const hash = this.#hash;
		const hashes = this.#hashOf;
		if (text !== this.#text) {
			hashInto(hash, text);
			this.#text = text;
		}
		for (let message = this.#last[this.#at] ?? 0; message > this.#over; ) {
			const from = message * LANES;
			if (hashes[from] === hash[0] && hashes[from + 1] === hash[1] && hashes[from + 2] === hash[2])
				return this.#rowOf[message];
			message = this.#before[message] ?? 0;
		}
		return undefined;
	}

	/** Takes the message that was looked for last as that of a row; returns whether another one goes to its number before it. */
	take(row: number): boolean {
		const message = ++this.#messages;
		if (message === this.#rowOf.length) {
			this.#rowOf = doubled(this.#rowOf);
			this.#hashOf = doubled(this.#hashOf);
			this.#before = doubled(this.#before);
		}
		const before = this.#last[this.#at] ?? 0;
		this.#rowOf[message] = row;
		this.#hashOf.set(this.#hash, message * LANES);
		this.#before[message] = before;
		this.#last[this.#at] = message;
		return before > this.#over;
	}

	/** The row that has a reference of the user's own; takes it for this one if there is none. */
	otherWith(reference: string, row: number): number | undefined {
		return this.#references.otherWith(reference, row);
	}

	/** From here on messages are compared with each other, and not with those before; rows are counted on. */
	endScope(): void {
		this.#over = this.#messages;
	}

	/** Forgets all of them, and keeps the room that they took. */
	clear(): void {
		this.#phones.fill(0);
		this.#rows.fill(0);
		this.#last.fill(0);
		this.#references.clear();
		[this.#size, this.#messages, this.#over, this.#phone] = [0, 0, 0, ''];
	}

	/** Finds the place of a number, and puts it there if it is new. */
	#lookFor(phone: string): void {
		if (phone === this.#phone) return;
		const number = Number(phone);
		this.#at = this.#placeOf(number);
		if (this.#phones[this.#at] !== number) {
			if (this.#size >= NUMBERS_AT_MOST)
				throw new RangeError(
					`There are more than ${NUMBERS_AT_MOST} different numbers: split them into several sends`,
				);
			this.#phones[this.#at] = number;
			if (++this.#size > this.#phones.length * FULLEST) {
				this.#grow();
				this.#at = this.#placeOf(number);
			}
		}
		this.#phone = phone;
	}

	#placeOf(number: number): number {
		const phones = this.#phones;
		let at = placeIn(phones.length, number);
		while (phones[at] !== 0 && phones[at] !== number) at = (at + 1) % phones.length;
		return at;
	}

	#grow(): void {
		const [phones, rows, last] = [this.#phones, this.#rows, this.#last];
		this.#phones = new Float64Array(phones.length * 2);
		this.#rows = new Uint32Array(phones.length * 2);
		this.#last = new Uint32Array(phones.length * 2);
		phones.forEach((phone, old) => {
			if (phone === 0) return;
			const at = this.#placeOf(phone);
			this.#phones[at] = phone;
			this.#rows[at] = rows[old] ?? 0;
			this.#last[at] = last[old] ?? 0;
		});
	}
}

/** References by 96 bits of a hash, with the rows that have them. */
class References {
	readonly #expected: number;
	#hashes = new Uint32Array(0);
	#rows = new Uint32Array(0);
	#size = 0;
	readonly #hash = new Uint32Array(LANES);

	constructor(expected: number) {
		this.#expected = expected;
	}

	otherWith(reference: string, row: number): number | undefined {
		if (this.#size >= this.#rows.length * FULLEST) this.#grow();
		hashInto(this.#hash, reference);
		const at = this.#placeOf(this.#hash);
		const other = this.#rows[at];
		if (other) return other;
		this.#hashes.set(this.#hash, at * LANES);
		this.#rows[at] = row;
		this.#size++;
		return undefined;
	}

	clear(): void {
		this.#rows.fill(0);
		this.#size = 0;
	}

	#placeOf(hash: ArrayLike<number>, from = 0): number {
		const [one = 0, two, three] = [hash[from], hash[from + 1], hash[from + 2]];
		const [hashes, rows] = [this.#hashes, this.#rows];
		let at = one % rows.length;
		while (
			rows[at] !== 0 &&
			(hashes[at * LANES] !== one ||
				hashes[at * LANES + 1] !== two ||
				hashes[at * LANES + 2] !== three)
		)
			at = (at + 1) % rows.length;
		return at;
	}

	/** Most sends have no such reference: the table is made with the first one. */
	#grow(): void {
		const [hashes, rows] = [this.#hashes, this.#rows];
		const places = rows.length === 0 ? placesFor(this.#expected) : rows.length * 2;
		this.#hashes = new Uint32Array(places * LANES);
		this.#rows = new Uint32Array(places);
		rows.forEach((row, old) => {
			if (row === 0) return;
			const at = this.#placeOf(hashes, old * LANES);
			this.#hashes.set(hashes.subarray(old * LANES, (old + 1) * LANES), at * LANES);
			this.#rows[at] = row;
		});
	}
}

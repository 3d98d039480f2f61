/**
 * Packs numbers into few characters: an adaptive binary range coder, as LZMA has one. A decision that mostly goes one way takes a small
 * part of a bit, whatever the way is, so that neither long runs nor even chances need a form of their own.
 */

/** Chances are counted in parts of 2 to the power of 11, and move by a 16th of the way to what came. */
const CHANCE_BITS = 11;
const WHOLE = 1 << CHANCE_BITS;
const MOVE = 4;
/** Below this range a byte is written or read. */
const LEAST_RANGE = 2 ** 24;
/** Bits of a number behind its highest one that have chances of their own; the others are even. */
const LEARNT_BITS = 2;
/** Bits behind the highest one of the largest number. */
const MOST_BITS = 52;

/** Kinds of numbers: those of one kind share what is learnt about them. */
const KINDS = ['runs', 'gap', 'status', 'count', 'more'] as const;
export type NumberKind = (typeof KINDS)[number];

/** Decisions of a kind: how many bits a number has, and its first ones behind the highest, for each such length. */
const DECISIONS = (MOST_BITS + 1) * (1 + 2 ** LEARNT_BITS);
/** The name of a decision whose ways are equally likely. */
const EVEN = -1;

/** The chances of a 0, by decision. */
class Chances {
	readonly #chances = new Uint16Array(KINDS.length * DECISIONS).fill(WHOLE / 2);

	of(decision: number): number {
		return this.#chances[decision] ?? WHOLE / 2;
	}

	learn(decision: number, bit: number): void {
		const chance = this.of(decision);
		this.#chances[decision] =
			bit === 0 ? chance + ((WHOLE - chance) >> MOVE) : chance - (chance >> MOVE);
	}
}

/** Writes or reads one decision; takes its name and, when it writes, the bit. */
type Decide = (decision: number, bit: number) => number;

/** Writes or reads a whole number of 1 or more, below 2 to the power of 53: how many bits follow its highest one, and then those. */
function code(decide: Decide, kind: NumberKind, number: number): number {
	const first = KINDS.indexOf(kind) * DECISIONS;
	let bits = 0;
	while (bits < MOST_BITS && decide(first + bits, number >= 2 ** (bits + 1) ? 1 : 0) === 1) bits++;
	const learnt = first + MOST_BITS + 1 + bits * 2 ** LEARNT_BITS;
	let value = 1;
	for (let place = bits - 1; place >= 0; place--) {
		const decision = bits - place <= LEARNT_BITS ? learnt + value : EVEN;
		value = 2 * value + decide(decision, Math.floor(number / 2 ** place) % 2);
	}
	return value;
}

export class NumberPacker {
	readonly #chances = new Chances();
	readonly #bytes: number[] = [];
	#low = 0;
	#range = 2 ** 32 - 1;
	/** The byte that a carry may still change, and how many of 255 follow it. */
	#held = 0;
	#full = 0;
	#begun = false;

	/** Takes a whole number of 1 or more and its kind. */
	write(kind: NumberKind, number: number): void {
		code((decision, bit) => this.#decide(decision, bit), kind, number);
	}

	/** Returns what was written as text; nothing may be written afterwards. */
	text(): string {
		for (let count = 0; count < 5; count++) this.#shift();
		// What is missing at the end is read as zeros.
		while (this.#bytes.at(-1) === 0) this.#bytes.pop();
		return Buffer.from(this.#bytes).toString('base64url');
	}

	#decide(decision: number, bit: number): number {
		const chance = decision === EVEN ? WHOLE / 2 : this.#chances.of(decision);
		const bound = Math.floor(this.#range / WHOLE) * chance;
		if (bit === 0) this.#range = bound;
		else {
			this.#low += bound;
			this.#range -= bound;
		}
		if (decision !== EVEN) this.#chances.learn(decision, bit);
		while (this.#range < LEAST_RANGE) {
			this.#range *= 256;
			this.#shift();
		}
		return bit;
	}

	#shift(): void {
		const carry = this.#low >= 2 ** 32 ? 1 : 0;
		if (this.#low < 255 * LEAST_RANGE || carry === 1) {
			if (this.#begun) this.#bytes.push((this.#held + carry) % 256);
			for (; this.#full > 0; this.#full--) this.#bytes.push((255 + carry) % 256);
			this.#begun = true;
			this.#held = Math.floor(this.#low / LEAST_RANGE) % 256;
		} else this.#full++;
		this.#low = (this.#low % LEAST_RANGE) * 256;
	}
}

export class NumberReader {
	readonly #chances = new Chances();
	readonly #bytes: Buffer;
	#at = 0;
	#code = 0;
	#range = 2 ** 32 - 1;

	/** Takes what a NumberPacker made. */
	constructor(text: string) {
		this.#bytes = Buffer.from(text, 'base64url');
		for (let count = 0; count < 4; count++) this.#code = this.#code * 256 + this.#next();
	}

	/** Takes the kind of the next number; returns the number. */
	read(kind: NumberKind): number {
		return code((decision) => this.#decide(decision), kind, 0);
	}

	#next(): number {
		return this.#bytes[this.#at++] ?? 0;
	}

	#decide(decision: number): number {
		const chance = decision === EVEN ? WHOLE / 2 : this.#chances.of(decision);
		const bound = Math.floor(this.#range / WHOLE) * chance;
		const bit = this.#code < bound ? 0 : 1;
		if (bit === 0) this.#range = bound;
		else {
			this.#code -= bound;
			this.#range -= bound;
		}
		if (decision !== EVEN) this.#chances.learn(decision, bit);
		while (this.#range < LEAST_RANGE) {
			this.#range *= 256;
			this.#code = this.#code * 256 + this.#next();
		}
		return bit;
	}
}

import { createHash } from 'node:crypto';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Seeded randomness: the same seed and the same requests give the same ids, delays and made-up records. */
export class Random {
	private generator: ReturnType<typeof xoroshiro128plus>;

	constructor(seed: number) {
		this.generator = xoroshiro128plus(seed);
	}

	/** Begins again. */
	reseed(seed: number): void {
		this.generator = xoroshiro128plus(seed);
	}

	/** A number from 0, included, to 1, excluded. */
	next(): number {
		return uniformFloat64(this.generator);
	}

	/** A whole number from min to max, both included. */
	integer(min: number, max: number): number {
		return uniformInt(this.generator, min, max);
	}

	/** One of the values. */
	pick<T>(values: readonly [T, ...T[]]): T {
		return values[this.integer(0, values.length - 1)] ?? values[0];
	}

	/** That many hexadecimal digits. */
	hex(length: number): string {
		return Array.from({ length }, () => this.integer(0, 15).toString(16)).join('');
	}
}

/** A seed from a text, so that the same question gets the same made-up answer. */
export function seedOf(text: string): number {
	return createHash('sha256').update(text).digest().readInt32LE();
}

/** Seeded randomness: the same seed and the same requests give the same ids, delays and made-up records. */
export class Random {
	private state = 0;

	constructor(seed: number) {
		this.reseed(seed);
	}

	/** Begins again. */
	reseed(seed: number): void {
		this.state = seed >>> 0;
	}

	/** A number in [0, 1) (mulberry32). */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) >>> 0;
		let t = this.state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	}

	/** A whole number from min to max, both included. */
	integer(min: number, max: number): number {
		return min + Math.floor(this.next() * (max - min + 1));
	}

	/** One of the values. */
	pick<T>(values: readonly [T, ...T[]]): T {
		return values[this.integer(0, values.length - 1)] ?? values[0];
	}

	/** That many hexadecimal digits. */
	hex(length: number): string {
		let text = '';
		while (text.length < length) text += this.integer(0, 15).toString(16);
		return text;
	}
}

/** A seed from a text (FNV-1a), so that the same question gets the same made-up answer. */
export function seedOf(text: string): number {
	let hash = 0x811c9dc5;
	for (let index = 0; index < text.length; index++)
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	return hash >>> 0;
}

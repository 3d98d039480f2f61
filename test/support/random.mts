import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/**
 * Makes repeatable random numbers, so that a run can be made again.
 * @param seed the same whole number gives the same sequence
 * @returns a function whose calls give numbers from 0, included, to 1, excluded
 */
export function randomOf(seed: number): () => number {
	const generator = xoroshiro128plus(seed);
	return () => uniformFloat64(generator);
}

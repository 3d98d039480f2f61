import { Random } from '../../sandbox/random.mts';

/** Makes the randomness of this process, with which pauses vary, the same in each play of a world. */
export function seedRandom(seed: number): void {
	const random = new Random(seed);
	Math.random = () => random.next();
}

import fc from 'fast-check';
import { option } from '../support/options.mts';
import { worlds } from './arbitrary.mts';
import { judge } from './judge.mts';
import type { Census, Wrong } from './judge.mts';
import { play } from './play.mts';
import type { Stage } from './stage.mts';
import { tell } from './story.mts';
import type { World } from './world.mts';

/** A finding is made smaller by so many plays at most. */
const MOST_PLAYS = Number(option('plays') ?? 150);

/** Findings of one nature are one finding: numbers and quoted words differ from world to world. */
const natureOf = ({ kind, what }: Wrong): string =>
	`${kind}: ${what
		.replace(/“.*?”/g, '“…”')
		.replace(/\([^)]*\)/g, '')
		.replace(/\d+/g, '#')}`;

async function playAndJudge(
	stage: Stage,
	world: World,
	census: Census,
	seed: number,
): Promise<{ wrong: Wrong[]; told: (about: Wrong[]) => string }> {
	try {
		const chronicle = await play(stage, world);
		return { wrong: judge(chronicle, census), told: (about) => tell(chronicle, about, seed) };
	} catch (error) {
		stage.sandbox.faults.clear();
		const { stack = String(error) } = error as Error;
		const wrong: Wrong[] = [{ kind: 'broken', what: stack.split('\n').slice(0, 3).join(' ') }];
		return { wrong, told: () => `World ${seed}: ${stack}` };
	}
}

/** Plays a world that is given as it is; returns the story where something is wrong. */
export async function playGiven(stage: Stage, world: World, census: Census): Promise<string[]> {
	const { wrong, told } = await playAndJudge(stage, world, census, world.seed);
	return wrong.length > 0 ? [told(wrong)] : [];
}

/**
 * Plays one world, which its seed makes. What goes wrong in a way that `known` does not have yet is made smaller.
 * @returns each new finding with the story of the smallest world that shows it
 */
export async function searchWorld(
	stage: Stage,
	seed: number,
	census: Census,
	known: Set<string>,
): Promise<string[]> {
	const [world] = fc.sample(worlds, { seed, numRuns: 1 });
	if (!world) return [];
	const first = await playAndJudge(stage, world, census, seed);
	const found: string[] = [];
	for (const wrong of first.wrong) {
		const nature = natureOf(wrong);
		if (known.has(nature)) continue;
		known.add(nature);
		let plays = 0;
		let story = first.told([wrong]);
		const fine = fc.asyncProperty(worlds, async (smaller) => {
			if (plays++ >= MOST_PLAYS) return true;
			const { wrong: still, told } = await playAndJudge(stage, smaller, {}, seed);
			const same = still.filter((one) => natureOf(one) === nature);
			if (same.length > 0) story = told(same.slice(0, 2));
			return same.length === 0;
		});
		await fc.check(fine, { seed, numRuns: 1, endOnFailure: false });
		found.push(story);
	}
	return found;
}

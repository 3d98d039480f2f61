import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { inspect } from 'node:util';
import { knownOf } from './known.mts';
import type { Values } from './trials.mts';

/** Kinds of findings that are told of one test. */
const SHOWN = 3;
/** A finding is made smaller for so long at most. */
const SHRINK_MS = 10_000;

const kindOf = (text: string): string => text.replace(/\(.*|"[^"]*"|\d+/gs, '');
const shown = (values: Values): string =>
	inspect(values, { depth: 4, maxStringLength: 80, breakLength: Infinity });

/** Inputs that are tried one after another, and what is wrong with each. */
export interface Trial {
	values: Arbitrary<Values>;
	numRuns: number;
	seed: number;
	wrongOf(values: Values): Promise<string[]>;
}

/** The smallest input that goes wrong in the same way: fast-check makes the same inputs again, and then smaller ones. */
async function smallest(
	{ values, numRuns, seed, wrongOf }: Trial,
	kind: string,
): Promise<Values | undefined> {
	const fine = fc.asyncProperty(
		values,
		async (one) =>
			!(await wrongOf(one)).some((text) => knownOf(text) === undefined && kindOf(text) === kind),
	);
	const { counterexample } = await fc.check(fine, {
		numRuns,
		seed,
		interruptAfterTimeLimit: SHRINK_MS,
	});
	return counterexample?.[0];
}

/**
 * Tries all inputs, whatever goes wrong with some: fast-check alone would stop at the first, and there may be several kinds.
 * @returns what is wrong, once for each kind of it, with the smallest input that shows it
 */
export async function findingsOf(trial: Trial): Promise<string[]> {
	const found = new Map<string, string>();
	for (const values of fc.sample(trial.values, { numRuns: trial.numRuns, seed: trial.seed })) {
		const wrong = (await trial.wrongOf(values)).filter((text) => knownOf(text) === undefined);
		for (const text of wrong)
			if (!found.has(kindOf(text))) found.set(kindOf(text), `${text}\n    ${shown(values)}`);
	}
	const told: string[] = [];
	for (const [kind, text] of [...found].slice(0, SHOWN)) {
		const less = await smallest(trial, kind);
		told.push(`${text}${less ? `\n    at the smallest ${shown(less)}` : ''}`);
	}
	return told;
}

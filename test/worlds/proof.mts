import { writeProof } from '../../tools/lib/proof.mts';
import type { Figure } from '../../tools/lib/proof.mts';
import { HARD_CASES, wholeCensus } from './census.mts';
import type { Census } from './judge.mts';

/** Worlds of a full run. */
export const FULL = 10_000;

/** What no world of a green run had: the promises, each by the words of its finding. */
const PROMISES = [
	'Messages sent twice where the service or a reference could prevent it',
	'Recipients called accepted whom the service does not have',
	'Recipients called refused, or skipped, whom the service has',
	'Recipients lost without a word',
	'Outcomes left unknown where the world gave a way to know',
	'Events that the trigger missed, or invented',
	'Changes denied, claimed or made twice; reads that held something else',
	'Secrets shown',
] as const;

/** The chapters of the distribution, in the order in which it is read: what was done, what was disturbed, what came out. */
const CHAPTERS: readonly RegExp[] = [
	/^worlds$/,
	/^(?:sends|references|executions of sends|changes|reads|polls)/,
	/^(?:faults met by|workers|jobs|retries|tries|restarts|messages that)/,
	/^(?:rows|summaries|error items|executions|sent twice)/,
	/./,
];
const chapterOf = (what: string): number => CHAPTERS.findIndex((chapter) => chapter.test(what));

/**
 * Takes what all worlds of a green run held; returns the figures that prove it: the promises, then what happened how often.
 * @throws Error when there were fewer worlds than a full run has, or a hard case was in none of them
 */
export function worldsFigures(census: Census): Figure[] {
	const missing = HARD_CASES.filter((what) => !census[what]);
	if (missing.length > 0) throw new Error(`No world had: ${missing.join('; ')}.`);
	if ((census.worlds ?? 0) < FULL)
		throw new Error(`Only ${census.worlds ?? 0} worlds were played.`);
	return [
		...PROMISES.map((what) => ({ what, value: 0 })),
		...Object.entries(census)
			.sort(([one], [other]) => chapterOf(one) - chapterOf(other) || (one < other ? -1 : 1))
			.map(([what, value]) => ({ what: what.charAt(0).toUpperCase() + what.slice(1), value })),
	];
}

/**
 * Keeps the promises and the distribution of a full run in which nothing went wrong; of one that is made in parts, when all of them
 * have been made on the present package. Until then it says how to go on.
 * @throws Error as worldsFigures
 */
export async function writeWorldsProof(): Promise<void> {
	const { census, last } = wholeCensus();
	const played = census.worlds ?? 0;
	if (played < FULL)
		console.log(
			`${played} of ${FULL} worlds are played on this package. Go on with: npm run test:worlds -- --from ${last + 1} --worlds ${FULL - played}`,
		);
	else await writeProof('worlds', 'npm run test:worlds', worldsFigures(census));
}

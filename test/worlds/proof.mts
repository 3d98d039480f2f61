import { writeProof } from '../../tools/lib/proof.mts';
import { HARD_CASES, wholeCensus } from './census.mts';

/** Keeps the distribution of a full run in which nothing went wrong. @throws Error when a hard case was in none of its worlds */
export async function writeWorldsProof(): Promise<void> {
	const census = wholeCensus();
	const missing = HARD_CASES.filter((what) => !census[what]);
	if (missing.length > 0) throw new Error(`No world had: ${missing.join('; ')}.`);
	await writeProof(
		'worlds',
		'npm run test:worlds',
		Object.entries(census)
			.sort(([one], [other]) => (one < other ? -1 : 1))
			.map(([what, value]) => ({ what: what.charAt(0).toUpperCase() + what.slice(1), value })),
	);
}

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../tools/lib/shell.mts';
import type { Census } from './judge.mts';

/** What there must have been in a full run, lest its hard cases were left out unseen. */
export const HARD_CASES = [
	'error items that leave the outcome open',
	'executions stopped with an open outcome',
	'tries of Retry On Fail',
	'retries from the list',
	'jobs run again by another worker',
	'faults met by sends: dropAfter',
	'faults met by sends: dropBefore',
	'faults met by sends: refuse',
	'faults met by sends: slow',
	'faults met by sends: slowBefore',
	'faults met by sends: status 429',
	'faults met by sends: status 504',
	'faults met by sends: html',
	'faults met by sends: cutOff',
	'faults met by sends: empty',
	'faults met by questions: status 503',
	'messages that the service accepted after the client had gone',
	'restarts before a poll',
	'polls that failed',
	'trigger events',
] as const;

const FOLDER = path.join(root(), 'test-results', 'worlds', 'census');

/** Forgets what earlier runs counted. */
export function clearCensus(): void {
	rmSync(FOLDER, { recursive: true, force: true });
}

/** Keeps what one test file counted: files are run by processes of their own. */
export function keepCensus(name: string, census: Census): void {
	mkdirSync(FOLDER, { recursive: true });
	writeFileSync(path.join(FOLDER, `${name}.json`), JSON.stringify(census));
}

/** Adds up what all files of the last run counted. */
export function wholeCensus(): Census {
	const sum: Census = {};
	for (const file of readdirSync(FOLDER))
		for (const [what, times] of Object.entries(
			JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Census,
		))
			sum[what] = (sum[what] ?? 0) + times;
	return sum;
}

/** The distribution as lines, by name. */
export function censusLines(census: Census): string[] {
	return Object.entries(census)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([what, times]) => `${String(times).padStart(8)}  ${what}`);
}

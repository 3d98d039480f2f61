import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../tools/lib/shell.mts';
import type { Census } from './judge.mts';
import { EVENTS } from './world.mts';

/**
 * What there must have been in a full run, lest its hard cases were left out unseen. A row of its own with the status `unknown` is none
 * of them: whose outcome stays unknown comes out as an error that names what to check, or stops the send, and only summaries, files and
 * executions that were stopped have the status.
 */
const HARD_CASES = [
	'error items that leave the outcome open',
	'executions stopped with an open outcome',
	'tries of Retry On Fail',
	'retries from the list',
	'worlds with a killed process',
	'worlds with own references used again',
	'worlds with campaigns hidden from /rest',
	'worlds with a copy guard',
	'copies that the guard refused, and campaigns beyond the rate',
	'executions that the user stopped',
	'retries of what was killed',
	'retries with a corrected text',
	'retries without the first recipient',
	'retries after the first recipient was deleted',
	'rows already sent',
	'sends of two messages to one number',
	'campaigns with Start At',
	'changes of several items',
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
	'summaries that count recipients as unknown',
	'further retries of the same failed execution',
	'sends with quiet hours that made several campaigns',
	'executions that wait for an answer',

	'executions with more than one request that sends',
	'replies that the trigger must report',
	'ends that the trigger must report',
	'trigger events that come again, and say so',
	'triggers at a service that lacks what they watch',
	...EVENTS.map((event) => `trigger events: ${event}` as const),
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

/** Looks at what all files of the run counted. @throws Error when a hard case was in none of their worlds */
export function checkHardCases(): void {
	const kept = readdirSync(FOLDER).map(
		(file) => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Census,
	);
	const missing = HARD_CASES.filter((what) => !kept.some((census) => census[what]));
	if (missing.length > 0) throw new Error(`No world had: ${missing.join('; ')}.`);
}

/** The distribution as lines, by name. */
export function censusLines(census: Census): string[] {
	return Object.entries(census)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([what, times]) => `${String(times).padStart(8)}  ${what}`);
}

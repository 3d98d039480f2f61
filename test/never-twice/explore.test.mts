import { readFileSync } from 'node:fs';
import path from 'node:path';
import '../support/clock/machineClock.mts';
import { isLong } from '../support/options.mts';
import { clock } from './explore/clock.mts';
import { courses } from './explore/courses.mts';
import { GIVEN_UP } from './explore/known.mts';
import type { Known } from './explore/known.mts';
import { explore } from './explore/search.mts';
import type { Wrong } from './explore/search.mts';

// Every sequence of answers, questions, ends and retries that a send can meet. Nobody gets a message twice, and what the output says is so,
// but for what the docs give up.

jest.mock(
	'../../nodes/shared/transport/pause.ts',
	() => jest.requireActual<{ pauses: object }>('./explore/clock.mts').pauses,
);

jest.mock(
	'../../nodes/MessagingService/sending/step.ts',
	() => jest.requireActual<{ steps: object }>('./explore/steps.mts').steps,
);

jest.mock(
	'../../nodes/shared/errors/nodeError.ts',
	() => jest.requireActual<{ errors: object }>('./explore/errors.mts').errors,
);

const found = new Map<Known, number>();
const sums = { states: 0, transitions: 0, ways: 0 };
const statuses = new Set<string>();
const limit = Error.stackTraceLimit;
const { now } = Date;
beforeAll(() => {
	// A spy keeps each of its millions of calls.
	Date.now = () => clock.now;
	// Where an error came from would take longer to find than a try takes.
	Error.stackTraceLimit = 0;
});
afterAll(() => {
	Error.stackTraceLimit = limit;
	Date.now = now;
	const { states, transitions, ways } = sums;
	process.stdout.write(`${states} states, ${transitions} transitions, ${ways} ways of a try.\n`);
});

/** In full some courses take hours: so many ways of each are tried, which takes a quarter of an hour. */
const MOST_WAYS = 20_000;

const knownFor = (wrong: Wrong): Known | undefined =>
	GIVEN_UP.find(({ explains }) => explains(wrong, wrong.past));

it.each(courses)('$name', async (course) => {
	const unexplained: Wrong[] = [];
	const {
		wrong,
		statuses: own,
		brokenOff = 'whole',
		...counts
	} = await explore(course, (one) => knownFor(one) !== undefined, isLong ? MOST_WAYS : Infinity);
	for (const name of ['states', 'transitions', 'ways'] as const) sums[name] += counts[name];
	for (const status of own) statuses.add(status);
	for (const one of wrong.values()) {
		const known = knownFor(one);
		if (known) found.set(known, (found.get(known) ?? 0) + one.times);
		else unexplained.push(one);
	}
	// The long form says what it covers.
	if (isLong) process.stdout.write(`${course.name}: ${counts.states} states, ${brokenOff}\n`);
	expect(unexplained.map(({ kind, row, story, past }) => ({ kind, row, story, past }))).toEqual([]);
});

it.each(GIVEN_UP)('the docs give up: $sentence', (known) => {
	const page = readFileSync(path.join(__dirname, '..', '..', 'docs', 'sending-safely.md'), 'utf8');
	expect(page).toContain(known.sentence);
	expect(found.get(known)).toBeGreaterThan(0);
});

it('reaches every outcome', () => {
	const all = ['accepted', 'already sent', 'may be sent', 'ready', 'refused', 'skipped', 'unknown'];
	expect([...statuses].sort()).toEqual(all);
});

import { Fixtures } from '../support/fixtures.mts';
import { isShort } from '../support/options.mts';
import { endure, size } from './scenario.mts';
import type { Endured } from './scenario.mts';

// An hour on the service's clock, with triggers polling and sends running; n8n must be at its end what it was at the beginning.

/** How much the median of the last part may be above that of the first, in MB: less than the noise of the measurement. */
const GROWTH_MB = isShort ? 12 : 6;
/** What the state of a trigger may hold, whatever it watches (docs/trigger.md). */
const STATE_BYTES = 1_000_000;
/** How many triggers there are. */
const TRIGGERS = 3;
const LIMIT_MS = 3_600_000;

const fixtures = new Fixtures();
let run: Endured;

beforeAll(async () => {
	run = await endure(fixtures);
}, LIMIT_MS);
afterAll(async () => await fixtures.end(), LIMIT_MS);

test('an hour passes on the service’s clock at least', () => {
	console.log(
		`${run.serviceMinutes.toFixed(1)} minutes in ${run.minutes.toFixed(1)} of this machine’s`,
	);
	expect(run.serviceMinutes).toBeGreaterThanOrEqual(60);
});
test('the sends run, each message is sent once, and the triggers report', () => {
	const { sent, refused, notOnce, polls, events } = run;
	console.log(`${sent} messages, ${polls} requests of triggers, ${events} events`);
	expect({ refused, notOnce }).toEqual({ refused: 0, notOnce: 0 });
	expect(sent).toBeGreaterThanOrEqual(2 * size.minutes * size.batch);
	expect(polls).toBeGreaterThan(20 * size.minutes);
	expect(events).toBeGreaterThanOrEqual(size.campaigns);
});
test('n8n’s memory is flat', () => {
	const { middle, last } = run.memoryMb;
	console.log(
		`${(last - middle).toFixed(1)} MB more in the last part of the run than in the one before`,
	);
	expect(last - middle).toBeLessThanOrEqual(GROWTH_MB);
});
test('no file descriptor and no socket is leaked', () => {
	expect(run.last.files).toBeLessThanOrEqual(run.first.files + 5);
	expect(run.last.sockets).toBeLessThanOrEqual(run.first.sockets + 3);
});
test('no timer or other handle is leaked', () => {
	console.log(
		`at rest after the first work: ${JSON.stringify(run.first.byType)}\nat the end: ${JSON.stringify(run.last.byType)}`,
	);
	expect(run.last.resources).toBeLessThanOrEqual(run.first.resources + 10);
});
test('the state of each trigger is bounded', () => {
	expect(run.triggersWithState).toHaveLength(TRIGGERS);
	expect(run.mostState).toBeGreaterThan(100);
	expect(run.mostState).toBeLessThanOrEqual(STATE_BYTES);
});

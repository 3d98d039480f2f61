import { jest } from '@jest/globals';
import { forgetTraffic, isMoving, trafficCount, watchTraffic } from './traffic.mts';

/*
 * The fast clock of the worlds. All timers of this process and its Date stand still while anything happens, and jump to the next
 * timer when nothing does: an hour of waiting takes as long as what happens in it. Traffic over the loopback is real.
 */

/** Turns of the event loop in which nothing may happen before time passes. */
const QUIET_TURNS = 4;
/** Real milliseconds after which traffic that does not move any more is forgotten; beside other runs a machine may pause for seconds. */
const HUNG_MS = 10_000;
/** Longest virtual time of one thing, in milliseconds: nothing that the node does takes a day. */
const LONGEST_MS = 24 * 3_600_000;
const DAY_MS = 86_400_000;
/** Timers that may fire at one moment; after so many the clock moves by a millisecond, which Node's shortest timer takes. */
const MOST_AT_ONCE = 1000;

const realNow = process.hrtime.bigint.bind(process.hrtime);
const realMs = (): number => Number(realNow() / 1_000_000n);
const turn = async (): Promise<void> => await new Promise((done) => void setImmediate(done));

/** How often traffic had to be forgotten; 0 in a run that can be trusted. */
export let hungRequests = 0;

/** Lets the clock stand still. To be called before anything is started that uses timers. */
export function holdClock(start: string): void {
	jest.useFakeTimers({
		now: new Date(start),
		doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'hrtime'],
		timerLimit: 1_000_000,
	});
	watchTraffic();
}

/**
 * Lets time pass, as fast as it goes, until something is done.
 * @throws what it throws, or Error when nothing is left to wait for
 */
export async function untilDone<T>(work: Promise<T>): Promise<T> {
	const state = { done: false };
	const end = (): void => void (state.done = true);
	work.then(end, end);
	const begun = Date.now();
	let seen = -1;
	let quiet = 0;
	let idle = 0;
	let lastMove = realMs();
	let atOnce = 0;
	while (!state.done) {
		await turn();
		if (trafficCount() !== seen) {
			seen = trafficCount();
			quiet = 0;
			lastMove = realMs();
			continue;
		}
		if (isMoving()) {
			quiet = 0;
			if (realMs() - lastMove < HUNG_MS) continue;
			hungRequests++;
			forgetTraffic();
		}
		if (++quiet < QUIET_TURNS) continue;
		quiet = 0;
		if (Date.now() - begun > LONGEST_MS) throw new Error('It did not end within a day.');
		if (jest.getTimerCount() > 0) {
			idle = 0;
			const now = Date.now();
			jest.advanceTimersToNextTimer();
			atOnce = Date.now() === now ? atOnce + 1 : 0;
			if (atOnce > MOST_AT_ONCE) jest.advanceTimersByTime(1);
			lastMove = realMs();
		} else if (++idle > 100_000) throw new Error('It waits for something that never comes.');
	}
	return await work;
}

/** Waits, while the clock stands still, until nothing is on its way any more: what a worker sent before it died may yet arrive. */
export async function whenStill(): Promise<void> {
	const begun = realMs();
	for (let quiet = 0; quiet < 10 * QUIET_TURNS && realMs() - begun < HUNG_MS; quiet++) {
		await turn();
		if (isMoving()) quiet = 0;
	}
}

/** Lets that many milliseconds pass. */
export async function pass(ms: number): Promise<void> {
	await untilDone(new Promise<void>((done) => void setTimeout(done, ms)));
}

/** Lets time pass to the next morning, ten o'clock, so that each world begins at the same hour. */
export async function nextMorning(): Promise<void> {
	const now = Date.now();
	const today = Math.floor(now / DAY_MS) * DAY_MS + 10 * 3_600_000;
	await pass((today > now ? today : today + DAY_MS) - now);
}

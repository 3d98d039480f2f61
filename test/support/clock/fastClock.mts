import { jest } from '@jest/globals';
import { forgetTraffic, isMoving, trafficCount, watchTraffic } from './traffic.mts';

/*
 * The fast clock of tests. All timers of this process and its Date stand still while anything happens, and jump to the next
 * timer when nothing does: an hour of waiting takes as long as what happens in it. Traffic over the loopback is real.
 */

/** Turns of the event loop in which nothing may happen before time passes. */
const QUIET_TURNS = 4;
/** Real milliseconds after which traffic that does not move any more is forgotten; beside other runs a machine may pause for seconds. */
const HUNG_MS = 10_000;
/** Turns for which it must not have moved besides: a process that got no processor meanwhile saw nothing move. */
const HUNG_TURNS = 5000;
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

/**
 * Lets the clock stand still. To be called before anything is started that uses timers.
 * @returns what gives the process its own clock back
 */
export function holdClock(start: string | number): () => void {
	jest.useFakeTimers({
		now: new Date(start),
		doNotFake: [
			'nextTick',
			'setImmediate',
			'clearImmediate',
			'queueMicrotask',
			'hrtime',
			// Jest's types do not know it. Nobody formats a time without saying which, and a false one is slow.
			'Intl' as 'hrtime',
		],
		timerLimit: 1_000_000,
	});
	const unwatch = watchTraffic();
	const { timeout } = AbortSignal;
	AbortSignal.timeout = (ms) => {
		const ending = new AbortController();
		// As Node's own, it keeps no process alive.
		setTimeout(
			() => ending.abort(new DOMException('It took too long.', 'TimeoutError')),
			ms,
		).unref();
		return ending.signal;
	};
	return () => {
		AbortSignal.timeout = timeout;
		unwatch();
		jest.useRealTimers();
	};
}

/** Lets Date stand still, and every timer run: for tests whose inputs hold dates. @returns what gives the process its own Date back */
export function holdDate(start: string): () => void {
	jest.useFakeTimers({
		now: new Date(start),
		doNotFake: [
			'cancelAnimationFrame',
			'cancelIdleCallback',
			'clearImmediate',
			'clearInterval',
			'clearTimeout',
			'hrtime',
			'nextTick',
			'performance',
			'queueMicrotask',
			'requestAnimationFrame',
			'requestIdleCallback',
			'setImmediate',
			'setInterval',
			'setTimeout',
			'Intl' as 'hrtime',
		],
	});
	return () => void jest.useRealTimers();
}

/** Looks, turn after turn, whether anything happens, and moves the clock when nothing does. */
class Mover {
	/** Turns since the last timer or movement in which there was no timer to wait for. */
	idle = 0;
	private seen = -1;
	private quiet = 0;
	private atOnce = 0;
	/** Turns in which traffic was under way and did not move. */
	private still = 0;
	private lastMove = realMs();
	/** Waits for a disk or a name server that do not end. */
	private lasting = 0;
	/** How many there were at the last look, and since when so many. */
	private waiting = 0;
	private waitingSince = 0;

	/**
	 * @param hungMs real milliseconds after which traffic that does not move is forgotten
	 * @param isWaiting whether there are timers to wait for
	 */
	constructor(
		private readonly hungMs: number,
		private readonly isWaiting: () => boolean,
	) {}

	/** Takes one turn. Throws nothing but what a timer throws. */
	async turn(): Promise<void> {
		await turn();
		if (trafficCount() !== this.seen) {
			this.seen = trafficCount();
			this.quiet = 0;
			this.still = 0;
			this.lastMove = realMs();
			return;
		}
		if (isMoving()) {
			this.quiet = 0;
			if (++this.still < HUNG_TURNS || realMs() - this.lastMove < this.hungMs) return;
			hungRequests++;
			forgetTraffic();
		}
		if (++this.quiet < QUIET_TURNS) return;
		this.quiet = 0;
		if (this.waitsForDisk()) return;
		if (!this.isWaiting() && !this.isStuck()) return;
		this.idle = 0;
		const now = Date.now();
		jest.advanceTimersToNextTimer();
		this.atOnce = Date.now() === now ? this.atOnce + 1 : 0;
		if (this.atOnce > MOST_AT_ONCE) jest.advanceTimersByTime(1);
		this.still = 0;
		this.lastMove = realMs();
	}

	/** Whether nothing has happened for long, though there are timers for which nobody seems to wait. */
	private isStuck(): boolean {
		const isLong = ++this.idle > HUNG_TURNS && realMs() - this.lastMove > this.hungMs;
		return isLong && jest.getTimerCount() > 0;
	}

	/** Whether this process waits for a disk or a name server. What lasts long, such as reading from a terminal, is no such wait. */
	private waitsForDisk(): boolean {
		const count = diskWaits();
		this.lasting = Math.min(this.lasting, count);
		if (count === this.lasting) {
			this.waiting = count;
			return false;
		}
		if (count !== this.waiting) {
			this.waiting = count;
			this.waitingSince = realMs();
		}
		if (realMs() - Math.max(this.waitingSince, this.lastMove) < HUNG_MS) return true;
		this.lasting = count;
		return false;
	}
}

/** What Node calls the requests to a disk and to a name server. */
const DISK = /^(?:FSReq|CloseReq|GetAddrInfo)/;
/** How often this process waits for a disk or a name server. */
const diskWaits = (): number =>
	process.getActiveResourcesInfo().filter((name) => DISK.test(name)).length;

/** The timers of a file that its clock has not let go, by their IDs. */
type Handles = Map<number, { hasRef(): boolean }>;

/** Keeps what setTimeout and setInterval return from now on. */
function keepHandles(): Handles {
	const handles: Handles = new Map();
	for (const name of ['setTimeout', 'setInterval'] as const) {
		const start = globalThis[name];
		const keeping = (act: () => void, ms?: number, ...given: []): NodeJS.Timeout => {
			const handle = start(act, ms, ...given);
			handles.set(Number(handle), handle);
			return handle;
		};
		Object.assign(globalThis, { [name]: Object.assign(keeping, start) });
	}
	return handles;
}

/**
 * Whether a timer keeps the process alive. Nobody waits for the others, such as those by which a sandbox carries on hours later: they
 * come when time passes for another reason.
 */
function isWaitedFor(handles: Handles): boolean {
	const { clock } = globalThis.setTimeout as unknown as { clock: { timers?: Map<number, object> } };
	const timers = clock.timers ?? new Map<number, object>();
	if (handles.size > 2 * timers.size)
		for (const id of handles.keys()) if (!timers.has(id)) handles.delete(id);
	for (const id of timers.keys()) if (handles.get(id)?.hasRef() !== false) return true;
	return false;
}

/**
 * Lets time pass whenever nothing happens, for all tests of a file.
 * @returns what ends it
 */
export function runClock(): () => Promise<void> {
	const handles = keepHandles();
	const mover = new Mover(500, () => isWaitedFor(handles));
	let ended = false;
	const running = (async () => {
		while (!ended) await mover.turn();
	})();
	return async () => {
		ended = true;
		await running;
	};
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
	const mover = new Mover(HUNG_MS, () => jest.getTimerCount() > 0);
	while (!state.done) {
		await mover.turn();
		if (Date.now() - begun > LONGEST_MS) throw new Error('It did not end within a day.');
		if (mover.idle > 100_000) throw new Error('It waits for something that never comes.');
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

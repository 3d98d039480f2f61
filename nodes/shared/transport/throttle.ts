import { hash } from 'crypto';
import { sleep } from 'n8n-workflow';
import type { ServiceSettings } from '../auth';
import type { ServiceFault } from '../errors';

/*
 * How many requests go out at a time when nobody says a number. A service tells by its answers what it can take: good answers let the
 * number grow, and 429, 503 and time-outs halve it. A service that allows so many requests a second (429 beyond) cannot be met by a
 * number in flight alone, so after a 429 the starts also keep the distance that the service has shown it accepts.
 *
 * What was learned is kept for each address and key in this process, so that the next run begins where the last one ended.
 */

/** Requests in flight at first, before the service has shown anything. */
export const FIRST_WIDTH = 10;
/** Requests in flight at most. */
export const WIDEST = 100;
/** Good answers that let one more request go out, until the service is busy for the first time. */
const ANSWERS_FOR_ONE_MORE = 2;
/** How long nothing starts where the service names no pause, in milliseconds; it doubles while no good answer comes. */
const FIRST_HOLD_MS = 100;
const DOUBLINGS_AT_MOST = 2;
/** Time-outs halve the number down to this one at most: one after the other, they would take hours where nothing is answered. */
const FEWEST_AFTER_TIMEOUTS = 5;
/** A service that names a longer pause is asked again after this one, in milliseconds. */
const LONGEST_HOLD_MS = 60_000;
const SECOND_MS = 1000;
/** The rate that a service accepts is read from so many good answers in an undisturbed second, or more; fewer show nothing. */
const ANSWERS_THAT_SHOW_A_RATE = 10;
/** How far below the rate that was just accepted the next requests start. */
const BELOW = 0.97;
/** How far a rate falls at once at least, and a known one at most. */
const FALL = 0.94;
const FALL_AT_MOST = 0.7;
/** How much faster requests start in each second, while the rate that the service accepts is still sought, and once it is known. */
const SEEKING = 2;
const KNOWN = 1.005;
/** A known rate stays as it is for so many milliseconds after a 429: each try to go beyond it costs refused requests. */
const STEADY_MS = 15_000;
/** After so many milliseconds without a 429 the rate doubles in each second: what limited it has gone. */
const QUIET_MS = 60_000;
/** Requests a second beyond which no distance is kept. */
const FASTEST = 10_000;
/** How far starts that came late may catch up, in milliseconds. */
const CATCH_UP_MS = 20;
/** How often it is looked whether executions with waiting requests were stopped, in milliseconds. */
const SLICE_MS = 250;
/** Addresses and keys that are remembered. */
const THROTTLES_AT_MOST = 100;

/** What one request showed of the service. */
export interface Shown {
	/** When it began, in milliseconds since 1970. */
	begunAt: number;
	/** What went wrong; undefined for a good answer. */
	fault?: BusyFault;
}

/** What is looked at of a fault; the rest is handed on. */
export type BusyFault = Pick<ServiceFault, 'kind' | 'httpStatus' | 'retryAfterMs'> &
	Partial<ServiceFault>;

/** How a job waits for its turn. */
export interface Waiting<T> {
	/** It was refused before, so that it goes first. */
	again?: boolean;
	/** How long it waits while the service takes no other request, in milliseconds; a refused one as long as it would be repeated. */
	patienceMs: number;
	signal?: AbortSignal;
	/**
	 * Says what comes of it where it does not begin: because of the fault that others met all the while, or, without a fault, because
	 * the execution was stopped.
	 */
	instead: (fault?: BusyFault) => T;
}

/** Limits requests to what a service can take. */
export interface Throttle {
	/** Runs a job as soon as the service can take it, in order. Without `how` it waits for as long as that takes. */
	limit<T>(job: () => Promise<T>, how?: Waiting<T>): Promise<T>;
	/** Takes what a request showed. */
	note(shown: Shown): void;
	/** Requests in flight at most, at this moment. */
	readonly width: number;
}

const isTooMany = ({ httpStatus }: NonNullable<Shown['fault']>): boolean => httpStatus === 429;
const isBusy = (fault: NonNullable<Shown['fault']>): boolean =>
	isTooMany(fault) || fault.httpStatus === 503 || fault.kind === 'timeout';

/** A job that waits. */
interface Entry {
	/** Lets it begin, or not. */
	resolve(turn: { begins: boolean; fault?: BusyFault }): void;
	/** Since when it waits (ms). */
	since: number;
	patienceMs: number;
	signal: AbortSignal | undefined;
}

/** Returns a throttle that knows nothing of its service so far. */
export function createThrottle(): Throttle {
	let width = FIRST_WIDTH;
	let running = 0;
	const waiting = new Set<Entry>();
	/** Requests that were refused before go first, so that they end within their time. */
	const repeats = new Set<Entry>();
	/** Since when the service has had too much to do each time; until when it wants to be left alone, and what it said last. */
	let busySince = Infinity;
	let leaveAloneUntil = -Infinity;
	let lastFault: BusyFault | undefined;
	let wasBusy = false;
	/** Answers to requests that began before the last halving say nothing new. */
	let halvedAt = -Infinity;
	/** Nothing starts before, because the service had too much to do; then one request goes out alone, to see whether it still has. */
	let holdUntil = -Infinity;
	let holdsInARow = 0;
	let probe: 'none' | 'due' | 'out' = 'none';
	/** Requests a second; no limit until the first 429. */
	let rate = Infinity;
	let rateIsKnown = false;
	let rateChangedAt = 0;
	let tooManyAt = 0;
	let nextStart = 0;
	/** Since when requests start at the rate, without a hold. */
	let undisturbedSince = Infinity;
	/** When good answers came, as far as they may lie in the last second. */
	let goodAnswers: number[] = [];
	let timerRuns = false;
	let isWatching = false;

	/** How much faster requests start in each second. */
	function growth(quietMs: number): number {
		if (quietMs > QUIET_MS) return 2;
		if (!rateIsKnown) return SEEKING;
		return quietMs > STEADY_MS ? KNOWN : 1;
	}

	function raiseRate(now: number): void {
		const seconds = (now - rateChangedAt) / SECOND_MS;
		rateChangedAt = now;
		if (rate === Infinity || now - undisturbedSince < SECOND_MS) return;
		rate *= growth(now - tooManyAt) ** Math.min(seconds, 1);
		if (rate > FASTEST) rate = Infinity;
	}

	/** Milliseconds until the next request may start. */
	function delay(now: number): number {
		raiseRate(now);
		return Math.max(holdUntil, rate === Infinity ? 0 : nextStart) - now;
	}

	function wakeAfter(ms: number): void {
		if (timerRuns) return;
		timerRuns = true;
		// A timer that is cut to whole milliseconds ends before its time.
		void sleep(Math.ceil(ms)).then(() => {
			timerRuns = false;
			startWaiting();
		});
	}

	function startWaiting(): void {
		for (;;) {
			const queue = repeats.size > 0 ? repeats : waiting;
			const [next] = queue;
			if (!next || running >= Math.floor(width) || probe === 'out') return;
			const now = Date.now();
			const wait = delay(now);
			if (wait > 0) {
				wakeAfter(wait);
				return;
			}
			nextStart = Math.max(nextStart, now - CATCH_UP_MS) + SECOND_MS / rate;
			if (probe === 'due') probe = 'out';
			undisturbedSince = Math.min(undisturbedSince, now);
			queue.delete(next);
			running++;
			next.resolve({ begins: true });
		}
	}

	/** Whether a job waits in vain: longer than it would be repeated itself, or the service named a time that is far off. */
	const isInVain = ({ since, patienceMs }: Entry, now: number): boolean =>
		now - Math.max(busySince, since) > patienceMs ||
		leaveAloneUntil - now > Math.max(patienceMs, LONGEST_HOLD_MS);

	function giveUp(isOver: (entry: Entry) => boolean, fault?: BusyFault): void {
		for (const queue of [repeats, waiting])
			for (const entry of queue)
				if (isOver(entry)) {
					queue.delete(entry);
					entry.resolve({ begins: false, fault });
				}
	}

	/** Jobs of a stopped execution wait no longer. A listener for each of a hundred jobs would be too many for one signal. */
	async function watchStops(): Promise<void> {
		if (isWatching) return;
		isWatching = true;
		while (waiting.size + repeats.size > 0) {
			await sleep(SLICE_MS);
			giveUp(({ signal }) => signal?.aborted === true);
		}
		isWatching = false;
	}

	/** The service took a request, or refused it for another reason than too many of them. */
	function noteTaken(): void {
		busySince = Infinity;
		leaveAloneUntil = -Infinity;
	}

	function noteGood(now: number): void {
		holdsInARow = 0;
		goodAnswers.push(now);
		if (goodAnswers.length > 2000) goodAnswers = goodAnswers.filter((at) => at > now - SECOND_MS);
		width = Math.min(WIDEST, width + 1 / (wasBusy ? width : ANSWERS_FOR_ONE_MORE));
	}

	/** Learns from a 429 how many requests a second the service accepts. */
	function learnRate(now: number): void {
		tooManyAt = now;
		rateChangedAt = now;
		const accepted = goodAnswers.filter((at) => at > now - SECOND_MS).length;
		const isUndisturbed = now - undisturbedSince >= SECOND_MS;
		// Shortly after a hold, what was accepted in a second says nothing new.
		if (rate < Infinity && !isUndisturbed) {
			rate = Math.max(1, rate * FALL);
			return;
		}
		const wasKnown = rateIsKnown;
		rateIsKnown = isUndisturbed && accepted >= ANSWERS_THAT_SHOW_A_RATE;
		// Answers that are on their way are not counted: a known rate never falls by much at once.
		rate = Math.max(1, Math.min(rate * FALL, accepted * BELOW), wasKnown ? rate * FALL_AT_MOST : 0);
	}

	function noteBusy(fault: NonNullable<Shown['fault']>, begunAt: number, now: number): void {
		busySince = Math.min(busySince, now);
		leaveAloneUntil = Math.max(leaveAloneUntil, now + (fault.retryAfterMs ?? 0));
		lastFault = fault;
		giveUp((entry) => isInVain(entry, now), fault);
		const asked = Math.min(fault.retryAfterMs ?? 0, LONGEST_HOLD_MS);
		holdUntil = Math.max(holdUntil, now + asked);
		// What began before the last halving ran into the same limit.
		if (begunAt <= halvedAt) return;
		halvedAt = now;
		wasBusy = true;
		const isProbe = probe !== 'none';
		const fewest = fault.kind === 'timeout' ? Math.min(width, FEWEST_AFTER_TIMEOUTS) : 1;
		if (!isProbe) width = Math.max(fewest, width / 2);
		if (isTooMany(fault) && !isProbe) learnRate(now);
		if (fault.kind === 'timeout') return;
		if (asked === 0)
			holdUntil = Math.max(
				holdUntil,
				now + FIRST_HOLD_MS * 2 ** Math.min(holdsInARow, DOUBLINGS_AT_MOST),
			);
		holdsInARow++;
		probe = 'due';
		undisturbedSince = Infinity;
	}

	return {
		get width() {
			return Math.floor(width);
		},
		async limit(job, how) {
			const { again = false, patienceMs = Infinity, signal } = how ?? {};
			const turn = await new Promise<Parameters<Entry['resolve']>[0]>((resolve) => {
				const now = Date.now();
				const entry: Entry = { resolve, since: now, patienceMs, signal };
				// Once the pause is over, one request shows whether the service takes it.
				if (signal?.aborted) resolve({ begins: false });
				else if (now < holdUntil && isInVain(entry, now))
					resolve({ begins: false, fault: lastFault });
				else {
					const queue = again ? repeats : waiting;
					queue.add(entry);
					startWaiting();
					if (queue.has(entry)) void watchStops();
				}
			});
			if (!turn.begins && how) return how.instead(turn.fault);
			const isProbe = probe === 'out';
			try {
				return await job();
			} finally {
				running--;
				if (isProbe && probe === 'out') probe = 'none';
				startWaiting();
			}
		},
		note({ begunAt, fault }) {
			const now = Date.now();
			if (fault && isBusy(fault)) {
				noteBusy(fault, begunAt, now);
				return;
			}
			if (!fault || fault.httpStatus !== undefined) noteTaken();
			if (!fault) noteGood(now);
		},
	};
}

/** What was learned of each service, by address and key; the one that was used last stands last. They live as long as the process. */
const throttles = new Map<string, Throttle>();

/** Takes what names a service and an account (no secret: a digest); returns the one throttle of this process for it. */
export function throttleFor(service: string): Throttle {
	const throttle = throttles.get(service) ?? createThrottle();
	throttles.delete(service);
	throttles.set(service, throttle);
	const [oldest] = throttles.keys();
	if (throttles.size > THROTTLES_AT_MOST && oldest !== undefined) throttles.delete(oldest);
	return throttle;
}

/** Takes the settings of a credential; returns the throttle of its address and key. */
export const serviceThrottle = ({ baseUrl, restBaseUrl, apiKey }: ServiceSettings): Throttle =>
	throttleFor(hash('sha256', JSON.stringify([baseUrl, restBaseUrl, apiKey]), 'hex'));

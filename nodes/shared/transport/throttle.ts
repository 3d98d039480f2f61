import { hash } from 'crypto';
import { sleep } from 'n8n-workflow';
import type { ServiceSettings } from '../auth';
import type { ServiceFault } from '../errors';
import { recent } from '../recent';
import type { CallOutcome, Limit, Turn } from './types';

/*
 * How many requests are in flight when nobody says a number: each good answer lets it grow, and 429, 503 and time-outs halve it, as TCP
 * does. After those nothing starts for as long as the service asks. What was learned is kept for each address and key in this process,
 * so that the next run begins where the last one ended.
 */

/** Requests in flight at first, and at most. */
export const FIRST_WIDTH = 10;
export const WIDEST = 100;
/** What a good answer adds until the service is busy for the first time; after that, as many answers as are in flight add one. */
const FIRST_GROWTH = 0.5;
/** How long nothing starts where a busy service names no pause, and where it names a longer one, in milliseconds. */
const HOLD_MS = 500;
const LONGEST_HOLD_MS = 60_000;
/** How often waiting requests of stopped executions are looked for, in milliseconds. */
const HOLD_SLICE_MS = 250;

/** Limits requests to what a service can take. */
export interface Throttle {
	limit: Limit;
	/** Requests in flight at most, at this moment. */
	readonly width: number;
}

interface Waiting extends Turn {
	since: number;
	/** Lets it begin or, with an outcome, end. */
	resolve: (outcome?: CallOutcome) => void;
}

const isBusy = ({ isTimeout, httpStatus }: ServiceFault): boolean =>
	httpStatus === 429 || httpStatus === 503 || isTimeout === true;

/** Returns a throttle that knows nothing of its service so far. */
export function createThrottle(): Throttle {
	const repeats = new Set<Waiting>();
	const others = new Set<Waiting>();
	let width = FIRST_WIDTH;
	let running = 0;
	let wasBusy = false;
	/** What began before the last halving ran into the same limit. */
	let halvedAt = -Infinity;
	let holdUntil = -Infinity;
	/** Since when the service has taken no request, what it said last, and until when it wants to be left alone. */
	let busySince = Infinity;
	let busyFault: ServiceFault | undefined;
	let aloneUntil = -Infinity;
	let isTimed = false;

	function learn(begunAt: number, fault?: ServiceFault): void {
		const now = Date.now();
		if (!fault || (!isBusy(fault) && fault.httpStatus !== undefined)) busySince = Infinity;
		if (!fault) width = Math.min(WIDEST, width + (wasBusy ? 1 / width : FIRST_GROWTH));
		if (!fault || !isBusy(fault)) return;
		const pause = fault.retryAfterMs || HOLD_MS;
		holdUntil = Math.max(holdUntil, now + Math.min(pause, LONGEST_HOLD_MS));
		aloneUntil = now + pause;
		busySince = Math.min(busySince, now);
		busyFault = fault;
		if (begunAt <= halvedAt) return;
		halvedAt = now;
		wasBusy = true;
		width = Math.max(1, width / 2);
	}

	/** Whether a request waits longer than it would be repeated itself, or for a pause of hours. */
	const isInVain = ({ since, patienceMs }: Waiting, now: number): boolean =>
		now - Math.max(busySince, since) > patienceMs ||
		(now < holdUntil && aloneUntil - now > Math.max(patienceMs, LONGEST_HOLD_MS));

	/** Where a request that waits goes now: it ends, begins or waits on. */
	function move(entry: Waiting, queue: Set<Waiting>, now: number): void {
		const isStopped = entry.signal?.aborted === true;
		const begins = now >= holdUntil && running < Math.floor(width);
		if (isStopped) entry.resolve(entry.instead());
		else if (isInVain(entry, now)) entry.resolve(entry.instead(busyFault));
		else if (!begins) return;
		else {
			running++;
			entry.resolve();
		}
		queue.delete(entry);
	}

	function moveAll(): void {
		const now = Date.now();
		for (const queue of [repeats, others])
			for (const entry of queue) {
				// The others need no look before one of those in flight has ended.
				if (now >= holdUntil && running >= Math.floor(width)) return;
				move(entry, queue, now);
			}
		if (isTimed || now >= holdUntil) return;
		isTimed = true;
		void sleep(Math.min(HOLD_SLICE_MS, holdUntil - now)).then(() => {
			isTimed = false;
			moveAll();
		});
	}

	return {
		get width() {
			return Math.floor(width);
		},
		async limit(request, turn) {
			const ended = await new Promise<CallOutcome | undefined>((resolve) => {
				(turn.again ? repeats : others).add({ ...turn, since: Date.now(), resolve });
				moveAll();
			});
			if (ended) return ended;
			const begunAt = Date.now();
			try {
				const outcome = await request();
				learn(begunAt, outcome.fault);
				return outcome;
			} finally {
				running--;
				moveAll();
			}
		},
	};
}

const throttles = new Map<string, Throttle>();

/** The one throttle of this process for the address and key of a credential, of which a digest is kept. */
export function throttleFor({ baseUrl, restBaseUrl, apiKey }: ServiceSettings): Throttle {
	const service = hash('sha256', JSON.stringify([baseUrl, restBaseUrl, apiKey]), 'hex');
	return recent(throttles, service, createThrottle);
}

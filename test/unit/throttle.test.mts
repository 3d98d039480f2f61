import { jest } from '@jest/globals';
import {
	createThrottle,
	throttleFor,
	WIDEST,
	type Throttle,
} from '../../nodes/shared/transport/throttle.ts';

/*
 * The throttle against services on a fast clock: nothing here depends on how busy the machine is.
 */

const LATENCY_MS = 20;

beforeEach(() => jest.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => jest.useRealTimers());

const sleep = async (ms: number): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, ms));

const sleepOn = async (ms: number): Promise<void> => await jest.advanceTimersByTimeAsync(ms);

/** A job that waits for as long as it takes. */
const forEver = (again: boolean) => ({
	again,
	patienceMs: Infinity,
	instead(): never {
		throw new Error('It has all the time in the world');
	},
});

/** How a service says whether it takes a request now; else when it will, in milliseconds. */
type Allowance = () => { taken: boolean; retryAfterMs: number };

/** So many requests in each second of the clock. */
function fixedWindow(rate: number): Allowance {
	let window = 0;
	let used = 0;
	return () => {
		const now = Date.now();
		const second = Math.floor(now / 1000);
		if (second !== window) [window, used] = [second, 0];
		return { taken: ++used <= rate, retryAfterMs: 1000 - (now % 1000) };
	};
}

/** So many requests in any second; those that are refused do not count. */
function slidingWindow(rate: number): Allowance {
	let starts: number[] = [];
	return () => {
		const now = Date.now();
		starts = starts.filter((at) => at > now - 1000);
		const taken = starts.length < rate;
		if (taken) starts.push(now);
		return { taken, retryAfterMs: taken ? 0 : (starts[0] ?? now) + 1000 - now };
	};
}

/** A bucket that holds `burst` and is filled with so many a second. */
function tokenBucket(rate: number, burst: number): Allowance {
	let tokens = burst;
	let at = Date.now();
	return () => {
		const now = Date.now();
		tokens = Math.min(burst, tokens + ((now - at) / 1000) * rate);
		at = now;
		if (tokens >= 1) {
			tokens--;
			return { taken: true, retryAfterMs: 0 };
		}
		return { taken: false, retryAfterMs: ((1 - tokens) / rate) * 1000 };
	};
}

interface Result {
	requests: number;
	refused: number;
	/** Messages a second. */
	rate: number;
	ms: number;
	mostAtOnce: number;
}

/** Sends so many messages, each until it is taken, as the node does. */
async function sendAll(
	throttle: Throttle,
	messages: number,
	allowance: Allowance,
	tellsWhen: boolean,
): Promise<Result> {
	const result: Result = { requests: 0, refused: 0, rate: 0, ms: 0, mostAtOnce: 0 };
	let atOnce = 0;
	const begun = Date.now();

	async function attempt(): Promise<number | undefined> {
		const begunAt = Date.now();
		result.requests++;
		atOnce++;
		result.mostAtOnce = Math.max(result.mostAtOnce, atOnce);
		await sleep(LATENCY_MS / 2);
		const { taken, retryAfterMs } = allowance();
		await sleep(LATENCY_MS / 2);
		atOnce--;
		// Retry-After tells whole seconds.
		const after = tellsWhen ? Math.ceil(retryAfterMs / 1000) * 1000 : undefined;
		throttle.note({
			begunAt,
			...(taken ? {} : { fault: { kind: 'http', httpStatus: 429, retryAfterMs: after } }),
		});
		if (taken) return undefined;
		result.refused++;
		return after ?? 400;
	}

	let left = messages;
	const worker = async (): Promise<void> => {
		while (left-- > 0) {
			for (let again = false; ; again = true) {
				const wait = await throttle.limit(attempt, forEver(again));
				if (wait === undefined) break;
				await sleep(wait);
			}
		}
	};
	const done = Promise.all(Array.from({ length: WIDEST }, worker)).then(() => true);
	let ended = false;
	void done.then(() => (ended = true));
	while (!ended) await jest.advanceTimersByTimeAsync(50);
	result.ms = Date.now() - begun;
	result.rate = (messages * 1000) / result.ms;
	return result;
}

const services: Array<[string, () => Allowance]> = [
	['counts in each second of the clock', () => fixedWindow(50)],
	['counts in any second', () => slidingWindow(50)],
	['gives out 50 a second, and 50 at once', () => tokenBucket(50, 50)],
	['gives out 50 a second, and 10 at once', () => tokenBucket(50, 10)],
];

describe('a service that allows 50 requests a second', () => {
	it.each(services)(
		'and %s is met at 90 %% of its rate with 1,000 messages, and refuses 5 %% at most',
		async (_, make) => {
			const result = await sendAll(createThrottle(), 1000, make(), false);
			expect(result.rate).toBeGreaterThanOrEqual(44.4);
			expect(result.refused / result.requests).toBeLessThanOrEqual(0.05);
		},
	);

	// Retry-After counts whole seconds: each one costs up to a second in which nothing may start.
	it.each(services)(
		'and %s and sends Retry-After is met at 90 %% of its rate with 3,000',
		async (_, make) => {
			const result = await sendAll(createThrottle(), 3000, make(), true);
			expect(result.rate).toBeGreaterThanOrEqual(45);
			expect(result.refused / result.requests).toBeLessThanOrEqual(0.05);
		},
	);

	it('is met at once by the next run', async () => {
		const throttle = createThrottle();
		const allowance = fixedWindow(50);
		await sendAll(throttle, 500, allowance, false);
		const next = await sendAll(throttle, 500, allowance, false);
		expect(next.refused).toBeLessThanOrEqual(5);
		expect(next.rate).toBeGreaterThanOrEqual(44);
	});
});

describe('a service that takes everything', () => {
	it('is asked by ten at first, and by a hundred at most, soon', async () => {
		const throttle = createThrottle();
		expect(throttle.width).toBe(10);
		const result = await sendAll(throttle, 1000, () => ({ taken: true, retryAfterMs: 0 }), false);
		expect(result.mostAtOnce).toBe(WIDEST);
		expect(throttle.width).toBe(WIDEST);
		// 10 at a time would take 2,000 ms.
		expect(result.ms).toBeLessThanOrEqual(450);
	});
});

describe('a throttle', () => {
	const grown = async (): Promise<Throttle> => {
		const throttle = createThrottle();
		await sendAll(throttle, 1000, () => ({ taken: true, retryAfterMs: 0 }), false);
		return throttle;
	};
	const fault = (httpStatus: number, retryAfterMs?: number) =>
		({ kind: 'http', httpStatus, retryAfterMs }) as const;

	it.each([
		['429', fault(429)],
		['503', fault(503)],
		['a time-out', { kind: 'timeout' } as const],
	])('halves on %s, once for the requests that were under way together', async (_, what) => {
		const throttle = await grown();
		const begunAt = Date.now();
		await sleepOn(10);
		throttle.note({ begunAt, fault: what });
		throttle.note({ begunAt, fault: what });
		expect(throttle.width).toBe(WIDEST / 2);
	});

	it('goes down to five on time-outs', async () => {
		const throttle = createThrottle();
		for (let time = 0; time < 8; time++) {
			await sleepOn(3000);
			throttle.note({ begunAt: Date.now(), fault: { kind: 'timeout' } });
		}
		expect(throttle.width).toBe(5);
	});

	it('asks a service that is down at least twice a second', async () => {
		const throttle = createThrottle();
		let requests = 0;
		const down = async (): Promise<void> => {
			requests++;
			const begunAt = Date.now();
			await sleep(LATENCY_MS);
			throttle.note({ begunAt, fault: fault(503) });
		};
		for (let index = 0; index < 60; index++) void throttle.limit(down);
		await sleepOn(10_000);
		expect(requests).toBeGreaterThanOrEqual(20);
	});

	it('stays as it is on other faults', async () => {
		const throttle = await grown();
		throttle.note({ begunAt: Date.now(), fault: fault(422) });
		throttle.note({ begunAt: Date.now(), fault: { kind: 'connection' } });
		expect(throttle.width).toBe(WIDEST);
	});

	it('starts nothing before Retry-After is over, and then one by itself', async () => {
		const throttle = createThrottle();
		throttle.note({ begunAt: Date.now(), fault: fault(503, 2000) });
		const begun = Date.now();
		const starts: number[] = [];
		const jobs = Array.from({ length: 3 }, async () => {
			await throttle.limit(async () => {
				const begunAt = Date.now();
				starts.push(begunAt - begun);
				await sleep(50);
				throttle.note({ begunAt });
			});
		});
		await jest.advanceTimersByTimeAsync(3000);
		await Promise.all(jobs);
		expect(starts[0]).toBeGreaterThanOrEqual(2000);
		expect(starts[1]).toBeGreaterThanOrEqual((starts[0] ?? 0) + 50);
	});

	it('goes on where the request that goes alone ends without an answer', async () => {
		const throttle = createThrottle();
		throttle.note({ begunAt: Date.now(), fault: fault(503, 1000) });
		const failed = throttle.limit(async () => {
			throw new Error('no');
		});
		const next = throttle.limit(async () => 'done');
		const both = Promise.allSettled([failed, next]);
		await jest.advanceTimersByTimeAsync(1100);
		expect((await both).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
	});

	it('lets a request that was refused before go first', async () => {
		const throttle = createThrottle();
		throttle.note({ begunAt: Date.now(), fault: fault(429, 1000) });
		const order: string[] = [];
		const note = (name: string) => async () => {
			order.push(name);
		};
		const all = [throttle.limit(note('new')), throttle.limit(note('again'), forEver(true))];
		await jest.advanceTimersByTimeAsync(5000);
		await Promise.all(all);
		expect(order).toEqual(['again', 'new']);
	});

	describe('of a service that takes nothing', () => {
		/** Sends so many requests, each repeated for `patienceMs`, and says what became of each, and when. */
		const sendFor = (
			throttle: Throttle,
			count: number,
			patienceMs: number,
			{ what, signal }: { what: () => ReturnType<typeof fault> | undefined; signal?: AbortSignal },
		) => {
			let requests = 0;
			const begun = Date.now();
			const ended: Array<[string, number]> = [];
			const one = async (): Promise<void> => {
				const deadline = Date.now() + patienceMs;
				for (let again = false; ; again = true) {
					const left = again ? deadline - Date.now() : patienceMs;
					const instead = (why?: object): string => (why ? 'not sent' : 'stopped');
					const said = await throttle.limit(
						async () => {
							requests++;
							const begunAt = Date.now();
							await sleep(LATENCY_MS);
							const shown = what();
							throttle.note({ begunAt, fault: shown });
							return shown ? 'refused' : 'taken';
						},
						{ again, patienceMs: left, signal, instead },
					);
					if (said !== 'refused' || Date.now() + 400 > deadline) {
						ended.push([said, Date.now() - begun]);
						return;
					}
					await sleep(400);
				}
			};
			const all = Promise.all(Array.from({ length: count }, one));
			return { all, ended, requests: () => requests };
		};

		it.each([
			['503', () => fault(503)],
			['429', () => fault(429)],
			['429, back in a minute', () => fault(429, 60_000)],
			['429, back tomorrow', () => fault(429, 86_400_000)],
			['time-outs', () => ({ ...fault(0), kind: 'timeout', httpStatus: undefined }) as never],
		])('nothing waits longer than it would be repeated, but for one pause: %s', async (_, what) => {
			const sent = sendFor(createThrottle(), 300, 5000, { what });
			await jest.advanceTimersByTimeAsync(66_000);
			await sent.all;
			expect(sent.ended).toHaveLength(300);
			// After time-outs five are sent at a time, else one.
			const unsent = sent.ended.filter(([said]) => said === 'not sent').length;
			expect(unsent).toBeGreaterThan(what().httpStatus === undefined ? 150 : 200);
		});

		it('jobs that wait begin when it takes one again', async () => {
			let isDown = true;
			const sent = sendFor(createThrottle(), 50, 5000, {
				what: () => (isDown ? fault(503) : undefined),
			});
			await sleepOn(4000);
			isDown = false;
			await sleepOn(8000);
			expect(sent.ended.map(([said]) => said)).toEqual(Array<string>(50).fill('taken'));
		});

		it('asked for the first time within the pause of a day, it is left alone; after a minute one request shows', async () => {
			const throttle = createThrottle();
			throttle.note({ begunAt: Date.now(), fault: fault(429, 86_400_000) });
			const first = sendFor(throttle, 20, 5000, { what: () => undefined });
			await first.all;
			expect(first.requests()).toBe(0);
			await sleepOn(61_000);
			const next = sendFor(throttle, 20, 5000, { what: () => undefined });
			await sleepOn(8000);
			expect(next.ended.filter(([said]) => said === 'taken')).toHaveLength(20);
		});

		it('jobs of an execution that is stopped wait no longer', async () => {
			const stop = new AbortController();
			const throttle = createThrottle();
			throttle.note({ begunAt: Date.now(), fault: fault(503, 50_000) });
			const what = () => undefined;
			const sent = sendFor(throttle, 20, 60_000, { what, signal: stop.signal });
			const other = sendFor(throttle, 1, 60_000, { what });
			await sleepOn(1000);
			stop.abort();
			await sleepOn(300);
			expect(sent.ended.map(([said]) => said)).toEqual(Array<string>(20).fill('stopped'));
			await sleepOn(60_000);
			expect(other.ended).toHaveLength(1);
		});
	});

	it('is one for each address and key, for the last hundred of them', () => {
		const first = throttleFor('first');
		expect(throttleFor('first')).toBe(first);
		expect(throttleFor('second')).not.toBe(first);
		for (let index = 0; index < 100; index++) throttleFor(`other ${index}`);
		expect(throttleFor('first')).not.toBe(first);
	});
});

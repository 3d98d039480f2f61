import { jest } from '@jest/globals';
import type { ServiceFault } from '../../../nodes/shared/errors/index.ts';
import {
	createThrottle,
	FIRST_WIDTH,
	WIDEST,
	type Throttle,
} from '../../../nodes/shared/transport/throttle.ts';

/* The throttle against services on a clock of its own: nothing here waits, or depends on how busy the machine is. */

const LATENCY_MS = 20;
const BACK_OFF_MS = 400;

beforeEach(() => jest.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => jest.useRealTimers());

const sleep = async (ms: number): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, ms));
const passing = async (ms: number): Promise<void> => await jest.advanceTimersByTimeAsync(ms);

const fault = (more: Partial<ServiceFault>): ServiceFault => ({
	message: '',
	description: '',
	retryable: true,
	outcome: 'rejected',
	...more,
});
const busy = (httpStatus: number, retryAfterMs?: number) => fault({ httpStatus, retryAfterMs });

type Said = 'taken' | 'refused' | 'not sent' | 'stopped';

/** Sends so many messages, each until it is taken, or for `patienceMs`, and says what became of each, and when (ms). */
function sendAll(
	throttle: Throttle,
	count: number,
	answer: () => ServiceFault | undefined,
	{ patienceMs = Infinity, signal }: { patienceMs?: number; signal?: AbortSignal } = {},
) {
	const seen = { requests: 0, refused: 0, atOnce: 0, most: 0, ended: [] as Array<[Said, number]> };
	const begun = Date.now();
	async function one(): Promise<void> {
		const deadline = Date.now() + patienceMs;
		for (let again = false; ; again = true) {
			let said: Said = 'refused';
			const outcome = await throttle.limit(
				async () => {
					seen.requests++;
					seen.most = Math.max(seen.most, ++seen.atOnce);
					await sleep(LATENCY_MS);
					seen.atOnce--;
					const shown = answer();
					if (shown) seen.refused++;
					else said = 'taken';
					return { fault: shown } as never;
				},
				{
					again,
					patienceMs: again ? deadline - Date.now() : patienceMs,
					signal,
					instead(why) {
						said = why ? 'not sent' : 'stopped';
						return { fault: why } as never;
					},
				},
			);
			const wait = outcome.fault?.retryAfterMs ?? BACK_OFF_MS;
			if (said !== 'refused' || Date.now() + wait > deadline) {
				seen.ended.push([said, Date.now() - begun]);
				return;
			}
			await sleep(wait);
		}
	}
	for (let index = 0; index < count; index++) void one();
	return seen;
}

const grown = async (): Promise<Throttle> => {
	const throttle = createThrottle();
	sendAll(throttle, 1000, () => undefined);
	await passing(1000);
	expect(throttle.width).toBe(WIDEST);
	return throttle;
};

describe('a service that takes everything', () => {
	it('is asked by ten at first, and soon by a hundred', async () => {
		const throttle = createThrottle();
		expect(throttle.width).toBe(FIRST_WIDTH);
		const seen = sendAll(throttle, 1000, () => undefined);
		// One after the other by ten, they would take two seconds.
		await passing(400);
		expect([seen.ended.length, seen.most]).toEqual([1000, WIDEST]);
	});
});

describe('a service that is busy', () => {
	it.each([
		['429', busy(429)],
		['503', busy(503)],
		['a time-out', fault({ isTimeout: true })],
	])(
		'and says so by %s halves the number once for what was under way together',
		async (_, what) => {
			const throttle = await grown();
			const seen = sendAll(throttle, 100, () => (throttle.width === WIDEST ? what : undefined));
			await passing(LATENCY_MS);
			expect([seen.most, seen.refused]).toEqual([100, 1]);
			const both = await grown();
			sendAll(both, 100, () => what);
			await passing(LATENCY_MS);
			expect(both.width).toBe(WIDEST / 2);
		},
	);

	it('is left alone for its Retry-After, and for a moment where it names none', async () => {
		for (const [retryAfterMs, pauseMs] of [
			[2000, 2000],
			[undefined, 500],
			[0, 500],
			[86_400_000, 60_000],
		] as const) {
			const throttle = createThrottle();
			const starts: number[] = [];
			sendAll(throttle, 1, () => busy(503, retryAfterMs), { patienceMs: 0 });
			await passing(LATENCY_MS);
			const begun = Date.now();
			for (let index = 0; index < 3; index++)
				void throttle.limit(
					async () => {
						starts.push(Date.now() - begun);
						return { fault: undefined } as never;
					},
					{ again: false, patienceMs: Infinity, instead: () => ({}) as never },
				);
			await passing(60_000);
			expect(starts).toEqual([pauseMs, pauseMs, pauseMs]);
		}
	});

	it('and allows 50 requests in each second gets 40 at least, and refuses less than three in ten', async () => {
		const inSecond = new Map<number, number>();
		const seen = sendAll(createThrottle(), 1000, () => {
			const second = Math.floor(Date.now() / 1000);
			const count = (inSecond.get(second) ?? 0) + 1;
			inSecond.set(second, count);
			return count <= 50 ? undefined : busy(429);
		});
		await passing(25_000);
		expect(seen.ended.map(([said]) => said)).toEqual(Array<Said>(1000).fill('taken'));
		expect(seen.refused / seen.requests).toBeLessThan(0.3);
	});
});

describe('a service that takes nothing', () => {
	it.each([
		['503', busy(503)],
		['429', busy(429)],
		['429, back in a minute', busy(429, 60_000)],
		['429, back tomorrow', busy(429, 86_400_000)],
		['time-outs', fault({ isTimeout: true })],
	])(
		'lets nothing wait longer than it would be repeated, but for one pause: %s',
		async (_, what) => {
			const seen = sendAll(createThrottle(), 300, () => what, { patienceMs: 5000 });
			await passing(66_000);
			expect(seen.ended).toHaveLength(300);
			expect(seen.requests).toBeLessThan(60);
			const unsent = seen.ended.filter(([said]) => said === 'not sent').length;
			expect(unsent).toBeGreaterThan(250);
		},
	);

	it('is asked again after a minute where it named a day', async () => {
		const throttle = createThrottle();
		sendAll(throttle, 1, () => busy(429, 86_400_000), { patienceMs: 5000 });
		await passing(LATENCY_MS);
		const early = sendAll(throttle, 20, () => undefined, { patienceMs: 5000 });
		await passing(0);
		expect([early.requests, early.ended.length]).toEqual([0, 20]);
		await passing(60_000);
		const late = sendAll(throttle, 20, () => undefined, { patienceMs: 5000 });
		await passing(1000);
		expect(late.ended.map(([said]) => said)).toEqual(Array<Said>(20).fill('taken'));
	});

	it('is not waited for by an execution that is stopped', async () => {
		const stop = new AbortController();
		const throttle = createThrottle();
		sendAll(throttle, 1, () => busy(503, 50_000), { patienceMs: 0 });
		await passing(LATENCY_MS);
		const patience = { patienceMs: 60_000 };
		const seen = sendAll(throttle, 20, () => undefined, { ...patience, signal: stop.signal });
		const other = sendAll(throttle, 1, () => undefined, patience);
		await passing(1000);
		stop.abort();
		await passing(250);
		expect(seen.ended.map(([said]) => said)).toEqual(Array<Said>(20).fill('stopped'));
		await passing(60_000);
		expect(other.ended.map(([said]) => said)).toEqual(['taken']);
	});
});

it('a request that throws gives its place away', async () => {
	const throttle = createThrottle();
	const turn = { again: false, patienceMs: Infinity, instead: () => ({}) as never };
	const failed = Array.from(
		{ length: FIRST_WIDTH },
		async () => await throttle.limit(async () => await Promise.reject(new Error('no')), turn),
	);
	const next = throttle.limit(async () => ({ reply: 'done' }) as never, turn);
	expect((await Promise.allSettled([...failed, next])).map(({ status }) => status)).toEqual([
		...Array<string>(FIRST_WIDTH).fill('rejected'),
		'fulfilled',
	]);
});

import { limiterFor } from '../../nodes/shared/transport/limiter.ts';
import { backOff } from '../../nodes/shared/transport/pause.ts';
import { rawRecords } from '../../nodes/shared/reply/index.ts';
import { withoutEmpty } from '../../nodes/shared/transport/request.ts';

describe('a limit of a run', () => {
	it.each([
		[3, 3],
		[2.7, 2],
		[0, 1],
		[-1, 1],
		[Number.NaN, 1],
	])('%p lets %p jobs run at a time, in order, and goes on after a failure', async (max, most) => {
		const limit = limiterFor({}, max);
		let running = 0;
		let seen = 0;
		const order: number[] = [];
		const jobs = Array.from({ length: 30 }, async (_, index) => {
			await limit(async () => {
				seen = Math.max(seen, ++running);
				order.push(index);
				await new Promise((resolve) => setImmediate(resolve));
				running--;
				if (index % 7 === 0) throw new Error('no');
			}).catch(() => undefined);
		});
		await Promise.all(jobs);
		expect([seen, order]).toEqual([most, Array.from({ length: 30 }, (_, index) => index)]);
	});

	it('is one for each run and kind', () => {
		const run = {};
		expect(limiterFor(run, 3)).toBe(limiterFor(run, 5));
		expect(limiterFor(run, 3, 'reports')).not.toBe(limiterFor(run, 3));
		expect(limiterFor({}, 3)).not.toBe(limiterFor(run, 3));
	});
});

describe('pauses', () => {
	it('grow, with jitter, up to ten seconds', () => {
		for (let tries = 0; tries < 12; tries++) {
			const full = Math.min(10_000, 400 * 2 ** tries);
			const wait = backOff(tries);
			expect(wait).toBeGreaterThanOrEqual(full / 2);
			expect(wait).toBeLessThanOrEqual(full);
		}
	});
});

describe('requests', () => {
	it('leave out what is empty, but not what lists hold', () => {
		expect(
			withoutEmpty({ a: '', b: null, c: undefined, d: 0, e: false, f: [{ id: 1, value: '' }] }),
		).toEqual({ d: 0, e: false, f: [{ id: 1, value: '' }] });
	});

	it('give raw replies one record an entry', () => {
		expect(rawRecords({ body: { data: [{ id: 1 }, { id: 2 }], meta: {} } })).toEqual([
			{ id: 1 },
			{ id: 2 },
		]);
		expect(rawRecords({ body: { result: [{ id: 1 }] } })).toEqual([{ id: 1 }]);
		expect(rawRecords({ body: [{ id: 3 }] })).toEqual([{ id: 3 }]);
		expect(rawRecords({ body: { data: { id: 1 } } })).toEqual([{ id: 1 }]);
		expect(rawRecords({ body: 'text' })).toEqual([{ data: 'text' }]);
	});
});

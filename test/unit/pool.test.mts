import { setTimeout as pause } from 'node:timers/promises';
import { pool } from '../../nodes/shared/pool.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('A pool of jobs', () => {
	test('begins each entry once, in order, never more than the slots at a time', async () => {
		const begun: number[] = [];
		let [running, most] = [0, 0];
		await pool(
			numbers(50),
			7,
			async (entry, index) => {
				expect(index).toBe(entry);
				begun.push(entry);
				most = Math.max(most, ++running);
				await pause(1 + (entry % 3));
				running--;
			},
			() => false,
		);
		expect(begun).toEqual(numbers(50));
		expect(most).toBe(7);
		expect(running).toBe(0);
	});

	test('after a job that throws, lets those under way end and begins none', async () => {
		const log: string[] = [];
		const done = pool(
			numbers(5),
			2,
			async (number, index) => {
				log.push(`begins ${index}`);
				if (index === 0) throw new Error(`no ${number}`);
				await new Promise((resolve) => setTimeout(resolve, 20));
				log.push(`ends ${index}`);
			},
			() => false,
		).catch((error: Error) => log.push(error.message.slice(0, 2)));
		await done;
		expect(log).toEqual(['begins 0', 'begins 1', 'ends 1', 'no']);
	});

	test('spreads jobs that began together', async () => {
		jest.useFakeTimers();
		try {
			const starts: number[] = [];
			const done = pool(
				numbers(30),
				10,
				async () => {
					starts.push(Date.now());
					await new Promise((resolve) => setTimeout(resolve, 40));
				},
				() => false,
			);
			await jest.advanceTimersByTimeAsync(1000);
			await done;
			const spread = (round: number): number =>
				(starts[round * 10 + 9] ?? 0) - (starts[round * 10] ?? 0);
			expect(spread(0)).toBe(0);
			expect(spread(2)).toBe(18);
		} finally {
			jest.useRealTimers();
		}
	});
});

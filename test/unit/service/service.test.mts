import { setTimeout as pause } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { IDataObject } from 'n8n-workflow';
import { backOff } from '../../../nodes/shared/transport/pause.ts';
import { rawRecords } from '../../../nodes/shared/reply/index.ts';
import { withoutEmpty } from '../../../nodes/shared/transport/request.ts';
import { pool } from '../../../nodes/shared/pool.ts';
import { chunksOf, readReplyBody, TOO_LONG } from '../../../nodes/shared/streams.ts';
import {
	findOnStopList,
	removeFromStopList,
	type Service,
} from '../../../nodes/shared/service/index.ts';

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

describe('the body of a reply', () => {
	it('is text or JSON, without a mark of byte order', async () => {
		const read = async (...chunks: Array<string | Buffer>) =>
			await readReplyBody(Readable.from(chunks), 10, 1000);
		expect([
			await read('{"a":', '1}'),
			await read('\ufeff[1]'),
			await read('no'),
			await read(),
		]).toEqual([{ a: 1 }, [1], 'no', '']);
		expect(await read('12345', Buffer.from('67890'))).toBe(1234567890);
		expect(await read('12345', '678901')).toBe(TOO_LONG);
		expect(await readReplyBody({ a: 1 }, 1, 1)).toEqual({ a: 1 });
	});

	it('ends when it falls silent, and when the execution is stopped', async () => {
		const silent = (): Readable => new Readable({ read() {} });
		await expect(readReplyBody(silent(), 10, 20)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
		// Each wait has the whole time, and what the reader does between two of them does not count.
		const slow = silent();
		const read = readReplyBody(slow, 10, 250);
		for (const chunk of ['1', '2', '3', '4', '5', null]) {
			await pause(60);
			slow.push(chunk);
		}
		expect(await read).toBe(12_345);
		const paused = silent();
		const parts = chunksOf(paused, 60);
		paused.push('a');
		await parts.next();
		await pause(150);
		paused.push('b');
		expect((await parts.next()).done).toBe(false);
		const began = performance.now();
		await expect(parts.next()).rejects.toMatchObject({ code: 'ETIMEDOUT' });
		expect(performance.now() - began).toBeGreaterThan(50);
		const stop = new AbortController();
		const body = silent();
		body.push('a');
		const chunks = chunksOf(body, 10_000, stop.signal);
		expect(Buffer.from((await chunks.next()).value as Uint8Array).toString()).toBe('a');
		stop.abort();
		await expect(chunks.next()).rejects.toMatchObject({ code: 'ERR_CANCELED' });
		expect(body.destroyed).toBe(true);
	});
});

/** A service that answers so, and what it was asked. */
function serviceOf(answer: (qs: IDataObject) => IDataObject) {
	const asked: Array<{ path: string; body?: IDataObject }> = [];
	const service: Service = {
		timeZone: 'UTC',
		call: async ({ path, qs = {}, body }) => {
			asked.push({ path, body });
			return await Promise.resolve({
				reply: { statusCode: 200, headers: {}, body: answer(qs) },
			});
		},
	};
	return { service, asked };
}
const LISTED = Array.from({ length: 900 }, (_, index) => ({
	id: index + 1,
	phone: 380_670_000_000 + index,
	sms_stoplist: true,
}));

it('a service that finds other numbers than the one that was looked for is a fault', async () => {
	const { service } = serviceOf(() => ({ data: LISTED.slice(0, 2), total: 2 }));
	const { fault } = await findOnStopList(service, ['380990000000']);
	expect(fault?.message).toBe(
		'The service found other numbers on the stop list than the one that was looked for',
	);
});

it('an entry of the stop list is removed under its own ID, of however many digits', async () => {
	const { service, asked } = serviceOf(() => ({}));
	await removeFromStopList(service, ['1234567890123456789', '12', 13], ['sms']);
	expect(asked[0]?.body).toEqual({ ids: ['1234567890123456789', 12, 13], types: ['sms'] });
});

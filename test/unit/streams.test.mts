import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { chunksOf, readReplyBody, TOO_LONG } from '../../nodes/shared/streams.ts';

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

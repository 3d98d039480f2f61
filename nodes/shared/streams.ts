import type { BinaryHelperFunctions } from 'n8n-workflow';
import { parseJson } from './json';

/** A stream of bytes, as n8n's binary store takes it. */
export type Readable = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Buffer>;

/** Reading stopped because the reply is larger than what is kept in memory. */
export const TOO_LONG = Symbol('too large');

export const isStream = (body: unknown): body is Readable =>
	typeof body === 'object' && body !== null && 'pipe' in body && Symbol.asyncIterator in body;

/** Tells when a service is silent for too long while something is awaited from it. */
interface Silence {
	begins(): void;
	ends(): void;
	/** Tells nothing any more. */
	stop(): void;
}

/**
 * Returns what calls `tell` once somebody has waited for `timeoutMs` without an end. Timers of Node.js cost much, and a reply has
 * several waits: so one timer serves them all, and where it finds a wait that began later, another one takes what is left of it.
 */
function watchSilence(timeoutMs: number, tell: () => void): Silence {
	let since: number | undefined;
	let timer: AbortSignal | undefined;
	function wake(): void {
		timer = undefined;
		if (since === undefined) return;
		const left = since + timeoutMs - performance.now();
		if (left > 0) wakeAfter(left);
		else tell();
	}
	function wakeAfter(ms: number): void {
		timer = AbortSignal.timeout(Math.ceil(ms));
		timer.addEventListener('abort', wake, { once: true });
	}
	return {
		begins() {
			since = performance.now();
			if (!timer) wakeAfter(timeoutMs);
		},
		ends() {
			since = undefined;
		},
		stop() {
			since = undefined;
			timer?.removeEventListener('abort', wake);
		},
	};
}

/**
 * Waits for the beginning of a reply, at most `limitMs`. The HTTP client waits for ever where a service answers that it wants another
 * protocol (HTTP 101), as no reply follows.
 * @throws what the promise is rejected with, or a timeout
 */
export async function withinReach<T>(reply: Promise<T>, limitMs: number): Promise<T> {
	let stop = () => {};
	const tooLate = new Promise<never>((_, reject) => {
		const silence = watchSilence(limitMs, () =>
			reject(Object.assign(new Error('ETIMEDOUT'), { code: 'ETIMEDOUT' })),
		);
		silence.begins();
		({ stop } = silence);
	});
	try {
		return await Promise.race([reply, tooLate]);
	} finally {
		stop();
	}
}

/**
 * Passes on the chunks of a body. A service that goes silent for `timeoutMs` between two chunks, or a raised signal, ends it:
 * n8n's own timeout covers a streamed reply only up to its headers.
 * @throws what the stream throws: connection lost, cut off, or a timeout
 */
export async function* chunksOf(
	body: Readable,
	timeoutMs: number,
	signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
	const end = (reason: string) => body.destroy(Object.assign(new Error(reason), { code: reason }));
	const cancel = () => end('ERR_CANCELED');
	signal?.addEventListener('abort', cancel, { once: true });
	if (signal?.aborted) cancel();
	const iterator = body[Symbol.asyncIterator]();
	const silence = watchSilence(timeoutMs, () => end('ETIMEDOUT'));
	try {
		for (;;) {
			silence.begins();
			const step = (await iterator.next()) as IteratorResult<Uint8Array | string, undefined>;
			silence.ends();
			if (step.done) return;
			yield typeof step.value === 'string' ? Buffer.from(step.value) : step.value;
		}
	} finally {
		silence.stop();
		signal?.removeEventListener('abort', cancel);
		body.destroy();
	}
}

/**
 * Reads a body as text and, where it is JSON, as the value; TOO_LONG when it is longer than `maxBytes`. `clean` changes the text first.
 * @throws what the stream throws
 */
export async function readReplyBody(
	body: unknown,
	maxBytes: number,
	timeoutMs: number,
	signal?: AbortSignal,
	clean: (text: string) => string = (text) => text,
): Promise<unknown> {
	if (!isStream(body)) return body;
	const parts: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of chunksOf(body, timeoutMs, signal)) {
		size += chunk.length;
		if (size > maxBytes) return TOO_LONG;
		parts.push(chunk);
	}
	const text = clean(
		Buffer.concat(parts)
			.toString('utf8')
			.replace(/^\uFEFF/, ''),
	);
	try {
		return parseJson(text);
	} catch {
		return text;
	}
}

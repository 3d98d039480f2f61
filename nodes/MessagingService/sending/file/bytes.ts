import type { BinaryHelperFunctions, IBinaryData } from 'n8n-workflow';
import { isStream, type Readable } from '../../../shared/transport';

/** A file of an input item, which can be read as often as needed, each time from its first byte. */
export interface InputFile {
	/** Its bytes, one piece at a time, unpacked where it is gzipped. @throws what n8n's binary store throws */
	read(): AsyncGenerator<Uint8Array>;
	/** Makes a stream, as n8n's binary store takes it, of what is read; undefined where the file itself lies in memory. */
	streamOf?(source: AsyncIterable<Uint8Array>): Readable;
}

/** So much is read at a time, in bytes: what some thousand recipients take. What is made of them is short-lived then. */
const CHUNK_BYTES = 16_384;
const GZIP_MARK = [0x1f, 0x8b];

const isGzip = (head: Uint8Array): boolean => GZIP_MARK.every((byte, at) => head[at] === byte);

/** Unpacks gzipped bytes as they arrive. @throws TypeError when they are damaged */
async function* unpacked(bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
	const gunzip = new DecompressionStream('gzip');
	const writer = gunzip.writable.getWriter();
	async function feed(): Promise<void> {
		for await (const chunk of bytes) await writer.write(new Uint8Array(chunk));
		await writer.close();
	}
	// A failure to read must reach the reader of the unpacked bytes; abort hands it over.
	const feeding = feed().catch(async (error: unknown) => await writer.abort(error));
	const reader = gunzip.readable.getReader();
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) return;
			yield value;
		}
	} finally {
		await reader.cancel().catch(() => undefined);
		await feeding.catch(() => undefined);
	}
}

/** Unpacks bytes where their first two say that they are gzipped. */
async function* plain(bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
	const first = await bytes.next();
	if (first.done) return;
	async function* again(): AsyncGenerator<Uint8Array> {
		try {
			yield first.value as Uint8Array;
			yield* bytes;
		} finally {
			// Who stops at the first piece leaves the others unread, and the file open.
			await bytes.return(undefined);
		}
	}
	yield* isGzip(first.value) ? unpacked(again()) : again();
}

/** Cuts bytes into pieces; n8n's store gives a file of the database, and one that lies in memory, as a whole. */
function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

/** Reads a stream of n8n's binary store to its end, and closes it however the reader stops. */
async function* ofStream(stream: Readable): AsyncGenerator<Uint8Array> {
	try {
		for await (const chunk of stream)
			yield* pieces(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
	} finally {
		stream.destroy();
	}
}

/** Opens the file that an item holds. @throws what n8n's binary store throws */
export async function openFile(
	{ helpers }: { helpers: Pick<BinaryHelperFunctions, 'getBinaryStream'> },
	binary: IBinaryData,
): Promise<InputFile> {
	const { id } = binary;
	if (!id) {
		const buffer = Buffer.from(binary.data, 'base64');
		async function* ofBuffer(): AsyncGenerator<Uint8Array> {
			yield* pieces(buffer);
		}
		return { read: () => plain(ofBuffer()) };
	}
	const open = async () => await helpers.getBinaryStream(id, CHUNK_BYTES);
	async function* ofStore(): AsyncGenerator<Uint8Array> {
		yield* ofStream(await open());
	}
	const probe = await open();
	// n8n's store wants a stream of Node.js, whose class packages may not import: a stream of the store has it.
	const { from } = probe.constructor as unknown as {
		from?: (source: AsyncIterable<Uint8Array>) => Readable;
	};
	probe.destroy();
	return {
		read: () => plain(ofStore()),
		...(isStream(probe) && from
			? { streamOf: (source) => from.call(probe.constructor, source) }
			: {}),
	};
}

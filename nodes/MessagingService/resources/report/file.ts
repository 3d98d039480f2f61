import type { IDataObject } from 'n8n-workflow';
import {
	faultOfCode,
	faultOfException,
	faultOfForm,
	type ServiceFault,
} from '../../../shared/errors';
import {
	filled,
	normaliseReportRecord,
	RecordScanner,
	reportRow,
	type Fields,
} from '../../../shared/reply';
import {
	backOff,
	chunksOf,
	DEFAULT_RETRY_MS,
	isStream,
	pause,
	type Readable,
} from '../../../shared/transport';
import { CODE_REPORT_EMPTY, ENDPOINTS, fillPath } from '../../../shared/spec';
import { counted } from '../../../shared/text';
import type { Item, ItemOutput } from '../../dispatch/item';
import { markedEncoding } from '../../sending/file/encoding';
import { csvScanner } from './csvScanner';
import { endingOf, type Ending } from './ending';
import { faultOfHead, type ReportFormat } from './head';
import { xmlScanner } from './xmlScanner';

/** So much of a file is looked at before it is taken for one: an error reply is shorter. */
const HEAD_BYTES = 4096;
/** A download that breaks off is begun at most this often: each may have brought much of a large file. */
const DOWNLOADS = 3;
const BROKEN = ['cutOff', 'connection', 'timeout', 'empty'];
const MIME_TYPES: Readonly<Record<ReportFormat, string>> = {
	csv: 'text/csv',
	json: 'application/json',
	xml: 'application/xml',
};

/** What a download came to; `begun` where the service had begun to give a file, or an answer in its place, when it failed. */
export type Download =
	| { output: ItemOutput; fault?: undefined; begun?: undefined }
	| { output?: undefined; fault: ServiceFault; begun?: boolean };
type Chunks = AsyncGenerator<Uint8Array>;
type Decoder = InstanceType<typeof TextDecoder>;

export interface DownloadSettings {
	key: string;
	format: ReportFormat;
	/** As a file, or as one item a record. */
	asFile: boolean;
	/** Records as items at most. */
	limit: number;
	/** Whether records come out as rows of ours, or as the service wrote them. */
	simplify: boolean;
	/** Whether a report without messages is no fault, but gives no items. */
	emptyIsNothing: boolean;
	/** Name of the output's binary property, and of the file. */
	property: string;
	fileName: string;
}

/** Reads the beginning of a stream; returns it and what follows, begun again from its first byte. */
async function peek(chunks: Chunks): Promise<{
	head: string;
	whole: boolean;
	all: () => Chunks;
	decoder: Decoder;
}> {
	const first: Uint8Array[] = [];
	let size = 0;
	let whole = false;
	while (size < HEAD_BYTES && !whole) {
		const { value, done } = await chunks.next();
		if (done) whole = true;
		else size += first[first.push(value) - 1]?.length ?? 0;
	}
	async function* all(): Chunks {
		yield* first;
		if (!whole) yield* chunks;
	}
	const bytes = Buffer.concat(first);
	const encoding = markedEncoding(bytes) ?? 'utf-8';
	return {
		head: new TextDecoder(encoding).decode(bytes),
		whole,
		all,
		decoder: new TextDecoder(encoding),
	};
}

/** The records of a file, one piece at a time. @throws what the stream throws */
async function* recordsOf(
	chunks: Chunks,
	format: ReportFormat,
	decoder: Decoder,
): AsyncGenerator<Fields, ServiceFault | undefined> {
	const csv = format === 'csv' ? csvScanner() : undefined;
	const scanner = csv ?? (format === 'json' ? new RecordScanner() : xmlScanner());
	for await (const chunk of chunks) yield* scanner.push(decoder.decode(chunk, { stream: true }));
	if (csv) yield* csv.end();
	// What is whole, but holds no list, is no report: asking again brings the same.
	return scanner.complete
		? scanner.found
			? undefined
			: faultOfForm('html')
		: faultOfForm('cutOff');
}

/** Reads up to the limit and one record more, to know whether there is more. */
async function asItems(
	item: Item,
	chunks: Chunks,
	decoder: Decoder,
	{ format, limit, simplify, key }: DownloadSettings,
): Promise<Download> {
	const output: IDataObject[] = [];
	const records = recordsOf(chunks, format, decoder);
	for (let count = 0; ; count++) {
		const { done, value } = await records.next();
		if (done && value) return { fault: value, begun: true };
		// Some services write an empty list where others answer with a code.
		if (done)
			return count > 0 ? { output } : { fault: faultOfCode(CODE_REPORT_EMPTY), begun: true };
		if (count === limit) {
			item.ctx.hint(
				`Report ${key} holds more than the ${counted(limit, 'record')} shown. Raise Maximum Records, or return it as a file.`,
			);
			await records.return(undefined);
			return { output };
		}
		if (simplify)
			for (const record of normaliseReportRecord(value, item.zone))
				output.push(filled(reportRow(record)));
		else output.push(value as IDataObject);
	}
}

/** The same pieces, each of which is shown to what watches for the end. */
async function* watched(chunks: Chunks, ending: Ending, decoder: Decoder): Chunks {
	for await (const chunk of chunks) {
		ending.push(decoder.decode(chunk, { stream: true }));
		yield chunk;
	}
}

/** Downloads the file once, for which the request is repeated for so many milliseconds. */
async function once(item: Item, settings: DownloadSettings, retryForMs: number): Promise<Download> {
	const { property, fileName, format, key, asFile } = settings;
	const path = fillPath(ENDPOINTS.downloadReport.path, { file_key: key, file_format: format });
	const { reply, fault } = await item.ctx.tryCall(
		{ method: 'GET', path, encoding: 'stream' },
		{ kind: 'read', itemIndex: item.index, retryForMs },
	);
	if (fault) return { fault };
	const { body } = reply;
	if (!isStream(body)) return { fault: faultOfForm('empty'), begun: true };
	const timeoutMs = item.ctx.timeoutMs(item.index);
	try {
		const { head, whole, all, decoder } = await peek(chunksOf(body, timeoutMs, item.ctx.signal));
		const told = faultOfHead(head, whole, format);
		if (told) return { fault: told, begun: true };
		if (!asFile) return await asItems(item, all(), decoder, settings);
		const ending = endingOf(format);
		// n8n's store wants a Node.js stream, which packages may not import: the reply's own class makes one.
		const stream = (
			body.constructor as unknown as { from(source: AsyncIterable<Uint8Array>): Readable }
		).from(watched(all(), ending, decoder));
		const binary = await item.ctx.binary(stream, fileName, MIME_TYPES[format]);
		if (!ending.isWhole()) return { fault: faultOfForm('cutOff'), begun: true };
		return {
			output: [
				{
					json: filled({ key, format, file_name: fileName, file_size: binary.fileSize }),
					binary: { [property]: binary },
				},
			],
		};
	} catch (error) {
		return { fault: faultOfException(error), begun: true };
	} finally {
		body.destroy();
	}
}

/**
 * Downloads a report file: as items, up to the limit, or as a stream into n8n's binary store. Never holds the file. All its repeats
 * end with Retry For: those of the request, those of a file that breaks off, and those of a service that has too much to do.
 */
export async function download(item: Item, settings: DownloadSettings): Promise<Download> {
	const retryForMs = item.parameter('options.retryFor', DEFAULT_RETRY_MS / 1000) * 1000;
	const deadline = Date.now() + retryForMs;
	for (let tries = 1; ; tries++) {
		const result = await once(item, settings, Math.max(0, deadline - Date.now()));
		const { fault, begun } = result;
		if (fault?.code === CODE_REPORT_EMPTY && settings.emptyIsNothing) return { output: [] };
		// What came before the file began was repeated with the request.
		if (!fault?.retryable || !begun) return result;
		if (tries >= DOWNLOADS && BROKEN.includes(fault.kind)) return result;
		const wait = backOff(tries);
		if (Date.now() + wait > deadline || !(await pause(wait, item.ctx.signal))) return result;
	}
}

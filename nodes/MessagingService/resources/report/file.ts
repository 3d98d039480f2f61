import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import pLimit, { type LimitFunction } from 'p-limit';
import {
	faultOfCode,
	faultOfForm,
	faultOfReply,
	readBody,
	rejected,
	type ServiceFault,
} from '../../../shared/errors';
import { filled, isReportColumn, normaliseReportRecord, reportRow } from '../../../shared/reply';
import { CODE_REPORT_EMPTY, ENDPOINTS, fillPath } from '../../../shared/spec';
import {
	counted,
	SEPARATOR_LINE,
	shownEncoding,
	readTexts,
	textReader,
} from '../../../shared/text';
import { chunksOf, type Readable } from '../../../shared/transport';
import type { SharedRun } from '../../dispatch/context';
import type { Item } from '../../dispatch/item';
import type { DownloadSettings } from './fields';
import { NoMessage, READERS, type ReportFormat, type Unended } from './readers';

/** So much of a file is looked at before it is taken for one: an error reply is shorter. */
const HEAD_BYTES = 4096;
const MIME_TYPES: Readonly<Record<ReportFormat, string>> = {
	csv: 'text/csv',
	json: 'application/json',
	xml: 'application/xml',
};

/** Reports that one node run reads at a time: each may be large. */
const REPORTS_AT_A_TIME = 2;

/** The one limit of a node run, for whatever reads a report. */
export const reportLimit = (run: SharedRun): LimitFunction =>
	(run.reports ??= pLimit(REPORTS_AT_A_TIME));

/** What a download came to. */
export type Download =
	| { output: INodeExecutionData[]; fault?: undefined }
	| { output?: undefined; fault: ServiceFault };
type Chunks = AsyncGenerator<Uint8Array>;

/** The first bytes of a stream, and the stream from its first byte on. */
async function peek(chunks: Chunks): Promise<{ head: Buffer; isAll: boolean; all: Chunks }> {
	const first: Uint8Array[] = [];
	let size = 0;
	let isAll = false;
	while (size < HEAD_BYTES && !isAll) {
		const { value, done } = await chunks.next();
		if (done) isAll = true;
		else {
			first.push(value);
			size += value.length;
		}
	}
	async function* all(): Chunks {
		yield* first;
		yield* chunks;
	}
	return { head: Buffer.concat(first), isAll, all: all() };
}

/** Whether the first bytes of a file, cut off anywhere, may be of an encoding that somebody names. */
function isReadableAs(encoding: string, head: Uint8Array): boolean {
	try {
		textReader(encoding)(head);
		// UTF-16 shows by itself.
		return !new TextDecoder(encoding).encoding.startsWith('utf-16');
	} catch {
		return false;
	}
}

const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]+)/i;
const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/;

/** The encoding of a file: what its mark says, else its Content-Type, else its XML declaration (RFC 7303, section 3.2). */
function encodingOf(head: Buffer, contentType: unknown): string {
	const named = [
		CHARSET.exec(String(contentType ?? ''))?.[1],
		DECLARED.exec(head.toString('latin1'))?.[1],
	];
	return (
		shownEncoding(head) ??
		named.find((name) => name !== undefined && isReadableAs(name, head)) ??
		'utf-8'
	);
}

/** The fault of a file in which a reader met what it cannot read. @throws what comes from elsewhere */
function faultOfContent(error: unknown, { format, otherWay }: DownloadSettings): ServiceFault {
	const isMalformed = error instanceof SyntaxError;
	if (!isMalformed && !(error instanceof RangeError)) throw error;
	const cure = `To read it, ${otherWay}`;
	if (error instanceof NoMessage)
		return rejected('The report holds no message that can be read', cure);
	const what = isMalformed ? `is malformed ${format.toUpperCase()}` : 'cannot be read';
	return rejected(`The report ${what}: ${error.message}`, cure);
}

/** The fault of a file that ends before it is whole: a reply without a length may be cut off unseen (RFC 9112, section 8). */
const faultOfEnd = ({ what }: Unended, { format, otherWay }: DownloadSettings): ServiceFault => ({
	message: `The report is malformed ${format.toUpperCase()}, or was cut off${what === undefined ? '' : `: ${what}`}`,
	description: `Try again; if it keeps happening, ${otherWay}`,
	retryable: true,
	outcome: 'rejected',
});

/** What comes out of a record: nothing if it has none of the statuses that are wanted. */
function rowsOf(
	record: IDataObject,
	zone: string,
	{ simplify, isWanted }: DownloadSettings,
): IDataObject[] {
	if (!simplify && !isWanted) return [record];
	const rows = normaliseReportRecord(record, zone).filter(
		({ status }) => isWanted?.(status) ?? true,
	);
	if (simplify) return rows.map((row) => filled(reportRow(row)));
	return rows.length > 0 ? [record] : [];
}

/** Reads up to the limit and one record more, to know whether there is more. */
async function asItems(
	item: Item,
	texts: AsyncGenerator<string>,
	settings: DownloadSettings,
): Promise<Download> {
	const { format, limit, key } = settings;
	const output: INodeExecutionData[] = [];
	const records = READERS[format](texts);
	let count = 0;
	for (let seen = 0; ; seen++) {
		let next;
		try {
			next = await records.next();
		} catch (error) {
			return { fault: faultOfContent(error, settings) };
		}
		const { done, value } = next;
		if (done && value) return { fault: faultOfEnd(value, settings) };
		// Some services write an empty list where others answer with a code.
		if (done && seen === 0) return { fault: faultOfCode(CODE_REPORT_EMPTY) };
		if (done) {
			if (count === 0)
				item.ctx.hint(
					`None of the ${counted(seen, 'message')} of report ${key} has a status of Only With Status under Options.`,
				);
			return { output };
		}
		const rows = rowsOf(value as IDataObject, item.zone, settings);
		if (rows.length === 0) continue;
		if (count === limit) {
			item.ctx.hint(
				`Report ${key} holds more than the ${counted(limit, 'record')} shown. Raise Maximum Records, or return it as a file.`,
			);
			return { output };
		}
		count++;
		for (const row of rows) output.push({ json: row });
	}
}

/** With which character a whole file ends; a file of csv may end with any. */
const ENDINGS: Partial<Record<ReportFormat, string[]>> = { json: ['}', ']'], xml: ['>'] };
/** So much of the end is looked at: blanks and line feeds may follow. */
const TAIL_BYTES = 64;

/** Writes the file into n8n's binary store, byte by byte. */
async function asFile(
	item: Item,
	chunks: Chunks,
	{ constructor }: Readable,
	encoding: string,
	{ property, fileName, format, key }: DownloadSettings,
): Promise<Download> {
	let tail: Uint8Array = new Uint8Array();
	async function* watched(): Chunks {
		for await (const chunk of chunks) {
			tail = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
			yield chunk;
		}
	}
	// n8n's store wants a Node.js stream, which packages may not import: the reply's own class makes one.
	const Streams = constructor as unknown as { from(source: AsyncIterable<Uint8Array>): Readable };
	const binary = await item.ctx.binary(Streams.from(watched()), fileName, MIME_TYPES[format]);
	const last = textReader(encoding, true)(tail).trim().at(-1) ?? '';
	if (ENDINGS[format]?.includes(last) === false) return { fault: faultOfForm('cutOff') };
	const json = filled({ key, format, file_name: fileName, file_size: binary.fileSize });
	return { output: [{ json, binary: { [property]: binary } }] };
}

/** A web page, also one that says that it is XML. */
const PAGE = /^(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html)/i;
/** A list, or an object with one in it that no other object comes before (4.16, wire notes "Report JSON"). */
const JSON_LIST = /^(?:\[|\{[^[{]*\[)/;
/** The code of 4.16 in its XML form. */
const XML_CODE = /<error>\s*([1-9]\d{0,8})\s*<\/error>/;

/** Whether a text begins as a file of each format does. */
const BEGINS: Readonly<Record<ReportFormat, (start: string) => boolean>> = {
	// The first line names the columns.
	csv: (start) =>
		/^.*/
			.exec(start.replace(SEPARATOR_LINE, ''))?.[0]
			.split(/[,;\t]/)
			.some(isReportColumn) === true,
	json: (start) => JSON_LIST.test(start),
	xml: (start) => start.startsWith('<'),
};

/**
 * The fault of what came for a report file, where it is no file but an answer of the service, or of something before it. Such an answer is
 * short. `head` is its beginning, `whole` whether that is all of it.
 */
function faultOfHead(head: string, whole: boolean, format: ReportFormat): ServiceFault | undefined {
	const start = head.trimStart();
	if (PAGE.test(start)) return faultOfForm('html');
	if (format === 'xml' && start.startsWith('<')) {
		const [, code] = (whole && XML_CODE.exec(start)) || [];
		return code === undefined ? undefined : faultOfCode(Number(code));
	}
	const isReport = BEGINS[format](start);
	// What begins as a report and is no JSON is left to its reader, which says more.
	if (isReport && readBody(head).form === 'cutOff') return undefined;
	const refusal = whole
		? faultOfReply({ statusCode: 200, headers: {}, body: head }, 'file')
		: undefined;
	return refusal ?? (isReport ? undefined : faultOfForm('html'));
}

/** Reads what came for a report. @throws what the stream and the readers throw */
async function read(
	item: Item,
	body: Readable,
	contentType: unknown,
	settings: DownloadSettings,
): Promise<Download> {
	const { head, isAll, all } = await peek(
		chunksOf(body, item.ctx.timeoutMs(item.index), item.ctx.signal),
	);
	const encoding = encodingOf(head, contentType);
	const fault = faultOfHead(textReader(encoding, true)(head), isAll, settings.format);
	if (fault) return { fault };
	return settings.asFile
		? await asFile(item, all, body, encoding, settings)
		: await asItems(item, readTexts(all, textReader(encoding, true)), settings);
}

/**
 * Downloads a report file: as items, up to the limit, or as a stream into n8n's binary store. Never holds the file. A file that breaks
 * while it is read counts as a request that failed, and is asked for again within Retry For.
 */
export async function downloadFile(item: Item, settings: DownloadSettings): Promise<Download> {
	const { key, format, emptyIsNothing } = settings;
	let result: Download = { fault: faultOfForm('empty') };
	const { fault } = await item.tryCall({
		method: 'GET',
		path: fillPath(ENDPOINTS.downloadReport.path, { file_key: key, file_format: format }),
		async readStream(body, headers) {
			try {
				result = await read(item, body, headers['content-type'], settings);
				return result.fault;
			} finally {
				body.destroy();
			}
		},
	});
	if (!fault) return result;
	if (fault.code !== CODE_REPORT_EMPTY) return { fault };
	if (!emptyIsNothing) return { fault };
	item.ctx.hint(`Report ${key} is empty: there were no messages, so no items come out.`);
	return { output: [] };
}

import { stringify } from 'csv-stringify/sync';
import { entriesOf, recordOf } from './records.mts';
import type { Service } from '../service.mts';
import type { Report, ReportShape } from '../types.mts';

export type ReportFormat = 'json' | 'xml' | 'csv';

type ReportRecord = Record<string, unknown>;

/** How a format writes a file: what stands before the records, the records themselves, and what stands after them. */
interface Writer {
	contentType: string;
	/** What stands before and after the records, for a shape of the reply. */
	frame(shape: ReportShape): readonly [before: string, after: string];
	/** Some records in a row. The first record of the file gives the columns; `first` tells whether it is among these. */
	write(records: readonly ReportRecord[], columns: string[], first: boolean): string;
}

/** How many records are joined before they are written: fewer and larger pieces travel faster. */
const BATCH = 200;

const JSON_FRAMES: Readonly<Record<ReportShape, readonly [string, string]>> = {
	message_data: ['{"error":0,"message_data":[', ']}'],
	result: ['{"error":0,"result":[', ']}'],
	named: ['{"error":0,"records":[', ']}'],
	bare: ['[', ']'],
	// This is what 4.16 prints, and it is not JSON.
	documented: ['{"error":0,[', ']}'],
};

const XML_FRAME = [
	'<?xml version="1.0" encoding="UTF-8"?>\n<report><error>0</error><message_data>',
	'</message_data></report>\n',
] as const;

const XML_ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
};

function xmlOf(value: unknown): string {
	if (typeof value !== 'object' || value === null)
		return String(value ?? '').replace(
			/[&<>"]/g,
			(character) => XML_ENTITIES[character] ?? character,
		);
	return Object.entries(value)
		.map(([name, inner]) => {
			const tag = name.replace(/[^A-Za-z0-9_]/g, '_');
			return `<${tag}>${xmlOf(inner)}</${tag}>`;
		})
		.join('');
}

const WRITERS: Readonly<Record<ReportFormat, Writer>> = {
	json: {
		contentType: 'application/json; charset=utf-8',
		frame: (shape) => JSON_FRAMES[shape],
		write: (records, _columns, first) =>
			(first ? '' : ',') + records.map((record) => JSON.stringify(record)).join(','),
	},
	xml: {
		contentType: 'application/xml; charset=utf-8',
		frame: () => XML_FRAME,
		write: (records) => records.map((record) => `<message>${xmlOf(record)}</message>\n`).join(''),
	},
	csv: {
		contentType: 'text/csv; charset=utf-8',
		frame: () => ['', ''],
		write: (records, columns, first) =>
			stringify([...records], {
				columns,
				header: first,
				record_delimiter: 'windows',
				// A lone carriage return ends a line for some readers.
				quoted_match: '\r',
			}),
	},
};

/** Whether a text names a format of report files. */
export function isReportFormat(text: string): text is ReportFormat {
	return Object.hasOwn(WRITERS, text);
}

/** Content type of a format. */
export function contentTypeOf(format: ReportFormat): string {
	return WRITERS[format].contentType;
}

/** The file of a report, piece by piece. It is made no further ahead than its reader has come. */
export function* reportChunks(
	service: Service,
	report: Report,
	format: ReportFormat,
): Generator<string> {
	const writer = WRITERS[format];
	const [before, after] = writer.frame(report.shape ?? service.config.dialect.report);
	let batch: ReportRecord[] = [];
	let columns: string[] | undefined;
	let piece = before;
	const written = (): string => {
		const first = columns === undefined;
		columns ??= Object.keys(batch[0] ?? {});
		return writer.write(batch, columns, first);
	};
	for (const entry of entriesOf(service, report)) {
		batch.push(recordOf(service, entry));
		if (batch.length < BATCH) continue;
		yield piece + written();
		piece = '';
		batch = [];
	}
	if (batch.length > 0) piece += written();
	yield piece + after;
}

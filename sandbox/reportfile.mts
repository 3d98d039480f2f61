import type { Service } from './service.mts';
import { entriesOf, recordOf } from './records.mts';
import type { Report, ReportShape } from './types.mts';

export type ReportFormat = 'json' | 'xml' | 'csv';

/** Records joined before they are written: fewer, larger pieces. */
const BATCH = 200;

const OPENINGS: Readonly<Record<ReportShape, [string, string]>> = {
	message_data: ['{"error":0,"message_data":[', ']}'],
	result: ['{"error":0,"result":[', ']}'],
	named: ['{"error":0,"records":[', ']}'],
	bare: ['[', ']'],
	// As 4.16 prints it: not JSON.
	documented: ['{"error":0,[', ']}'],
};

function escapeXml(value: unknown): string {
	return String(value ?? '').replace(
		/[&<>"]/g,
		(character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '',
	);
}

function xmlOf(value: unknown): string {
	if (typeof value !== 'object' || value === null) return escapeXml(value);
	return Object.entries(value)
		.map(([name, inner]) => {
			const tag = name.replace(/[^A-Za-z0-9_]/g, '_');
			return `<${tag}>${xmlOf(inner)}</${tag}>`;
		})
		.join('');
}

function csvCell(value: unknown): string {
	const text =
		typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The file, piece by piece. The reader's pace decides how far ahead it is made. */
export function* reportChunks(
	service: Service,
	report: Report,
	format: ReportFormat,
): Generator<string> {
	const [open, close] =
		format === 'json'
			? OPENINGS[report.shape ?? service.config.dialect.report]
			: format === 'xml'
				? [
						'<?xml version="1.0" encoding="UTF-8"?>\n<report><error>0</error><message_data>',
						'</message_data></report>\n',
					]
				: ['', ''];
	let piece = open;
	let inPiece = 0;
	let index = 0;
	let columns: string[] = [];
	for (const entry of entriesOf(service, report)) {
		const record = recordOf(service, entry);
		if (format === 'json') piece += `${index > 0 ? ',' : ''}${JSON.stringify(record)}`;
		else if (format === 'xml') piece += `<message>${xmlOf(record)}</message>\n`;
		else {
			if (index === 0) {
				columns = Object.keys(record);
				piece += `${columns.map(csvCell).join(',')}\r\n`;
			}
			piece += `${columns.map((name) => csvCell(record[name])).join(',')}\r\n`;
		}
		index++;
		if (++inPiece >= BATCH) {
			yield piece;
			piece = '';
			inPiece = 0;
		}
	}
	yield piece + close;
}

/** Content type of a format. */
export const CONTENT_TYPES: Readonly<Record<ReportFormat, string>> = {
	json: 'application/json; charset=utf-8',
	xml: 'application/xml; charset=utf-8',
	csv: 'text/csv; charset=utf-8',
};

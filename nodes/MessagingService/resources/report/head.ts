import {
	asRecord,
	faultOfCode,
	faultOfForm,
	faultOfReply,
	makeFault,
	readBody,
	refusalWithin,
	type ServiceFault,
} from '../../../shared/errors';
import { deniesChange, isReportColumn, saysFault } from '../../../shared/reply';
import { ERROR_CODES } from '../../../shared/spec';

/** The formats of report files (4.16). */
export type ReportFormat = 'csv' | 'json' | 'xml';

/** How a file of each format begins: csv names its columns in its first line. */
const BEGINNINGS: Readonly<Record<ReportFormat, RegExp>> = {
	csv: /^[^{[<\n][^\n]*[,;\t]/,
	json: /^[{[]/,
	xml: /^</,
};
/** A web page, also one that says that it is XML. */
const PAGE = /^(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html)/i;
/** An XML answer that tells what went wrong, with a code of the legacy interface or in words. */
const XML_CODE = /^<[^]*?<error>\s*(\d{1,9})\s*<\/error>/i;
const XML_WORDS = /<(?:code|detail|error|errors|message)[\s>]/i;
/** What only a record of a report has, with either set of names. */
const RECORD_NAME = /^(?:message_?id|id|msisdn|phone)$/i;
const XML_RECORD = /<(?:message_?id|msisdn|phone)[\s>]/i;
const JSON_RECORD = /"(?:message[ _]?id|id|msisdn|phone)"\s*:/i;
/** A JSON answer, of which only the beginning is there, that begins with a code of the legacy interface. */
const JSON_CODE = /^\{\s*"error"\s*:\s*"?([1-9]\d{0,8})"?\s*,/;

/** Whether one of some entries has what only a record of a report has. */
const holdsRecord = (entries: readonly unknown[]): boolean =>
	entries.some((entry) =>
		Object.keys(asRecord(entry) ?? {}).some((name) => RECORD_NAME.test(name)),
	);

/** Whether a JSON text holds no list of records, or one beside words of a fault: it is no report. */
function isNoJsonReport(text: string): boolean {
	const read = readBody(text);
	if (read.form !== 'json') return false;
	const lists = [read.value, ...Object.values(read.value)].filter(Array.isArray);
	const entries: unknown[] = lists.flat();
	const isInDoubt = deniesChange(read.value) && !holdsRecord(entries);
	// Some services write an empty list where others answer that the report is empty.
	if (entries.length === 0) return lists.length === 0 || isInDoubt;
	return isInDoubt || !entries.some((entry) => asRecord(entry) !== undefined);
}

/** The refusal in a JSON text whose entries all hold a fault and none is a record. */
function refusalIn(text: string): ServiceFault | undefined {
	const read = readBody(text);
	if (read.form !== 'json') return undefined;
	const entries: unknown[] = [read.value, ...Object.values(read.value)]
		.filter(Array.isArray)
		.flat();
	const faults = entries.map(asRecord).filter((entry) => entry !== undefined && saysFault(entry));
	if (entries.length === 0 || faults.length < entries.length || holdsRecord(entries))
		return undefined;
	return (
		faultOfReply({ statusCode: 200, headers: {}, body: faults[0] }, 'file') ?? faultOfForm('html')
	);
}

/** What only a row of a report has among its cells: the number of a message or of a phone. */
const ROW_CELL = /^"?\d{1,20}"?$/;

const NO_HEADER: ServiceFault = makeFault({
	kind: 'notJson',
	message: 'The report does not name its columns in its first line',
	description:
		'Which value belongs to which column is not known. Choose JSON or XML under File Format.',
	retryable: false,
	outcome: 'rejected',
});

/**
 * What the beginning of a csv file says went wrong: its first line names at least one column of a report, or columns that nobody knows
 * above a row. Else the file is a sentence with a comma in it, or has rows without their names.
 */
function faultOfCsv(start: string): ServiceFault | undefined {
	const [first = [], second = []] = start
		.split('\n', 2)
		.map((line) => line.split(/[,;\t]/).map((cell) => cell.trim()));
	const isRow = (cells: readonly string[]) => cells.some((cell) => ROW_CELL.test(cell));
	if (first.some(isReportColumn)) return undefined;
	if (isRow(first)) return NO_HEADER;
	return isRow(second) ? undefined : faultOfForm('html');
}

/** Whether a complete text of a format is an answer of the service and no report. */
const IS_NO_REPORT: Readonly<Record<ReportFormat, (text: string) => boolean>> = {
	csv: () => false,
	json: isNoJsonReport,
	xml: (text) => XML_WORDS.test(text) && !XML_RECORD.test(text),
};

/** Whether the beginning of a longer text holds no record of a format, though the first one of a report would be among it. */
const beginsNoReport = (start: string, format: ReportFormat): boolean =>
	format === 'json' && !JSON_RECORD.test(start);

/**
 * Takes the beginning of what came for a report file, whether that is all of it, and the format that was asked for; returns what it says
 * went wrong where it is no file but an answer of the service, or of something before it.
 */
export function faultOfHead(
	head: string,
	whole: boolean,
	format: ReportFormat,
): ServiceFault | undefined {
	const start = head.trimStart();
	if (PAGE.test(start)) return faultOfForm('html');
	const isNone =
		!BEGINNINGS[format].test(start) ||
		(whole ? IS_NO_REPORT[format](start) : beginsNoReport(start, format));
	const coded = XML_CODE.exec(start) ?? (isNone && !whole ? JSON_CODE.exec(start) : undefined);
	const code = Number(coded?.[1] ?? 0);
	if (code !== 0) return faultOfCode(code);
	// An answer without records is short and complete. XML needs no declaration to be XML.
	const isXml = format === 'xml' && start.startsWith('<');
	const told =
		whole && !isXml
			? faultOfReply({ statusCode: 200, headers: {}, body: head }, 'file')
			: undefined;
	if (told) return told;
	// What holds no report refuses it with any code: none of them means success here.
	if (isNone) return (whole ? refusalWithin(start, ERROR_CODES) : undefined) ?? faultOfForm('html');
	if (format === 'json') return whole ? refusalIn(start) : undefined;
	return format === 'csv' ? faultOfCsv(start) : undefined;
}

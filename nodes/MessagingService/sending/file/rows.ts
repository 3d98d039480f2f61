import type { IDataObject } from 'n8n-workflow';
import {
	cleanName,
	csvReader,
	isBlank,
	mistakeIn,
	ROW_LIMIT,
	type CsvRow,
} from '../../../shared/text';
import { asRecord } from '../../../shared/errors';
import { jsonIn } from '../../../shared/json';
import { quote } from '../../../shared/validation';

/** How the rows of a file are written. */
export type Format = 'csv' | 'ndjson';

/** One row of a file: the fields of a recipient, or why it has none. */
export interface FileRow {
	/** The line on which it begins, from 1. */
	line: number;
	fields: IDataObject;
	/** What is wrong with the row itself. */
	mistake?: string;
}

/** Columns of a file at most: each row has a field for all of them, however few cells it holds. */
const COLUMNS_AT_MOST = 1000;
/** So many fields are made at a time at most: a few kilobytes of short rows below many columns would be gigabytes of them. */
const FIELDS_AT_ONCE = 100_000;

/** Why a file cannot be read, in words for the user. */
export class UnreadableFile extends Error {
	constructor(
		message: string,
		/** How to mend it. */
		readonly cure: string,
	) {
		super(message);
	}
}

/** Packed files begin with these letters; xlsx and ods are such. */
const ZIP = 'PK\u0003\u0004';
/** Files of Excel before 2007. */
const OLD_EXCEL = '\u00d0\u00cf\u0011\u00e0';
/** Files that gzip packed. */
const GZIP = '\u001f\u008b';
const SAVE_AS_CSV =
	'Save it as CSV in your spreadsheet, or put n8n\'s node "Extract From File" before this one and choose All Input Items.';

/**
 * Recognises how the rows of a file are written, by its first bytes and its beginning as text.
 * @throws UnreadableFile for a spreadsheet, a pdf, a web page, a JSON list, an empty file, and one that was packed twice
 */
export function formatOf(head: Uint8Array, beginning: string): Format {
	const mark = Buffer.from(head.subarray(0, 4)).toString('latin1');
	if (mark === ZIP || mark === OLD_EXCEL)
		throw new UnreadableFile(
			'The file is a spreadsheet (such as xlsx), not a text file',
			SAVE_AS_CSV,
		);
	if (mark === '%PDF') throw new UnreadableFile('The file is a PDF, not a list', SAVE_AS_CSV);
	if (mark.startsWith(GZIP))
		throw new UnreadableFile('The file is packed with gzip twice', 'Pack it once, or not at all.');
	const start = beginning.replace(/^\uFEFF/, '').trimStart();
	if (start === '')
		throw new UnreadableFile('The file is empty', 'Give a file with at least one row.');
	if (start.startsWith('['))
		throw new UnreadableFile(
			'The file is one JSON list, which has to be read as a whole',
			'Write one JSON object a line (NDJSON), or put n8n\'s node "Extract From File" before this one.',
		);
	if (['<!doctype html', '<html', '<?xml'].some((mark) => start.toLowerCase().startsWith(mark)))
		throw new UnreadableFile(
			'The file is a web page or XML, not a list',
			'Check what the node before gives: an address that wants a login answers with a page.',
		);
	return start.startsWith('{') ? 'ndjson' : 'csv';
}

/** Whether a cell is a phone number: a first row with one holds a recipient, and not the names of columns. */
export type HoldsNumber = (cell: string) => boolean;

/** Whether the form names a column. */
export type IsNamed = (column: string) => boolean;

/**
 * The names of columns that the first row gives. Exports often hold two of one name, such as a note.
 * @throws UnreadableFile where the form names such a column, and it is unclear which is meant
 */
function namedIn(cells: readonly string[], isNamed: IsNamed): string[] {
	const names = cells.map((cell) => cell.trim());
	const clean = names.map(cleanName);
	const twice = clean.find(
		(name, index) => name !== '' && clean.indexOf(name) < index && isNamed(name),
	);
	if (twice !== undefined)
		throw new UnreadableFile(
			`The first row names the column ${quote(twice)} twice`,
			'Give each column a name of its own, or remove one of them.',
		);
	return names;
}

/** Reads the rows of a csv file. Where the first one holds a phone number, the columns are named 1, 2, 3. */
async function* csvRows(
	texts: AsyncIterable<string>,
	holdsNumber: HoldsNumber,
	isNamed: IsNamed,
): AsyncGenerator<FileRow[]> {
	const reader = csvReader();
	let names: string[] | undefined;

	function rowOf(row: CsvRow, columns: readonly string[]): FileRow {
		const { line, cells } = row;
		const fields: IDataObject = {};
		for (let at = 0; at < columns.length; at++) fields[columns[at] ?? ''] = cells[at] ?? '';
		const mistake = mistakeIn(row, columns.length);
		return mistake === undefined ? { line, fields } : { line, fields, mistake };
	}

	function* rowsOf(rows: CsvRow[]): Generator<FileRow[]> {
		const [first] = rows;
		if (!first) return;
		const isHeader = names === undefined && !first.cells.some(holdsNumber);
		const mistake = isHeader ? mistakeIn(first, first.cells.length) : undefined;
		if (mistake !== undefined)
			throw new UnreadableFile(
				`Line ${first.line} of the file: ${mistake}`,
				'Correct the first row, which names the columns.',
			);
		const width = first.cells.length;
		if (names === undefined && width > COLUMNS_AT_MOST)
			throw new UnreadableFile(
				`The first row has ${width} columns, more than ${COLUMNS_AT_MOST}`,
				'Keep those that the message needs.',
			);
		const columns = (names ??= isHeader
			? namedIn(first.cells, isNamed)
			: first.cells.map((_, index) => String(index + 1)));
		const size = Math.ceil(FIELDS_AT_ONCE / columns.length);
		for (let at = isHeader ? 1 : 0; at < rows.length; at += size)
			yield rows.slice(at, at + size).map((row) => rowOf(row, columns));
	}

	for await (const text of texts) yield* rowsOf(reader.push(text));
	yield* rowsOf(reader.end());
}

/** Reads the rows of a file that has one JSON object a line. */
async function* ndjsonRows(texts: AsyncIterable<string>): AsyncGenerator<FileRow[]> {
	let rest = '';
	let line = 0;

	function rowOf(text: string, at: number): FileRow {
		const fields = asRecord(jsonIn(text)) as IDataObject | undefined;
		return fields
			? { line: at, fields }
			: { line: at, fields: {}, mistake: 'The line is no JSON object' };
	}

	function rowsOf(lines: string[]): FileRow[] {
		const first = line + 1;
		line += lines.length;
		return lines.flatMap((text, index) => (isBlank(text) ? [] : [rowOf(text, first + index)]));
	}

	for await (const text of texts) {
		const lines = (rest + text).split('\n');
		rest = lines.pop() ?? '';
		if (rest.length > ROW_LIMIT)
			throw new RangeError(
				`Line ${line + lines.length + 1} is longer than ${ROW_LIMIT} characters`,
			);
		yield rowsOf(lines);
	}
	yield rowsOf([rest]);
}

/**
 * Hands texts on with line feeds as line ends. Old programs of the Macintosh end lines with a carriage return alone: where the first
 * line ends so, all do. Other texts stay as they are.
 */
async function* withLineFeeds(texts: AsyncIterable<string>): AsyncGenerator<string> {
	let isOld: boolean | undefined;
	let held = '';
	for await (const piece of texts) {
		const text = held + piece;
		const end = isOld === undefined ? text.search(/[\r\n]/) : -1;
		// What follows a carriage return at the end of a piece tells what it is.
		held = end >= 0 && end === text.length - 1 && text[end] === '\r' ? '\r' : '';
		if (end >= 0 && held === '') isOld = text[end] === '\r' && text[end + 1] !== '\n';
		const known = text.slice(0, text.length - held.length);
		yield isOld ? known.replaceAll('\r', '\n') : known;
	}
}

/**
 * Reads the rows of a file as they arrive, some at a time.
 * @throws UnreadableFile for named columns of the same name and too many columns, RangeError for a row that is too long, SyntaxError for a quote that is never closed, TypeError for bytes of another encoding
 */
export function readRows(
	texts: AsyncIterable<string>,
	format: Format,
	holdsNumber: HoldsNumber,
	isNamed: IsNamed,
): AsyncGenerator<FileRow[]> {
	const lines = withLineFeeds(texts);
	return format === 'ndjson' ? ndjsonRows(lines) : csvRows(lines, holdsNumber, isNamed);
}

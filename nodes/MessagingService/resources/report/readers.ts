import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { jsonIn } from '../../../shared/json';
import type { Fields } from '../../../shared/errors';
import { counted, csvReader, mistakeIn, type CsvRow } from '../../../shared/text';

/*
 * The records of a report file (4.16): one function for each format. Each reads texts as they arrive and holds the record at hand
 * alone.
 */

/** The formats of report files (4.16). */
export type ReportFormat = 'csv' | 'json' | 'xml';

/** That a file ends before it is whole, and what its end leaves open, as far as that is known. */
export type Unended = { what?: string };

/**
 * Gives the records of a file, and at its end, if it was not whole, what is missing.
 * @throws SyntaxError for what the format does not allow, RangeError for more in one piece than any report holds
 */
export type ReadRecords = (
	texts: AsyncIterable<string>,
) => AsyncGenerator<Fields, Unended | undefined>;

/** Characters of one record or value; a record of 2.6 has some hundreds, and without a bound any answer would be held whole. */
const VALUE_LIMIT = 1_000_000;
/** Cells of a row; a record of 2.6 has about twenty. */
const MOST_CELLS = 1000;
/** Elements within each other; an alternative SMS in a record of a list lies five deep. */
const MOST_LEVELS = 50;
/** Fields of one element, or elements beside each other that are no records. */
const MOST_FIELDS = 100_000;

const tooLarge = (): RangeError => new RangeError('A value of the response is too large');

function checkLength(length: number): void {
	if (length > VALUE_LIMIT) throw tooLarge();
}

/** The first line names the columns. */
async function* csv(texts: AsyncIterable<string>): AsyncGenerator<Fields, Unended | undefined> {
	const reader = csvReader();
	let names: readonly string[] | undefined;
	function* recordsOf(rows: readonly CsvRow[]): Generator<Fields> {
		for (const row of rows) {
			const { line, cells } = row;
			const width = names?.length ?? cells.length;
			if (width > MOST_CELLS) throw tooLarge();
			// Only people and spreadsheets leave out the last cells of a row; a service writes all of them.
			const mistake =
				cells.length < width
					? `The line has ${counted(cells.length, 'cell')} instead of ${width}: a cell with a line break in it needs quotes`
					: mistakeIn(row, width);
			if (mistake !== undefined) throw new SyntaxError(`line ${line}: ${mistake}`);
			if (names) yield Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
			else names = cells.map((name) => name.trim());
		}
	}
	let isWithinRow = false;
	for await (const text of texts) {
		if (text !== '') isWithinRow = !text.endsWith('\n');
		yield* recordsOf(reader.push(text));
	}
	let last: CsvRow[];
	try {
		last = reader.end();
	} catch (error) {
		return { what: (error as Error).message };
	}
	// A last row with too few cells and no end was cut off.
	const row = last.pop();
	yield* recordsOf(last);
	if (isWithinRow && row && names && row.cells.length < names.length)
		return { what: `line ${row.line} ends within its cells` };
	yield* recordsOf(row ? [row] : []);
	return names ? undefined : {};
}

const QUOTE_BYTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The objects of a list that lies at the top, or directly in the object at the top: under `message_data`, `result` or another key, or
 * without one, as 4.16 shows it. As that is not JSON, no parser of JSON reads it; the brackets are followed here.
 */
async function* json(texts: AsyncIterable<string>): AsyncGenerator<Fields, Unended | undefined> {
	let isFound = false;
	let depth = 0;
	/** How deep the records lie while their list is open. */
	let ofRecords: number | undefined;
	let isInText = false;
	let isEscaped = false;
	let record: string | undefined;
	let count = 0;
	for await (const text of texts) {
		let start = 0;
		for (let at = 0; at < text.length; at++) {
			const code = text.charCodeAt(at);
			if (isInText) {
				if (isEscaped) isEscaped = false;
				else if (code === BACKSLASH) isEscaped = true;
				else if (code === QUOTE_BYTE) isInText = false;
			} else if (code === QUOTE_BYTE) isInText = true;
			else if (code === OPEN || code === OPEN_LIST) {
				if (code === OPEN && depth === ofRecords) {
					record = '';
					start = at;
				}
				depth++;
				if (code === OPEN_LIST && depth <= 2 && ofRecords === undefined) {
					ofRecords = depth;
					isFound = true;
				}
			} else if (code === CLOSE || code === CLOSE_LIST) {
				depth--;
				if (record !== undefined && depth === ofRecords) {
					const fields = jsonIn(record + text.slice(start, at + 1));
					count++;
					if (fields === undefined) throw new SyntaxError(`record ${count} cannot be read`);
					yield fields as Fields;
					record = undefined;
				}
				// Another list may stand before the one with the records.
				if (ofRecords !== undefined && depth < ofRecords) ofRecords = undefined;
			}
		}
		if (record !== undefined) {
			record += text.slice(start);
			checkLength(record.length);
		}
	}
	return isFound && depth === 0 ? undefined : {};
}

interface Element {
	name: string;
	/** Where its content begins. */
	place: string;
	fields: Fields;
	/** How many fields were put into it. */
	count: number;
	/** Whether one of them is a message ID. */
	hasMessageId: boolean;
	text: string;
}

const MESSAGE_ID = /^message_?id$/i;
const PHONE_COLUMN = /^(?:msisdn|phone)$/i;

/** @throws RangeError for more fields than any element of a report has */
function put(element: Element, name: string, value: unknown): void {
	if (++element.count > MOST_FIELDS) throw tooLarge();
	element.fields[name] = value;
	element.hasMessageId ||= MESSAGE_ID.test(name);
}

/** Some services name a message's ID `id`, as other things have one, too. */
function isMessage({ hasMessageId, fields }: Element): boolean {
	const names = Object.keys(fields);
	return hasMessageId || (names.includes('id') && names.some((name) => PHONE_COLUMN.test(name)));
}

/** That a whole file holds something, of which nothing is known as a message. */
export class NoMessage extends SyntaxError {}

/**
 * The elements that hold a message ID, whatever they are called and wherever they lie, but for those within another one (the
 * alternative SMS). A report with nothing in it, but for its error code, is whole, too.
 */
async function* xml(texts: AsyncIterable<string>): AsyncGenerator<Fields, Unended | undefined> {
	const parser = new SaxesParser();
	const open: Element[] = [];
	let records: Fields[] = [];
	let isWhole = false;
	let isFound = false;
	/** Whether an element within the root says anything. */
	let isFilled = false;
	/** Characters since a tag was read: the parser holds them. */
	let held = 0;

	function addText(text: string): void {
		const element = open.at(-1);
		if (!element || text.trim() === '') return;
		element.text += text;
		checkLength(element.text.length);
	}
	parser.on('error', ({ message }) => {
		const where = message.replace(/^(\d+):(\d+): /, 'line $1, column $2: ');
		throw new SyntaxError(where.replace(/\.$/, ''));
	});
	parser.on('text', addText);
	parser.on('cdata', addText);
	parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
		held = 0;
		if (open.length === MOST_LEVELS) throw tooLarge();
		const place = `line ${parser.line}, column ${parser.column}`;
		const element = { name, place, fields: {}, count: 0, hasMessageId: false, text: '' };
		for (const [key, value] of Object.entries(attributes)) put(element, key, value);
		open.push(element);
	});
	parser.on('closetag', () => {
		held = 0;
		const element = open.pop();
		if (!element) return;
		const { name, fields, text, count } = element;
		const parent = open.at(-1);
		isFilled ||= parent !== undefined && name !== 'error' && (count > 0 || text !== '');
		if (isMessage(element) && !open.some(isMessage)) {
			records.push(fields);
			isFound = true;
		} else if (parent) put(parent, name, count > 0 ? fields : text.trim());
		isWhole ||= !parent;
	});

	for await (const text of texts) {
		held += text.length;
		parser.write(text);
		checkLength(held);
		yield* records;
		records = [];
	}
	const last = open.at(-1);
	if (last) return { what: `the element ${last.name} at ${last.place} never ends` };
	if (isWhole && isFilled && !isFound) throw new NoMessage();
	return isWhole ? undefined : {};
}

export const READERS: Readonly<Record<ReportFormat, ReadRecords>> = { csv, json, xml };

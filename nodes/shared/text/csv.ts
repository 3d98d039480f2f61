import { isBlank } from './given';

const QUOTE = '"';
/** What may stand between the cells of a row. */
const SEPARATORS = [';', ',', '\t'];

/** The separator is recognised by so many rows at most, as far as they lie within the first characters. */
const ROWS_SHOWN = 10;
const CHARACTERS_SHOWN = 4096;

/**
 * Finds what separates the cells of a csv text by its first rows, without what stands in quotes. It is what stands equally often in all of
 * them: a comma in a price, or in a sentence, does not. Of several such it is the most frequent one, and of equally frequent ones the
 * semicolon, as people who write decimal commas separate by semicolons. Where none does, the first row decides.
 */
export function separatorOf([first = '', ...others]: readonly string[]): string {
	const countIn = (row: string, separator: string): number => row.split(separator).length - 1;
	const most = (separators: readonly string[], start: string): string =>
		separators.reduce(
			(best, next) => (countIn(first, next) > countIn(first, best) ? next : best),
			start,
		);
	const regular = SEPARATORS.filter((separator) => {
		const count = countIn(first, separator);
		return count > 0 && others.every((row) => countIn(row, separator) === count);
	});
	const [start] = regular;
	return start === undefined ? most(SEPARATORS, ',') : most(regular, start);
}

/** Empty lines before the first row: they show no separator. */
const EMPTY_LINES = /^(?:[ \r]*\n)+/;

/** With such a first line a file tells Excel what stands between its cells. */
export const SEPARATOR_LINE = /^sep=([;,\t])\r?\n/i;

/** The rows that a text holds to their end, without what stands in quotes, and without lines that hold nothing. */
function wholeRows(text: string): string[] {
	// What stands in quotes leaves a mark: a line of one cell in quotes holds something.
	const lines = text
		.replace(/"([^"]*)"/g, (_, cell: string) => (cell === '' ? '' : '.'))
		.split('\n');
	const open = lines.findIndex((line) => line.includes(QUOTE));
	return lines.slice(0, open < 0 ? -1 : open).filter((line) => line.trim() !== '');
}

/**
 * The rows by which the separator of a csv text is recognised; undefined until they have arrived. They are the same however the text is
 * cut.
 */
function rowsShown(text: string, isEnd: boolean): string[] | undefined {
	const rows = wholeRows(text.slice(0, CHARACTERS_SHOWN)).slice(0, ROWS_SHOWN);
	if (rows.length < ROWS_SHOWN && text.length < CHARACTERS_SHOWN && !isEnd) return undefined;
	if (rows.length > 0) return rows;
	const [first] = wholeRows(text);
	return first === undefined ? undefined : [first];
}

/** A row as it stands in the text. */
interface CellRow {
	cells: string[];
	/** Where the next row begins. */
	next: number;
	/** How many line breaks the row takes; more than one where a cell in quotes holds some. */
	lines: number;
	/** Whether text stands after a closing quote: then a quote opened, or closed, that was not meant to. */
	strayQuote?: boolean;
}

/** Where a cell that begins at `start` opens a quote, also after blanks, as some programs write them; -1 where it does not. */
function openingQuote(text: string, start: number): number {
	let at = start;
	while (text[at] === ' ') at++;
	return text[at] === QUOTE ? at : -1;
}

/** Reads the row with quotes that begins at `start`, undefined where its end has not arrived: in quotes separators and line breaks are text, and a doubled quote is one. */
function quotedRow(text: string, start: number, separator: string): CellRow | undefined {
	const cells: string[] = [];
	let lines = 1;
	let strayQuote = false;
	let at = start;
	for (;;) {
		let cell = '';
		const open = openingQuote(text, at);
		if (open >= 0) {
			at = open + 1;
			for (;;) {
				const close = text.indexOf(QUOTE, at);
				if (close < 0) return undefined;
				cell += text.slice(at, close);
				at = close + 1;
				if (text[at] !== QUOTE) break;
				cell += QUOTE;
				at++;
			}
			lines += cell.split('\n').length - 1;
		}
		let end = at;
		while (end < text.length && text[end] !== '\n' && text[end] !== separator) end++;
		if (end === text.length) return undefined;
		const isLast = text[end] === '\n';
		// A carriage return belongs to the line break, and is text anywhere else.
		const behind = text.slice(at, isLast && text[end - 1] === '\r' ? end - 1 : end);
		strayQuote ||= open >= 0 && behind.trim() !== '';
		cells.push(cell + behind);
		at = end + 1;
		if (isLast) return { cells, next: at, lines, strayQuote };
	}
}

/** One row of a csv text. */
export interface CsvRow {
	/** The line on which it begins, from 1. */
	line: number;
	cells: string[];
	/** The line on which it ends, where text stands after a closing quote in it: the quote may have swallowed lines. */
	strayQuoteUntil?: number;
}

const holdsNothing = (cells: readonly string[]): boolean => cells.every(isBlank);

/** What is wrong with a row, where the first one has `width` cells; undefined where it can be read as it stands. */
export function mistakeIn(
	{ line, cells, strayQuoteUntil: until }: CsvRow,
	width: number,
): string | undefined {
	if (until !== undefined)
		return until > line
			? `A quote that opens here closes in line ${until}, with text behind it: the lines ${line} to ${until} are one row. A quote in a cell needs quotes around the cell, and has to be doubled`
			: 'Text stands behind a closing quote: a quote in a cell needs quotes around the cell, and has to be doubled';
	// A separator too many at the end of each row is a habit of exports, and means nothing.
	if (cells.length <= width || holdsNothing(cells.slice(width))) return undefined;
	return `The line has ${cells.length} cells instead of ${width}: a cell with a separator in it needs quotes`;
}

/** Characters of one row at most: a longer one comes from a quote that is never closed, or from something that is no list. */
export const ROW_LIMIT = 1_000_000;

/**
 * Returns what reads the rows of a csv text as it arrives. It recognises the separator (comma, semicolon or tab) by the first rows, or
 * by a line before them such as "sep=;". Rows without anything in their cells, as spreadsheets write them below a table, are left out.
 * Only the row at hand is kept; one that is longer than `rowLimit` characters ends it.
 */
export function csvReader(rowLimit = ROW_LIMIT): {
	/** Adds the next piece of text; returns the rows that it completes. @throws RangeError for a row that is too long */
	push(piece: string): CsvRow[];
	/** Returns the row after which no line break came. @throws SyntaxError when a quote in it is never closed */
	end(): CsvRow[];
} {
	let rest = '';
	let separator: string | undefined;
	let line = 1;

	function read(text: string, isEnd = false): CsvRow[] {
		const rows: CsvRow[] = [];
		let start = 0;
		if (separator === undefined) {
			const beginning = text.replace(EMPTY_LINES, '');
			const shown = rowsShown(beginning, isEnd || beginning.length > rowLimit);
			if (shown) {
				const [named = '', mark] = SEPARATOR_LINE.exec(text) ?? [];
				separator = mark ?? separatorOf(shown);
				start = named.length;
				if (named !== '') line++;
			}
		}
		for (let end = text.indexOf('\n', start); end >= 0; end = text.indexOf('\n', start)) {
			if (separator === undefined) break;
			const plain = text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
			const row: CellRow | undefined = plain.includes(QUOTE)
				? quotedRow(text, start, separator)
				: { cells: plain.split(separator), next: end + 1, lines: 1 };
			if (!row) break;
			const { cells, strayQuote } = row;
			const begun = line;
			line += row.lines;
			if (!holdsNothing(cells))
				rows.push({ line: begun, cells, ...(strayQuote && { strayQuoteUntil: line - 1 }) });
			start = row.next;
		}
		rest = text.slice(start);
		if (rest.length > rowLimit)
			throw new RangeError(`Line ${line} is longer than ${rowLimit} characters`);
		return rows;
	}

	return {
		push: (piece) => read(rest + piece),
		end() {
			// Lines that hold nothing are no text with an open quote.
			if (separator === undefined && rest.trim() === '') rest = '';
			const rows = read(rest === '' ? '' : `${rest}\n`, true);
			if (rest !== '') throw new SyntaxError(`A quote that opens on line ${line} is never closed`);
			return rows;
		},
	};
}

/** What a spreadsheet would read as a formula, and what would end a cell. */
const FORMULA = /^(?:[=@\t\r]|[+-](?!\d+$))/;
const NEEDS_QUOTES = /[",\r\n;]/;

function csvCell(value: unknown): string {
	const text = String(value ?? '');
	const marked = FORMULA.test(text) ? `'${text}` : text;
	return NEEDS_QUOTES.test(marked) ? `"${marked.replaceAll(QUOTE, '""')}"` : marked;
}

/** Writes a row as a line of csv with commas. A cell that a spreadsheet would read as a formula is marked as text. */
export function csvLine(cells: readonly unknown[]): string {
	return `${cells.map(csvCell).join(',')}\n`;
}

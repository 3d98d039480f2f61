import { CsvError, parse, type Options } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvReader } from '../../nodes/shared/text/index.ts';

/*
 * Our reader of csv held against csv-parse. Both read what is written as RFC 4180 says in the same way; the table DIFFERENCES names
 * where they part, and why.
 */

type Rows = string[][];
const REFUSED = 'refused';
const SEPARATORS = [',', ';', '\t'] as const;

/** What our reader makes of a text that comes in pieces of so many characters. */
function ours(text: string, size = 7): Rows | typeof REFUSED {
	const reader = csvReader(10_000);
	const rows = [];
	try {
		for (let at = 0; at < text.length; at += size)
			rows.push(...reader.push(text.slice(at, at + size)));
		rows.push(...reader.end());
	} catch {
		return REFUSED;
	}
	// The callers refuse such a row.
	if (rows.some(({ strayQuoteUntil }) => strayQuoteUntil !== undefined)) return REFUSED;
	return rows.map(({ cells }) => cells);
}

const TOLERANT: Options = { relax_column_count: true, skip_empty_lines: true };

/** What csv-parse makes of it, or the code of its error. */
function theirs(text: string | Buffer, options: Options = {}): Rows | string {
	try {
		return parse(text, {
			...TOLERANT,
			record_delimiter: ['\r\n', '\n'],
			...options,
		}) as unknown as Rows;
	} catch (error) {
		return (error as CsvError).code;
	}
}

/** Without the rows that hold one blank cell: they are the first of the differences. */
const withoutBlankRows = (rows: Rows): Rows =>
	rows.filter(({ length, 0: first = '' }) => length > 1 || first.trim() !== '');

describe('Our csv reader and csv-parse', () => {
	it.each<[string, string]>([
		['plain cells', 'a,b\n1,2\n'],
		['a last line without an end', 'a,b\n1,2'],
		['line ends of Windows', 'a,b\r\n1,2\r\n'],
		['both line ends', 'a,b\r\n1,2\n3,4\r\n'],
		['empty lines before, between and after', '\n\r\na,b\n\n1,2\r\n\r\n\n'],
		['empty cells', 'a,b,c\n,,\n1,,\n,,3'],
		['rows of other lengths', 'a,b\n1\n1,2,3\n'],
		['quotes', '"a","b"\n"1","2"\n'],
		['doubled quotes', 'a,b\n"say ""hi""",""""\n"""",""\n'],
		['separators and line breaks in quotes', 'a,b\n"1,2","3\n4\r\n5"\n'],
		['an empty cell in quotes', 'a,b\n"",1\n1,""\n'],
		['blanks around cells', 'a , b\n 1,2 \n'],
		['a carriage return within a line', 'a,b\n1\r2,3\n"1",2\r,3\n'],
		['a separator of another file', 'a,b\n1;2,3\t4\n'],
		['letters of two units', 'a,b\n😀,"я😀"\n'],
		['nothing', ''],
	])('read the same: %s', (_, text) => {
		for (const size of [1, 2, 3, 1000]) expect(ours(text, size)).toEqual(theirs(text));
	});

	it.each(SEPARATORS)(
		'read the same table with %j between its cells, whatever it holds',
		(mark) => {
			const plain = fc.string({
				unit: fc.constantFrom('a', 'я', '1', ' ', '😀', "'"),
				minLength: 1,
			});
			const quoted = fc
				.string({ unit: fc.constantFrom('a', '"', '\n', '\r\n', '\r', ' ', ...SEPARATORS) })
				.map((text) => `"${text.replaceAll('"', '""')}"`);
			const row = fc.array(fc.oneof(plain, quoted, fc.constant('')), {
				minLength: 2,
				maxLength: 5,
			});
			const end = fc.constantFrom('\n', '\r\n', '\n\n', '\r\n\r\n');
			const text = fc
				.tuple(fc.array(fc.tuple(row, end), { maxLength: 12 }), row)
				.map(([lines, last]) =>
					[...lines.map(([cells, line]) => cells.join(mark) + line), last.join(mark)].join(''),
				);
			fc.assert(
				fc.property(text, fc.integer({ min: 1, max: 30 }), (csv, size) => {
					expect(ours(`sep=${mark}\n${csv}`, size)).toEqual(theirs(csv, { delimiter: mark }));
				}),
				{ numRuns: 200 },
			);
		},
	);

	it('agree on any text: what csv-parse reads we read the same, and we take no quote for closed that is not', () => {
		const unit = fc.constantFrom('a', 'я', '"', '""', ',', ' ', ';', '\t', '\n', '\r\n', '\r');
		const text = fc.string({ unit, maxLength: 20 }).map((csv) => csv.replace(/\r+$/, ''));
		fc.assert(
			fc.property(text, fc.integer({ min: 1, max: 30 }), (csv, size) => {
				const read = ours(`sep=,\n${csv}`, size);
				const peer = theirs(csv);
				if (typeof peer !== 'string') expect(read).toEqual(withoutBlankRows(peer));
				else if (peer === 'CSV_QUOTE_NOT_CLOSED') expect(read).toBe(REFUSED);
				else expect(peer).toMatch(/^(?:INVALID_OPENING_QUOTE|CSV_INVALID_CLOSING_QUOTE)$/);
			}),
			{ numRuns: 1000 },
		);
	});

	/** The differences: why, a text, what we read, what csv-parse reads. */
	const DIFFERENCES: ReadonlyArray<[string, string, Rows | typeof REFUSED, Rows | string]> = [
		[
			'a row of one blank cell holds nothing, so that we leave it out as an empty line',
			'a\n \n""\n1\n',
			[['a'], ['1']],
			[['a'], [' '], [''], ['1']],
		],
		[
			'a quote within a cell is text, as spreadsheets read it: inches, names',
			'a,b\n5" pipe,2\n',
			[
				['a', 'b'],
				['5" pipe', '2'],
			],
			'INVALID_OPENING_QUOTE',
		],
		[
			'blanks may stand before an opening quote, as some programs write them',
			'a, "b, c"\n',
			[['a', 'b, c']],
			'INVALID_OPENING_QUOTE',
		],
		[
			'blanks may stand after a closing quote, for the same reason',
			'"a" ,b\n',
			[['a ', 'b']],
			'CSV_INVALID_CLOSING_QUOTE',
		],
		[
			'the separator is recognised, as spreadsheets of half the world write semicolons',
			'a;b\n1;2\n',
			[
				['a', 'b'],
				['1', '2'],
			],
			[['a;b'], ['1;2']],
		],
		[
			'the line for Excel that names the separator is no row',
			'sep=;\na;b\n',
			[['a', 'b']],
			[['sep=;'], ['a;b']],
		],
		[
			'a carriage return at the end of the text ends the last line, as it would before a line feed',
			'a,b\n1,2\r',
			[
				['a', 'b'],
				['1', '2'],
			],
			[
				['a', 'b'],
				['1', '2\r'],
			],
		],
	];

	it.each(DIFFERENCES)('differ: %s', (_, text, our, their) => {
		for (const size of [1, 2, 1000]) expect(ours(text, size)).toEqual(our);
		expect(theirs(text)).toEqual(their);
	});
});

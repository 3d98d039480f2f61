import fc from 'fast-check';
import { CsvError, parse, type Options } from 'csv-parse/sync';
import { csvReader, csvLine } from '../../../nodes/shared/text/index.ts';
import { readRows, type FileRow } from '../../../nodes/MessagingService/sending/file/rows.ts';
import { pieces, rowsOf } from './fileRows.mts';

describe('held against csv-parse', () => {
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

	/** Without the rows whose cells are all blank: they are the first of the differences. */
	const withoutBlankRows = (read: Rows | string): Rows | string =>
		typeof read === 'string'
			? read
			: read.filter((cells) => cells.some((cell) => cell.trim() !== ''));

	describe('Our csv reader and csv-parse', () => {
		it('read one column whose cells are all in quotes', () => {
			const text = '"phone"\n"380991112201"\n"380991112202"\n';
			expect(ours(text)).toEqual([['phone'], ['380991112201'], ['380991112202']]);
			expect(ours(text)).toEqual(theirs(text));
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
						const peer = theirs(csv, { delimiter: mark });
						expect(ours(`sep=${mark}\n${csv}`, size)).toEqual(withoutBlankRows(peer));
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
				'a row of blank cells holds nothing, so that we leave it out as an empty line',
				'a\n \n""\n, \n1\n',
				[['a'], ['1']],
				[['a'], [' '], [''], ['', ' '], ['1']],
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
});

describe('A csv text', () => {
	it('names lines as an editor does, also after cells with line breaks', async () => {
		const rows = await rowsOf('phone,name\n1,"a\nb"\n\n2,c\r\n3,d');
		expect(rows.map(({ line }) => line)).toEqual([2, 5, 6]);
		expect(rows[0]?.fields).toEqual({ phone: '1', name: 'a\nb' });
		for (const end of ['\n', '\r\n'])
			expect(await rowsOf(['sep=;', 'phone;name', '1;a'].join(end))).toEqual([
				{ line: 3, fields: { phone: '1', name: 'a' } },
			]);
	});

	it.each([
		['decimal commas', '380;1,50\n381;2,50\n', ['380', '1,50']],
		['a sentence with commas', '380;Hello, dear, A\n381;Hi\n', ['380', 'Hello, dear, A']],
		['a semicolon in a text', '380,a;b\n381,c\n', ['380', 'a;b']],
		['one row', '380,a\n', ['380', 'a']],
	])('without a header is separated by what stands in all rows: %s', async (_, text, cells) => {
		for (const size of [1, 7, 1000]) {
			const [row] = await rowsOf(text, { size, header: false });
			expect(Object.values(row?.fields ?? {})).toEqual(cells);
		}
	});

	it('is separated the same however it is cut, and by rows that come before the 4,096th character', async () => {
		const rows = Array.from({ length: 2000 }, (_, index) => `${index};a,b${index % 2 ? ',c' : ''}`);
		const text = `${'x'.repeat(5000)};y,z\n${rows.join('\n')}`;
		for (const size of [50, 4096, 100_000]) {
			const read = await rowsOf(`${rows.join('\n')}\n`, { size, header: false });
			expect(read[1]?.fields).toEqual({ '1': '1', '2': 'a,b,c' });
			expect(await rowsOf(text, { size, header: false })).toHaveLength(2001);
		}
	});

	it('with two columns of the same name is refused: nobody can tell which is meant', async () => {
		await expect(rowsOf('phone,name, phone\n1,A,2\n')).rejects.toThrow('the column "phone" twice');
		expect(await rowsOf('phone,,\n1,A,2\n')).toHaveLength(1);
	});

	it('has 1,000 columns at most: each row has a field for all of them', async () => {
		const names = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join(',');
		const [row] = await rowsOf(`${names(1000)}\n1`, { size: 1000 });
		expect(Object.keys(row?.fields ?? {})).toHaveLength(1000);
		for (const header of [true, false])
			await expect(rowsOf(`${names(1001)}\n1`, { size: 1000, header })).rejects.toThrow(
				'1001 columns, more than 1000',
			);
	});

	it('with many columns and short rows becomes few rows at a time, for each has all of the fields', async () => {
		const names = Array.from({ length: 1000 }, (_, at) => `c${at}`).join(',');
		const text = `${names}\n${'1\n'.repeat(950)}`;
		const groups: FileRow[][] = [];
		for await (const rows of readRows(
			pieces(text, text.length),
			'csv',
			() => false,
			() => true,
		))
			groups.push(rows);
		expect(groups.flat().map(({ line }) => line)).toEqual(
			Array.from({ length: 950 }, (_, at) => at + 2),
		);
		expect(Math.max(...groups.map(({ length }) => length))).toBe(100);
	});

	it('may have rows without anything in their cells, as spreadsheets write them below a table', async () => {
		const rows = await rowsOf(';;\nphone;name;\n;;\n1;a;\n;;\n ; ;;\n2;b');
		expect(rows.map(({ line, fields }) => [line, fields.phone])).toEqual([
			[4, '1'],
			[7, '2'],
		]);
	});

	it('of an old Macintosh ends its lines with carriage returns', async () => {
		for (const size of [1, 7, 11, 12, 1000]) {
			const rows = await rowsOf('phone,name\r1,"a\rb"\r2,c', { size });
			expect(rows).toEqual([
				{ line: 2, fields: { phone: '1', name: 'a\nb' } },
				{ line: 4, fields: { phone: '2', name: 'c' } },
			]);
			const other = await rowsOf('phone,name\r\n1,"a\rb"\r\n', { size });
			expect(other).toEqual([{ line: 2, fields: { phone: '1', name: 'a\rb' } }]);
			const json = await rowsOf('{"phone":1}\r{"phone":2}\r', { size, format: 'ndjson' });
			expect(json.map(({ fields }) => fields)).toEqual([{ phone: 1 }, { phone: 2 }]);
		}
	});

	it('says which row has too many cells', async () => {
		const [row] = await rowsOf('phone,name\n1,a,b');
		expect(row?.mistake).toContain('3 cells instead of 2');
	});

	it('with a quote that is never closed is refused, and so is a row without end', async () => {
		await expect(rowsOf('a,b\n1,"x\n2,y')).rejects.toThrow(SyntaxError);
		const reader = csvReader(10);
		expect(() => reader.push(`"${'x'.repeat(20)}`)).toThrow(RangeError);
	});

	it('is written so that no spreadsheet takes a cell for a formula', () => {
		expect(csvLine(['=1+1', '+380', '-2', 'a,b', 'say "x"', undefined])).toBe(
			`'=1+1,+380,-2,"a,b","say ""x""",\n`,
		);
		expect(csvLine(['+cmd', '@x'])).toBe("'+cmd,'@x\n");
	});
});

describe('NDJSON', () => {
	it('is read line by line; a line that is no object is a mistake', async () => {
		const rows = await rowsOf('{"phone":1}\n\n[1]\n{"phone":', { format: 'ndjson' });
		expect(rows.map(({ line, mistake }) => [line, mistake !== undefined])).toEqual([
			[1, false],
			[3, true],
			[4, true],
		]);
	});
});

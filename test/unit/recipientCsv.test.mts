import { readRows, type FileRow } from '../../nodes/MessagingService/sending/file/rows.ts';
import { csvLine, csvReader } from '../../nodes/shared/text/index.ts';
import { pieces, rowsOf } from './fileRows.mts';

describe('A csv text', () => {
	it('names lines as an editor does, also after cells with line breaks', async () => {
		const rows = await rowsOf('phone,name\n1,"a\nb"\n\n2,c\r\n3,d');
		expect(rows.map(({ line }) => line)).toEqual([2, 5, 6]);
		expect(rows[0]?.fields).toEqual({ phone: '1', name: 'a\nb' });
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
		for await (const rows of readRows(pieces(text, text.length), 'csv', () => false))
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

import fc from 'fast-check';
import { READERS } from '../../../nodes/MessagingService/resources/report/readers.ts';
import { parseJson } from '../../../nodes/shared/json.ts';
import { pieces } from '../recipients/fileRows.mts';
import { readAll } from './reportRecords.mts';
import { route } from '../sending/fakeOperations.mts';

/** Every way to cut a text in two, and all of it in single characters. */
const cuts = (text: string): string[][] => [
	...Array.from({ length: text.length + 1 }, (_, at) => [text.slice(0, at), text.slice(at)]),
	[...text],
];

describe('a report in csv', () => {
	const { csv } = READERS;

	it('is read with quotes, doubled quotes, line breaks and separators inside them, however it is cut', async () => {
		const text = 'id,body\r\n1,"a ""b"", c\r\nd"\r\n\r\n2,"""quoted"""\r\n3,';
		for (const pieces of cuts(text))
			expect(await readAll(csv, pieces)).toEqual({
				records: [
					{ id: '1', body: 'a "b", c\r\nd' },
					{ id: '2', body: '"quoted"' },
					{ id: '3', body: '' },
				],
				isWhole: true,
			});
	});

	it.each<[string, object[]]>([
		['id;price\n1;0,05 EUR\n', [{ id: '1', price: '0,05 EUR' }]],
		['id\tbody\n1\ta,b;c', [{ id: '1', body: 'a,b;c' }]],
		['"id","body"\n"1","x"', [{ id: '1', body: 'x' }]],
		['\n \r\nid;price\n1;0,05 EUR\n', [{ id: '1', price: '0,05 EUR' }]],
	])('shows its separator: %j', async (text, records) => {
		expect(await readAll(csv, [text])).toEqual({ records, isWhole: true });
	});

	it('does not keep a quote that is never closed', async () => {
		const endless = readAll(csv, ['id,text\n1,"', 'x'.repeat(1_000_001)]);
		await expect(endless).rejects.toThrow('Line 2 is longer than 1000000 characters');
	});

	it.each([
		['id,body\n1,x\n2', 'line 3 ends within its cells', 1],
		['id,body\n1,x\n2,"cut', 'A quote that opens on line 3 is never closed', 0],
		['id,body\n1,x\n2,"a\n3,b\n', 'A quote that opens on line 3 is never closed', 0],
	])('is not whole where it ends within a row: %j', async (text, what, count) => {
		const { records, ...end } = await readAll(csv, [text]);
		expect([records.length, end]).toEqual([count, { isWhole: false, what }]);
	});

	it.each(['', '\n', ' \n\n'])('is not whole: %j', async (text) => {
		expect(await readAll(csv, [text])).toEqual({ records: [], isWhole: false });
	});

	it('may have a separator too many at the end of its rows, and rows without anything', async () => {
		expect(await readAll(csv, ['id,body\n1,x,\n,,\n2,y,\n'])).toEqual({
			records: [
				{ id: '1', body: 'x' },
				{ id: '2', body: 'y' },
			],
			isWhole: true,
		});
	});
});

describe('a report in xml', () => {
	const { xml } = READERS;
	const RECORDS = [
		{
			message_ID: '1',
			body: 'a < b & "c" € <i>',
			alternativeSMS: { message_ID: '9', body: 'other' },
		},
		{ message_ID: '2', body: { IMSI: '255', Ported: '1' }, empty: '' },
	];
	const TEXT =
		'<?xml version="1.0"?>\n<report><error>0</error><!-- a > b --><list><message><message_ID>1</message_ID><body>a &lt; b &amp; &quot;c&quot; &#8364; <![CDATA[<i>]]></body>' +
		'<alternativeSMS><message_ID>9</message_ID><body>other</body></alternativeSMS></message>\n<message><message_ID>2</message_ID><body><IMSI>255</IMSI><Ported>1</Ported></body><empty/></message></list></report>\n';

	it('is read with entities, CDATA and nested messages, however it is cut', async () => {
		for (const pieces of cuts(TEXT))
			expect(await readAll(xml, pieces)).toEqual({ records: RECORDS, isWhole: true });
	});

	it.each<[string, object[]]>([
		[
			`<r><m message_id="1" body='x &amp; y'/><m message_id="2"/></r>`,
			[{ message_id: '1', body: 'x & y' }, { message_id: '2' }],
		],
		['<!DOCTYPE r><r> <m message_id="1">left</m></r>', [{ message_id: '1' }]],
		['<report><error>0</error><message_data></message_data></report>', []],
	])('is whole: %s', async (text, records) => {
		expect(await readAll(xml, [text])).toEqual({ records, isWhole: true });
	});

	it.each(['', '<', TEXT.slice(0, -20)])('is not whole: %s', async (text) => {
		expect(await readAll(xml, [text])).toMatchObject({ isWhole: false });
	});

	it.each([
		'</a><r/>',
		'text <r/>',
		'<r><></r>',
		'<r a></r>',
		'<r>&nbsp;</r>',
		'<r>&#x110000;</r>',
		'<r></s>',
		'<r/><r/>',
	])('is none: %s', async (text) => {
		await expect(readAll(xml, [text])).rejects.toThrow(SyntaxError);
	});
});

describe('a report in json', () => {
	const { json } = READERS;
	const records = [
		{ a: 1, body: 'brackets ]} and "quotes" \\ {[' },
		{ a: 2, body: { Status: 'Active', list: [1, { x: 2 }] } },
	];
	const inner = JSON.stringify(records);
	const texts = [
		`{"error":0,${inner}}`,
		`{ "error" : "0" ,\n ${inner} }`,
		`{"error":0,"message_data":${inner}}`,
		`{"error":0,"result":${inner}}`,
		`{"error":0,"anything":${inner},"total":2}`,
		inner,
		`\ufeff${inner}\n`,
		`{"skipped":[],"message_data":${inner}}`,
	];

	it.each(texts)('is read: %s', async (text) => {
		expect(await readAll(json, [text])).toEqual({ records, isWhole: true });
	});

	it('may hold no records', async () => {
		expect(await readAll(json, ['{"error":0,[]}'])).toEqual({ records: [], isWhole: true });
	});

	it.each([
		'',
		'{"error":"91"}',
		'<html>',
		inner.slice(0, -1),
		`{"error":0,${inner}`,
		inner.slice(0, 20),
	])('is not whole: %s', async (text) => {
		expect(await readAll(json, [text])).toMatchObject({ isWhole: false });
	});

	it('is read the same wherever it is cut into pieces', async () => {
		const sample = fc.array(
			fc.dictionary(
				fc.string(),
				fc.oneof(
					fc.string(),
					fc.integer(),
					fc.array(fc.string()),
					fc.dictionary(fc.string(), fc.string()),
					fc.constant(null),
				),
			),
			{ maxLength: 6 },
		);
		await fc.assert(
			fc.asyncProperty(
				sample,
				fc.integer({ min: 1, max: 40 }),
				fc.constantFrom('bare', 'documented', 'named'),
				async (list, size, shape) => {
					// JSON.parse makes "__proto__" an own key, which toEqual would not see in the original.
					const written = JSON.stringify(list);
					const text =
						shape === 'bare'
							? written
							: `{"error":0,${shape === 'named' ? '"message_data":' : ''}${written}}`;
					const read = await readAll(json, pieces(text, size));
					expect([JSON.stringify(read.records), read.isWhole]).toEqual([written, true]);
				},
			),
			{ numRuns: 300 },
		);
	});
});

/** Values that are far larger than any that people or services write: they take little time and memory, and lose no digits. */
describe('values that are far larger than any', () => {
	const { csv, json, xml } = READERS;

	describe('what is long', () => {
		it('as a row of csv, or as elements within each other, stops the reading', async () => {
			const commas = 'a,'.repeat(64_000);
			await expect(readAll(csv, [`${commas}\n`])).rejects.toThrow('too large');
			// Until its end arrives it is held as text, up to a million characters.
			await expect(readAll(csv, [commas.repeat(16)])).rejects.toThrow('is longer than');
			await expect(readAll(xml, ['<a>'.repeat(10_000)])).rejects.toThrow('too large');
			await expect(readAll(xml, ['<a><b>', 'x'.repeat(1_000_001)])).rejects.toThrow('too large');
			const names = Array.from({ length: 200_000 }, (_, at) => `<n${at}/>`).join('');
			await expect(readAll(xml, [`<a>${names}`])).rejects.toThrow('too large');
		});
	});

	describe('an ID of 19 digits', () => {
		const ID = '1234567890123456789';

		it('keeps them, wherever it stands', () => {
			expect(
				parseJson(`{"id":${ID},"a":[-${ID}, 1.${ID}, 1e5, 42],"b":"id ${ID} \\" ${ID}"}`),
			).toEqual({
				id: ID,
				a: [`-${ID}`, Number(`1.${ID}`), 1e5, 42],
				b: `id ${ID} " ${ID}`,
			});
			expect(parseJson(`["\\\\",${ID}]`)).toEqual(['\\', ID]);
			expect(parseJson('9007199254740991')).toBe(9007199254740991);
			expect(() => parseJson(`{"id":${ID}`)).toThrow(SyntaxError);
			expect(() => parseJson(`["${ID}`)).toThrow(SyntaxError);
		});

		it('keeps them in replies and in reports', async () => {
			const { json: rows } = await route('sms.get', { messageId: ID }, () => ({
				body: `{"id":${ID},"status":"sent"}`,
			}));
			expect(rows).toMatchObject([{ message_id: ID }]);
			const { records } = await readAll(json, [`[{"message_ID":${ID}}]`]);
			expect(records).toEqual([{ message_ID: ID }]);
		});
	});
});

import { csvScanner } from '../../nodes/MessagingService/resources/report/csvScanner.ts';
import { xmlScanner } from '../../nodes/MessagingService/resources/report/xmlScanner.ts';

/** Every way to cut a text in two, and all of it in single characters. */
const cuts = (text: string): string[][] => [
	...Array.from({ length: text.length + 1 }, (_, at) => [text.slice(0, at), text.slice(at)]),
	[...text],
];

const csv = (pieces: string[]) => {
	const scanner = csvScanner();
	return [...pieces.flatMap((piece) => scanner.push(piece)), ...scanner.end()];
};
const xml = (pieces: string[]) => {
	const scanner = xmlScanner();
	return {
		records: pieces.flatMap((piece) => scanner.push(piece)),
		complete: scanner.complete,
		found: scanner.found,
	};
};

describe('csvScanner', () => {
	it('reads quotes, doubled quotes, line breaks and separators inside them, however the text is cut', () => {
		const text = 'id,body\r\n1,"a ""b"", c\r\nd"\r\n\r\n2,"""quoted"""\r\n3,';
		for (const pieces of cuts(text))
			expect(csv(pieces)).toEqual([
				{ id: '1', body: 'a "b", c\r\nd' },
				{ id: '2', body: '"quoted"' },
				{ id: '3', body: '' },
			]);
	});

	it('takes the separator from the first line', () => {
		expect(csv(['id;price\n1;0,05 EUR\n'])).toEqual([{ id: '1', price: '0,05 EUR' }]);
		expect(csv(['id\tbody\n1\ta,b;c'])).toEqual([{ id: '1', body: 'a,b;c' }]);
		expect(csv(['"id","body"\n"1","x"'])).toEqual([{ id: '1', body: 'x' }]);
		expect(csv(['id;body\n1\n'])).toEqual([{ id: '1', body: '' }]);
		expect(csv([''])).toEqual([]);
		expect(csv(['\n', ' \n\n'])).toEqual([]);
		expect(csv(['\n \r\nid;price\n1;0,05 EUR\n'])).toEqual([{ id: '1', price: '0,05 EUR' }]);
	});
});

describe('xmlScanner', () => {
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

	it('reads records, entities, CDATA and nested messages, however the text is cut', () => {
		for (const pieces of cuts(TEXT))
			expect(xml(pieces)).toEqual({ records: RECORDS, complete: true, found: true });
	});

	it('reads records written as attributes', () => {
		expect(xml([`<r><m message_id="1" body='x &amp; y'/><m message_id="2"/></r>`]).records).toEqual(
			[{ message_id: '1', body: 'x & y' }, { message_id: '2' }],
		);
	});

	it('knows a file that was cut off, and one without records', () => {
		expect(xml([TEXT.slice(0, -20)])).toMatchObject({ complete: false });
		expect(xml(['<report><error>0</error><message_data></message_data></report>'])).toEqual({
			records: [],
			complete: true,
			found: true,
		});
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
	])('does not read what is no XML: %s', (text) => {
		expect(() => xml([text])).toThrow(SyntaxError);
	});

	it('knows a file of which only the beginning came', () => {
		expect(xml(['<'])).toEqual({ records: [], complete: false, found: false });
		expect(xml(['<!DOCTYPE r><r> <m message_id="1">left</m></r>'])).toEqual({
			records: [{ message_id: '1' }],
			complete: true,
			found: true,
		});
	});

	it('does not keep a value that never ends', () => {
		expect(() => xml(['<a><b>', 'x'.repeat(1_000_001)])).toThrow(RangeError);
	});
});

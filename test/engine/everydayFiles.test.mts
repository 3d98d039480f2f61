import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { encoded, type CodePage } from '../support/codePages.mts';
import { openEveryday, receivedBy, sendOfFile } from './everydaySupport.mts';
import { PHONES } from './everydayRows.mts';
import type { RunResult } from './harness.mts';
import { jsonOf, type Stage } from './sendsSupport.mts';
import { KEY } from './stage.mts';

/*
 * Files as other programs write them, from public reports of people who do this job: lists of recipients, and reports. They are read as
 * they were meant, or refused before anything is sent.
 */

const [A = '', B = '', C = ''] = PHONES;
let stage: Stage;
beforeAll(async () => {
	stage = await openEveryday();
});
beforeEach(() => stage.sandbox.reset());
afterAll(async () => await stage.close());

const NAMES: Record<CodePage, string> = {
	gbk: 'GBK (Chinese)',
	macintosh: 'Mac Roman (Western)',
	'windows-1250': 'Windows-1250 (Central European)',
	'windows-1251': 'Windows-1251 (Cyrillic)',
	'windows-1252': 'Windows-1252 (Western)',
};
const reading = (page: CodePage, ...values: string[]): string =>
	`${NAMES[page]}: ${values.map((value) => `"${value}"`).join(', ')}`;

// charlock_holmes 98: lists that Excel saved on a Mac, or on a Windows of another country.
describe('a list in an encoding that nothing names', () => {
	it.each<{ page: CodePage; names: string[]; shown: string[]; wrong: CodePage[] }>([
		{
			page: 'macintosh',
			names: ['Zoë', 'René'],
			shown: [
				reading('macintosh', 'Zoë', 'René'),
				reading('windows-1252', 'Zo‘', 'RenŽ'),
				reading('windows-1251', 'Zo‘', 'RenЋ'),
			],
			wrong: ['gbk'],
		},
		{
			page: 'windows-1250',
			names: ['Łódź', 'Ťažký'],
			shown: [reading('windows-1250', 'Łódź', 'Ťažký'), reading('macintosh', '£Ûdü', 'çaûk˝')],
			wrong: ['gbk', 'windows-1252'],
		},
		{
			page: 'windows-1251',
			names: ['Олена', 'Ірина'],
			shown: [reading('windows-1251', 'Олена', 'Ірина'), reading('windows-1252', 'Îëåíà', '²ðèíà')],
			wrong: ['gbk'],
		},
		{
			page: 'windows-1252',
			names: ['José', 'O’Neil'],
			shown: [reading('windows-1252', 'José', 'O’Neil'), reading('macintosh', 'JosÈ', 'OíNeil')],
			wrong: ['gbk'],
		},
		{
			page: 'gbk',
			names: ['王小明', '李娜'],
			shown: [reading('gbk', '王小明', '李娜')],
			wrong: [],
		},
	])('of $page is refused until it is chosen', async ({ page, names, shown, wrong }) => {
		const list = `phone,name\n${A},${names[0]}\n${B},${names[1]}\n${C},Ann\n`;
		const content = encoded(list, page);
		const [sent, dry] = [
			await sendOfFile(stage, content),
			await sendOfFile(stage, content, { dryRun: true }),
		];
		expect(sent.error?.message).toMatch(/^The file is neither UTF-8 nor UTF-16/);
		for (const one of shown) expect(sent.error?.message).toContain(one);
		for (const other of wrong) expect(sent.error?.message).not.toContain(NAMES[other]);
		expect(sent.error?.description).toContain('File Encoding');
		expect([dry.error?.message, receivedBy(stage)]).toEqual([sent.error?.message, []]);

		const chosen = await sendOfFile(stage, content, { options: { fileEncoding: page } });
		expect(chosen.error?.message).toBeUndefined();
		expect(receivedBy(stage).map(({ text }) => text)).toEqual(
			[...names, 'Ann'].map((name) => `Hi ${name}`),
		);
	});

	it('shows values that its encodings read differently', async () => {
		const list = encoded(`phone,name\n${A},Müller\n${B},Jürgen\n${C},Łukasz\n`, 'windows-1250');
		const { error } = await sendOfFile(stage, list);
		expect(error?.message).toContain(reading('windows-1250', 'Müller', 'Łukasz'));
		expect(error?.message).toContain(reading('windows-1252', 'Müller', '£ukasz'));
	});

	it.each([
		['the names of its columns', `phone;Größe\n${A};1\n`, reading('windows-1252', 'Größe')],
		['no phone number', `phone;name\n+380ê991112201;Zoé\n`, reading('windows-1252', 'Zoé')],
		['its lines of JSON', `{"phone":"${A}","name":"Zoé"}\n`, reading('windows-1252', 'Zoé')],
		[
			'nothing where there is none',
			`phone;name\n${A.replace('38', '38\u00a0')};Ann\n`,
			'Western) [',
		],
	])('shows %s', async (_, list, shown) => {
		const { error } = await sendOfFile(stage, encoded(list, 'windows-1252'));
		expect(error?.message).toContain(shown);
	});

	it('is refused where its bytes prove the chosen one wrong', async () => {
		const list = encoded(`phone,name\n${A},Ťažký\n`, 'windows-1250');
		for (const fileEncoding of ['windows-1252', 'gbk']) {
			const { error } = await sendOfFile(stage, list, { options: { fileEncoding } });
			expect(error?.message).toContain(`not valid for encoding ${fileEncoding}`);
		}
		expect(receivedBy(stage)).toEqual([]);
	});
});

// tornado 2908
it('NDJSON keeps the digits of long numbers', async () => {
	const list = ['12345678901234567', '12345678901234568'].map(
		(order, index) => `{"phone":"${PHONES[index]}","order":${order}}`,
	);
	const run = await sendOfFile(stage, list.join('\n'), { text: 'Order {order}' });
	expect(run.error?.message).toBeUndefined();
	expect(receivedBy(stage).map(({ text }) => text)).toEqual([
		'Order 12345678901234567',
		'Order 12345678901234568',
	]);
});

describe('a report', () => {
	let answer: { type: string; body: Buffer } = { type: '', body: Buffer.alloc(0) };
	let asked = 0;
	const server = createServer((_, response) => {
		asked++;
		response.writeHead(200, { 'content-type': answer.type }).end(answer.body);
	});
	let credential: IDataObject = {};
	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const baseUrl = `http://127.0.0.1:${port}`;
		credential = { baseUrl, apiKey: KEY, authentication: 'apiKey' };
	});
	beforeEach(() => (asked = 0));
	afterAll(() => server.close());

	async function download(
		format: 'csv' | 'json' | 'xml',
		body: Buffer | string,
		type = '',
		retryFor = 0,
	): Promise<RunResult> {
		answer = { type, body: Buffer.from(body) };
		return await stage.engine.run({
			credential,
			parameters: {
				resource: 'report',
				operation: 'download',
				fileKey: '1',
				simplify: false,
				options: { format, retryFor },
			},
		});
	}

	// onebase 1036
	const WORDS = 'Ваше замовлення готове, Їжак';
	const XML = `<report><m><message_ID>1</message_ID><body>${WORDS}</body></m></report>`;
	const declared = (encoding: string): string =>
		`<?xml version="1.0" encoding='${encoding}'?>${XML}`;
	const CSV = `message_ID;body\n1;${WORDS}\n`;
	const JSON_TEXT = `[{"message_ID":"1","body":"${WORDS}"}]`;
	it.each<[string, 'csv' | 'json' | 'xml', Buffer | string, string]>([
		['its XML declaration', 'xml', encoded(declared('Windows-1251'), 'windows-1251'), 'text/xml'],
		['its Content-Type', 'csv', encoded(CSV, 'windows-1251'), 'text/csv; charset="cp1251"'],
		[
			'its Content-Type',
			'json',
			encoded(JSON_TEXT, 'windows-1251'),
			'text/plain;charset=Windows-1251',
		],
		['its Content-Type', 'xml', encoded(XML, 'windows-1251'), 'text/xml; charset=windows-1251'],
		[
			'its XML declaration, where its bytes prove the Content-Type wrong',
			'xml',
			encoded(declared('windows-1251'), 'windows-1251'),
			'text/xml; charset=utf-8',
		],
		['its mark', 'csv', Buffer.from(`\ufeff${CSV}`), 'text/csv; charset=windows-1251'],
		['its mark', 'csv', Buffer.from(`\ufeff${CSV}`, 'utf16le'), 'text/csv; charset=utf-8'],
		['nothing, as UTF-8', 'csv', CSV, 'text/csv'],
		['a name that is none, as UTF-8', 'csv', CSV, 'text/csv; charset=none'],
		['what cannot be, as UTF-8', 'xml', declared('UTF-16'), 'text/xml; charset=utf-16'],
	])('is read in the encoding of %s (%s)', async (_, format, body, type) => {
		const run = await download(format, body, type);
		expect(run.error?.message).toBeUndefined();
		expect(jsonOf(run)).toEqual([{ message_ID: '1', body: WORDS }]);
	});

	it.each(['\n', '\r\n'])('may begin with the line for Excel (%j)', async (end) => {
		const run = await download('csv', ['sep=;', 'message_ID;body', '1;a,b', ''].join(end));
		expect(run.error?.message).toBeUndefined();
		expect(jsonOf(run)).toEqual([{ message_ID: '1', body: 'a,b' }]);
	});

	// csvlint.rb 187
	const HEADER = 'message_ID,body,phone,price\n1,Hi,380671112233,0.05\n';
	it.each([
		[
			'a quote in a cell',
			'2,"Sale" today,380671112234,0.05\n',
			'line 3: Text stands behind a closing quote',
		],
		[
			'a quote that takes rows with it',
			'2,"Sale,380671112234,0.05\n3,Hi,380671112235,0.05\n4,12" x,380671112236,0.05\n',
			'line 3: A quote that opens here closes in line 5',
		],
		[
			'a separator in a cell',
			'2,Hello, you,380671112234,0.05\n',
			'line 3: The line has 5 cells instead of 4',
		],
		[
			'a line break in a cell',
			'2,Hello\nyou,380671112234,0.05\n',
			'line 3: The line has 2 cells instead of 4',
		],
	])('whose writer forgot quotes names the line: %s', async (_, rows, words) => {
		const run = await download('csv', HEADER + rows, 'text/csv', 60);
		expect(run.error?.message).toContain(`The report is malformed CSV: ${words}`);
		expect(run.error?.description).toContain('choose JSON as File Format');
		expect(asked).toBe(1);
	});

	it('with a quote that is never closed was cut off, or its writer forgot quotes: it is fetched again', async () => {
		const run = await download('csv', `${HEADER}2,"Sale,380671112234,0.05\n`, 'text/csv', 1.5);
		expect(run.error?.message).toContain(
			'The report is malformed CSV, or was cut off: A quote that opens on line 3 is never closed',
		);
		expect(run.error?.description).toContain('choose JSON');
		expect(asked).toBeGreaterThan(1);
	});

	it.each([
		['&#11;', 'line 2, column 56: malformed character entity'],
		['\u000b', 'line 2, column 52: disallowed character'],
		['&nbsp;', 'line 2, column 57: undefined entity'],
		['a < b', 'line 2, column 55: disallowed character in tag name'],
	])('of malformed XML says so, and where: %j', async (text, where) => {
		const body = `<report>\n<m><message_ID>1</message_ID><phone>1</phone><body>${text}</body></m></report>`;
		const run = await download('xml', body, 'text/xml', 60);
		expect(run.error?.message).toContain(`The report is malformed XML: ${where}`);
		expect(run.error?.description).toContain('choose JSON as File Format');
		expect(asked).toBe(1);
	});

	it('with a mark of XML in a text may be cut off, too, and says where', async () => {
		const body = `<report>\n<m><message_ID>1</message_ID><body>a & b</body></m></report>`;
		const run = await download('xml', body, 'text/xml', 1.5);
		expect(run.error?.message).toContain(
			'The report is malformed XML, or was cut off: the element body at line 2, column 35 never ends',
		);
		expect(run.error?.description).toContain('choose JSON');
		expect(asked).toBeGreaterThan(1);
	});

	it('of malformed JSON names the record', async () => {
		const run = await download('json', '[{"message_ID":1},{"message_ID":oops}]');
		expect(run.error?.message).toContain('The report is malformed JSON: record 2');
		expect(run.error?.description).toContain('choose another File Format');
	});

	it('with a value that never ends says so, and how to get it', async () => {
		const run = await download('json', `[{"message_ID":1,"body":"${'x'.repeat(3_000_000)}"}]`);
		expect(run.error?.message).toContain('The report cannot be read: A value');
		expect(run.error?.description).toContain('return the report as a file');
	});
});

import type { IDataObject } from 'n8n-workflow';
import { openStub, seen } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Report files: sentences, rows without the names of their columns, and refusals in place of records are no reports. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

async function download(format: string, body: string, more: IDataObject = {}): Promise<string> {
	stub.answer = () => ({ body, headers: { 'content-type': 'text/plain' } });
	return seen(await stub.run('report.download', { fileKey: '123', format, ...more }));
}

const ROWS = '5,sms,380991112233,Ukraine,Delivered\n6,sms,380991112234,Ukraine,Failed\n';

it.each<[string, string, RegExp]>([
	[
		'csv',
		'Sorry, the report is not available\nPlease try again later\n',
		/^The service answered with a web page or text/,
	],
	['csv', ROWS, /^The report does not name its columns/],
	['csv', ROWS.repeat(200), /^The report does not name its columns/],
	[
		'json',
		'{"error":0,"result":[{"error":"20","errorDescription":"SMS not found"}]}',
		/^SMS not found|\(code 20\)/,
	],
	[
		'json',
		'{"error":0,"result":[{"error":"91","errorDescription":"Report is not ready"}]}',
		/\(code 91\)/,
	],
	['json', '[{"success":false,"message":"No"},{"success":false,"message":"No"}]', /^The service/],
])('a %s file %j is none', async (format, body, message) => {
	for (const returnAs of ['items', 'file'])
		expect(await download(format, body, { returnAs })).toMatch(message);
});

it.each<[string, string]>([
	['csv', `message_ID,message_type,msisdn,Country_name,Status\n${ROWS}`],
	['csv', `"id";"phone";"status"\n"5";"380991112233";"Delivered"\n`],
	['json', '{"error":0,"result":[{"message_ID":5,"msisdn":"380991112233","error":0}]}'],
	['json', '{"error":0,"result":[{"message_ID":5,"error":"x"},{"error":"91"}]}'],
])('a %s file %j is one', async (format, body) => {
	expect(await download(format, body)).toContain('"message_id":5');
});

describe('an answer in place of a JSON file that is longer than what tells a file', () => {
	const trace = Array.from({ length: 200 }, (_, line) => ({ file: `/srv/${line}.php`, line }));

	it.each<[string, RegExp]>([
		[JSON.stringify({ error: 90, errorDescription: 'File not found', trace }), /\(code 90\)/],
		[JSON.stringify({ error: '5', trace: 'x'.repeat(8000) }), /\(code 5\)/],
		[JSON.stringify({ message: 'Server Error', exception: 'E', trace }), /^The service answered/],
		[
			JSON.stringify({ message: 'Server Error', exception: 'E', trace: trace.slice(0, 9) }),
			/^The service answered/,
		],
	])('%# is none', async (body, message) => {
		for (const returnAs of ['items', 'file'])
			expect(await download('json', body, { returnAs })).toMatch(message);
	});

	it('is a file where a record is among its beginning', async () => {
		const records = trace.map(({ line }) => ({
			body: 'x'.repeat(600),
			message_ID: line,
			msisdn: 1,
		}));
		const body = JSON.stringify({ error: 0, message: 'Ready', message_data: records });
		expect(await download('json', body, { returnAs: 'file' })).toContain('report-123.json');
		expect(await download('json', body)).toContain('"message_id":199');
	});
});

import { openStub, seen } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Report files: what is an answer of the service, or half of a file, is not taken for a report. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const PHONE = 380991112233;
const WAYS = ['items', 'file'];

const download = async (format: string, body: unknown, returnAs = 'items', options = {}) => {
	stub.answer = () => ({ body });
	return await stub.run('report.download', { fileKey: 'abc', format, returnAs, options });
};

describe('a report file', () => {
	it.each<[string, unknown]>([
		[
			'xml',
			'<?xml version="1.0"?><response><code>403</code><message>Forbidden</message></response>',
		],
		['xml', '<?xml version="1.0"?><response><error>Access denied</error></response>'],
		['xml', '<response><errors><error>The phone is not yours</error></errors></response>'],
		[
			'xml',
			`<?xml version="1.0"?><!DOCTYPE html><html><body>${'<p>bad gateway</p>'.repeat(400)}</body></html>`,
		],
		['csv', 'Report expired, request it again'],
		['csv', 'Report expired; request it again\n'],
		['json', { errors: ['Access denied'] }],
		['json', { code: 403, message: 'Forbidden', data: [] }],
		['json', { code: 403, message: 'Forbidden', data: [{ reason: 'limit' }] }],
		['json', ['Access denied']],
	])('in %s is none: %j', async (format, body) => {
		for (const returnAs of WAYS) {
			const run = await download(format, body, returnAs);
			expect([returnAs, run.status, run.items.length]).toEqual([returnAs, 'error', 0]);
		}
	});

	it.each<[string, unknown]>([
		[
			'xml',
			`<records><record><message_id>1</message_id><msisdn>${PHONE}</msisdn></record></records>`,
		],
		[
			'xml',
			`<?xml version="1.0"?><messages><message><id>1</id><phone>${PHONE}</phone></message></messages>`,
		],
		['csv', `message_ID;msisdn;status\n1;${PHONE};DELIVRD`],
		['csv', `number,state\n${PHONE},DELIVRD\n`],
		['json', { error: 0, message_data: [{ message_ID: 1, msisdn: PHONE }] }],
		['json', [{ message_ID: 1, msisdn: PHONE, error: 'absent subscriber' }]],
		['json', { status: 'error', message_data: [{ message_ID: 1, msisdn: PHONE }] }],
	])('in %s is one: %j', async (format, body) => {
		for (const returnAs of WAYS) {
			const run = await download(format, body, returnAs);
			expect([returnAs, run.error?.message, run.items.length]).toEqual([returnAs, undefined, 1]);
		}
	});

	it.each<[string, unknown]>([
		['json', { error: 0, message_data: [] }],
		['csv', 'message_ID;msisdn;status\n'],
		['xml', '<?xml version="1.0"?><message_data></message_data>'],
	])('in %s without a record is empty, as the user chose: %j', async (format, body) => {
		const nothing = await download(format, body, 'items', { emptyReport: 'noItems' });
		expect([nothing.error?.message, nothing.items]).toEqual([undefined, []]);
		expect(seen(await download(format, body, 'items', { emptyReport: 'error' }))).toMatch(/empty/);
	});
});

describe('a report file that breaks off without a word', () => {
	const records = Array.from({ length: 2000 }, (_, id) => ({ message_ID: id, msisdn: PHONE }));
	const xml = records.map(
		({ message_ID: id }) => `<record><message_ID>${id}</message_ID></record>`,
	);
	const WHOLE = {
		json: JSON.stringify({ error: 0, body: 'a "]} in a text', message_data: records }),
		xml: `<?xml version="1.0" encoding="UTF-8"?>\n<message_data>${xml.join('\n')}</message_data>\n`,
	};
	const cases = (['json', 'xml'] as const).flatMap((format) =>
		WAYS.map((way) => [format, way] as const),
	);

	it.each(cases)('%s as %s is cut off; whole, it is one', async (format, returnAs) => {
		const text = WHOLE[format];
		// The connection is closed where the file ends, so that nothing but the file tells whether it is whole.
		const give = (body: string) => {
			stub.answer = () => ({
				raw: ({ socket }) =>
					socket?.end(
						`HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n${body}`,
					),
			});
			return stub.run('report.download', { fileKey: 'abc', format, returnAs, maxRecords: 5000 });
		};
		for (const part of [0.2, 0.5, 0.99]) {
			const run = await give(text.slice(0, Math.floor(text.length * part)));
			expect([part, run.error?.message]).toEqual([part, expect.stringMatching(/cut off/)]);
		}
		const whole = await give(text);
		expect(whole.error?.message).toBeUndefined();
		expect(whole.items).toHaveLength(returnAs === 'file' ? 1 : 2000);
	});
});

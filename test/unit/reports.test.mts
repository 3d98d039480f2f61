import { Readable } from 'node:stream';
import { fakeRoute, lost } from './fakeFunctions.mts';
import type { Answer, FakeOptions } from './fakeFunctions.mts';
import { custom, dispatch, route } from './fakeOperations.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('reports', () => {
	const KEY = 'abc123';
	const file = (...pieces: string[]): Answer => ({
		body: Readable.from(pieces.map((piece) => Buffer.from(piece))),
	});
	const CREATED: Answer = { body: { key: KEY } };
	const RECORD = { message_ID: '1', msisdn: '380991112233', status: 'delivered' };
	const JSON_FILE = JSON.stringify({
		error: 0,
		message_data: [RECORD, { ...RECORD, message_ID: '2' }],
	});
	const download = async (
		answer: FakeOptions['answer'],
		parameters: object = {},
		options: FakeOptions = {},
	) => await custom('report.download', { fileKey: KEY, ...parameters }, answer, options);
	const request = async (
		answer: FakeOptions['answer'],
		parameters: object = {},
		options: FakeOptions = {},
	) =>
		await route(
			'report.request',
			{ selectBy: 'messageIds', messageIds: '1, 2', ...parameters },
			answer,
			options,
		);

	it('come as records, as they are on demand, and up to a limit', async () => {
		expect(
			(await download(() => file(JSON_FILE.slice(0, 40), JSON_FILE.slice(40)))).json,
		).toMatchObject([{ message_id: 1, phone: '380991112233' }, { message_id: 2 }]);
		expect((await download(() => file(JSON_FILE), { simplify: false })).json).toEqual([
			RECORD,
			{ ...RECORD, message_ID: '2' },
		]);
		const limited = await download(() => file(JSON_FILE), {
			options: { maxRecords: 1 },
			format: 'json',
		});
		expect([limited.json.length, limited.hints]).toEqual([
			1,
			[
				`Report ${KEY} holds more than the 1 record shown. Raise Maximum Records, or return it as a file.`,
			],
		]);
		expect(
			(await download(() => file('message_id,status\n1,sent\n'), { format: 'csv' })).json,
		).toMatchObject([{ message_id: 1, status: 'sent' }]);
		expect(
			(
				await download(
					() => file('<?xml version="1.0"?><r><m><message_id>1</message_id></m></r>'),
					{ format: 'xml' },
				)
			).json,
		).toMatchObject([{ message_id: 1 }]);
	});

	it.each([
		['utf16le', '\ufeff'],
		['utf16be', '\ufeff'],
		['utf16le', ''],
	] as const)('are read in %s, with the mark %j or without', async (encoding, mark) => {
		const bytes = Buffer.from(`${mark}message_id;status\n1;sent\n2;Zürich 中\n`, 'utf16le');
		if (encoding === 'utf16be') bytes.swap16();
		// Cut within a character.
		const body = () => ({ body: Readable.from([bytes.subarray(0, 41), bytes.subarray(41)]) });
		expect((await download(body, { format: 'csv' })).json).toMatchObject([
			{ message_id: 1, status: 'sent' },
			{ message_id: 2, status: 'zürich 中' },
		]);
	});

	it.each(['null', 'Not today', '"text"', '17', '{"message":"No"}'])(
		'are asked for once where the answer is %s, in any format',
		async (text) => {
			for (const more of [{}, { format: 'csv' }, { format: 'xml' }, { returnAs: 'file' }]) {
				const ran = await download(() => file(text), more);
				expect(ran.error?.message).toMatch(
					/^The service answered with (?:a web page or text instead of data|nothing)/,
				);
				expect(ran.asked).toHaveLength(1);
			}
		},
	);

	it('are asked for again where the service has too much to do', async () => {
		const ran = await download((_, count) => (count < 4 ? file('{"error":11}') : file(JSON_FILE)));
		expect([ran.json.length, ran.asked.length]).toEqual([2, 5]);
		const impatient = await download(() => file('{"error":11}'), { options: { retryFor: 0 } });
		expect([impatient.asked.length, impatient.error?.message]).toEqual([
			1,
			expect.stringContaining('(code 11)'),
		]);
	});

	it('are asked for within Retry For, whatever breaks', async () => {
		const begun = Date.now();
		const now = jest.spyOn(Date, 'now');
		let passed = 0;
		// The pauses of a test take no time: a request takes half a second here.
		now.mockImplementation(() => begun + passed);
		const ran = await download(
			() => {
				passed += 500;
				return lost();
			},
			{ options: { retryFor: 1 } },
		);
		now.mockRestore();
		expect(ran.error?.message).toContain('The connection to the service was lost');
		expect(ran.asked.length).toBeLessThanOrEqual(3);
	});

	it.each<[string, Answer, string]>([
		[
			'a page',
			file('<!doctype html><html></html>'),
			'The service answered with a web page or text instead of data',
		],
		['a code', file('{"error":90}'), '(code 90)'],
		['a part', file(JSON_FILE.slice(0, 60)), 'The answer of the service was cut off'],
		['nothing', file(), 'The service answered with nothing'],
		['a refusal', { status: 403, body: {} }, 'The account may not do this'],
	])('that are %s are none', async (_, answer, message) => {
		const ran = await download(() => answer, { options: { retryFor: 0 } });
		expect(ran.error?.message).toContain(message);
	});

	it('that end before their end are no files', async () => {
		const long = JSON.stringify({ error: 0, message_data: Array(200).fill(RECORD) });
		const settings = { returnAs: 'file', format: 'json', options: { retryFor: 0 } };
		const whole = await download(() => file(long, '\n'), settings);
		expect(whole.error?.message).toBeUndefined();
		const cut = await download(() => file(long.slice(0, 9000)), settings);
		expect(cut.error?.message).toBe('The answer of the service was cut off [item 0]');
	});

	it('that break off are begun again within Retry For', async () => {
		const broken = (): Answer => ({
			body: new Readable({
				read() {
					this.destroy(lost());
				},
			}),
		});
		const whole = await download((_, count) => (count < 4 ? broken() : file(JSON_FILE)));
		expect([whole.json.length, whole.asked.length]).toEqual([2, 5]);
		const never = await download(broken, { options: { retryFor: 0 } });
		expect([never.error?.message, never.asked.length]).toEqual([
			'The connection to the service was lost [item 0]',
			1,
		]);
	});

	it('are asked for and waited for', async () => {
		const ran = await request((asked, count) =>
			asked.method === 'POST'
				? count === 0
					? { body: { error: 92 } }
					: CREATED
				: count < 2
					? file('{"error":91}')
					: file(JSON_FILE),
		);
		expect(ran.json).toHaveLength(2);
		expect(ran.asked.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'GET', 'GET']);
		expect(ran.asked[0]?.options.body).toEqual({ message_id: ['1', '2'] });
		const late = await request(
			(asked) => (asked.method === 'POST' ? CREATED : file('{"error":91}')),
			{ options: { maxWait: 0 } },
		);
		expect(late.error).toMatchObject({
			message: `Report ${KEY} is not ready yet [item 0]`,
			description: expect.stringContaining(`Fetch the key ${KEY} later`) as string,
		});
		expect(
			(await request((asked) => (asked.method === 'POST' ? CREATED : { status: 403, body: {} })))
				.error?.message,
		).toBe(
			'Report abc123 was requested, and its download failed: The account may not do this (HTTP 403) [item 0]',
		);
	});

	it('give their key alone where nobody waits', async () => {
		expect((await request(() => CREATED, { wait: false })).json).toEqual([{ key: KEY }]);
		expect((await request(() => ({ body: { export_id: 'x1' } }), { wait: false })).json).toEqual([
			{ key: 'x1' },
		]);
		expect((await request(() => ({ body: {} }), { wait: false })).error?.message).toBe(
			'It is not known whether the report was requested: the reply names no key [item 0]',
		);
	});

	it('are not known to be requested where the answer is lost, and are not where it is a refusal', async () => {
		const silent = { wait: false, options: { retryFor: 0 } };
		const open = await request(() => lost(), silent);
		expect(open.error?.message).toMatch(/^It is not known whether the report was requested: /);
		const refusal = { status: 422, body: { message: 'Ask your manager' } };
		const refused = await request(() => refusal, silent);
		expect(refused.error?.message).toBe(
			'The service refused the request: Ask your manager (HTTP 422) [item 0]',
		);
		expect(refused.error?.description).toContain('Ask your manager');
	});

	it.each([
		'<?xml version="1.0"?><report></report>',
		'<report/>',
		'<report><error>93</error></report>',
	])('that are empty in xml are empty reports: %s', async (text) => {
		const empty = {
			message: 'The report is empty (code 93) [item 0]',
			description:
				'Widen the period or the filters. For days without messages, set If the Report Is Empty under Options.',
		};
		const format = { format: 'xml' };
		expect((await download(() => file(text), format)).error).toMatchObject(empty);
		// It was downloaded well: to fetch it once more by its key would help nobody.
		const requested = await request(
			({ method }) => (method === 'POST' ? CREATED : file(text)),
			format,
		);
		expect(requested.error).toMatchObject(empty);
	});

	it.each([404, 405, 501])('are not offered by every service (%d)', async (status) => {
		expect((await request(() => ({ status, body: '' }))).error?.message).toBe(
			'The service does not offer report requests [item 0]',
		);
	});

	it.each<[object, string]>([
		[{ messageIds: '' }, 'Message IDs holds 0 IDs instead of 1 to 300'],
		[
			{ messageIds: Array.from({ length: 301 }, (_, id) => id) },
			'Message IDs holds 301 IDs instead of 1 to 300',
		],
		[{ selectBy: 'period', timeFrom: '2026-02-01', timeTo: '2026-02-01' }, 'From is not before To'],
		[
			{
				selectBy: 'period',
				timeFrom: '2026-02-01',
				timeTo: '2026-02-02',
				filters: { countryId: 'x' },
			},
			'Country ID "x" is not in the form that the service takes',
		],
		[
			{
				selectBy: 'period',
				timeFrom: '2026-02-01',
				timeTo: '2026-02-02',
				filters: { phones: 'x' },
			},
			'Phone Numbers … has no digits',
		],
	])('refuse %j', async (parameters, message) => {
		const ran = await request(() => CREATED, parameters);
		expect([ran.error?.message, ran.asked.length]).toEqual([`${message} [item 0]`, 0]);
	});

	it('ask for any number that may have been sent to, also one that no numbering plan has', async () => {
		const { error, asked } = await request(() => CREATED, {
			selectBy: 'period',
			wait: false,
			timeFrom: '2026-02-01',
			timeTo: '2026-02-02',
			filters: { phones: '100000000, +999999999999999' },
		});
		expect(error).toBeUndefined();
		expect(asked[0]?.options.body).toMatchObject({ msisdn: ['100000000', '999999999999999'] });
	});

	it('are made once, although the download failed and the node is tried again', async () => {
		const parameters = { selectBy: 'messageIds', messageIds: '1' };
		const tried = (get: Answer) =>
			fakeRoute({ parameters, answer: ({ method }) => (method === 'POST' ? CREATED : get) });
		const first = tried({ status: 403, body: {} });
		await expect(dispatch('report.request', parameters, first.route)).rejects.toThrow();
		const second = tried(file(JSON_FILE));
		// The same input item: what Retry On Fail runs again.
		Object.assign(second.route, { getInputData: first.route.getInputData });
		expect(await dispatch('report.request', parameters, second.route)).toHaveLength(2);
		expect(second.asked.map(({ method }) => method)).toEqual(['GET']);
	});

	it('of a period carry its filters', async () => {
		const ran = await request(() => CREATED, {
			selectBy: 'period',
			timeFrom: '2026-02-01',
			timeTo: '2026-02-02',
			wait: false,
			filters: { phones: '380991112233', originator: 'Shop', countryId: '5' },
		});
		expect(ran.asked[0]?.options.body).toEqual({
			time_in_from: '2026-02-01 00:00:00',
			time_in_to: '2026-02-02 00:00:00',
			message_type: 'sms',
			msisdn: ['380991112233'],
			originator: 'Shop',
			country_id: '5',
		});
	});
});

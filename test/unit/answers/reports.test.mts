import { Readable } from 'node:stream';
import { fakeRoute, lost } from '../sending/fakeFunctions.mts';
import type { Answer, FakeOptions } from '../sending/fakeFunctions.mts';
import { custom, dispatch, route } from '../sending/fakeOperations.mts';

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

	it.each([
		['utf16le', '\ufeff'],
		['utf16be', '\ufeff'],
		['utf16le', ''],
	] as const)('are read in %s, with the mark %j or without', async (encoding, mark) => {
		const bytes = Buffer.from(`${mark}message_id;status\n1;sent\n2;Zürich 中\n`, 'utf16le');
		if (encoding === 'utf16be') bytes.swap16();
		// Cut within a character.
		const body = () => ({ body: Readable.from([bytes.subarray(0, 41), bytes.subarray(41)]) });
		expect((await download(body, { options: { format: 'csv' } })).json).toMatchObject([
			{ message_id: 1, status: 'sent' },
			{ message_id: 2, status: 'zürich 中' },
		]);
	});

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

	it.each([
		'<?xml version="1.0"?><report></report>',
		'<report/>',
		'<report><error>93</error></report>',
	])('that are empty in xml are empty reports: %s', async (text) => {
		const empty = {
			message: 'The report is empty (code 93) [item 1]',
			description: 'Widen the period or the filters.',
		};
		const format = { options: { format: 'xml', emptyReport: 'error' } };
		expect((await download(() => file(text), format)).error).toMatchObject(empty);
		// It was downloaded well: to fetch it once more by its key would help nobody.
		const requested = await request(
			({ method }) => (method === 'POST' ? CREATED : file(text)),
			format,
		);
		expect(requested.error).toMatchObject(empty);
	});

	it.each([
		'<report><sms><ident>5</ident><phone>380991112233</phone></sms></report>',
		'<report><sms ident="5"/></report>',
		'<report><error>0</error><sms>5;380991112233</sms></report>',
	])('without a message that is known as one are not empty: %s', async (text) => {
		const { error } = await download(() => file(text), { options: { format: 'xml' } });
		expect(error?.message).toBe('The report holds no message that can be read [item 1]');
		expect(error?.description).toContain('choose JSON as File Format, or return the report as a');
	});

	it.each([['[{"message_ID":1},{"message_ID":oops}]'], ['[{"message_ID":1}']])(
		'that a request cannot read are not to be had by a field that its form lacks: %s',
		async (text) => {
			const answer: FakeOptions['answer'] = ({ method }) =>
				method === 'POST' ? CREATED : file(text);
			const { error } = await request(answer, { options: { retryFor: 0, maxWait: 0 } });
			expect(error?.description).toMatch(
				/ return it as a file, or in another File Format\. Report: Download fetches it by this key\.$/,
			);
			expect(error?.description).not.toContain('choose');
		},
	);

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
});

import type { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { sendStageOfTests, phoneOf } from './sendsSupport.mts';
import type { RunResult } from './harness.mts';
import type { Way } from './sendsSupport.mts';
import { listRetry } from './support/savedExecutions.mts';

/* Recipients From: A File, on n8n's engine with its binary store and the sandbox. */

const stage = sendStageOfTests();

const csvOf = (count: number, from = 0): string =>
	`phone,name\n${Array.from({ length: count }, (_, index) => `${phoneOf(from + index)},Person ${from + index}`).join('\n')}\n`;

interface FileSend {
	content: string | Buffer;
	/** Contents of the files of further items. */
	others?: string[];
	signal?: AbortSignal;
	operation?: string;
	resource?: string;
	parameters?: IDataObject;
	options?: IDataObject;
	/** Whether the file lies in the execution's data instead of the store. */
	inMemory?: boolean;
	way?: Way;
	node?: object;
	executionId?: string;
}

const PARAMETERS = {
	recipientSource: 'file',
	phoneField: 'phone',
	sender: 'Shop',
	text: 'Hi {name} of {shop}',
};

async function sendFile({
	content,
	others = [],
	resource = 'campaign',
	operation = 'sendPersonalizedSms',
	parameters = {},
	options = {},
	inMemory = false,
	way = 'run',
	...rest
}: FileSend): Promise<RunResult> {
	const items: INodeExecutionData[] = [];
	for (const one of [content, ...others]) {
		const buffer = Buffer.from(one);
		const data: IBinaryData = inMemory
			? { data: buffer.toString('base64'), mimeType: 'text/csv', fileName: 'list.csv' }
			: await stage.engine.storeBinary(buffer, 'list.csv');
		items.push({ json: { shop: 'Blue' }, binary: { data } });
	}
	return await stage.engine[way]({
		...rest,
		items,
		credential: stage.credential,
		parameters: {
			resource,
			operation,
			...PARAMETERS,
			...parameters,
			options,
		} as never,
	});
}

async function resultOf(run: RunResult): Promise<string[][]> {
	const result = run.items[0]?.binary?.result;
	if (!result) throw new Error('no result file');
	const text = String(await stage.engine.readBinary(result));
	return text
		.trim()
		.split('\n')
		.map((line) => line.split(','));
}

/** Retry in the list of executions. */
const retry = async (failed: RunResult, how: IDataObject): Promise<RunResult> =>
	await stage.engine.run({
		saved: listRetry(failed),
		mode: 'retry',
		executionId: 'retry',
		credential: stage.credential,
		parameters: { ...how, ...PARAMETERS } as never,
	});

const bodies = () => [...stage.sandbox.store.campaigns.values()];

it('a large file goes out in campaigns of 10,000, each number once, and comes back as counts and a result file', async () => {
	const again = csvOf(500).split('\n').slice(1).join('\n');
	const run = await sendFile({ content: csvOf(12_000) + again });
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => json)).toMatchObject([
		{ recipients: 10_000, accepted: 10_000, duplicate: 0, first_line: 2, last_line: 10_001 },
		{ recipients: 2500, accepted: 2000, duplicate: 500, first_line: 10_002, last_line: 12_001 },
	]);
	expect(run.hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^12000 recipients of the file accepted in 2 requests, 500 duplicate: /),
	]);
	expect(bodies()).toHaveLength(2);
	const [header, ...lines] = await resultOf(run);
	expect(header).toEqual([
		'line',
		'phone',
		'reference',
		'status',
		'reason',
		'campaign_id',
		'country',
		'phone_given',
	]);
	const accepted = lines.filter(([, , , status]) => status === 'accepted');
	expect(accepted[0]?.slice(0, 2)).toEqual(['2', phoneOf(0)]);
	expect(new Set(accepted.map(([, , reference]) => reference)).size).toBe(12_000);
	const merged = lines.filter(([, , , status]) => status === 'duplicate');
	expect([lines.length, accepted.length, merged.length]).toEqual([12_500, 12_000, 500]);
	const reason = 'The same number and text as line 2';
	expect(merged[0]).toEqual(['12002', phoneOf(0), '', 'duplicate', reason, '', 'UA', '']);
	const stored = stage.stored();
	expect([stored.size, new Set(stored.values())]).toEqual([12_000, new Set([1])]);
});

it.each<[string, Pick<FileSend, 'inMemory' | 'way'>]>([
	['in memory', { inMemory: true }],
	['by the declarative route', { way: 'viaRoute' }],
])('a file goes out %s', async (_, how) => {
	const run = await sendFile({ ...how, content: csvOf(3) });
	expect(run.items.map(({ json }) => json.accepted)).toEqual([3]);
	expect((await resultOf(run)).map(([line, phone]) => [line, phone])).toEqual([
		['line', 'phone'],
		...[0, 1, 2].map((index) => [String(index + 2), phoneOf(index)]),
	]);
});

describe('a file', () => {
	it('tells how national numbers were read', async () => {
		const run = await sendFile({
			content: 'phone\n099 123 45 11\n+49 1512 3456711\n',
			parameters: { defaultCountry: 'UA', text: 'Hi' },
		});
		const [, ...lines] = await resultOf(run);
		expect(lines.map(([, phone, , status, , , ...read]) => [phone, status, ...read])).toEqual([
			['380991234511', 'accepted', 'UA', '099 123 45 11'],
			['4915123456711', 'accepted', 'DE', ''],
		]);
		expect(run.hints.map(({ message }) => message)).toEqual([
			'1 number was completed with +380: see phone.',
			expect.stringMatching(
				/^2 recipients of the file accepted in 1 request: the result file shows/,
			),
		]);
	});

	it('without names of columns holds a recipient in its first row', async () => {
		const numbers = await sendFile({
			content: `${phoneOf(0)}\n${phoneOf(1)}\n`,
			parameters: { text: 'Hi' },
		});
		expect(numbers.items.map(({ json }) => json.accepted)).toEqual([2]);
		const content = `Ann;${phoneOf(2)}\nBo;${phoneOf(3)}\n`;
		const refused = await sendFile({ content });
		expect(refused.error?.message).toContain('The file has no column "phone"');
		expect(refused.error?.description).toContain(
			'It has: 1, 2. Its first row holds a phone number',
		);
		const named = await sendFile({ content, parameters: { phoneField: '2', text: 'Hi {1}' } });
		expect(named.items.map(({ json }) => json.accepted)).toEqual([2]);
	});

	it('is refused as a whole before anything is sent, naming the first ten lines', async () => {
		const bad = Array.from({ length: 12 }, (_, index) => `12${index},Bad`).join('\n');
		const run = await sendFile({ content: csvOf(2000) + bad });
		expect(run.error?.message).toContain('Nothing was sent: 12 of 2012 recipients cannot be used');
		expect(run.error?.message).toContain('[line 2002]');
		expect(run.error?.message).toContain('[line 2011]');
		expect(run.error?.message).toContain('and 2 more');
		expect(bodies()).toHaveLength(0);
	});

	it('is sent without its bad lines where the user wants it so', async () => {
		const run = await sendFile({
			content: `${csvOf(3)}12,Bad\n`,
			options: { invalidRecipients: 'skip' },
		});
		expect(run.items.map(({ json }) => [json.recipients, json.accepted, json.refused])).toEqual([
			[4, 3, 1],
		]);
		expect(run.items[0]?.json.reason).toBe(
			'Accepted by the service; 1 refused: see the result file',
		);
	});

	it('is not sent where the file of a later item is wrong', async () => {
		const send = { content: csvOf(3), others: ['phone,name\n12,Bad\n'] };
		const run = await sendFile(send);
		expect(run.error?.message).toContain('Nothing was sent: 1 of 1 recipients cannot be used');
		expect(bodies()).toHaveLength(0);
		const node = { onError: 'continueRegularOutput' };
		const { items } = await sendFile({ ...send, others: [...send.others, csvOf(2, 7)], node });
		expect(items.map(({ json }) => [json.accepted, json.reason])).toEqual([
			[3, 'Accepted by the service'],
			[0, expect.stringContaining('[line 2]')],
			[2, 'Accepted by the service'],
		]);
	});

	it('of damaged UTF-8 is refused, and not sent with other letters', async () => {
		const words = Buffer.from(`phone,name\n${phoneOf(0)},Олена\n${phoneOf(1)},Ольга`);
		const run = await sendFile({ content: words.subarray(0, -1) });
		expect(run.error?.message).toContain('not UTF-8 throughout: line 3');
		expect(bodies()).toHaveLength(0);
	});

	it.each<[string, Buffer | string, IDataObject]>([
		['gzip', gzipSync(csvOf(3)), {}],
		['NDJSON', `{"phone":"${phoneOf(0)}","name":"A"}\n{"phone":"${phoneOf(1)}","name":"B"}\n`, {}],
		['UTF-16', Buffer.from(`\ufeff${csvOf(3)}`, 'utf16le'), {}],
		['semicolons', csvOf(3).replaceAll(',', ';'), {}],
	])('is read as %s', async (_, content, options) => {
		const run = await sendFile({ content, options });
		expect(run.error).toBeUndefined();
		expect(run.items[0]?.json.accepted).toBeGreaterThanOrEqual(2);
	});

	it('of JSON over several lines is refused for its lines, and not for a missing column', async () => {
		const run = await sendFile({ content: `{\n  "phone": "${phoneOf(1)}"\n}\n` });
		expect(run.error?.message).toContain('[line 1 and 2 more] The line is no JSON object');
		expect(stage.stored().size).toBe(0);
	});

	it('of a spreadsheet is refused with the cure', async () => {
		const run = await sendFile({ content: Buffer.from('PK\u0003\u0004 and so on') });
		expect(run.error?.message).toContain('spreadsheet');
		expect(run.error?.description).toContain('Extract From File');
	});

	it('goes through the legacy interface in requests of 1,000', async () => {
		const run = await sendFile({
			content: csvOf(2500),
			resource: 'sms',
			operation: 'sendIndividual',
			parameters: { text: 'Hi {name}' },
		});
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json.accepted)).toEqual([1000, 1000, 500]);
	});

	it('that is stopped between two requests says so, and Retry in the list sends the rest', async () => {
		const how = { resource: 'campaign', operation: 'sendPersonalizedSms' };
		const stop = new AbortController();
		const content = csvOf(10_001);
		// The request is answered soon after its messages are stored; the next one may be under way.
		const unwatch = stage.sandbox.events.on(() => {
			if (stage.sandbox.store.messages.size >= 10_000) stop.abort();
		});
		const run = await sendFile({ ...how, content, signal: stop.signal });
		unwatch();
		expect(run.error?.message).toMatch(/stopped/);
		const again = await retry(run, how);
		expect(again.error).toBeUndefined();
		expect(stage.stored().size).toBe(10_001);
		expect(new Set(stage.stored().values())).toEqual(new Set([1]));
	});

	it('comes out with its result file under Continue on Fail', async () => {
		stage.sandbox.faults.add({
			kind: 'dropBefore',
			method: 'POST',
			path: '/api/campaign',
			skip: 1,
			times: 1,
		});
		const run = await sendFile({
			content: csvOf(10_001),
			options: { retryFor: 0 },
			parameters: { requestOptions: { timeout: 2000 } },
			node: { onError: 'continueRegularOutput' },
		});
		const counts: Record<string, number> = {};
		for (const [, , , status = ''] of (await resultOf(run)).slice(1))
			counts[status] = (counts[status] ?? 0) + 1;
		expect(counts).toEqual({ accepted: 10_000, unknown: 1 });
	});

	const failAt = (skip: number) =>
		stage.sandbox.faults.add({ kind: 'status', status: 400, method: 'POST', skip, times: 1 });
	const node = { onError: 'continueRegularOutput' };

	// More of the file is left, or the request that fails is its last one.
	it.each([
		[0, /; The lines after 10001 were not sent$/, / The lines after 10001 were not sent\. /],
		[1, /^(?!.*not sent$)/, /^10000 recipients of the file accepted in 2 requests, 1 refused: /],
	])('whose request fails after %d others says what was not sent', async (skip, last, hint) => {
		failAt(skip);
		const run = await sendFile({ content: csvOf(10_001), node });
		expect(run.items.map(({ json }) => json.reason)).toEqual([
			...Array<string>(skip).fill('Accepted by the service'),
			expect.stringMatching(last),
		]);
		expect(run.hints.map(({ message }) => message)).toEqual([expect.stringMatching(hint)]);
	});

	it('whose lines went out in another order says where it shows what was not sent', async () => {
		failAt(0);
		const content = `phone,name\n${phoneOf(0)},Ann\n${phoneOf(0)},Bo\n${phoneOf(1)},Cy\n`;
		const run = await sendFile({ content, node });
		expect(run.items.map(({ json }) => json.reason)).toEqual([
			expect.stringMatching(/; The lines that the result file lacks were not sent$/),
		]);
	});
});

describe('a full binary store, to which the result file is written while the file goes out', () => {
	afterEach(() => jest.restoreAllMocks());
	const LINES = 1500;
	const SEND = { resource: 'sms', operation: 'sendIndividual' };

	/** Lets the store be full after so many bytes of a stream. */
	function fullAfter(bytes: number): void {
		const service = Container.get(BinaryDataService);
		const store = service.store.bind(service);
		jest.spyOn(service, 'store').mockImplementation(async (location, data, metadata) => {
			if (Buffer.isBuffer(data)) return await store(location, data, metadata);
			let written = 0;
			for await (const piece of data as Readable) {
				written += (piece as Buffer).length;
				if (written > bytes) throw new Error('ENOSPC: no space left on device, write');
			}
			return await store(location, Buffer.from('whole'), metadata);
		});
	}

	it.each([10, 70_000])('leads to no second message in the retry (%d bytes)', async (bytes) => {
		fullAfter(bytes);
		const run = await sendFile({ ...SEND, content: csvOf(LINES) });
		expect(run.error?.message).toContain('ENOSPC');
		expect(stage.stored().size).toBeGreaterThan(0);
		jest.restoreAllMocks();
		const rest = await retry(run, SEND);
		expect(rest.error).toBeUndefined();
		const stored = stage.stored();
		expect([stored.size, new Set(stored.values())]).toEqual([LINES, new Set([1])]);
	});
});

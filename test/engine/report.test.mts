import type { INodeParameters } from 'n8n-workflow';
import { asked, jsonOf, openStage, pairsOf, WAYS } from './stage.mts';
import type { Stage, Way } from './stage.mts';
import type { Report, ReportType } from '../../sandbox/types.mts';

const OPTIONS = { options: { retryFor: 0 } };
const FORMATS = ['json', 'xml', 'csv'] as const;
const SHAPES = ['message_data', 'result', 'named', 'bare', 'documented'] as const;
let stage: Stage;

beforeAll(async () => {
	stage = await openStage();
});
beforeEach(async () => {
	await stage.fresh();
	Object.assign(stage.sandbox.config.dialect, {
		extensions: true,
		reportRecords: 'documented',
		errors: 'ok',
		reportKeyName: 'key',
		reportKey: 'integer',
	});
});
afterAll(async () => await stage.close());

/** Puts a report of made-up records into the sandbox; returns its key. */
function made(records: number, types: ReportType[] = ['sms'], more: Partial<Report> = {}): string {
	const key = String(700_000_000 + stage.sandbox.store.reports.size);
	const now = stage.sandbox.clock.now().getTime();
	stage.sandbox.store.reports.set(key, {
		key,
		request: {},
		createdMs: now,
		readyMs: now,
		messageType: types.length === 1 ? (types[0] ?? null) : null,
		source: { records, types, bodyLength: 40 },
		shape: null,
		failed: false,
		...more,
	});
	return key;
}
const get = async (parameters: INodeParameters, way: Way = 'run') =>
	await stage.act('report.download', parameters, { way });

describe.each(WAYS)('Report: Download as items (%s)', (way: Way) => {
	it.each(FORMATS)('gives sms records from %s, simplified, paired', async (format) => {
		const run = await stage.act(
			'report.download',
			{ fileKey: '={{ $json.key }}', format },
			{ way, items: [{ key: made(3) }, { key: made(2) }] },
		);
		expect(run.error).toBeUndefined();
		expect(pairsOf(run)).toEqual([0, 0, 0, 1, 1]);
		expect(jsonOf(run)[0]).toEqual({
			phone: expect.stringMatching(/^38099\d{7}$/),
			status: 'expired',
			reason: 'The phone could not be reached until the message expired',
			delivered_at: null,
			sender: 'Sandbox',
			price: expect.any(Number),
			currency: 'EUR',
			sent_at: '2026-11-21T09:59:58+00:00',
			finished_at: '2026-11-21T10:00:02+00:00',
			message_id: 1_000_000_000,
			message_type: 'sms',
			in_place_of: null,
		});
		for (const { status, delivered_at, finished_at } of jsonOf(run))
			expect(delivered_at).toBe(status === 'delivered' ? finished_at : null);
	});

	it.each(['json', 'xml'] as const)('gives mixed records from %s in one shape', async (format) => {
		const run = await get({ fileKey: made(30, ['sms', 'hlr', 'viber']), format }, way);
		const rows = jsonOf(run);
		expect(rows.find(({ message_type }) => message_type === 'hlr')).toMatchObject({
			sender: 'HLR',
		});
		const alternative = rows.find(({ in_place_of }) => in_place_of !== null);
		expect(rows.find(({ message_id }) => message_id === alternative?.in_place_of)).toMatchObject({
			message_type: 'viber',
			status: 'not-viber-user',
		});
		expect(rows.filter(({ in_place_of }) => in_place_of === null)).toHaveLength(30);
		expect(new Set(rows.map((row) => Object.keys(row).join()))).toHaveProperty('size', 1);
	});

	it('stops at the limit and says so', async () => {
		const run = await get({ fileKey: made(5000), options: { maxRecords: 20 } }, way);
		expect(jsonOf(run)).toHaveLength(20);
		// A declarative route has no way to show hints.
		if (way === 'run')
			expect(run.hints.map(({ message }) => message)).toEqual([
				expect.stringContaining('holds more than the 20 records'),
			]);
	});

	it('says nothing of a limit that is just reached', async () => {
		const run = await get({ fileKey: made(20), options: { maxRecords: 20 } }, way);
		expect(jsonOf(run)).toHaveLength(20);
		expect(run.hints).toEqual([]);
	});

	it('tells of a file that is not there, not ready and empty, each for its item', async () => {
		const now = stage.sandbox.clock.now().getTime();
		const keys = ['404', made(1, ['sms'], { readyMs: now + 60_000 }), made(0), made(1)];
		const run = await stage.act(
			'report.download',
			{ fileKey: '={{ $json.key }}', ...OPTIONS },
			{ way, node: { onError: 'continueErrorOutput' }, items: keys.map((key) => ({ key })) },
		);
		expect(run.outputs[1]?.map(({ json }) => json.error)).toEqual([
			'The report file was not found: File not found (code 90) [item 0]',
			'The report is not ready yet: File is not ready (code 91) [item 1]',
			'The report is empty: File is empty (code 93) [item 2]',
		]);
		expect([pairsOf(run), pairsOf(run, 1)]).toEqual([[3], [0, 1, 2]]);
	});
});

describe('Report: Download', () => {
	it.each(SHAPES)('reads the json shape "%s", in both sets of names', async (shape) => {
		for (const reportRecords of ['documented', 'newer'] as const) {
			stage.sandbox.config.dialect.reportRecords = reportRecords;
			const run = await get({ fileKey: made(12, ['sms', 'viber'], { shape }) });
			expect(run.error).toBeUndefined();
			expect(
				jsonOf(run)
					.filter(({ in_place_of }) => in_place_of === null)
					.map(({ message_id }) => message_id),
			).toEqual(Array.from({ length: 12 }, (_, index) => 1_000_000_000 + index));
			expect(jsonOf(run)[0]).toMatchObject({
				price: expect.any(Number),
				currency: 'EUR',
				sent_at: '2026-11-21T09:59:49+00:00',
			});
		}
	});

	it.each(FORMATS)('gives records as they came from %s where Simplify is off', async (format) => {
		const run = await get({ fileKey: made(1), format, simplify: false });
		expect(jsonOf(run)).toHaveLength(1);
		expect(jsonOf(run)[0]).toMatchObject({
			Country_name: 'Ukraine',
			price: expect.stringMatching(/ EUR$/),
		});
	});

	it.each(FORMATS)('puts a %s file into the binary store, byte by byte', async (format) => {
		const key = made(2000);
		const run = await get({ fileKey: key, format, returnAs: 'file', binaryPropertyName: 'file' });
		expect(run.error).toBeUndefined();
		const binary = run.items[0]?.binary?.file;
		expect(binary).toMatchObject({
			fileName: `report-${key}.${format}`,
			mimeType:
				format === 'json'
					? 'application/json'
					: `text/csv application/xml`.split(' ').find((type) => type.endsWith(format)),
		});
		const direct = await fetch(`${stage.sandbox.url}/rest/stat/file/id/${key}/format/${format}`, {
			headers: { 'x-api-key': String(stage.credential.apiKey) },
		});
		expect(
			binary &&
				(await stage.engine.readBinary(binary)).equals(Buffer.from(await direct.arrayBuffer())),
		).toBe(true);
		expect(run.items[0]?.json).toMatchObject({ key, format, file_name: `report-${key}.${format}` });
	});

	it('names the file as asked, and does not put an error reply into it', async () => {
		const run = await get({
			fileKey: made(1),
			returnAs: 'file',
			options: { fileName: 'november.json' },
		});
		expect(run.items[0]?.binary?.data?.fileName).toBe('november.json');
		for (const errors of ['ok', 'status', 'codeMessage'] as const) {
			stage.sandbox.config.dialect.errors = errors;
			const missing = await get({ fileKey: '404', returnAs: 'file', ...OPTIONS });
			expect(missing.error?.message).toMatch(/not found|does not know/);
		}
	});

	it('says that csv needs a report of one type', async () => {
		const run = await get({ fileKey: made(3, ['sms', 'hlr']), format: 'csv', ...OPTIONS });
		expect(run.error?.message).toContain('message type: Incorrect filter message_type (code 85)');
	});

	it.each(['items', 'file'] as const)(
		'begins again when the file breaks off (%s)',
		async (returnAs) => {
			stage.sandbox.faults.add({ kind: 'cutOff', path: '/rest/stat/file', times: 1 });
			const run = await get({ fileKey: made(3000), returnAs });
			expect(run.error).toBeUndefined();
			expect(asked(stage)).toHaveLength(2);
			if (returnAs === 'items') expect(jsonOf(run)).toHaveLength(3000);
		},
	);

	it('gives up on a file that always breaks off, or is a web page', async () => {
		stage.sandbox.faults.add({ kind: 'cutOff', path: '/rest/stat/file' });
		expect((await get({ fileKey: made(300) })).error?.message).toMatch(
			/cut off|connection to the service was lost/,
		);
		stage.sandbox.faults.clear();
		stage.sandbox.faults.add({ kind: 'html', path: '/rest/stat/file' });
		expect(
			(await get({ fileKey: made(300), returnAs: 'file', ...OPTIONS })).error?.message,
		).toContain('web page');
	});

	it('does not begin again with Retry For 0', async () => {
		stage.sandbox.faults.add({ kind: 'cutOff', path: '/rest/stat/file', times: 1 });
		expect((await get({ fileKey: made(300), ...OPTIONS })).error?.message).toMatch(
			/cut off|connection to the service was lost/,
		);
		expect(asked(stage)).toHaveLength(1);
	});

	it('says of a large answer without records that it is no report, and asks once', async () => {
		stage.sandbox.faults.add({
			kind: 'status',
			status: 200,
			path: '/rest/stat/file',
			body: { account: 'x'.repeat(9000) },
		});
		expect((await get({ fileKey: made(300) })).error?.message).toContain(
			'web page or text instead of data',
		);
		expect(asked(stage)).toHaveLength(1);
	});

	it('refuses a key that is none', async () => {
		const run = await get({ fileKey: '../list' });
		expect(run.error?.message).toMatch(/^File Key.*\[item 0\]$/);
		expect(asked(stage)).toEqual([]);
	});

	it('streams a large file without holding it', async () => {
		const key = made(100_000, ['sms'], {
			source: { records: 100_000, types: ['sms'], bodyLength: 300 },
		});
		const before = process.memoryUsage().rss;
		let peak = before;
		const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
		const run = await get({ fileKey: key, options: { maxRecords: 10 } });
		clearInterval(watch);
		expect(jsonOf(run)).toHaveLength(10);
		expect((peak - before) / 1e6).toBeLessThan(100);
	});
});

describe.each(WAYS)('Report: Request (%s)', (way: Way) => {
	const PERIOD = {
		selectBy: 'period',
		timeFrom: '2026-11-21T00:00:00Z',
		timeTo: '2026-11-22T00:00:00Z',
	};

	/** Sends two messages, whose report can then be requested. */
	async function sendTwo(): Promise<void> {
		for (const phone of ['380991112233', '380991112234']) {
			const run = await stage.act('sms.send', { phone, sender: 'Shop', text: 'Hello' });
			if (run.error) throw run.error;
		}
		stage.sandbox.clock.advance(60_000);
		stage.sandbox.requests.length = 0;
	}

	it('waits until the report is ready and gives its records', async () => {
		await sendTwo();
		const ahead = setInterval(() => stage.sandbox.clock.advance(1000), 300);
		try {
			const run = await stage.act('report.request', PERIOD, { way });
			expect(run.error).toBeUndefined();
			expect(jsonOf(run).map(({ phone, status }) => [phone, status])).toEqual([
				['380991112233', 'delivered'],
				['380991112234', 'delivered'],
			]);
			expect(asked(stage).filter((line) => line.startsWith('POST'))).toHaveLength(1);
		} finally {
			clearInterval(ahead);
		}
	});

	it.each([
		{ reportKeyName: 'key', reportKey: 'hex' },
		{ reportKeyName: 'export_id', reportKey: 'integer' },
	] as const)('gives the key in the dialect %j', async (dialect) => {
		await sendTwo();
		Object.assign(stage.sandbox.config.dialect, dialect);
		const run = await stage.act(
			'report.request',
			{ ...PERIOD, wait: false, filters: { phones: '+380 99 1112233', originator: 'Shop' } },
			{ way },
		);
		expect(jsonOf(run)).toEqual([{ key: [...stage.sandbox.store.reports.keys()][0] }]);
		expect(stage.sandbox.requests.at(-1)?.body).toMatchObject({
			time_in_from: '2026-11-21 00:00:00',
			message_type: 'sms',
			originator: 'Shop',
		});
	});

	it('asks for national numbers in the country that is named', async () => {
		const filters = { phones: '099 111 22 33; +49 151 23456789', defaultCountry: 'UA' };
		await stage.act('report.request', { ...PERIOD, wait: false, filters }, { way });
		expect(stage.sandbox.requests.at(-1)?.body).toMatchObject({
			msisdn: ['380991112233', '4915123456789'],
		});
	});

	it('asks by message ids, up to 300', async () => {
		const ids = Array.from({ length: 301 }, (_, index) => 1000 + index);
		const parameters = { selectBy: 'messageIds', messageIds: '={{ $json.ids }}', wait: false };
		const run = await stage.act('report.request', parameters, {
			way,
			node: { onError: 'continueErrorOutput' },
			items: [{ ids: ids.slice(1) }, { ids }, { ids: '12, x' }],
		});
		expect(pairsOf(run)).toEqual([0]);
		expect(run.outputs[1]?.map(({ json }) => String(json.error))).toEqual([
			expect.stringContaining('holds 301 IDs instead of 1 to 300'),
			expect.stringContaining('"x"'),
		]);
		expect(asked(stage)).toEqual(['POST /rest/stat/create']);
	});

	it('gives the key in the message when the wait is over', async () => {
		await sendTwo();
		const run = await stage.act('report.request', { ...PERIOD, options: { maxWait: 0 } }, { way });
		const [key] = [...stage.sandbox.store.reports.keys()];
		expect(run.error?.message).toBe(`Report ${key} is not ready yet [item 0]`);
		expect(run.error?.description).toContain(`key ${key}`);
	});

	it('says that a service does not offer it', async () => {
		stage.sandbox.config.dialect.extensions = false;
		const run = await stage.act('report.request', { ...PERIOD, ...OPTIONS }, { way });
		expect(run.error?.message).toBe('The service does not offer report requests [item 0]');
		expect(run.error?.description).toContain('Not every service has it');
	});

	it('refuses a period that ends before it begins', async () => {
		const run = await stage.act(
			'report.request',
			{ ...PERIOD, timeTo: '2026-11-20T00:00:00Z' },
			{ way },
		);
		expect(run.error?.message).toBe('From is not before To [item 0]');
		expect(asked(stage)).toEqual([]);
	});
});

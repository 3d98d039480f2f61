import type { INodeParameters } from 'n8n-workflow';
import { asked, jsonOf, makeReport, stageOfTests, pairsOf } from './stage.mts';
import type { Report, ReportType } from '../../sandbox/types.mts';

const OPTIONS = { options: { retryFor: 0 } };
const FORMATS = ['json', 'xml', 'csv'] as const;
const stage = stageOfTests();

const made = (records: number, types?: ReportType[], more?: Partial<Report>): string =>
	makeReport(stage, records, types, more);
const get = async (parameters: INodeParameters) => await stage.act('report.download', parameters);

describe('Report: Download as items', () => {
	it.each(FORMATS)('gives sms records from %s, simplified, paired', async (format) => {
		const run = await stage.act(
			'report.download',
			{ fileKey: '={{ $json.key }}', options: { format } },
			{ items: [{ key: made(3) }, { key: made(2) }] },
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
		const fileKey = made(30, ['sms', 'hlr', 'viber']);
		const rows = jsonOf(await get({ fileKey, options: { format } }));
		expect(new Set(rows.map(({ message_type }) => message_type)).size).toBe(3);
		const alternative = rows.find(({ in_place_of }) => in_place_of !== null);
		expect(rows.find(({ message_id }) => message_id === alternative?.in_place_of)).toMatchObject({
			message_type: 'viber',
			status: 'not-viber-user',
		});
		expect(rows.filter(({ in_place_of }) => in_place_of === null)).toHaveLength(30);
		expect(new Set(rows.map((row) => Object.keys(row).join())).size).toBe(1);
	});

	it.each([
		[5000, [expect.stringContaining('holds more than the 20 records') as string]],
		[20, []],
	])('stops at the limit of 20 and says so where there are %d', async (records, hints) => {
		const run = await get({ fileKey: made(records), options: { maxRecords: 20 } });
		expect(jsonOf(run)).toHaveLength(20);
		expect(run.hints.map(({ message }) => message)).toEqual(hints);
	});

	it('tells of a file that is not there, not ready and empty, each for its item', async () => {
		const now = stage.sandbox.clock.now().getTime();
		const keys = ['404', made(1, ['sms'], { readyMs: now + 60_000 }), made(0), made(1)];
		const run = await stage.act(
			'report.download',
			{ fileKey: '={{ $json.key }}', options: { ...OPTIONS.options, emptyReport: 'error' } },
			{ node: { onError: 'continueErrorOutput' }, items: keys.map((key) => ({ key })) },
		);
		expect(run.outputs[1]?.map(({ json }) => json.error)).toEqual([
			'The report file was not found (code 90) [item 1]',
			'The report is not ready yet (code 91) [item 2]',
			'The report is empty (code 93) [item 3]',
		]);
		expect([pairsOf(run), pairsOf(run, 1)]).toEqual([[3], [0, 1, 2]]);
	});
});

describe('Report: Download', () => {
	it.each(FORMATS)('gives records as they came from %s where Simplify is off', async (format) => {
		const run = await get({ fileKey: made(1), simplify: false, options: { format } });
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
		const fileKey = made(3, ['sms', 'hlr']);
		const run = await get({ fileKey, options: { format: 'csv', retryFor: 0 } });
		expect(run.error?.message).toContain('message type (code 85)');
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

describe('Report: Request', () => {
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
			const run = await stage.act('report.request', PERIOD);
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

	it('asks for national numbers in the country that is named', async () => {
		const filters = { phones: '099 111 22 33; +49 151 23456789', defaultCountry: 'UA' };
		await stage.act('report.request', { ...PERIOD, wait: false, filters });
		expect(stage.sandbox.requests.at(-1)?.body).toMatchObject({
			msisdn: ['380991112233', '4915123456789'],
		});
	});

	it('gives the key in the message when the wait is over', async () => {
		await sendTwo();
		const run = await stage.act('report.request', { ...PERIOD, options: { maxWait: 0 } });
		const [key] = [...stage.sandbox.store.reports.keys()];
		expect(run.error?.message).toBe(`Report ${key} is not ready yet [item 1]`);
		expect(run.error?.description).toContain(`key ${key}`);
	});

	it('refuses a period that ends before it begins', async () => {
		const run = await stage.act('report.request', { ...PERIOD, timeTo: '2026-11-20T00:00:00Z' });
		expect(run.error?.message).toBe('From is not before To [item 1]');
		expect(asked(stage)).toEqual([]);
	});
});

describe('Report: Get Many', () => {
	const getAll = async (more = {}) =>
		await stage.act('report.getAll', { returnAll: true, ...OPTIONS, ...more });
	const now = () => stage.sandbox.clock.now().getTime();

	it('lists what was asked for, and where it stands', async () => {
		const keys = [
			made(2),
			made(0),
			made(1, ['sms'], { readyMs: now() + 60_000 }),
			made(1, ['sms'], { failed: true }),
		];
		const nothing = { records: null, created_at: null, finished_at: null, format: null };
		const rows = jsonOf(await getAll());
		expect(rows).toEqual(
			['done', 'empty_file', 'processing', 'error'].map((status, at) => ({
				key: keys[at],
				status,
				...nothing,
				request: {},
			})),
		);
		expect(jsonOf(await getAll({ returnAll: false, limit: 1 }))).toEqual(rows.slice(0, 1));
	});

	it('reads the form that says when (extensions notes, section 10)', async () => {
		stage.sandbox.config.dialect.reportList = 'exports';
		const ready = made(1);
		const later = made(1, ['sms'], { readyMs: now() + 60_000 });
		const rest = { records: null, format: 'json', request: null };
		const created_at = stage.sandbox.clock
			.now()
			.toISOString()
			.replace(/\.\d+Z/, '+00:00');
		expect(jsonOf(await getAll())).toEqual([
			{ key: ready, status: 'done', created_at, finished_at: created_at, ...rest },
			{ key: later, status: 'processing', created_at, finished_at: null, ...rest },
		]);
	});

	it('puts out nothing if there is none', async () => {
		expect(jsonOf(await getAll())).toEqual([]);
	});
});

describe('Report: Delete', () => {
	const remove = async (...keys: string[]) =>
		await stage.act(
			'report.delete',
			{ fileKey: '={{ $json.key }}' },
			{ node: { onError: 'continueErrorOutput' }, items: keys.map((key) => ({ key })) },
		);

	it('deletes reports, and takes one that is not there for deleted', async () => {
		const [one, other] = [made(1), made(1)];
		const run = await remove(one, '404', 'no key', other);
		expect(jsonOf(run)).toEqual([one, '404', other].map((key) => ({ key, status: 'deleted' })));
		expect(pairsOf(run)).toEqual([0, 1, 3]);
		expect(run.outputs[1]?.map(({ json }) => json.error)).toEqual([
			'File Key "no key" is not in the form that the service takes [item 3]',
		]);
		expect(stage.sandbox.store.reports.size).toBe(0);
	});

	it.each(['ok', 'status', 'codeMessage'] as const)(
		'looks at the list after an answer that was lost (errors: %s)',
		async (errors) => {
			stage.sandbox.config.dialect.errors = errors;
			const key = made(1);
			stage.sandbox.faults.add({ kind: 'dropAfter', method: 'DELETE', times: 1 });
			expect(jsonOf(await remove(key))).toEqual([{ key, status: 'deleted' }]);
			expect(jsonOf(await remove(key))).toEqual([{ key, status: 'deleted' }]);
			expect(asked(stage).filter((one) => one.startsWith('DELETE'))).toHaveLength(2);
		},
	);
});

import fc from 'fast-check';
import {
	normaliseApplication,
	normaliseBulkCreate,
	listOf,
	normaliseCampaign,
	normaliseContact,
	normaliseMessage,
	normaliseReportRecord,
	normaliseSingleCreate,
	normaliseTask,
	numberOf,
	priceOf,
	RecordScanner,
} from '../../nodes/shared/reply/index.ts';

const KYIV = 'Europe/Kyiv';

describe('messages (2.2)', () => {
	const wire = {
		error: 0,
		errorDescription: 'No errors',
		id: '1234567890',
		msisdn: '380991112233',
		reference: 'r1',
		time_in: '2026-11-21 10:00:00',
		time_sent: '2026-11-21 10:00:01',
		time_dr: '',
		status: 'Delivered',
		price: '0.25',
		currency: 'UAH',
	};
	const tidy = {
		id: 1234567890,
		msisdn: '380991112233',
		reference: 'r1',
		time_in: '2026-11-21T10:00:00+02:00',
		time_sent: '2026-11-21T10:00:01+02:00',
		time_dr: null,
		status: 'delivered',
		price: 0.25,
		currency: 'UAH',
	};
	test('come out the same however they are written', () => {
		const { error, errorDescription, ...fields } = wire;
		const numbers = { ...wire, id: 1234567890, msisdn: 380991112233, price: 0.25 };
		for (const body of [
			wire,
			numbers,
			{ error, errorDescription, result: fields },
			{ error, result: wire },
			{ error, result: [wire] },
			JSON.stringify(wire),
			Buffer.from(JSON.stringify(wire)),
		]) {
			expect(normaliseMessage(body, KYIV)).toEqual(tidy);
		}
	});
	test('have every field, keep what the service adds, and carry no error', () => {
		expect(normaliseMessage({ error: 0, parts: 3 }, 'UTC')).toEqual({
			id: null,
			msisdn: null,
			reference: null,
			time_in: null,
			time_sent: null,
			time_dr: null,
			status: null,
			price: null,
			currency: null,
			parts: 3,
		});
		for (const body of ['<html>', null, 5, [], 'x'])
			expect(normaliseMessage(body, 'UTC')).toMatchObject({ id: null });
	});
	test('long ids stay text, odd dates stay as they are, zero dates are null', () => {
		expect(
			normaliseMessage(
				{ id: '9007199254740993', time_in: '21.11.2026', time_dr: '0000-00-00 00:00:00' },
				'UTC',
			),
		).toMatchObject({ id: '9007199254740993', time_in: '21.11.2026', time_dr: null });
		expect(normaliseMessage({ id: '9007199254740991' }, 'UTC')).toMatchObject({
			id: 9007199254740991,
		});
		expect(normaliseMessage({ id: '007' }, 'UTC')).toMatchObject({ id: '007' });
	});
	test('no key reaches a prototype', () => {
		const made = normaliseMessage(
			'{"id":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
			'UTC',
		);
		expect('polluted' in made).toBe(false);
		expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
		expect(Object.hasOwn(made, 'constructor')).toBe(false);
	});
});

describe('tasks (2.3)', () => {
	test.each([
		{
			task_id: '5',
			originator: 'Shop',
			body: 'b',
			validity: '72',
			totalprice: '1.5',
			currency: 'EUR',
			sent: '1',
			delivered: 2,
			expired: 3,
			undeliverable: 4,
			unknown: 5,
		},
		{
			error: 0,
			result: {
				task_id: 5,
				originator: 'Shop',
				body: 'b',
				validity: 72,
				total_price: 1.5,
				currency: 'EUR',
				sent: 1,
				delivered: 2,
				expired: 3,
				undeliverable: 4,
				unknown: 5,
			},
		},
	])('%#', (body) => {
		expect(normaliseTask(body)).toEqual({
			task_id: 5,
			originator: 'Shop',
			body: 'b',
			validity: 72,
			totalprice: 1.5,
			currency: 'EUR',
			sent: 1,
			delivered: 2,
			expired: 3,
			undeliverable: 4,
			unknown: 5,
		});
	});
});

describe('replies of create (4.6)', () => {
	test('single: flat, nested, both', () => {
		const tidy = { id: 7, reference: 'r', price: 0.5, currency: 'EUR' };
		for (const body of [
			{ error: 0, id: '7', reference: 'r', price: '0.5', currency: 'EUR' },
			{ error: 0, result: { id: 7, reference: 'r', price: 0.5, currency: 'EUR', error: 0 } },
			{ error: 0, id: 7, currency: 'EUR', result: { id: '7', reference: 'r', price: '0.5' } },
		])
			expect(normaliseSingleCreate(body)).toEqual(tidy);
	});
	test('bulk: accepted and refused recipients side by side', () => {
		const result = [
			{ reference: 'a', id: '1', error: '0', price: '0.5', currency: 'EUR' },
			{ reference: 'b', error: 31, errorDescription: 'Twice' },
			{ reference: 'c', id: 3, error: 'odd' },
		];
		const NOTHING = { id: null, price: null, currency: null, errorDescription: null };
		const results = [
			{ reference: 'a', id: 1, error: 0, price: 0.5, currency: 'EUR', errorDescription: null },
			{ ...NOTHING, reference: 'b', error: 31, errorDescription: 'Twice' },
			{ ...NOTHING, reference: 'c', id: 3, error: 5 },
		];
		for (const body of [
			{ error: 0, task_id: '9', result, totalprice: '0.5', currency: 'EUR' },
			{ error: 0, task_id: 9, result, total_price: 0.5 },
			{ task_id: 9, result: { 0: result[0], 1: result[1], 2: result[2] }, totalprice: 0.5 },
			{ error: 0, result: { task_id: 9, totalprice: 0.5, currency: 'EUR', result } },
			JSON.stringify({ task_id: 9, totalprice: 0.5, result }),
		])
			expect(normaliseBulkCreate(body)).toEqual({
				taskId: 9,
				totalprice: 0.5,
				currency: 'EUR',
				results,
				isList: true,
			});
	});
	test('bulk: one recipient may come without a list, the task id may be missing', () => {
		const one = { id: 1, reference: 'a', error: 0, price: 1, currency: 'EUR' };
		expect(normaliseBulkCreate({ error: 0, result: one })).toMatchObject({
			taskId: null,
			results: [one],
		});
		expect(normaliseBulkCreate({ ...one, task_id: 4 })).toMatchObject({
			taskId: 4,
			results: [one],
		});
		expect(normaliseBulkCreate([one])).toMatchObject({ taskId: null, results: [one] });
		expect(normaliseBulkCreate({ error: 0, task_id: 4 })).toEqual({
			taskId: 4,
			totalprice: null,
			currency: null,
			results: [],
			isList: false,
		});
		expect(normaliseBulkCreate('')).toEqual({
			taskId: null,
			totalprice: null,
			currency: null,
			results: [],
			isList: false,
		});
	});
});

describe('campaigns (2.1)', () => {
	const base = {
		id: '5',
		name: 'n',
		sender: 'S',
		status: 'SENDING',
		start_at: '2026-11-21 10:00:00',
		real_start_at: null,
		finished_at: 'null',
		created_at: '2026-07-21 10:00:00',
	};
	const tidy = {
		id: 5,
		name: 'n',
		sender: 'S',
		status: 'sending',
		message_type: 'sms',
		start_at: '2026-11-21T10:00:00+02:00',
		real_start_at: null,
		finished_at: null,
		created_at: '2026-07-21T10:00:00+03:00',
		statistics: { sent: 3, delivered: 2 },
	};
	test('both spellings of type and counters', () => {
		for (const fields of [
			{ message_type: 'SMS', statistics: { sent: 3, delivered: 2 } },
			{ mesage_type: 'sms', statistic: { sent: '3', delivered: '2' } },
		]) {
			for (const body of [
				{ data: { ...base, ...fields } },
				{ ...base, ...fields },
				{ message: 'ok', data: [{ ...base, ...fields }] },
			])
				expect(normaliseCampaign(body, KYIV)).toEqual(tidy);
		}
	});
	test('RCS: price and the alternative channel, however deep its counters lie', () => {
		for (const sms of [
			{ sent: 1, delivered: 0 },
			{ statistic: { sent: 1, delivered: 0 } },
			{ statistics: { sent: '1', delivered: '0' } },
		]) {
			expect(
				normaliseCampaign(
					{ ...base, calculated_price: '1.25', alternative_channels: { sms } },
					KYIV,
				),
			).toMatchObject({
				calculated_price: 1.25,
				alternative_channels: { sms: { sent: 1, delivered: 0 } },
			});
		}
		expect(normaliseCampaign({ ...base, alternative_channels: [] }, KYIV)).toMatchObject({
			alternative_channels: {},
		});
		expect(normaliseCampaign(base, KYIV)).not.toHaveProperty('calculated_price');
		expect(normaliseCampaign(base, KYIV)).toMatchObject({ statistics: { sent: 0, delivered: 0 } });
	});
	test('lists, with and without a total', () => {
		const total = { meta: { page: { total: '2', limit: 50, offset: 0 } } };
		expect(listOf({ data: [base, base], ...total })).toEqual({
			records: [base, base],
			found: true,
			total: 2,
		});
		expect(listOf({ data: [] })).toEqual({ records: [], found: true });
		expect(listOf([base])).toEqual({ records: [base], found: true });
		expect(listOf({ data: { 0: base, 1: base } }).records).toHaveLength(2);
		expect(listOf({ data: [], total: 1 })).toEqual({ records: [], found: true, total: 1 });
	});
	test('what holds no list is no empty one', () => {
		for (const body of ['<html>', {}, { data: base }, { message: 'No route' }, null]) {
			expect(listOf(body)).toEqual({ records: [], found: false });
		}
	});
});

describe('sender applications (2.4) and contacts (2.5)', () => {
	test('both spellings of the states', () => {
		const states = (status: string) =>
			normaliseApplication({ data: { id: '1', sender: 'S', status } }, 'UTC').status;
		expect(
			[
				'new',
				'in_progress',
				'in progress',
				'registered',
				'Registration Completed',
				'REJECTED',
				'odd',
				'constructor',
			].map(states),
		).toEqual([
			'new',
			'in progress',
			'in progress',
			'registration completed',
			'registration completed',
			'rejected',
			'odd',
			'constructor',
		]);
		expect(
			normaliseApplication({ id: 1, registered_at: '2026-11-21 10:00:00', tax_number: 55 }, 'UTC'),
		).toMatchObject({
			id: 1,
			registered_at: '2026-11-21T10:00:00+00:00',
			tax_number: '55',
			legal_name: null,
		});
	});
	test('fields as map, empty list or pairs; lists inside', () => {
		const contact = (fields: unknown) =>
			normaliseContact(
				{
					data: {
						id: '3',
						phone: 380991112233,
						fields,
						groups: [
							{
								id: '4',
								name: 'g',
								description: '',
								default: 0,
								created_at: '2026-11-21 10:00:00',
							},
						],
						hlr_status: 'Active',
						hlr_last_check: null,
						created_at: '2026-11-21 10:00:00',
					},
				},
				'UTC',
			);
		expect(contact({ Name: 'Ada', Age: 5, None: null })).toEqual({
			id: 3,
			phone: '380991112233',
			fields: { Name: 'Ada', Age: '5', None: '' },
			hlr_status: 'active',
			hlr_last_check: null,
			created_at: '2026-11-21T10:00:00+00:00',
			groups: [
				{
					id: 4,
					name: 'g',
					description: null,
					default: false,
					created_at: '2026-11-21T10:00:00+00:00',
				},
			],
		});
		expect(contact([]).fields).toEqual({});
		expect(contact([{ id: 7, value: 'x' }]).fields).toEqual({ 7: 'x' });
		expect(contact(JSON.parse('{"__proto__":"x","a":"b"}')).fields).toEqual({ a: 'b' });
	});
});

describe('report records (2.6)', () => {
	const old = {
		message_ID: '11',
		message_type: 'sms',
		msisdn: 380991112233,
		Country_name: 'Ukraine',
		brand_name: 'B',
		mcc: '255',
		mnc: '01',
		originator: 'Shop',
		price: '0.05 EUR',
		'Incoming date': '2026-11-21 10:00:00',
		'Sending date': '2026-11-21 10:00:01',
		'DLR Date': '2026-11-21 10:00:02',
		Status: 'Delivered',
		body: 'Hi',
	};
	const newer = {
		message_id: 11,
		message_type: 'sms',
		msisdn: '380991112233',
		country_name: 'Ukraine',
		brand: 'B',
		mcc: 255,
		mnc: '01',
		originator: 'Shop',
		price: 0.05,
		currency: 'EUR',
		time_in: '2026-11-21 10:00:00',
		time_sent: '2026-11-21 10:00:01',
		time_dlr: '2026-11-21 10:00:02',
		status: 'delivered',
		body: 'Hi',
	};
	const tidy = {
		message_id: 11,
		message_type: 'sms',
		parent_message_id: null,
		msisdn: '380991112233',
		country_name: 'Ukraine',
		brand_name: 'B',
		mcc: '255',
		mnc: '01',
		originator: 'Shop',
		price: 0.05,
		currency: 'EUR',
		time_in: '2026-11-21T10:00:00+00:00',
		time_sent: '2026-11-21T10:00:01+00:00',
		time_dr: '2026-11-21T10:00:02+00:00',
		status: 'delivered',
		body: 'Hi',
		img: null,
		caption: null,
		action: null,
		hlr: null,
	};
	test('old and newer names give the same row', () => {
		expect(normaliseReportRecord(old, 'UTC')).toEqual([tidy]);
		expect(normaliseReportRecord(newer, 'UTC')).toEqual([tidy]);
	});
	test('HLR: the findings as an object, flags as booleans, also from csv text', () => {
		const body = {
			Country_name: 'Ukraine',
			Brand: 'B',
			Operator: 'O',
			MCC: 255,
			MNC: '01',
			Status: 'Active',
			IMSI: '255012345678901',
			Ported: '1',
			Roaming: 0,
		};
		const hlr = {
			country_name: 'Ukraine',
			brand: 'B',
			operator: 'O',
			mcc: '255',
			mnc: '01',
			status: 'active',
			imsi: '255012345678901',
			ported: true,
			roaming: false,
		};
		for (const shape of [body, JSON.stringify(body)]) {
			expect(
				normaliseReportRecord(
					{ ...old, message_type: 'hlr', originator: 'HLR', body: shape },
					'UTC',
				),
			).toEqual([{ ...tidy, message_type: 'hlr', originator: 'HLR', body: null, hlr }]);
		}
		expect(normaliseReportRecord({ originator: 'HLR' }, 'UTC')[0]).toMatchObject({
			message_type: 'hlr',
			hlr: null,
		});
	});
	test('HLR text that is cut off stays text', () => {
		expect(
			normaliseReportRecord({ ...old, message_type: 'hlr', body: '{"Ported":' }, 'UTC')[0],
		).toMatchObject({ body: '{"Ported":', hlr: null });
	});
	test('a message that looks like JSON stays a message', () => {
		expect(normaliseReportRecord({ ...old, body: '{"a":1}' }, 'UTC')[0]).toMatchObject({
			body: '{"a":1}',
			hlr: null,
		});
	});
	test('Viber: the alternative SMS is a row of its own that names its parent', () => {
		const rows = normaliseReportRecord(
			{
				...old,
				message_type: 'viber',
				img: 'i',
				Caption: 'c',
				Action: 'a',
				Status: 'not-viber-user',
				alternativeSMS: { ...old, message_ID: 12, message_type: undefined, alternativeSMS: old },
			},
			'UTC',
		);
		expect(rows).toHaveLength(2);
		expect(rows[0]).toMatchObject({
			message_type: 'viber',
			img: 'i',
			caption: 'c',
			action: 'a',
			status: 'not-viber-user',
			parent_message_id: null,
		});
		expect(rows[1]).toEqual({ ...tidy, message_id: 12, parent_message_id: 11 });
		for (const none of [null, '', [], {}, undefined])
			expect(normaliseReportRecord({ ...old, alternativeSMS: none }, 'UTC')).toHaveLength(1);
	});
	test('amounts and currencies', () => {
		expect([
			priceOf('0.05 EUR'),
			priceOf('0,05EUR'),
			priceOf(1, 'USD'),
			priceOf('-1.5'),
			priceOf('free'),
			priceOf(null),
			priceOf('5 EUR', 'USD'),
		]).toEqual([
			{ price: 0.05, currency: 'EUR' },
			{ price: 0.05, currency: 'EUR' },
			{ price: 1, currency: 'USD' },
			{ price: -1.5, currency: null },
			{ price: null, currency: null },
			{ price: null, currency: null },
			{ price: 5, currency: 'USD' },
		]);
		expect([
			numberOf('1e3'),
			numberOf('1,234'),
			numberOf('.5'),
			numberOf(''),
			numberOf('1 2'),
			numberOf(Number.NaN),
		]).toEqual([1000, 1.234, 0.5, null, null, null]);
	});
});

describe('reading reports (4.16)', () => {
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
	const read = (text: string) => {
		const scanner = new RecordScanner();
		const found = scanner.push(text);
		return scanner.found && scanner.complete ? found : null;
	};
	test.each(texts)('%s', (text) => expect(read(text)).toEqual(records));
	test('what is cut off, or holds no list, is not taken for a report', () => {
		for (const text of [
			'',
			'{"error":"91"}',
			'<html>',
			inner.slice(0, -1),
			`{"error":0,${inner}`,
			inner.slice(0, 20),
		])
			expect(read(text)).toBeNull();
		expect(read('{"error":0,[]}')).toEqual([]);
	});
	test('wherever the text is cut into pieces, the same records come out', () => {
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
		fc.assert(
			fc.property(
				sample,
				fc.integer({ min: 1, max: 40 }),
				fc.constantFrom('bare', 'documented', 'named'),
				(list, size, shape) => {
					// JSON.parse makes "__proto__" an own key, which toEqual would not see in the original.
					const json = JSON.stringify(list);
					const text =
						shape === 'bare'
							? json
							: `{"error":0,${shape === 'named' ? '"message_data":' : ''}${json}}`;
					const scanner = new RecordScanner();
					const found = [];
					for (let at = 0; at < text.length; at += size)
						found.push(...scanner.push(text.slice(at, at + size)));
					expect(JSON.stringify(found)).toBe(json);
					expect([scanner.complete, scanner.found]).toEqual([true, true]);
				},
			),
			{ numRuns: 300 },
		);
	});
	test('a record that is broken or has no end stops the reading instead of being left out', () => {
		const endless = new RecordScanner();
		expect(() => {
			for (let piece = 0; piece < 20; piece++)
				endless.push(piece === 0 ? '[{"a":"' : 'x'.repeat(100_000));
		}).toThrow('too large');
		expect(() => new RecordScanner().push('[{"a":1},{"a":oops},{"a":3}]')).toThrow(SyntaxError);
	});
	test('reads 100,000 records in pieces quickly and without keeping them', () => {
		const text = `${JSON.stringify({ message_ID: 1, body: 'x'.repeat(150) })},`.repeat(1000);
		const scanner = new RecordScanner();
		let count = scanner.push('{"error":0,[').length;
		const start = performance.now();
		for (let piece = 0; piece < 100; piece++) count += scanner.push(text).length;
		scanner.push('{}]}');
		expect(count).toBe(100_000);
		expect(scanner.complete).toBe(true);
		expect(performance.now() - start).toBeLessThan(5000);
	});
});

test('a custom field whose id is an object without a text is passed over', () => {
	const contact = {
		id: 7,
		fields: [
			{ id: { toString: 1 }, value: 'x' },
			{ id: 3, value: 'y' },
		],
	};
	expect(normaliseContact(contact, KYIV).fields).toMatchObject({ 3: 'y' });
});

test('no body makes a normaliser throw', () => {
	const all = [
		normaliseMessage,
		normaliseTask,
		normaliseCampaign,
		listOf,
		normaliseApplication,
		normaliseContact,
		normaliseSingleCreate,
		normaliseBulkCreate,
	];
	const key = fc.constantFrom(
		'data',
		'result',
		'error',
		'id',
		'status',
		'price',
		'fields',
		'groups',
		'statistics',
		'alternative_channels',
		'meta',
		'page',
		'created_at',
		'__proto__',
		'x',
	);
	const body = fc.letrec((tie) => ({
		value: fc.oneof(
			{ depthSize: 'small' },
			fc.anything(),
			fc.string(),
			fc.integer(),
			fc.array(tie('value'), { maxLength: 3 }),
			fc.dictionary(key, tie('value')),
		),
	})).value;
	fc.assert(
		fc.property(body, (value) => {
			for (const normalise of all) {
				const made = normalise(value, KYIV);
				if (made !== null && !Array.isArray(made)) expect(Object.hasOwn(made, 'error')).toBe(false);
			}
			if (typeof value === 'object' && value !== null && !Array.isArray(value))
				normaliseReportRecord(value as Record<string, unknown>, KYIV);
		}),
		{ numRuns: 1000 },
	);
	expect(({} as Record<string, unknown>).x).toBeUndefined();
});

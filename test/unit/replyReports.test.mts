import fc from 'fast-check';
import {
	normaliseReportRecord,
	numberOf,
	priceOf,
	RecordScanner,
} from '../../nodes/shared/reply/index.ts';

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
			priceOf('0.05EUR'),
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
			numberOf('1234'),
			numberOf('1,234'),
			numberOf(''),
			numberOf('1 2'),
			numberOf(Number.NaN),
		]).toEqual([1234, null, null, null, null]);
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
	test('reads 100,000 records in pieces without keeping them', () => {
		const text = `${JSON.stringify({ message_ID: 1, body: 'x'.repeat(150) })},`.repeat(1000);
		const scanner = new RecordScanner();
		let count = scanner.push('{"error":0,[').length;
		for (let piece = 0; piece < 100; piece++) count += scanner.push(text).length;
		scanner.push('{}]}');
		expect(count).toBe(100_000);
		expect(scanner.complete).toBe(true);
	});
});

import { normaliseReportRecord, numberOf, priceOf } from '../../nodes/shared/reply/index.ts';

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

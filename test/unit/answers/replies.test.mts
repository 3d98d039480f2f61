import fc from 'fast-check';
import {
	messageRow,
	normaliseContact,
	normaliseMessage,
	reportRow,
	normaliseReportRecord,
	numberOf,
	campaignRow,
	normaliseApplication,
	normaliseBulkCreate,
	listOf,
	normaliseCampaign,
	normaliseSingleCreate,
	normaliseTask,
} from '../../../nodes/shared/reply/index.ts';
import { countStatistics } from '../../../sandbox/store.mts';

describe.each([
	['a message', messageRow],
	['a record of a report', reportRow],
])('the row of %s', (_, toRow) => {
	const reported = '2026-11-21T10:00:02+00:00';

	it.each([
		['delivered', reported, reported],
		['read', reported, reported],
		['expired', null, reported],
		['undelivered', null, reported],
		['a status of its own', null, reported],
		['sent', null, null],
	])('%s: has delivered_at only where it arrived, and finished_at only at an end', (...told) => {
		const [status, delivered_at, finished_at] = told;
		expect(toRow({ status, time_dr: reported })).toMatchObject({ delivered_at, finished_at });
		expect(toRow({ status })).toMatchObject({ delivered_at: null, finished_at: null });
	});
});

describe('messages (2.2)', () => {
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
		expect(normaliseMessage({ id: 'x7' }, 'UTC')).toMatchObject({ id: null });
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

test.each([
	{ sent: 1, delivered: 0 },
	{ statistic: { sent: 1, delivered: 0 } },
	{ statistics: { sent: '1', delivered: '0' } },
])('the counters of the alternative channel of a campaign may lie as deep as %j', (sms) => {
	const campaign = { id: '5', calculated_price: '1.25', alternative_channels: { sms } };
	expect(normaliseCampaign(campaign, 'UTC')).toMatchObject({
		calculated_price: 1.25,
		alternative_channels: { sms: { sent: 1, delivered: 0 } },
	});
	const others = normaliseCampaign({ id: '5', alternative_channels: [] }, 'UTC');
	expect(others).toMatchObject({
		alternative_channels: {},
		statistics: { sent: null, delivered: null },
	});
	expect(others).not.toHaveProperty('calculated_price');
});

test.each<[unknown, Record<string, string>]>([
	[
		{ Name: 'Ada', Age: 5, None: null },
		{ Name: 'Ada', Age: '5', None: '' },
	],
	[[], {}],
	[[{ id: 7, value: 'x' }], { 7: 'x' }],
	[JSON.parse('{"__proto__":"x","a":"b"}'), { a: 'b' }],
])('the fields of a contact come as a map, an empty list or pairs: %j', (fields, map) => {
	expect(normaliseContact({ data: { id: '3', fields } }, 'UTC').fields).toEqual(map);
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
	test('numbers', () => {
		expect([
			numberOf('1234'),
			numberOf('1,234'),
			numberOf(''),
			numberOf('1 2'),
			numberOf(Number.NaN),
		]).toEqual([1234, null, null, null, null]);
	});
});

/** What became of the messages of a campaign that have left. */
interface Truth {
	delivered: number;
	read: number;
	failed: number;
	onTheWay: number;
}

const FEW = [0, 1, 2, 5];

/** Every mixture of a few messages. Only a campaign that runs has some on the way, and only RCS messages are read. */
function mixtures(type: string, ended: boolean): Truth[] {
	const reads = type === 'rcs' ? FEW : [0];
	return FEW.flatMap((delivered) =>
		reads.flatMap((read) =>
			FEW.flatMap((failed) =>
				(ended ? [0] : FEW).map((onTheWay) => ({ delivered, read, failed, onTheWay })),
			),
		),
	);
}

/** The row of a campaign that the service counts as 2.1 says. */
function rowOf(truth: Truth, type: string, status: string): Record<string, unknown> {
	const { delivered, read, failed, onTheWay } = truth;
	const statistics = countStatistics({ delivered, read, failed, sent: onTheWay });
	return campaignRow({ id: 1, message_type: type, status, statistics });
}

describe.each(['sms', 'rcs'])('counters of a campaign (%s)', (type) => {
	test.each(['done', 'stopped'])('never tell a wrong number of failures: %s', (status) => {
		for (const truth of mixtures(type, true)) {
			const row = rowOf(truth, type, status);
			expect({ truth, onTheWay: row.on_the_way }).toEqual({ truth, onTheWay: 0 });
			expect([null, truth.failed]).toContain(row.failed);
		}
	});

	test('never tell a wrong number of those on the way', () => {
		for (const truth of mixtures(type, false)) {
			const row = rowOf(truth, type, 'sending');
			expect({ truth, failed: row.failed }).toEqual({ truth, failed: null });
			// What failed among the rest is not known before the end, so it is counted among them.
			expect([null, truth.failed + truth.onTheWay]).toContain(row.on_the_way);
		}
	});
});

test.each([
	['a type that the service does not tell', { sent: 5, delivered: 3 }, undefined],
	['more delivered than sent', { sent: 3, delivered: 5 }, 'sms'],
])('they are not known with %s', (_, statistics, message_type) => {
	expect(campaignRow({ id: 1, status: 'done', statistics, message_type })).toMatchObject({
		...statistics,
		failed: null,
		on_the_way: 0,
	});
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
	const names =
		'data result error id status price fields groups statistics alternative_channels meta page created_at __proto__ x';
	const key = fc.constantFrom(...names.split(' '));
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
				const made = normalise(value, 'Europe/Kyiv');
				if (made !== null && !Array.isArray(made)) expect(Object.hasOwn(made, 'error')).toBe(false);
			}
			if (typeof value === 'object' && value !== null && !Array.isArray(value))
				normaliseReportRecord(value as Record<string, unknown>, 'Europe/Kyiv');
		}),
		{ numRuns: 200 },
	);
	expect(({} as Record<string, unknown>).x).toBeUndefined();
});

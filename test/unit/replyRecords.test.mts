import {
	messageRow,
	normaliseCampaign,
	normaliseContact,
	normaliseMessage,
	reportRow,
} from '../../nodes/shared/reply/index.ts';

const KYIV = 'Europe/Kyiv';

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
		expect(normaliseCampaign(base, KYIV)).toMatchObject({
			statistics: { sent: null, delivered: null },
		});
	});
});

describe('sender applications (2.4) and contacts (2.5)', () => {
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

import fc from 'fast-check';
import {
	formatServiceTime,
	fromServiceTime,
	isZone,
	monthsBefore,
	parseInstant,
	splitPeriod,
	toInstant,
	toIso,
	toServiceTime,
} from '../../nodes/shared/time/index.ts';
import { LIMITS } from '../../nodes/shared/spec/index.ts';
import { checkStartAt } from '../../nodes/shared/validation/index.ts';

const KYIV = 'Europe/Kyiv';

describe('toServiceTime', () => {
	test.each<[unknown, string, string | undefined, string]>([
		['2026-11-21T10:00:00', 'UTC', KYIV, '2026-11-21 08:00:00'],
		['2026-11-21T10:00:00', KYIV, undefined, '2026-11-21 10:00:00'],
		['2026-11-21T10:00', 'UTC', undefined, '2026-11-21 10:00:00'],
		['2026-11-21T10:00:00.999', 'UTC', undefined, '2026-11-21 10:00:00'],
		['2026-11-21T10:00:00Z', KYIV, undefined, '2026-11-21 12:00:00'],
		['2026-11-21T10:00:00.000+02:00', 'UTC', KYIV, '2026-11-21 08:00:00'],
		['2026-11-21T10:00:00-0330', 'UTC', undefined, '2026-11-21 13:30:00'],
		['2026-11-21T10:00:00+05', 'UTC', undefined, '2026-11-21 05:00:00'],
		['2026-11-21T10:00:00.000+02:00[Europe/Kyiv]', 'UTC', undefined, '2026-11-21 08:00:00'],
		// The service's own form is already in the service's zone, whatever the workflow's zone is.
		['2026-11-21 10:00:00', 'UTC', KYIV, '2026-11-21 10:00:00'],
		['2026-11-21', 'UTC', undefined, '2026-11-21 00:00:00'],
		[' 2026-11-21 10:00:00 ', 'UTC', undefined, '2026-11-21 10:00:00'],
		[new Date('2026-11-21T10:00:00Z'), KYIV, undefined, '2026-11-21 12:00:00'],
		[
			{ toMillis: () => 0, valueOf: () => Date.UTC(2026, 10, 21, 10) },
			KYIV,
			undefined,
			'2026-11-21 12:00:00',
		],
		[Date.UTC(2026, 10, 21, 10), 'UTC', undefined, '2026-11-21 10:00:00'],
		[Date.UTC(2026, 10, 21, 10) / 1000, 'UTC', undefined, '2026-11-21 10:00:00'],
		[String(Date.UTC(2026, 10, 21, 10)), 'UTC', undefined, '2026-11-21 10:00:00'],
		[String(Date.UTC(2026, 10, 21, 10) / 1000), 'UTC', undefined, '2026-11-21 10:00:00'],
		['2024-02-29T00:00:00', 'UTC', undefined, '2024-02-29 00:00:00'],
	])('%p in %s (local %s) is %s', (value, zone, local, expected) => {
		expect(toServiceTime(value, zone, local)).toEqual({ ok: true, value: expected });
	});
	test.each([
		undefined,
		null,
		'',
		'tomorrow',
		'21.11.2026',
		'2026-13-01T00:00:00',
		'2026-02-29T00:00:00',
		'2026-11-31',
		'2026-11-21T24:00:00',
		'2026-11-21T10:60:00',
		'2026-11-21T10:00:60',
		'0026-11-21',
		12,
		-1,
		Number.NaN,
		1e15,
		true,
		[],
		{},
		new Date(Number.NaN),
		'20261121',
		'99999999999',
	])('%p is refused', (value) => {
		expect(toServiceTime(value, 'UTC')).toMatchObject({ ok: false, refusal: { field: 'Date' } });
	});
	test("a zone that is not known is refused, the service's and the workflow's", () => {
		expect(toServiceTime('2026-11-21T10:00:00', 'Mars/Base')).toMatchObject({
			ok: false,
			refusal: { field: 'Time Zone', message: 'Time Zone "Mars/Base" is not known' },
		});
		expect(toServiceTime('2026-11-21T10:00:00', 'UTC', '')).toMatchObject({ ok: false });
		expect([isZone('UTC'), isZone(KYIV), isZone('nowhere'), isZone(''), isZone(undefined)]).toEqual(
			[true, true, false, false, false],
		);
	});
	test('clocks set forward: a time that does not occur moves on; clocks set back: the first of two', () => {
		expect(toServiceTime('2026-03-29T03:30:00', 'UTC', KYIV)).toEqual({
			ok: true,
			value: '2026-03-29 01:30:00',
		});
		expect(toServiceTime('2026-03-29T02:59:59', 'UTC', KYIV)).toEqual({
			ok: true,
			value: '2026-03-29 00:59:59',
		});
		expect(toServiceTime('2026-03-29T04:00:00', 'UTC', KYIV)).toEqual({
			ok: true,
			value: '2026-03-29 01:00:00',
		});
		expect(toServiceTime('2026-10-25T03:30:00', 'UTC', KYIV)).toEqual({
			ok: true,
			value: '2026-10-25 00:30:00',
		});
		expect(toServiceTime('2026-10-25T04:00:00', 'UTC', KYIV)).toEqual({
			ok: true,
			value: '2026-10-25 02:00:00',
		});
		expect(toServiceTime('2026-03-08T02:30:00', 'UTC', 'America/New_York')).toEqual({
			ok: true,
			value: '2026-03-08 07:30:00',
		});
	});
});

describe('fromServiceTime', () => {
	test.each([
		['2026-11-21 10:00:00', 'UTC', '2026-11-21T10:00:00+00:00'],
		['2026-11-21 10:00:00', KYIV, '2026-11-21T10:00:00+02:00'],
		['2026-07-01 10:00:00', KYIV, '2026-07-01T10:00:00+03:00'],
		['2026-07-01 10:00:00', 'America/St_Johns', '2026-07-01T10:00:00-02:30'],
		['2026-07-01 10:00:00', 'Asia/Kathmandu', '2026-07-01T10:00:00+05:45'],
		['2026-03-29 03:30:00', KYIV, '2026-03-29T04:30:00+03:00'],
	])('%s in %s is %s', (text, zone, iso) => {
		expect(fromServiceTime(text, zone)).toBe(iso);
	});
	test.each([
		'',
		'x',
		'0000-00-00 00:00:00',
		'2026-13-01 00:00:00',
		'2026-02-30 00:00:00',
		'2026-11-21T10:00:00',
		'2026-11-21 10:00:00 ',
	])('%p gives null', (text) => {
		expect(fromServiceTime(text, 'UTC')).toBeNull();
	});
	test('an unknown zone gives null', () =>
		expect(fromServiceTime('2026-11-21 10:00:00', 'nowhere')).toBeNull());
	test('every instant survives the way there and back, but for the hour that occurs twice', () => {
		const zones = fc.constantFrom(
			'UTC',
			KYIV,
			'America/New_York',
			'Asia/Kathmandu',
			'Australia/Lord_Howe',
			'Pacific/Apia',
			'Africa/Casablanca',
		);
		fc.assert(
			fc.property(
				fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2040, 0) }),
				zones,
				(instant, zone) => {
					const second = Math.floor(instant / 1000) * 1000;
					const text = formatServiceTime(second, zone);
					expect(text).toBe(new Date(second).toLocaleString('sv-SE', { timeZone: zone }));
					expect(Date.parse(toIso(second, zone))).toBe(second);
					const back = Date.parse(fromServiceTime(text, zone) ?? '');
					expect(formatServiceTime(back, zone)).toBe(text);
					expect(second - back).toBeGreaterThanOrEqual(0);
					expect(second - back).toBeLessThanOrEqual(3_600_000);
				},
			),
			{ numRuns: 500 },
		);
	});
});

describe('checkStartAt', () => {
	const now = new Date('2026-11-21T10:00:00.400Z');
	test('30 days ahead is the edge', () => {
		expect(checkStartAt('2026-12-21 10:00:00', 'UTC', now)).toEqual({
			ok: true,
			value: '2026-12-21 10:00:00',
		});
		expect(checkStartAt('2026-12-21 10:00:01', 'UTC', now)).toMatchObject({
			ok: false,
			refusal: {
				field: 'Start At',
				message: expect.stringContaining('more than 30 days ahead') as string,
			},
		});
	});
	test('a minute ago still means now, a little more has passed', () => {
		expect(checkStartAt('2026-11-21T10:00:00', 'UTC', now)).toMatchObject({ ok: true });
		expect(checkStartAt('2026-11-21T09:59:01', 'UTC', now)).toMatchObject({ ok: true });
		expect(checkStartAt('2026-11-21T09:59:00', 'UTC', now)).toMatchObject({
			ok: false,
			refusal: { message: 'Start At 2026-11-21 09:59:00 (UTC) has passed' },
		});
	});
	test("the picker's value is in the workflow's zone", () => {
		expect(checkStartAt('2026-11-21T13:00:00', 'UTC', now, KYIV)).toEqual({
			ok: true,
			value: '2026-11-21 11:00:00',
		});
		expect(checkStartAt('2026-11-21T11:00:00', 'UTC', now, KYIV)).toMatchObject({ ok: false });
	});
	test('nonsense is refused under its name', () => {
		for (const value of ['', null, 'soon', {}])
			expect(checkStartAt(value, 'UTC', now)).toMatchObject({
				ok: false,
				refusal: { field: 'Start At' },
			});
	});
});

describe('splitPeriod', () => {
	test('so many days are one span, a second more are two', () => {
		expect(splitPeriod('2026-01-15 10:00:00', '2026-04-15 10:00:00', 90)).toEqual([
			{ from: '2026-01-15 10:00:00', to: '2026-04-15 10:00:00' },
		]);
		expect(splitPeriod('2026-01-15 10:00:00', '2026-04-15 10:00:01', 90)).toEqual([
			{ from: '2026-01-15 10:00:00', to: '2026-04-15 10:00:00' },
			{ from: '2026-04-15 10:00:00', to: '2026-04-15 10:00:01' },
		]);
	});
	test('a span is no more than three months, however they are counted', () => {
		const zones = ['UTC', KYIV, 'America/New_York', 'America/Santiago', 'Australia/Sydney'];
		const start = fc.integer({ min: Date.UTC(2015, 0) / 1000, max: Date.UTC(2030, 0) / 1000 });
		fc.assert(
			fc.property(start, fc.constantFrom(...zones), (second, zone) => {
				const [span] = splitPeriod(
					formatServiceTime(second * 1000, 'UTC'),
					'2031-01-01 00:00:00',
					LIMITS.listDays,
				);
				const [from = NaN, to = NaN] = [span?.from, span?.to].map((text) =>
					parseInstant(text, zone, zone),
				);
				expect(to - from).toBeLessThanOrEqual(90 * 86_400_000);
				expect(monthsBefore(to, 3, 'UTC')).toBeLessThanOrEqual(from);
				expect(monthsBefore(to, 3, zone)).toBeLessThanOrEqual(from);
			}),
		);
	});
	test('nothing to ask for', () => {
		expect(splitPeriod('2026-01-02 00:00:00', '2026-01-01 00:00:00', 3)).toEqual([]);
		expect(splitPeriod('x', '2026-01-01 00:00:00', 3)).toEqual([]);
		expect(splitPeriod('2026-01-01 00:00:00', '2026-01-01 00:00:00', 0)).toEqual([]);
		expect(splitPeriod('2026-01-01 00:00:00', '2026-01-01 00:00:00', 3)).toHaveLength(1);
	});
	test('spans cover every second, share the one at which they meet, and are never too long', () => {
		const second = fc.integer({ min: Date.UTC(2015, 0) / 1000, max: Date.UTC(2030, 0) / 1000 });
		fc.assert(
			fc.property(second, second, fc.integer({ min: 20, max: 400 }), (a, b, days) => {
				const text = (value: number) => formatServiceTime(value * 1000, 'UTC');
				const wall = (value: string) => Date.parse(`${value.replace(' ', 'T')}Z`);
				const [from, to] = [text(Math.min(a, b)), text(Math.max(a, b))];
				const spans = splitPeriod(from, to, days);
				expect(spans[0]?.from).toBe(from);
				expect(spans.at(-1)?.to).toBe(to);
				spans.forEach((span, index) => {
					expect(wall(span.to)).toBeGreaterThanOrEqual(wall(span.from));
					expect(wall(span.to)).toBeLessThanOrEqual(wall(span.from) + days * 86_400_000);
					const next = spans[index + 1];
					if (next) expect(wall(next.from)).toBe(wall(span.to));
				});
			}),
		);
	});
	test('monthsBefore keeps the hour of the wall clock', () => {
		const at = toInstant('2026-05-31T10:00:00', KYIV);
		if (!at.ok) throw new Error(at.refusal.message);
		expect(toIso(monthsBefore(at.value, 3, KYIV), KYIV)).toBe('2026-02-28T10:00:00+02:00');
	});
});

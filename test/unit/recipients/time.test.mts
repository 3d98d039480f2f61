import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
	formatServiceTime,
	fromServiceTime,
	isZone,
	monthsBefore,
	readTime,
	serviceInstant,
	splitPeriod,
	toIso,
	toServiceTime,
} from '../../../nodes/shared/time/index.ts';
import { LIMITS } from '../../../nodes/shared/spec/index.ts';
import { checkStartAt } from '../../../nodes/shared/validation/index.ts';

const [KYIV, NEW_YORK, HOWE] = ['Europe/Kyiv', 'America/New_York', 'Australia/Lord_Howe'] as const;

/** What readTime made of a value: the instant in ISO 8601 and the hint, or the message. */
function read(value: unknown, zone: string): string {
	const checked = readTime(value, zone, 'Start At');
	if (!checked.ok) return checked.refusal.message;
	return new Date(checked.value).toISOString() + (checked.hint ? ` ${checked.hint}` : '');
}

describe('readTime', () => {
	// The three writings of one field, as users mix them (gammu 1046), in a workflow whose zone is Kyiv.
	test.each([
		'2026-11-28 10:00:00',
		'2026-11-28 10:00',
		'2026-11-28T10:00[Europe/Kyiv]',
		'2026-11-28T10:00:00',
		'2026-11-28T10:00:00.999',
		' 2026-11-28 10:00:00 ',
		'2026-11-28T10:00:00+02:00[Europe/Kyiv]',
		'2026-11-28T10:00:00+02:00',
		'2026-11-28t08:00:00z',
		'2026-11-28T08:00:00Z[Europe/Kyiv]',
		'2026-11-28 10:00:00 +0200',
		'2026-11-28 10:00:00+02',
		'2026-11-28T10:00:00.000+02:00',
		'2026-11-28T04:30:00-03:30',
		'2026-11-28T03:00[America/New_York]',
		'2026-11-28T09:00:00+01:00[Europe/Berlin]',
		'2026-11-28 08:00[utc]',
		new Date('2026-11-28T08:00:00Z'),
		DateTime.fromISO('2026-11-28T10:00:00', { zone: KYIV }),
		Date.UTC(2026, 10, 28, 8),
		Date.UTC(2026, 10, 28, 8) / 1000,
		Date.UTC(2026, 10, 28, 8) / 1000 + 0.25,
		String(Date.UTC(2026, 10, 28, 8)),
		String(Date.UTC(2026, 10, 28, 8) / 1000),
	])('%s is 10:00 in Kyiv', (value) => {
		const checked = toServiceTime(value, 'UTC', KYIV);
		expect(checked).toEqual({ ok: true, value: '2026-11-28 08:00:00' });
		expect(toServiceTime(value, KYIV, KYIV)).toEqual({ ok: true, value: '2026-11-28 10:00:00' });
	});

	test.each([
		['2026-11-28', '2026-11-27T22:00:00.000Z'],
		['2026-11-28[UTC]', '2026-11-28T00:00:00.000Z'],
		['2024-02-29T00:00:00', '2024-02-28T22:00:00.000Z'],
		// ISO 8601 lets a day end at 24:00.
		['2026-11-28T24:00', '2026-11-28T22:00:00.000Z'],
	])('%s in Kyiv is %s', (value, expected) => expect(read(value, KYIV)).toBe(expected));

	test.each<[zone: string, value: string, at: string, missing?: [string, string, string]]>([
		[KYIV, '2026-03-29T02:59:59', '2026-03-29T00:59:59'],
		[KYIV, '2026-03-29 03:00:00', '2026-03-29T01:00:00', [KYIV, '03-29 03:00', '03-29 04:00']],
		[KYIV, '2026-03-29T03:30', '2026-03-29T01:30:00', [KYIV, '03-29 03:30', '03-29 04:30']],
		[KYIV, '2026-03-29T04:00:00', '2026-03-29T01:00:00'],
		[KYIV, '2026-03-29T03:30+02:00', '2026-03-29T01:30:00'],
		[NEW_YORK, '2026-03-08T01:59:59', '2026-03-08T06:59:59'],
		[NEW_YORK, '2026-03-08T02:30', '2026-03-08T07:30:00', [NEW_YORK, '03-08 02:30', '03-08 03:30']],
		[HOWE, '2026-10-04 02:15', '2026-10-03T15:45:00', [HOWE, '10-04 02:15', '10-04 02:45']],
		[HOWE, '2026-10-04 02:30', '2026-10-03T15:30:00'],
		[
			'UTC',
			`2026-03-29T03:30[${KYIV}]`,
			'2026-03-29T01:30:00',
			[KYIV, '03-29 03:30', '03-29 04:30'],
		],
	])('clocks set forward in %s: %s is %s', (zone, value, at, [own, gap, next] = ['', '', '']) => {
		const hint = ` Start At 2026-${gap}:00 does not exist in ${own}, whose clocks are set forward then: it counts as 2026-${next}:00.`;
		expect(read(value, zone)).toBe(`${at}.000Z${own === '' ? '' : hint}`);
	});

	test.each([
		[KYIV, '2026-10-25T02:59:59', '2026-10-24T23:59:59.000Z'],
		[KYIV, '2026-10-25 03:30:00', '2026-10-25T00:30:00.000Z'],
		[KYIV, '2026-10-25T03:30+02:00[Europe/Kyiv]', '2026-10-25T01:30:00.000Z'],
		[KYIV, '2026-10-25T04:00:00', '2026-10-25T02:00:00.000Z'],
		[NEW_YORK, '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
		[NEW_YORK, '2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
		[HOWE, '2026-04-05 01:45', '2026-04-04T14:45:00.000Z'],
		[HOWE, '2026-04-05 02:00', '2026-04-04T15:30:00.000Z'],
	])('clocks set back in %s: %s is %s, the first of two', (zone, value, expected) =>
		expect(read(value, zone)).toBe(expected),
	);

	test.each([
		'tomorrow',
		'21.11.2026',
		'2026-13-01T00:00:00',
		'2026-02-29T00:00:00',
		'2026-11-31',
		'2026-11-21T10:60:00',
		'2026-11-21T10:00:60',
		'2026-11-21T10:00:00 EST',
		'0026-11-21',
		'2026',
		'2026-11',
		'2026-W48-6',
		'10:00',
		'20261121',
		'99999999999',
		12,
		-1,
		46_354.5,
		Number.NaN,
		1e15,
		true,
		[],
		{},
		new Date(Number.NaN),
	])('%p is refused', (value) => {
		expect(read(value, 'UTC')).toMatch(
			/^Start At (?:".*" )?is not a date and time that the calendar has$/,
		);
	});

	test.each([
		[undefined, 'Start At is empty'],
		[null, 'Start At is empty'],
		['', 'Start At is empty'],
		[
			'2026-11-28T10:00[Europe/Kiew]',
			'Start At names the time zone "Europe/Kiew", which is not known',
		],
		// Dhaka to a computer, London to a person.
		['2026-11-28T10:00[BST]', 'Start At names the time zone "BST", which is not known'],
		[
			'2026-11-28T10:00+02:00[Mars/Base]',
			'Start At names the time zone "Mars/Base", which is not known',
		],
		[
			'2026-11-28T10:00+03:00[Europe/Kyiv]',
			'Start At has the offset +03:00, which Europe/Kyiv does not have then',
		],
	])('%p: %s', (value, message) => expect(read(value, KYIV)).toBe(message));

	test('a zone that is not known is refused, of the workflow or the service', () => {
		expect(read('2026-11-21T10:00:00', 'Mars/Base')).toBe('The time zone "Mars/Base" is not known');
		expect(checkStartAt('2026-11-21', 'Mars/Base', new Date(), 'UTC')).toMatchObject({
			refusal: { description: 'Choose one such as UTC or Europe/Kyiv in the credential.' },
		});
		expect(toServiceTime('2026-11-21', 'Mars/Base', 'UTC')).toMatchObject({ ok: false });
		expect(() => formatServiceTime(0, 'Mars/Base')).toThrow('"Mars/Base" is not known');
		expect([isZone('UTC'), isZone(KYIV), isZone('nowhere'), isZone(''), isZone(undefined)]).toEqual(
			[true, true, false, false, false],
		);
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
	const PASSED = 'has passed';
	// A minute ago still means now; what names no zone is in the workflow's, in the messages too.
	test.each<[given: string, zone: string, is: string]>([
		['2026-12-21 10:00:00', 'UTC', '2026-12-21 10:00:00'],
		['2026-11-21T10:00:00', 'UTC', '2026-11-21 10:00:00'],
		['2026-11-21T09:59:01', 'UTC', '2026-11-21 09:59:01'],
		['2026-11-21T09:59:00', 'UTC', `Start At 2026-11-21 09:59:00 (UTC) ${PASSED}`],
		['2026-11-21T13:00:00', KYIV, '2026-11-21 11:00:00'],
		['2026-11-21 11:00:00', KYIV, `Start At 2026-11-21 11:00:00 (Europe/Kyiv) ${PASSED}`],
	])('%s in %s is %s', (given, zone, is) => {
		const checked = checkStartAt(given, 'UTC', now, zone);
		expect(checked.ok ? checked.value : checked.refusal.message).toBe(is);
	});
});

describe('splitPeriod', () => {
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
					serviceInstant(text ?? '', zone),
				);
				expect(to - from).toBeLessThanOrEqual(90 * 86_400_000);
				expect(monthsBefore(to, 3, 'UTC')).toBeLessThanOrEqual(from);
				expect(monthsBefore(to, 3, zone)).toBeLessThanOrEqual(from);
			}),
		);
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
});

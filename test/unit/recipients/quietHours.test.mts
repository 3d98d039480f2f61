import { isZone, nextAllowed, zonesOfCountry } from '../../../nodes/shared/time/index.ts';
import { checkQuietHours } from '../../../nodes/shared/validation/index.ts';
import { COUNTRIES } from '../../../tools/lib/phoneLibrary.mts';
import { compareQuietHours, WINDOWS } from '../../support/quietYear.mts';

const DAY = 86_400_000;
const next = (
	zones: readonly string[],
	now: string,
	from = '21:00',
	to = '08:00',
	days: unknown = undefined,
): string | undefined => {
	const hours = checkQuietHours(from, to, days);
	if (!hours.ok) throw new Error(hours.refusal.message);
	const at = nextAllowed(hours.value, zones, Date.parse(now), Date.parse(now) + 30 * DAY);
	return at === undefined ? undefined : new Date(at).toISOString().slice(0, 16);
};

describe('the zones of a country', () => {
	test('every country that has numbers has some, and this machine knows them', () => {
		const without = COUNTRIES.filter((country) => {
			const zones = zonesOfCountry(country);
			return zones.length === 0 || !zones.every(isZone);
		});
		expect(without).toEqual([]);
	});

	// By zone1970.tab of IANA; Ascension, Tristan da Cunha and Kosovo, which it leaves out, by its file `backward` and its remarks.
	test.each([
		['PL', ['Europe/Warsaw']],
		['UA', ['Europe/Kyiv', 'Europe/Simferopol']],
		['PT', ['Atlantic/Azores', 'Atlantic/Madeira', 'Europe/Lisbon']],
		['NO', ['Europe/Berlin']],
		['AC', ['Atlantic/St_Helena']],
		['TA', ['Atlantic/St_Helena']],
		['XK', ['Europe/Belgrade']],
		['800', []],
	])('%s: %j', (country, zones) => {
		expect(zonesOfCountry(country)).toEqual(zones);
	});
});

describe('the next allowed moment', () => {
	it('is now outside the quiet hours, and their end inside', () => {
		expect(next(['Europe/Kyiv'], '2026-11-22T10:00Z')).toBe('2026-11-22T10:00');
		expect(next(['Europe/Kyiv'], '2026-11-22T18:59Z')).toBe('2026-11-22T18:59');
		expect(next(['Europe/Kyiv'], '2026-11-22T19:00Z')).toBe('2026-11-23T06:00');
		expect(next(['Europe/Kyiv'], '2026-11-22T05:59Z')).toBe('2026-11-22T06:00');
		expect(next(['UTC'], '2026-11-22T12:30Z', '12:00', '13:00')).toBe('2026-11-22T13:00');
		expect(next(['UTC'], '2026-11-22T23:30Z', '22:00', '00:00')).toBe('2026-11-23T00:00');
	});

	it('is on a day that is allowed there', () => {
		// A Sunday afternoon in UTC is Monday morning in Auckland.
		expect(next(['Pacific/Auckland'], '2026-11-22T20:00Z', '', '', [1])).toBe('2026-11-22T20:00');
		expect(next(['UTC'], '2026-11-22T20:00Z', '', '', [1])).toBe('2026-11-23T00:00');
		expect(next(['UTC'], '2026-11-21T10:00Z', '21:00', '08:00', [1, 2, 3, 4, 5])).toBe(
			'2026-11-23T08:00',
		);
	});

	it('suits all zones of a country', () => {
		// 08:00 in Honolulu is 18:00 UTC, when it is 13:00 in New York.
		expect(next(zonesOfCountry('US'), '2026-11-22T13:00Z')).toBe('2026-11-22T18:00');
		expect(next(['Asia/Tokyo', 'America/New_York'], '2026-11-22T13:00Z', '09:00', '08:59')).toBe(
			undefined,
		);
	});

	it('steps over changes of the clock', () => {
		// In Kyiv clocks go from 03:00 to 04:00 on 29 March, and from 04:00 back to 03:00 on 25 October 2026.
		expect(next(['Europe/Kyiv'], '2026-03-29T00:30Z', '01:00', '03:30')).toBe('2026-03-29T01:00');
		expect(next(['Europe/Kyiv'], '2026-03-28T20:00Z')).toBe('2026-03-29T05:00');
		expect(next(['Europe/Kyiv'], '2026-10-24T20:00Z')).toBe('2026-10-25T06:00');
		expect(next(['Europe/Kyiv'], '2026-10-25T00:20Z', '03:00', '03:30')).toBe('2026-10-25T00:30');
		expect(next(['Europe/Kyiv'], '2026-10-25T01:10Z', '03:00', '03:30')).toBe('2026-10-25T01:30');
	});

	it('is the one that a walk by minutes finds, in every country on the days on which clocks change', () => {
		// The whole year, by both windows, is walked by `npm run test:quiet-hours`.
		for (const [month, day, window] of [
			[2, 29, 1],
			[9, 25, 0],
		] as const) {
			const start = Date.UTC(2026, month, day);
			const windows = WINDOWS.slice(window, window + 1);
			const { countries, differences } = compareQuietHours(start, start + DAY, windows);
			expect(differences).toEqual([]);
			expect(countries).toBe(COUNTRIES.length);
		}
	});
});

test.each([
	['21', '08:00', undefined, 'Quiet Hours has "21" as a time of the day'],
	['21:00', '24:00', undefined, 'Quiet Hours has "24:00" as a time of the day'],
	['21:00', '', undefined, 'Quiet Hours has "" as a time of the day'],
	['08:00', '08:00', undefined, 'Quiet Hours begins and ends at "08:00"'],
	['21:00', '08:00', [], 'Quiet Hours allows no weekday, so nothing could ever be sent'],
	['21:00', '08:00', [8], 'Quiet Hours has the weekday "8"'],
])('%s to %s on %j is refused', (from, to, days, message) => {
	expect(checkQuietHours(from, to, days)).toMatchObject({ ok: false, refusal: { message } });
});

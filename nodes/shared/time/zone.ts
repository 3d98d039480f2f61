import { getCountry } from 'countries-and-timezones';
import { IANAZone } from 'luxon';

/** No zone changes its offset within a quarter of an hour; a year has 35,040 of them. */
/** Zones change by quarters of an hour. */
export const QUARTER_MS = 900_000;
const CACHE_LIMIT = 40_000;

/** Offsets (ms) by zone and quarter of an hour. luxon takes 16 µs for one; each of a million rows of a report asks for five. */
const offsets = new Map<string, Map<number, number>>();

/** Whether this machine knows a time zone by that name, such as UTC or Europe/Kyiv. */
export const isZone = (zone: unknown): zone is string =>
	typeof zone === 'string' && (offsets.has(zone) || IANAZone.create(zone).isValid);

/** Whether a name means one zone to everybody. Other short names do not: BST is Dhaka to a computer, and London to a person. */
export const isPlainZone = (zone: unknown): zone is string =>
	isZone(zone) && (zone.includes('/') || ['UTC', 'GMT'].includes(zone.toUpperCase()));

function offsetsOf(zone: string): Map<number, number> {
	const known = offsets.get(zone);
	if (known) return known;
	if (!isZone(zone)) throw new RangeError(`The time zone "${String(zone)}" is not known`);
	const fresh = new Map<number, number>();
	offsets.set(zone, fresh);
	return fresh;
}

/** The offset of a zone from UTC at an instant, both in ms. @throws RangeError for a zone that is not known */
export function offsetAt(instant: number, zone: string): number {
	if (zone === 'UTC') return 0;
	const quarter = Math.floor(instant / QUARTER_MS);
	const known = offsetsOf(zone);
	let offset = known.get(quarter);
	if (offset === undefined) {
		offset = IANAZone.create(zone).offset(quarter * QUARTER_MS) * 60_000;
		if (known.size >= CACHE_LIMIT) known.clear();
		known.set(quarter, offset);
	}
	return offset;
}

/**
 * The instant (ms) at which the clocks of a zone show something, itself given in ms as if it were UTC. What they show twice (clocks set
 * back) means the first time; what they never show (clocks set forward) moves on by the gap. luxon leaves open which of two it takes.
 */
export function instantOf(wall: number, zone: string): number {
	const before = offsetAt(wall - 86_400_000, zone);
	const after = offsetAt(wall + 86_400_000, zone);
	const early = wall - Math.max(before, after);
	if (early + offsetAt(early, zone) === wall) return early;
	const late = wall - Math.min(before, after);
	if (late + offsetAt(late, zone) === wall) return late;
	return wall - before;
}

/** The instant (ms) at which the clocks of a zone show again what they show at another one; undefined where they do not. */
export function shownAgain(instant: number, zone: string): number | undefined {
	const wall = instant + offsetAt(instant, zone);
	const again = wall - offsetAt(instant + 86_400_000, zone);
	return again > instant && again + offsetAt(again, zone) === wall ? again : undefined;
}

/** What has numbers of its own and is no country of the library: Ascension, Tristan da Cunha and Kosovo, with their zones by IANA. */
const OTHERS: Partial<Record<string, readonly string[]>> = {
	AC: ['Atlantic/St_Helena'],
	TA: ['Atlantic/St_Helena'],
	XK: ['Europe/Belgrade'],
};

const zones = new Map<string, readonly string[]>();

/** The time zones of a country (ISO code) that this machine knows; none for what is no country. The same list each time. */
export function zonesOfCountry(country: string): readonly string[] {
	const known = zones.get(country);
	if (known) return known;
	const found = (OTHERS[country] ?? getCountry(country)?.timezones ?? []).filter(isZone);
	zones.set(country, found);
	return found;
}

/** Milliseconds of a quarter of an hour: no zone changes its offset at any other moment. */
const QUARTER = 900_000;
const CACHE_LIMIT = 20_000;
const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

function formatOf(zone: string): Intl.DateTimeFormat {
	let format = formats.get(zone);
	if (format === undefined) {
		format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
		formats.set(zone, format);
	}
	return format;
}

/** Takes a name; returns whether it is a time zone that this machine knows, such as UTC or Europe/Kyiv. */
export function isZone(zone: unknown): zone is string {
	if (typeof zone !== 'string' || zone === '') return false;
	try {
		formatOf(zone);
		return true;
	} catch {
		return false;
	}
}

/** Takes an instant (ms) and a known zone; returns the zone's offset from UTC then, in ms. */
export function offsetAt(instant: number, zone: string): number {
	if (zone === 'UTC') return 0;
	const quarter = Math.floor(instant / QUARTER);
	const key = `${zone} ${quarter}`;
	const known = offsets.get(key);
	if (known !== undefined) return known;
	// Such as "11/21/2026, GMT+02:00", or GMT alone.
	const [, sign, hours, minutes] =
		/GMT([+-])(\d\d):(\d\d)/.exec(formatOf(zone).format(quarter * QUARTER)) ?? [];
	const offset =
		sign === undefined ? 0 : Number(sign + String(Number(hours) * 60 + Number(minutes))) * 60_000;
	if (offsets.size >= CACHE_LIMIT) offsets.clear();
	offsets.set(key, offset);
	return offset;
}

/**
 * Takes a wall clock's reading (ms as if it were UTC) and a zone; returns the instant (ms). A reading that occurs twice
 * (clocks set back) means the first; one that does not occur (clocks set forward) moves on by the gap, as clocks do.
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

import { nextAllowed, zonesOfCountry } from '../../nodes/shared/time/index.ts';
import { COUNTRIES } from '../../tools/lib/phoneLibrary.mts';
import { checkQuietHours } from '../../nodes/shared/validation/index.ts';
import {
	allowedMinutes,
	clockByMinutes,
	nextByMinutes,
	type Window,
} from './quietHoursByMinutes.mts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** The windows that are tried: over midnight, at noon, with days, and at odd minutes. */
export const WINDOWS: readonly Window[] = [
	{ from: '21:00', to: '08:00', days: [1, 2, 3, 4, 5, 6, 7] },
	{ from: '01:30', to: '03:10', days: [1, 2, 3, 4, 5] },
];

/** The countries that have numbers by their zones: what has the same zones is compared once. */
function countriesByZones(): Map<string, string[]> {
	const countries = new Map<string, string[]>();
	for (const country of COUNTRIES) {
		const zones = zonesOfCountry(country).join(' ');
		countries.set(zones, [...(countries.get(zones) ?? []), country]);
	}
	return countries;
}

/** What was compared, and what differed. */
export interface Compared {
	countries: number;
	moments: number;
	differences: string[];
}

/**
 * Compares the node's next allowed moment with the one found minute by minute, for every country, window and hour of a span, 7 minutes
 * after the hour.
 */
export function compareQuietHours(
	start: number,
	end: number,
	windows: readonly Window[] = WINDOWS,
): Compared {
	const clocks = new Map<string, Uint16Array>();
	// A moment near the end of the span may have to wait for days.
	const last = end + 5 * DAY;
	const clockIn = (zone: string): Uint16Array => {
		const clock = clocks.get(zone) ?? clockByMinutes(zone, start, last);
		clocks.set(zone, clock);
		return clock;
	};
	const compared: Compared = { countries: 0, moments: 0, differences: [] };
	for (const [zones, countries] of countriesByZones()) {
		compared.countries += countries.length;
		for (const window of windows) {
			const hours = checkQuietHours(window.from, window.to, window.days);
			if (!hours.ok) throw new Error(hours.refusal.message);
			const names = zones.split(' ');
			const next = nextByMinutes(names.map(clockIn), allowedMinutes(window));
			for (let at = start + 7 * MINUTE; at < end; at += HOUR) {
				compared.moments += countries.length;
				const wanted = start + (next[(at - start) / MINUTE] ?? 0) * MINUTE;
				const found = nextAllowed(hours.value, names, at, at + 30 * DAY);
				if (found !== wanted)
					compared.differences.push(
						`${countries.join(', ')} ${window.from} at ${new Date(at).toISOString()}: ${found} instead of ${wanted}`,
					);
			}
		}
	}
	return compared;
}

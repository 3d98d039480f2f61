import { getCountry } from 'countries-and-timezones';
import { isZone } from './zone';

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

import { callingCodeOf, countriesOfCode, COUNTRY_CODES, hasNumbers } from './library';

/* Countries as people name them: an ISO code, a name or a calling code. */

/** Names in daily use that Unicode does not have, in the form that `plainName` makes of them: CLDR's alternatives, and former names. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
	uk: 'GB',
	greatbritain: 'GB',
	england: 'GB',
	usa: 'US',
	unitedstatesofamerica: 'US',
	czechrepublic: 'CZ',
	holland: 'NL',
	uae: 'AE',
	turkey: 'TR',
	korea: 'KR',
	ivorycoast: 'CI',
	russianfederation: 'RU',
	hongkong: 'HK',
	macau: 'MO',
};

/** The languages in which all countries are understood, beside English and each country's own. */
const LANGUAGES = ['uk', 'de', 'fr', 'es', 'pt', 'it', 'pl', 'cs', 'ro', 'tr', 'ru'];

/** The letters and digits of a name alone, without accents. */
const plainName = (name: string): string =>
	name
		.normalize('NFD')
		.toLowerCase()
		.replace(/\bthe\b|&|\band\b/g, '')
		.replace(/[^\p{L}\p{N}]/gu, '');

let english: Intl.DisplayNames | undefined;

/** A country's English name, or its ISO code where this machine does not know it. */
export function countryName(country: string): string {
	english ??= new Intl.DisplayNames('en', { type: 'region' });
	return english.of(country) ?? country;
}

/** The countries that have each plain name, the names of all languages together; made when the first name is looked up. */
let byName: Map<string, ReadonlySet<string>> | undefined;

/** The main language of a country. */
const ownLanguage = (country: string): string =>
	new Intl.Locale(`und-${country}`).maximize().language;

function countriesByName(): Map<string, ReadonlySet<string>> {
	if (byName) return byName;
	const found = new Map<string, Set<string>>();
	const add = (name: string, country: string): void => {
		found.set(name, (found.get(name) ?? new Set()).add(country));
	};
	const languages = new Map<string, Intl.DisplayNames>();
	const nameIn = (language: string, country: string): string => {
		const names = languages.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
		languages.set(language, names);
		return plainName(names.of(country) ?? country);
	};
	for (const country of COUNTRY_CODES)
		for (const language of ['en', ownLanguage(country), ...LANGUAGES])
			add(nameIn(language, country), country);
	for (const [name, country] of Object.entries(OTHER_NAMES)) found.set(name, new Set([country]));
	// What is English counts as that: Niger is no Nigeria, whatever other languages call it.
	for (const country of COUNTRY_CODES) found.set(nameIn('en', country), new Set([country]));
	byName = found;
	return found;
}

/** What a text says of the country that it names. */
type Named = { country: string } | { why: string };

const CALLING_CODE = /^\(?(?:\+|00)?(\d{1,3})\)?$/;
const LONGEST = 100;

/** The ISO code of a country, or why the text names none. */
export function readCountry(named: string): Named {
	const text = named.trim();
	if (text.length > LONGEST) return { why: 'is no country' };
	const [, code] = CALLING_CODE.exec(text) ?? [];
	if (code !== undefined) {
		const [main] = callingCodeOf(code) === code ? countriesOfCode(code) : [];
		return main === undefined ? { why: 'is no country' } : { country: main };
	}
	const upper = text.toUpperCase();
	if (hasNumbers(upper)) return { country: upper };
	const [country, ...others] = countriesByName().get(plainName(text)) ?? [];
	if (country === undefined) return { why: 'is no country' };
	return others.length === 0
		? { country }
		: { why: `may be ${[country, ...others].map(countryName).join(' or ')}` };
}

/** As readCountry, but undefined where it is none. */
export function countryOf(named: string): string | undefined {
	const read = readCountry(named);
	return 'country' in read ? read.country : undefined;
}

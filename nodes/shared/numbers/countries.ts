import { callingCodeOf, countriesOfCode, COUNTRY_CODES, hasNumbers } from './library';

/* Countries as people name them: an ISO code, a name or a calling code. */

/** Names that people use beside those of Unicode, in the form that `plainName` makes of them. */
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

/** The languages whose names of countries are understood, English first. */
export const LANGUAGES = ['en', 'uk', 'de', 'fr', 'es', 'pt', 'it', 'pl', 'cs', 'ro', 'tr', 'ru'];

/** The letters and digits of a name alone, without accents. */
export const plainName = (name: string): string =>
	name
		.normalize('NFD')
		.toLowerCase()
		.replace(/\bthe\b|&|\band\b/g, '')
		.replace(/[^\p{L}\p{N}]/gu, '');

/** Each is asked for again and again. */
const names = new Map<string, string>();
let english: Intl.DisplayNames | undefined;

/** A country's English name, or its ISO code where this machine does not know it. */
export function countryName(country: string): string {
	const known = names.get(country);
	if (known !== undefined) return known;
	english ??= new Intl.DisplayNames('en', { type: 'region' });
	const name = english.of(country) ?? country;
	names.set(country, name);
	return name;
}

/** ISO codes by plain names in all languages; made when the first name is looked up. */
let byName: Map<string, string> | undefined;

function codesByName(): Map<string, string> {
	if (byName) return byName;
	byName = new Map(Object.entries(OTHER_NAMES));
	for (const language of LANGUAGES) {
		const inLanguage = new Intl.DisplayNames(language, { type: 'region' });
		for (const country of COUNTRY_CODES) {
			const name = plainName(inLanguage.of(country) ?? country);
			if (!byName.has(name)) byName.set(name, country);
		}
	}
	return byName;
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
	const country = hasNumbers(upper) ? upper : codesByName().get(plainName(text));
	return country === undefined ? { why: 'is no country' } : { country };
}

/** As readCountry, but undefined where it is none. */
export function countryOf(named: string): string | undefined {
	const read = readCountry(named);
	return 'country' in read ? read.country : undefined;
}

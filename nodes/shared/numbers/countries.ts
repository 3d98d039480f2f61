import { ALPHA_3 } from './alpha3';
import { ENGLISH_NAMES, SHARED_NAMES } from './names';
import { callingCodeOf, COUNTRY_CODES, planOf, plansOf } from './plan';

/** Names that people use beside those of Unicode, in the form that `plainName` makes of them. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
	uk: 'GB',
	el: 'GR',
	usa: 'US',
	america: 'US',
	unitedstatesofamerica: 'US',
	greatbritain: 'GB',
	britain: 'GB',
	england: 'GB',
	scotland: 'GB',
	wales: 'GB',
	northernireland: 'GB',
	czechrepublic: 'CZ',
	holland: 'NL',
	uae: 'AE',
	turkey: 'TR',
	korea: 'KR',
	ivorycoast: 'CI',
	macedonia: 'MK',
	burma: 'MM',
	swaziland: 'SZ',
	capeverde: 'CV',
	russianfederation: 'RU',
	vietnam: 'VN',
	hongkong: 'HK',
	macau: 'MO',
	palestine: 'PS',
	vatican: 'VA',
};
/** The languages whose names of countries are understood, English first. */
export const LANGUAGES = ['en', 'uk', 'de', 'fr', 'es', 'pt', 'it', 'pl', 'cs', 'ro', 'tr', 'ru'];

/** Takes a name; returns its letters and digits alone, without accents. */
export const plainName = (name: string): string =>
	name
		.normalize('NFD')
		.toLowerCase()
		.replace(/\bthe\b|&|\band\b/g, '')
		.replace(/[^\p{L}\p{N}]/gu, '');

/** English names by ISO code: each is asked for again and again. */
const englishNames = new Map<string, string>();
let english: Intl.DisplayNames | undefined;

/** Takes an ISO code; returns the country's English name, or the code where this machine does not know it. */
export function countryName(country: string): string {
	const known = englishNames.get(country);
	if (known !== undefined) return known;
	english ??= new Intl.DisplayNames('en', { type: 'region' });
	const name = english.of(country) ?? country;
	englishNames.set(country, name);
	return name;
}

/** ISO codes by plain names in all languages; made when the first name is looked up. */
let byName: Map<string, string> | undefined;

function codesByName(): Map<string, string> {
	if (byName) return byName;
	byName = new Map(Object.entries(OTHER_NAMES));
	for (const [country, all] of Object.entries(ENGLISH_NAMES))
		for (const name of all) byName.set(plainName(name), country);
	for (const language of LANGUAGES) {
		const names = new Intl.DisplayNames(language, { type: 'region' });
		for (const country of COUNTRY_CODES) {
			const name = plainName(names.of(country) ?? country);
			if (!byName.has(name)) byName.set(name, country);
		}
	}
	return byName;
}

/** Takes digits that begin with a calling code, such as 1 or 1876; returns the country. */
function countryOfCode(digits: string): string | undefined {
	const code = callingCodeOf(digits);
	if (code === undefined) return undefined;
	const behind = digits.slice(code.length);
	const plans = plansOf(code);
	return (behind === '' ? plans[0] : plans.find((plan) => plan.leads(behind)))?.country;
}

/** What a text says of the country that it names. */
type Named = { country: string } | { why: string };

const NONE: Named = { why: 'is no country' };

/** Takes a name in letters; returns the country that has it. */
function countryNamed(text: string): Named {
	const upper = text.toUpperCase();
	const name = plainName(text);
	const shared = Object.hasOwn(SHARED_NAMES, name) ? SHARED_NAMES[name] : undefined;
	if (shared) return { why: `may be ${shared.map(countryName).join(' or ')}` };
	const isCode = Object.hasOwn(ENGLISH_NAMES, upper) || planOf(upper) !== undefined;
	const country = isCode ? upper : (ALPHA_3[upper] ?? codesByName().get(name));
	if (country === undefined) return NONE;
	return planOf(country) ? { country } : { why: 'has no phone numbers of its own' };
}

/** Takes a country as people name it: an ISO code of two or three letters, a name or a calling code; returns its code of two letters, or why it is none. */
export function readCountry(named: string): Named {
	const text = named.trim();
	if (/^(?:\+|00)?[\d\s-]{1,9}$/.test(text)) {
		const country = countryOfCode(text.replace(/\D/g, '').replace(/^00/, ''));
		return country === undefined ? NONE : { country };
	}
	return text.length > 100 ? NONE : countryNamed(text);
}

/** As readCountry, but undefined where it is none. */
export function countryOf(named: string): string | undefined {
	const read = readCountry(named);
	return 'country' in read ? read.country : undefined;
}

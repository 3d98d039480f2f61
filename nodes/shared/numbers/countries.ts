import { ALPHA_3 } from './alpha3';
import { callingCodeOf, COUNTRY_CODES, planOf, plansOf } from './plan';

/** Names that people use beside those of Unicode, in the form that `plain` makes of them. */
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
const LANGUAGES = ['en', 'uk', 'de', 'fr', 'es', 'pt', 'it', 'pl', 'cs', 'ro', 'tr', 'ru'];
/** Takes a name; returns its letters and digits alone, without accents. */
const plain = (name: string): string =>
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
	for (const language of LANGUAGES) {
		const names = new Intl.DisplayNames(language, { type: 'region' });
		for (const country of COUNTRY_CODES) {
			const name = plain(names.of(country) ?? country);
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

/** Takes a country as people name it: an ISO code of two or three letters, a name or a calling code; returns its code of two letters, or undefined where it is none. */
export function countryOf(named: string): string | undefined {
	const text = named.trim();
	if (/^(?:\+|00)?[\d\s-]{1,9}$/.test(text))
		return countryOfCode(text.replace(/\D/g, '').replace(/^00/, ''));
	const upper = text.toUpperCase();
	if (/^[A-Z]{2}$/.test(upper) && planOf(upper)) return upper;
	if (Object.hasOwn(ALPHA_3, upper)) return ALPHA_3[upper];
	return text.length > 100 ? undefined : codesByName().get(plain(text));
}

import { ALPHA_3 } from './alpha3';
import { ENGLISH_NAMES, OWN_NAMES, SHARED_NAMES } from './names';
import { callingCodeOf, countriesOfCode, COUNTRY_CODES, planOf, plansOf } from './plan';

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
	bosnia: 'BA',
	drcongo: 'CD',
	drc: 'CD',
	easttimor: 'TL',
	republicofireland: 'IE',
	trinidad: 'TT',
	hongkongsar: 'HK',
	prc: 'CN',
	antigua: 'AG',
	srbija: 'RS',
	shqiperia: 'AL',
	slovakrepublic: 'SK',
	kyrgyzrepublic: 'KG',
	ksa: 'SA',
	plurinationalstateofbolivia: 'BO',
	bolivarianrepublicofvenezuela: 'VE',
	рф: 'RU',
	한국: 'KR',
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
	for (const names of [OWN_NAMES, ENGLISH_NAMES])
		for (const [country, all] of Object.entries(names))
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

/** What a text says of the country that it names. */
type Named = { country: string } | { why: string };

const NONE: Named = { why: 'is no country' };

const sharedBy = (name: string): readonly string[] =>
	(Object.hasOwn(SHARED_NAMES, name) ? SHARED_NAMES[name] : undefined) ?? [];

/** Takes a name in letters; returns the country that has it. */
function countryNamed(text: string): Named {
	const upper = text.toUpperCase();
	const name = plainName(text);
	const shared = sharedBy(name);
	if (shared.length > 0) return { why: `may be ${shared.map(countryName).join(' or ')}` };
	const isCode = Object.hasOwn(ENGLISH_NAMES, upper) || planOf(upper) !== undefined;
	const country = isCode ? upper : (ALPHA_3[upper] ?? codesByName().get(name));
	if (country === undefined) return NONE;
	return planOf(country) ? { country } : { why: 'has no phone numbers of its own' };
}

/** A calling code, such as 380, +380, (+380) and +1 (876). */
const CALLING_CODE = /^\(?(?:\+|00)?[\d\s()-]{1,12}$/;

/** Takes a calling code as it is written, such as +1 or +1 876; returns the countries that it may be of, the main one first. */
function countriesCalled(text: string): string[] {
	const digits = text.replace(/\D/g, '').replace(/^00/, '');
	const code = callingCodeOf(digits);
	if (code === undefined) return [];
	const behind = digits.slice(code.length);
	if (behind === '') return countriesOfCode(code);
	const country = plansOf(code).find((plan) => plan.leads(behind))?.country;
	return country === undefined ? [] : [country];
}

/** Takes a country that is named in one way. */
function countryWritten(text: string): Named {
	if (!CALLING_CODE.test(text)) return countryNamed(text);
	const [country] = countriesCalled(text);
	return country === undefined ? NONE : { country };
}

/** The countries that a part of a text may name. */
function mayBe(part: string): readonly string[] {
	if (CALLING_CODE.test(part)) return countriesCalled(part);
	const named = countryNamed(part);
	return 'country' in named ? [named.country] : sharedBy(plainName(part));
}

/** Brackets, dashes and bars between the ways in which a list names a country, and the plus of its calling code. */
const BESIDE = /[()[\]]|\s[-\u2013|/]\s|(?=\+)/;

/** Takes a country that is named in several ways, such as "Ukraine (+380)" or "US - United States": they must all name the same one. */
function countryBesides(text: string): Named {
	const parts = text.split(BESIDE).map((part) => part.trim());
	const [first = [], ...others] = parts.filter((part) => part !== '').map(mayBe);
	const all = first.filter((country) => others.every((names) => names.includes(country)));
	const [country] = all;
	return country !== undefined && all.length === 1 ? { country } : NONE;
}

/** Takes a name whose first words stand behind the rest, such as "Iran, Islamic Republic of"; returns it as it is spoken. */
const inSpokenOrder = (text: string): string =>
	text.replace(/^([^,()]+)(?:,|\()([^,()]+)\)?$/, '$2 $1');

/** The two letters of which a flag is made. */
const lettersOf = (flag: string): string =>
	[...flag]
		.map((letter) => String.fromCharCode((letter.codePointAt(0) ?? 0) - 0x1f1e6 + 65))
		.join('');

/**
 * Takes a country as people and lists name it: an ISO code of two or three letters, a name, a calling code, a flag, or several of them
 * such as "Ukraine (+380)"; returns its code of two letters, or why it is none.
 */
export function readCountry(named: string): Named {
	if (named.length > 100) return NONE;
	const text = named.replace(/[\u{1f1e6}-\u{1f1ff}]{2}/gu, (flag) => `(${lettersOf(flag)})`).trim();
	const read = countryWritten(text);
	if (read !== NONE) return read;
	const besides = countryBesides(text);
	const spoken = inSpokenOrder(text);
	return besides === NONE && spoken !== text ? countryNamed(spoken) : besides;
}

/** As readCountry, but undefined where it is none. */
export function countryOf(named: string): string | undefined {
	const read = readCountry(named);
	return 'country' in read ? read.country : undefined;
}

import { asSeen } from '../text';
import { ALPHA_3 } from './alpha3';
import { callingCodeOf, countriesOfCode, COUNTRY_CODES, hasNumbers } from './library';

/* Countries as people name them: an ISO code, a name or a calling code. */

/**
 * Names that Unicode does not have in English, by code: short names of ISO 3166-1, also former ones, and those in daily use. What two
 * countries are called is refused.
 */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
	AE: ['UAE'],
	BN: ['Brunei Darussalam'],
	BQ: ['Bonaire, Sint Eustatius and Saba'],
	CD: ['Democratic Republic of the Congo', 'DR Congo', 'Congo'],
	CG: ['Republic of the Congo', 'Congo'],
	CI: ['Ivory Coast'],
	CV: ['Cabo Verde'],
	CZ: ['Czech Republic'],
	GB: ['Great Britain', 'England', 'United Kingdom of Great Britain and Northern Ireland'],
	KP: ['Democratic People\u2019s Republic of Korea'],
	KR: ['Korea', 'Republic of Korea'],
	LA: ['Lao People\u2019s Democratic Republic'],
	MK: ['Macedonia', 'former Yugoslav Republic of Macedonia'],
	MM: ['Burma'],
	MO: ['Macau'],
	NL: ['Holland'],
	PS: ['Occupied Palestinian Territory'],
	RU: ['Russian Federation'],
	SH: ['Saint Helena, Ascension and Tristan da Cunha'],
	SY: ['Syrian Arab Republic'],
	SZ: ['Swaziland'],
	TL: ['East Timor'],
	TR: ['Turkey'],
	TW: ['Taiwan, Province of China', 'Republic of China'],
	US: ['USA', 'United States of America'],
	VA: ['Holy See'],
};

/** What the form of a state adds to its name: Iran, Islamic Republic of. */
const FORM_OF_STATE =
	/\b(?:bolivarian|democratic|federal|federated|islamic|kingdom|of|peoples|plurinational|republic|states?|united)\b/g;

/** The languages in which all countries are understood, beside English and each country's own. */
const LANGUAGES = ['uk', 'de', 'fr', 'es', 'pt', 'it', 'pl', 'cs', 'ro', 'tr', 'ru'];

/** The words of a name in small letters, without accents and what may be left out. */
const wordsOf = (name: string): string =>
	name
		.normalize('NFD')
		.toLowerCase()
		.replace(/[\p{M}.'\u2019]/gu, '')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.replace(/\b(?:the|and)\b/g, '')
		.replace(/\bsaint\b/g, 'st');

/** A name however its blanks and dashes are written. */
const plainName = (name: string): string => wordsOf(name).replace(/ /g, '');

/** Words in any order, as in Korea, Republic of. Several have blanks between them, so that no plain name is the same. */
const inAnyOrder = (words: string): string => words.trim().split(/ +/).sort().join(' ');

let english: Intl.DisplayNames | undefined;

/** A country's English name, or its ISO code where this machine does not know it. */
export function countryName(country: string): string {
	english ??= new Intl.DisplayNames('en', { type: 'region' });
	return english.of(country) ?? country;
}

/** The countries of names; made when the first name is looked up. */
interface Names {
	/** Plain names in all languages together, and English ones in any order. */
	all: ReadonlyMap<string, ReadonlySet<string>>;
	/** Unicode's English ones in any order, of which no two differ by the form of the state alone. */
	english: ReadonlyMap<string, ReadonlySet<string>>;
}
let names: Names | undefined;

/** The main language of a country. */
const ownLanguage = (country: string): string =>
	new Intl.Locale(`und-${country}`).maximize().language;

function readNames(): Names {
	const all = new Map<string, Set<string>>();
	const add = (to: Map<string, Set<string>>, name: string, country: string): void => {
		to.set(name, (to.get(name) ?? new Set()).add(country));
	};
	const languages = new Map<string, Intl.DisplayNames>();
	for (const country of COUNTRY_CODES)
		for (const language of [ownLanguage(country), ...LANGUAGES]) {
			const known = languages.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
			languages.set(language, known);
			add(all, plainName(known.of(country) ?? country), country);
		}
	const english = new Map<string, Set<string>>();
	const short = new Intl.DisplayNames('en', { type: 'region', style: 'short' });
	const ours = new Map<string, Set<string>>();
	for (const country of COUNTRY_CODES)
		for (const name of [countryName(country), short.of(country) ?? country]) {
			add(english, inAnyOrder(wordsOf(name)), country);
			add(ours, plainName(name), country);
		}
	for (const [country, others] of Object.entries(OTHER_NAMES))
		for (const name of others) {
			add(ours, inAnyOrder(wordsOf(name)), country);
			add(ours, plainName(name), country);
		}
	// What is English counts as that: Niger is no Nigeria, whatever other languages call it.
	return { all: new Map([...all, ...english, ...ours]), english };
}

/** The countries that have a name, written as lists have it: with a note in brackets, and the form of the state before or behind. */
function countriesNamed(text: string): ReadonlySet<string> | undefined {
	const { all, english } = (names ??= readNames());
	const words = wordsOf(text);
	return (
		all.get(plainName(text)) ??
		all.get(inAnyOrder(words)) ??
		english.get(inAnyOrder(words.replace(FORM_OF_STATE, '')))
	);
}

/** What a text says of the country that it names. */
type Named = { country: string } | { why: string };

const CALLING_CODE = /^\(?(?:\+|00)?(\d{1,3})\)?$/;
const LONGEST_NAME = 100;

/** The ISO code of a country, or why the text names none. */
export function readCountry(named: string): Named {
	const text = asSeen(named);
	if (text.length > LONGEST_NAME) return { why: 'is no country' };
	const [, code] = CALLING_CODE.exec(text) ?? [];
	if (code !== undefined) {
		const [main] = callingCodeOf(code) === code ? countriesOfCode(code) : [];
		return main === undefined ? { why: 'is no country' } : { country: main };
	}
	const upper = text.toUpperCase();
	const short = ALPHA_3.get(upper) ?? upper;
	if (hasNumbers(short)) return { country: short };
	const found = countriesNamed(text) ?? countriesNamed(text.replace(/\(.*?\)/g, ''));
	const [country, ...others] = found ?? [];
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

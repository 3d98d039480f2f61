import {
	Metadata,
	parsePhoneNumberFromString,
	PhoneNumber,
	type CountryCode,
	type E164Number,
} from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.max.json';

/* libphonenumber-js with its largest metadata. */

/** The longest calling code has three digits. */
const CODE_DIGITS = 3;

/** What the library holds of a country. */
export const rowOf = (country: CountryCode): readonly unknown[] =>
	metadata.countries[country] as readonly unknown[];

/** The ISO codes of all countries that have phone numbers. */
export const COUNTRY_CODES: readonly string[] = Object.keys(metadata.countries);

export const hasNumbers = (country: string): country is CountryCode =>
	Object.hasOwn(metadata.countries, country);

const countriesByCode: Readonly<Partial<Record<string, readonly CountryCode[]>>> =
	metadata.country_calling_codes;

/** The ISO codes of the countries that have a calling code, the main one first; none for satellites and services. */
export const countriesOfCode = (code: string): readonly CountryCode[] =>
	countriesByCode[code] ?? [];

/** The calling code of numbers by their first digits: a list asks for a few of them thousands of times. */
const codesByStart = new Map<string, string | undefined>();

function codeIn(start: string): string | undefined {
	for (let length = 1; length <= start.length; length++) {
		const code = start.slice(0, length);
		if (code in countriesByCode || code in metadata.nonGeographic) return code;
	}
	return undefined;
}

/** The calling code that digits begin with. None of them begins another one. */
export function callingCodeOf(digits: string): string | undefined {
	const start = digits.slice(0, CODE_DIGITS);
	if (!codesByStart.has(start)) codesByStart.set(start, codeIn(start));
	return codesByStart.get(start);
}

/** Reads a number with +, or as it is dialled in a country. */
export function parse(text: string, country?: string): PhoneNumber | undefined {
	const defaultCountry = country !== undefined && hasNumbers(country) ? country : undefined;
	return parsePhoneNumberFromString(text, { defaultCountry, extract: false }, metadata);
}

/** A number whose country code and country were read: it is not read again. */
export function numberOf(digits: string, country: string | undefined): PhoneNumber {
	const number = new PhoneNumber(`+${digits}` as E164Number, metadata);
	if (country !== undefined && hasNumbers(country)) number.country = country;
	return number;
}

/** Whether a plan has such a number, and it may be a mobile: in some countries numbers do not show whether they are. */
export function isMobile(number: PhoneNumber | undefined): boolean {
	const type = number?.getType();
	return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
}

/** How many digits the national numbers of a number's plan may have; none where it belongs to no country. */
export function lengthsOf({ country, countryCallingCode }: PhoneNumber): readonly number[] {
	const [main] = countriesOfCode(countryCallingCode);
	const name = country ?? main;
	if (name === undefined) return [];
	const plans = new Metadata(metadata);
	plans.selectNumberingPlan(name);
	return plans.numberingPlan?.possibleLengths() ?? [];
}

import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './shell.mts';

/*
 * libphonenumber-js, from whose metadata the table of numbering plans is made, and which judges the node's reading of numbers in
 * the tests. The package itself never loads it.
 */

/** A plan as the library's metadata holds it; 0 stands for what a country does not have. */
export type PlanMetadata = readonly [
	callingCode: string,
	internationalPrefix: string | 0,
	general: string,
	lengths: readonly number[],
	formats: unknown,
	nationalPrefix: string | 0,
	nationalPrefixRule: unknown,
	nationalPrefixForParsing: string | 0,
	transformRule: string | 0,
	optionalPrefix: unknown,
	leadingDigits?: string | 0,
	types?: ReadonlyArray<readonly [pattern: string, lengths?: readonly number[]] | 0> | 0,
];

/** The library's table of all plans, with the patterns of all types of numbers. */
export interface Metadata {
	country_calling_codes: Record<string, string[]>;
	countries: Record<string, PlanMetadata>;
	nonGeographic: Record<string, PlanMetadata>;
}

/** A number as the library reads it. */
export interface LibraryNumber {
	number: string;
	country?: string;
	countryCallingCode: string;
	nationalNumber: string;
	isValid(): boolean;
	isPossible(): boolean;
	getType(): string | undefined;
	formatNational(): string;
	formatInternational(): string;
}

const require = createRequire(path.join(root(), 'package.json'));
const core = require('libphonenumber-js/core') as {
	parsePhoneNumberFromString(
		text: string,
		country: string | undefined,
		metadata: Metadata,
	): LibraryNumber | undefined;
	getExampleNumber(
		country: string,
		examples: Record<string, string>,
		metadata: Metadata,
	): LibraryNumber | undefined;
};
const examples = require('libphonenumber-js/mobile/examples') as Record<string, string>;

export const { version, license } = require('libphonenumber-js/package.json') as {
	version: string;
	license: string;
};
export const metadata = require('libphonenumber-js/metadata.max.json') as Metadata;

/** The countries that the library knows. */
export const COUNTRIES: readonly string[] = Object.keys(metadata.countries);

/** Takes a number as text, and the country of numbers without a country code; returns it as the library reads it. */
export const parse = (text: string, country?: string): LibraryNumber | undefined =>
	core.parsePhoneNumberFromString(text, country, metadata);

/** Takes a country; returns its example of a mobile number. @throws Error where the library has none */
export function exampleMobile(country: string): LibraryNumber {
	const example = core.getExampleNumber(country, examples, metadata);
	if (!example) throw new Error(`The library has no example for ${country}`);
	return example;
}

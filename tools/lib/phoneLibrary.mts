import { getExampleNumber } from 'libphonenumber-js/core';
import type { PhoneNumber } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.max.json';
import examples from 'libphonenumber-js/mobile/examples';

/* The examples of libphonenumber-js, from which numbers for tests and measurements are made. */

/** The countries that the library knows. */
export const COUNTRIES: readonly string[] = Object.keys(metadata.countries);

const isCountry = (country: string): country is keyof typeof metadata.countries =>
	Object.hasOwn(metadata.countries, country);

/** A country's example of a mobile number. @throws Error where the library has none */
export function exampleMobile(country: string): PhoneNumber {
	const example = isCountry(country) ? getExampleNumber(country, examples, metadata) : undefined;
	if (!example) throw new Error(`The library has no example for ${country}`);
	return example;
}

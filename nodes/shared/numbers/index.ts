export { countryName, countryOf, readCountry } from './countries';
export { countriesWith } from './lookAlikes';
export { callingCodeOf, countriesOfCode, COUNTRY_CODES } from './plan';
export {
	prefixBehindCode,
	readBehindZeros,
	readInternational,
	readNational,
	type NumberRead,
} from './read';

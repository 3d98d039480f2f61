export { countryName, countryOf, readCountry } from './countries';
export { countriesWith } from './lookAlikes';
export { isOtherForm } from './otherForm';
export { callingCodeOf, countriesOfCode, COUNTRY_CODES } from './plan';
export {
	prefixBehindCode,
	readBehindZeros,
	readInternational,
	readNational,
	type NumberRead,
} from './read';

export { countriesWith, countryName, countryOf } from './countries';
export { callingCodeOf, countriesOfCode, COUNTRY_CODES } from './plan';
export { readInternational, readNational, type NumberRead } from './read';

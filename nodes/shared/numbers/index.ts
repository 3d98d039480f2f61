export { countryName, countryOf, readCountry } from './countries';
export { callingCodeOf, countriesOfCode, COUNTRY_CODES, numberOf, parse } from './library';
export { countriesWith } from './lookAlikes';
export { checkPhone, readPhone, type Phone, type PhoneRules } from './read';
export { readWritten, writtenNumbers } from './written';

export * from '../checked';
export * from './dates';
export { checkCountry, checkDefaultCountry } from './country';
export { checkPhone, readPhone, type Phone } from './phone';
export type { PhoneRules } from './phoneDoubts';
export { checkQuietHours } from './quietHours';
export * from './records';
export {
	checkCountryCode,
	checkFileKey,
	checkId,
	checkReference,
	checkReferenceLookup,
	checkTariff,
	checkValidity,
	kindOf,
	quote,
} from './scalars';
export * from './sender';
export * from './text';
export { readWritten, writtenNumbers } from './writtenPhone';

export * from '../checked';
export { kindOf, quote } from '../text';
export * from './dates';
export { checkCountry, checkDefaultCountry } from './country';
export { checkQuietHours } from './quietHours';
export * from './records';
export {
	checkFileKey,
	checkId,
	checkReference,
	checkReferenceLookup,
	checkSwitch,
	checkTariff,
	checkTemplateId,
	checkUuid,
	checkValidity,
	checkValiditySeconds,
} from './scalars';
export * from './sender';
export * from './text';
export {
	checkPhone,
	readPhone,
	readWritten,
	writtenNumbers,
	type Phone,
	type PhoneRules,
} from '../numbers';

import { exampleMobile } from '../../tools/lib/phoneLibrary.mts';

/** A country's example of a mobile number as it is written within it. */
export const nationalForm = (country: string): string =>
	// A list keeps the digits; brackets would tell that the country code is missing.
	exampleMobile(country).formatNational().replace(/\D/g, '');

/** The examples that are a valid number of another country when they are written without their country code. */
export const LOOK_ALIKES: ReadonlyArray<{ country: string; as: string }> = [
	{ country: 'CN', as: 'US' },
	{ country: 'CO', as: 'BE' },
	{ country: 'MP', as: 'TL' },
	{ country: 'MS', as: 'TH' },
	{ country: 'TC', as: 'NZ' },
	{ country: 'US', as: 'EG' },
];

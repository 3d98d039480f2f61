import { accept, refuseAs, type Checked } from '../checked';
import { readCountry } from '../numbers';
import { isBlank, kindOf, plainText, quote } from '../text';

/** The ISO code of a country that is named by that code, a name or its calling code. */
export function checkCountry(value: unknown, field = 'Default Country'): Checked<string> {
	const text = plainText(value);
	const read = text === undefined ? { why: '' } : readCountry(text);
	if ('country' in read) return accept(read.country);
	return refuseAs(
		field,
		text === undefined ? `is ${kindOf(value)}` : `${quote(text)} ${read.why}`,
		'Use a name such as Ukraine, a code such as UA, or a calling code such as +380.',
	);
}

const NO_COUNTRY = accept(undefined);

/** The ISO code of the country in the field Default Country; undefined where the field is empty. */
export const checkDefaultCountry = (value: unknown): Checked<string | undefined> =>
	isBlank(value) ? NO_COUNTRY : checkCountry(value);

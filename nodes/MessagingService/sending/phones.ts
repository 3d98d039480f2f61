import {
	accept,
	checkDefaultCountry,
	readPhone,
	writtenNumbers,
	type Checked,
	type PhoneRules,
} from '../../shared/validation';
import { lastAnswer } from './lastAnswer';
import type { LeftOut } from './leaveOut';
import type { Message } from './settle';

/** How the user wants numbers to be read. */
export interface NumberChoices {
	/** How strictly numbers are judged. */
	check: PhoneRules['check'];
	/** What to do with several numbers in one field. */
	several: 'refuse' | 'first' | 'all';
	/** Numbers that are not sent to. */
	leaveOut: LeftOut;
}

/** What a recipient gives of its number. */
interface RawNumber {
	phone: unknown;
	/** The country of a number without a country code, as the user names it; blank for none. */
	country: unknown;
}

/** What a message holds of its number. */
type Numbered = Pick<Message, 'phone' | 'country' | 'phoneGiven' | 'completed'>;

/** Returns how to read and judge the number of a recipient, in the country that is named for it. */
export function phoneJudge({
	check,
}: Pick<NumberChoices, 'check'>): (recipient: RawNumber) => Checked<Numbered> {
	const rulesOf = lastAnswer((named): Checked<PhoneRules> => {
		const country = checkDefaultCountry(named);
		return country.ok ? accept({ country: country.value, check }) : country;
	});
	return ({ phone: given, country: named }) => {
		const rules = rulesOf(named);
		if (!rules.ok) return rules;
		const read = readPhone(given, rules.value);
		if (!read.ok) return read;
		const { digits, country, completed, changed } = read.value;
		return accept({
			phone: digits,
			country,
			phoneGiven: changed ? String(given).trim() : undefined,
			completed,
		});
	};
}

/** Takes a recipient; returns it with each of several numbers in one field as the user chose: refused as they stand, one or all. */
export function numbersOf<Raw extends RawNumber>(
	recipient: Raw,
	several: NumberChoices['several'],
): Raw[] {
	const { phone } = recipient;
	if (several === 'refuse' || typeof phone !== 'string') return [recipient];
	const numbers = writtenNumbers(phone);
	if (numbers.length < 2) return [recipient];
	return (several === 'first' ? numbers.slice(0, 1) : numbers).map((number) => ({
		...recipient,
		phone: number,
	}));
}

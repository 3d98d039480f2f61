import {
	accept,
	checkDefaultCountry,
	readPhone,
	refuse,
	type Checked,
} from '../../shared/validation';
import { lastAnswer } from '../../shared/recent';
import type { Message } from './settle';

/** What a message holds of its number. */
type Numbered = Pick<Message, 'phone' | 'country' | 'phoneGiven' | 'completed'>;

/** Returns how to read and judge a number, in the country that is named for it; a blank one names none. */
export function phoneJudge(): (given: unknown, country: unknown) => Checked<Numbered> {
	const countryOf = lastAnswer(checkDefaultCountry);
	return (given, named) => {
		if (typeof given === 'string' && given.includes('{{'))
			return refuse(
				'Phone Number',
				'Phone Number holds an expression as text',
				'Switch the field from Fixed to Expression.',
			);
		const country = countryOf(named);
		if (!country.ok) return country;
		const read = readPhone(given, { country: country.value, check: 'possible' });
		if (!read.ok) return read;
		const { digits, country: own, completed, changed } = read.value;
		return accept({
			phone: digits,
			country: own,
			phoneGiven: changed ? String(given).trim() : undefined,
			completed,
		});
	};
}

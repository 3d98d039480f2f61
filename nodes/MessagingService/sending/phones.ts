import { isBlank, listEntries, valueAt } from '../../shared/text';
import {
	accept,
	checkDefaultCountry,
	readPhone,
	refuse,
	writtenNumbers,
	type Checked,
	type PhoneRules,
} from '../../shared/validation';
import { lastAnswer } from './lastAnswer';
import type { Message } from './outcomes';

/** How the user wants numbers to be read. */
export interface NumberChoices {
	/** How strictly numbers are judged. */
	check: PhoneRules['check'];
	/** What to do with several numbers in one field. */
	several: 'refuse' | 'first' | 'all';
	/** Numbers that are not sent to. */
	leaveOut: ReadonlySet<string>;
}

/** What a recipient gives of its number. */
interface RawNumber {
	phone: unknown;
	/** The country of a number without a country code, as the user names it; blank for none. */
	country: unknown;
}

/** What a message holds of its number. */
type Numbered = Pick<Message, 'phone' | 'country' | 'phoneGiven'>;

const LEAVE_OUT = 'Leave Out Numbers';

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
		const { digits, country, completed } = read.value;
		return accept({
			phone: digits,
			country,
			phoneGiven: completed ? String(given).trim() : undefined,
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

/** The number that an entry of a list is or holds: rows of tables and n8n's items have it in a field. */
function numberIn(entry: unknown, field: string): unknown {
	const row = valueAt(entry, 'json') ?? entry;
	return typeof row === 'object' && row !== null
		? (valueAt(row, field) ?? valueAt(row, 'phone'))
		: row;
}

/**
 * Takes the value of Leave Out Numbers, the name of the field that holds the number in rows, and the country that is named for numbers
 * without a country code; returns the numbers, read by the rules of the recipients' own.
 */
export function numbersToLeaveOut(
	value: unknown,
	field: string,
	named: unknown,
	check: NumberChoices['check'],
): Checked<ReadonlySet<string>> {
	const country = checkDefaultCountry(named);
	if (!country.ok) return country;
	const rules: PhoneRules = { country: country.value, check };
	const numbers = new Set<string>();
	for (const [index, entry] of listEntries(value).entries()) {
		const given = numberIn(entry, field);
		if (isBlank(given)) continue;
		for (const one of typeof given === 'string' ? writtenNumbers(given) : [given]) {
			const read = readPhone(one, rules, LEAVE_OUT);
			// A number that is not understood would be sent to.
			if (!read.ok)
				return refuse(
					LEAVE_OUT,
					`Entry ${index} of ${read.refusal.message}`,
					read.refusal.description,
				);
			numbers.add(read.value.digits);
		}
	}
	return accept(numbers);
}

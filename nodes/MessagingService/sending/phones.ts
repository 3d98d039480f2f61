import { isBlank, listEntries, maskName, valueAt } from '../../shared/text';
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

/**
 * The number that an entry of a list is or holds: rows of tables and n8n's items have it in a field. An item without fields holds none:
 * n8n gives one for an empty table.
 * @returns a refusal for a row that has fields, and none for a number
 */
function numberIn(entry: unknown, field: string, index: number): Checked<unknown> {
	const row = valueAt(entry, 'json') ?? entry;
	if (typeof row !== 'object' || row === null) return accept(row);
	const number = valueAt(row, field) ?? valueAt(row, 'phone');
	const known = Object.keys(row);
	if (number !== undefined || known.length === 0) return accept(number);
	const names = [...new Set([field, 'phone'])].map((name) => `"${maskName(name)}"`);
	return refuse(
		LEAVE_OUT,
		`Entry ${index} of ${LEAVE_OUT} has no field ${names.join(' or ')}`,
		'Its number could not be left out, so nothing was sent. Give the numbers themselves, for example by an expression that takes the field that holds them.',
	);
}

const numbersIn = (given: unknown): unknown[] =>
	typeof given === 'string' ? writtenNumbers(given) : [given];

/**
 * Takes the value of Leave Out Numbers, the name of the field that holds the number in rows, and the country that is named for numbers
 * without a country code; returns the numbers, read by the rules of the recipients' own. Digits that are a number as they stand, such as
 * those of the service's stop list, are left out as that, too: rather one number too many is left out than one too few.
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
		const given = numberIn(entry, field, index);
		if (!given.ok) return given;
		if (isBlank(given.value)) continue;
		for (const one of numbersIn(given.value)) {
			const read = readPhone(one, rules, LEAVE_OUT);
			const asItStands = rules.country ? readPhone(one, { check: 'possible' }, LEAVE_OUT) : read;
			// A number that is not understood would be sent to.
			if (!read.ok && !asItStands.ok)
				return refuse(
					LEAVE_OUT,
					`Entry ${index} of ${read.refusal.message}`,
					read.refusal.description,
				);
			for (const known of [read, asItStands]) if (known.ok) numbers.add(known.value.digits);
		}
	}
	return accept(numbers);
}

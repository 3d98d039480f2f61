import { callingCodeOf, countriesOfCode, parse } from '../../shared/numbers';
import { counted, isBlank, listEntries, maskName, valueAt } from '../../shared/text';
import {
	accept,
	checkDefaultCountry,
	readPhone,
	readWritten,
	refuse,
	writtenNumbers,
	type Checked,
} from '../../shared/validation';

/* Numbers that get no message, such as those of a stop list. */

const LEAVE_OUT_LABEL = 'Leave Out Numbers';

/** Numbers that are not sent to. */
export interface LeftOut {
	/** Whether a number, with its country code, is left out. `country` is its ISO code, where the number tells it. */
	has(phone: string, country?: string): boolean;
}

/** How the entries of the list are read. */
export interface LeaveOutRules {
	/** Whether the list comes from an expression, which may lead nowhere. */
	isExpression: boolean;
	/** The field that holds the number in rows. */
	phoneField: string;
	/** The fields that may hold the country in rows, the most certain first; '' for none. */
	countryFields: readonly string[];
	/** The country that is named for all numbers without a country code; blank where recipients have countries of their own. */
	country: unknown;
	/** Whether recipients may have countries of their own. */
	eachHasCountry: boolean;
	hint(text: string): void;
}

/** The numbers of a list, with country code and without. */
class Numbers implements LeftOut {
	private readonly whole = new Set<string>();
	/** Digits as they are dialled within a country that is not known, by the last of them. */
	private readonly national = new Map<string, Set<string>>();

	addWhole(digits: string): void {
		this.whole.add(digits);
	}

	addNational(dialled: string): void {
		const known = this.national.get(lastOf(dialled));
		if (known) known.add(dialled);
		else this.national.set(lastOf(dialled), new Set([dialled]));
	}

	/** National digits stand for the number that they are in the recipient's own country. */
	has(phone: string, country?: string): boolean {
		if (this.whole.has(phone)) return true;
		const alike = this.national.get(lastOf(phone));
		if (!alike) return false;
		const countries = country ? [country] : countriesOfCode(callingCodeOf(phone) ?? '');
		return [...alike].some((dialled) =>
			countries.some((one) => parse(dialled, one)?.number === `+${phone}`),
		);
	}
}

/** So many digits at least come after any trunk prefix: no national number of a mobile is shorter. */
const LAST_DIGITS = 6;
const lastOf = (digits: string): string => digits.slice(-LAST_DIGITS);

/** What an entry of the list holds. */
interface Entry {
	number: unknown;
	/**
	 * The country that it names for itself, if any. Where that is not understood, the number is left out in each country to which it could
	 * belong.
	 */
	named: ReturnType<typeof checkDefaultCountry>;
}

/** What an object is that keeps its content elsewhere than in fields, such as a Set: it looks like a row without any. */
function kindWithoutFields(row: object): string | undefined {
	const kind = Object.prototype.toString.call(row).slice('[object '.length, -1);
	return kind === 'Object' || kind === 'Array' ? undefined : kind;
}

/**
 * The number that an entry is or holds: rows of tables and n8n's items have it in a field. An item without fields holds none: n8n gives
 * one for an empty table.
 * @returns a refusal for a row that has fields, and none for a number, and for what is no row
 */
function entryOf(entry: unknown, rules: LeaveOutRules, index: number): Checked<Entry> {
	const row = valueAt(entry, 'json') ?? entry;
	if (typeof row !== 'object' || row === null)
		return accept({ number: row, named: accept(undefined) });
	const { phoneField, countryFields } = rules;
	const number = valueAt(row, phoneField) ?? valueAt(row, 'phone');
	const kind = kindWithoutFields(row);
	if (number === undefined && kind !== undefined)
		return refuse(
			LEAVE_OUT_LABEL,
			`Entry ${index + 1} of ${LEAVE_OUT_LABEL} cannot be read: it is of the type ${kind}`,
			'Its numbers could not be left out, so nothing was sent. Give a list of numbers, for example [...numbers] for a Set and [...numbers.keys()] for a Map.',
		);
	if (number === undefined && Object.keys(row).length > 0) {
		const names = [...new Set([phoneField, 'phone'])].map((name) => `"${maskName(name)}"`);
		return refuse(
			LEAVE_OUT_LABEL,
			`Entry ${index + 1} of ${LEAVE_OUT_LABEL} has no field ${names.join(' or ')}`,
			'Its number could not be left out, so nothing was sent. Give the numbers themselves, for example by an expression that takes the field that holds them.',
		);
	}
	const named = countryFields
		.map((name) => name && valueAt(row, name))
		.find((one) => !isBlank(one));
	return accept({ number, named: checkDefaultCountry(named) });
}

const numbersIn = (given: unknown): unknown[] =>
	typeof given === 'string' ? writtenNumbers(given) : [given];

/**
 * The digits of a number that is written without a country code, and those before a slash or a bracket, behind which an extension may
 * stand; none where it has a code, or is no number.
 */
function bareDigits(given: unknown): string[] {
	if (typeof given !== 'string' && typeof given !== 'number') return [];
	const written = readWritten(String(given).trim());
	if ('what' in written || written.hasPlus || written.digits.startsWith('00')) return [];
	const { digits, text } = written;
	const starts = [...text.matchAll(/[/(]/g)].map(({ index }) => text.slice(0, index));
	return [digits, ...starts.map((start) => start.replace(/\D/g, ''))].filter(
		({ length }) => length >= LAST_DIGITS,
	);
}

/** Whether digits are a number as they stand. */
const isFullNumber = (digits: string): boolean => parse(`+${digits}`)?.isValid() === true;

/**
 * Reads the numbers in Leave Out Numbers, by the rules of the recipients' own. One without a country code is of the country that its row
 * names, else of the one that is named for all. Where neither is known, it leaves out everybody who has that number in their own country,
 * and a hint counts such entries. Digits that are a number as they stand, such as those of the service's stop list, are left out as that,
 * too: rather one number too many is left out than one too few.
 */
export function numbersToLeaveOut(value: unknown, rules: LeaveOutRules): Checked<LeftOut> {
	// A wrong name in the expression, of which n8n makes an empty text, must not send to all who are to be left out.
	if (rules.isExpression && isBlank(value))
		return refuse(
			LEAVE_OUT_LABEL,
			`The expression of ${LEAVE_OUT_LABEL} leads to nothing`,
			'Correct it. If there may be nobody to leave out, let it return an empty list: put || [] at its end.',
		);
	const common = checkDefaultCountry(rules.country);
	if (!common.ok) return common;
	const numbers = new Numbers();
	let undecided = 0;
	for (const [index, one] of listEntries(value).entries()) {
		const entry = entryOf(one, rules, index);
		if (!entry.ok) return entry;
		const { number, named } = entry.value;
		if (isBlank(number)) continue;
		const own = named.ok ? named.value : undefined;
		const country = named.ok ? (own ?? common.value) : undefined;
		for (const given of numbersIn(number)) {
			const bare = bareDigits(given);
			const whole = bare.filter(isFullNumber);
			const isUndecided =
				bare.length > 0 && own === undefined && (rules.eachHasCountry || country === undefined);
			for (const digits of whole) numbers.addWhole(digits);
			if (isUndecided) {
				for (const digits of bare) numbers.addNational(digits);
				if (whole.length === 0) undecided++;
				if (country === undefined) continue;
			}
			const read = readPhone(given, { country, check: 'possible' }, LEAVE_OUT_LABEL);
			if (read.ok) numbers.addWhole(read.value.digits);
			else if (whole.length > 0) {
				// It may be a number of another country, and stands for both.
				for (const digits of whole) {
					const inCountry = country && parse(digits, country)?.number;
					if (inCountry) numbers.addWhole(inCountry.slice(1));
				}
			}
			// A number that is not understood would be sent to.
			else if (!isUndecided)
				return refuse(
					LEAVE_OUT_LABEL,
					`Entry ${index + 1} of ${read.refusal.message}`,
					read.refusal.description,
				);
		}
	}
	if (undecided > 0)
		rules.hint(
			`${counted(undecided, 'number')} in ${LEAVE_OUT_LABEL} ${undecided === 1 ? 'has' : 'have'} no country code, and no country is certain: whoever has such a number in their own country is left out.`,
		);
	return accept(numbers);
}

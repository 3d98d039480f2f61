import type { PhoneNumber } from 'libphonenumber-js/core';
import { accept, refuseAs, type Checked, type Refused } from '../checked';
import { LIMITS } from '../spec';
import { counted, kindOf, plainText } from '../text';
import { countryName } from './countries';
import { callingCodeOf, countriesOfCode, isMobile, lengthsOf, parse } from './library';
import { countriesWith } from './lookAlikes';
import { countryOfMobile, mobileDialled } from './mobiles';
import { MORE, ONE_NUMBER, readWritten, writtenNumbers, type Written } from './written';

/** A phone number that goes into a request. */
export interface Phone {
	/** MSISDN in digits. */
	readonly digits: string;
	/** ISO code; undefined where the number does not name it. */
	readonly country: string | undefined;
	/** Whether it was written without its country code. */
	readonly completed: boolean;
	/** Whether its digits are others than those that were written. */
	readonly changed: boolean;
}

/** How numbers are read and judged. */
export interface PhoneRules {
	/** ISO code of the country that numbers without a country code belong to. */
	readonly country?: string;
	/**
	 * `possible`: a number has as many digits as the plan of its country allows, and digits alone are taken as international only where
	 * that plan has them. `off`: 9 to 15 digits, for numbers that the service already has.
	 */
	readonly check: 'possible' | 'off';
}

const { min, max } = LIMITS.msisdnDigits;
const POSSIBLE: PhoneRules = { check: 'possible' };
// An example of a whole number would be hidden like the numbers of recipients.
const WANT = `Use the international form with country code, ${min} to ${max} digits: in Ukraine, for example, 380 and the 9 digits after it.`;
const FILL_IN = 'Fill in the number, or correct the name of the field that it comes from.';
const SET_COUNTRY =
	'Set Default Country to the country of such numbers, or write them with + and country code, such as +380 for Ukraine.';
/** A spreadsheet shows eleven digits. Of more it keeps six (3.80991E+11), and three in a format that users may set (5.35E+09). */
const ROUNDED = /^(?:[1-9]\d{0,2}0{6,}|(?=\d{12})[1-9]\d{0,5}0{6,})$/;
const zerosOf = (digits: string): number => digits.length - digits.replace(/0+$/, '').length;
/** A piece of so many digits is a number to its end, as people group fewer; the first one of a number may hold codes as well. */
const [PIECE, FIRST_PIECE] = [6, 10];
/** No number has fewer digits. */
const DIGITS_OF_NUMBER = 6;
/** Whether a slash or a bracket stands behind so many digits, or a digit behind a piece: lists hold few such numbers. */
const MAY_HAVE_ENDED = /\d{6}\D+\d|(?:\d\D*){6}[/(]/;

/** Names numbers of digits in words: "10", "9 or 10", "7, 9 or 10". */
function either(lengths: readonly number[]): string {
	const last = lengths.at(-1);
	return lengths.length > 1 ? `${lengths.slice(0, -1).join(', ')} or ${last}` : String(last);
}

/** Names the plan of a number: its country, or the main one of its calling code, with that code. */
function planName({ country, countryCallingCode: code }: PhoneNumber): string {
	const name = country ?? countriesOfCode(code)[0];
	return name === undefined ? `the code +${code}` : `${countryName(name)} (+${code})`;
}

const digitsOf = ({ number }: PhoneNumber): string => number.slice(1);

/** The trunk zero, Mexico's 1 of before 2019 or the country code once more, before what is a mobile number without them. */
const surplusOf = ({ countryCallingCode: code, nationalNumber }: PhoneNumber): string | undefined =>
	['0', '1', code].find(
		(before) =>
			nationalNumber.startsWith(before) &&
			countryOfMobile(code + nationalNumber.slice(before.length)) !== undefined,
	);

/** Reads and judges one number. */
class Reader {
	constructor(
		private readonly field: string,
		private readonly rules: PhoneRules,
		private readonly written: Written,
	) {}

	read(): Checked<Phone> {
		const { digits, hasPlus } = this.written;
		const { country, check } = this.rules;
		if (this.hasEnded()) return this.refuse(MORE, ONE_NUMBER);
		if (hasPlus) return this.readWhole(digits);
		if (check !== 'off' && ROUNDED.test(digits))
			return refuseAs(
				this.field,
				`${digits} ends in ${zerosOf(digits)} zeros: a spreadsheet may have rounded it`,
				'Format the column as text in the spreadsheet. If the number is right, write it with +.',
			);
		if (country !== undefined) return this.readNational(digits, country);
		if (this.hasZeros()) return this.readWhole(digits.slice(2));
		return this.readAlone(digits);
	}

	/** Whether it begins with 00 in place of +; a lone 0 before another group is something else. */
	private hasZeros(): boolean {
		return this.written.groups[0]?.startsWith('00') === true;
	}

	/** Digits after + or 00. */
	private readWhole(digits: string): Checked<Phone> {
		const country = countryOfMobile(digits);
		return country === undefined
			? this.judge(digits, parse(`+${digits}`))
			: this.finish(digits, country);
	}

	/** Digits without a country: taken only where the plan that they name has them. */
	private readAlone(digits: string): Checked<Phone> {
		if (this.rules.check === 'off') return this.finish(digits, parse(`+${digits}`)?.country);
		if (digits.startsWith('0'))
			return this.refuse('begins with 0, so its country code is missing', SET_COUNTRY);
		const { bracketed } = this.written;
		const hasAreaCode = bracketed !== undefined && bracketed !== callingCodeOf(digits);
		const mobile = hasAreaCode ? undefined : countryOfMobile(digits);
		if (mobile !== undefined) return this.finish(digits, mobile);
		const read = parse(`+${digits}`);
		if (read?.isValid() && !hasAreaCode) return this.judge(digits, read);
		if (this.hasMore()) return this.refuse(MORE, ONE_NUMBER);
		const countries = countriesWith(digits);
		if (countries.length > 0)
			return this.refuse(
				`may be a number of ${namesOf(countries)} without its country code`,
				SET_COUNTRY,
			);
		const length = this.lengthFault(digits);
		if (length) return length;
		if (hasAreaCode)
			return this.refuse('has an area code in brackets, and no country code', SET_COUNTRY);
		return read
			? this.refuse(`is no number of ${planName(read)}`, SET_COUNTRY)
			: this.refuse('begins with a country code that does not exist', SET_COUNTRY);
	}

	/** Digits as they are dialled in a country, or with its code. Messages go to mobiles: such a reading comes first. */
	private readNational(digits: string, country: string): Checked<Phone> {
		const mobile = mobileDialled(digits, country);
		if (mobile) return this.finish(mobile.digits, mobile.country);
		const national = parse(digits, country);
		if (national && isMobile(national)) return this.judge(digitsOf(national), national);
		if (this.hasZeros()) return this.readWhole(digits.slice(2));
		const abroad = parse(`+${digits}`);
		// With the trunk prefix before it nobody means anything else.
		const hasTrunk = national?.isValid() === true && national.nationalNumber !== digits;
		if (abroad && isMobile(abroad) && !hasTrunk)
			return national?.isPossible() && abroad.country !== country
				? this.refuse(
						`may be a number of ${planName(abroad)} without its +, or of ${countryName(country)}`,
						'Write it with + and country code.',
					)
				: this.judge(digits, abroad);
		if (national) return this.judge(digitsOf(national), national);
		return this.hasMore()
			? this.refuse(MORE, ONE_NUMBER)
			: this.refuse(`is no number of ${countryName(country)}`);
	}

	/** Judges a number that has its country code now. */
	private judge(digits: string, read: PhoneNumber | undefined): Checked<Phone> {
		const { check } = this.rules;
		if (check === 'off') return this.finish(digits, read?.country);
		if (!read)
			return callingCodeOf(digits) === undefined
				? this.refuse('begins with a country code that does not exist')
				: (this.lengthFault(digits) ?? this.refuse('is no phone number'));
		if (!read.isValid()) {
			if (this.hasMore()) return this.refuse(MORE, ONE_NUMBER);
			const surplus = surplusOf(read);
			if (surplus !== undefined)
				return this.refuse(
					`has ${surplus} after its country code, as no number of ${planName(read)} has`,
					`Write it without that ${surplus}.`,
				);
		}
		if (!read.isPossible())
			return this.refuse(
				`has ${counted(read.nationalNumber.length, 'digit')} after +${read.countryCallingCode}, but numbers of ${planName(read)} have ${either(lengthsOf(read))}`,
			);
		return this.finish(digitsOf(read), read.country);
	}

	/** Whether a number has ended before the last digits: after it stand a slash or a bracket, or it is a mobile in one piece. */
	private hasEnded(): boolean {
		const { groups, text } = this.written;
		if (groups.length === 1 || !MAY_HAVE_ENDED.test(text)) return false;
		let before = '';
		return text
			.split(/\d+/)
			.slice(1, -1)
			.some((mark, index) => {
				const group = groups[index] ?? '';
				before += group;
				if (before.length < DIGITS_OF_NUMBER) return false;
				if (/[/(]/.test(mark)) return this.isWhole(before);
				return group.length >= (index === 0 ? FIRST_PIECE : PIECE) && this.isMobile(before);
			});
	}

	/** Whether its first groups are a mobile number: then an extension or another number follows. */
	private hasMore(): boolean {
		const { groups } = this.written;
		return groups.slice(1).some((_, index) => this.isMobile(groups.slice(0, index + 1).join('')));
	}

	/** Whether the first digits of it are a number by themselves. */
	private isWhole(before: string): boolean {
		if (this.isMobile(before)) return true;
		const { country } = this.rules;
		const isNational = country !== undefined && !this.written.hasPlus && !this.hasZeros();
		const read = isNational ? parse(before, country) : parse(`+${before.replace(/^00/, '')}`);
		return read?.isValid() === true;
	}

	/** Whether the first digits of it are a mobile number by themselves. */
	private isMobile(before: string): boolean {
		const { country } = this.rules;
		if (country !== undefined && !this.written.hasPlus && mobileDialled(before, country))
			return true;
		return countryOfMobile(before.replace(/^00/, '')) !== undefined;
	}

	private finish(digits: string, country: string | undefined): Checked<Phone> {
		const fault = this.lengthFault(digits);
		if (fault) return fault;
		const { digits: given, hasPlus } = this.written;
		return accept({
			digits,
			country,
			completed: this.rules.country !== undefined && !hasPlus && !given.endsWith(digits),
			changed: digits !== given,
		});
	}

	private lengthFault({ length }: string): Refused | undefined {
		return length < min || length > max
			? this.refuse(`has ${counted(length, 'digit')} instead of ${min} to ${max}`)
			: undefined;
	}

	private refuse(what: string, cure = WANT): Refused {
		return refuseAs(this.field, `…${this.written.digits.slice(-4)} ${what}`, cure);
	}
}

const namesOf = (names: readonly string[]): string =>
	names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : (names[0] ?? '');

/** What needs no cleaning. */
const PLAIN = /^\+?\d{6,17}$/;

/**
 * Reads one phone number, given as a number or as people write it: its 9 to 15 digits (section 8), completed by the rules of the
 * country where it was written without its code and `rules` name one. Nothing is guessed: what may be a national number is refused
 * where no country is named.
 */
export function readPhone(
	value: unknown,
	rules: PhoneRules = POSSIBLE,
	field = 'Phone Number',
): Checked<Phone> {
	const given = plainText(value);
	if (given === undefined) {
		const kind = kindOf(value);
		return refuseAs(field, `is ${kind}`, kind === 'empty' ? FILL_IN : WANT);
	}
	if (PLAIN.test(given)) {
		const hasPlus = given.startsWith('+');
		const digits = hasPlus ? given.slice(1) : given;
		return new Reader(field, rules, { digits, hasPlus, groups: [digits], text: given }).read();
	}
	const several = writtenNumbers(given).length;
	if (several > 1) return refuseAs(field, `holds ${several} numbers`, ONE_NUMBER);
	const written = readWritten(given);
	if ('what' in written) {
		const masked = `…${given.slice(0, 100).replace(/\D/g, '').slice(-4)}`;
		return refuseAs(field, `${masked} ${written.what}`, written.cure ?? WANT);
	}
	return new Reader(field, rules, written).read();
}

/** As readPhone, but the digits alone. */
export function checkPhone(
	value: unknown,
	field = 'Phone Number',
	rules: PhoneRules = POSSIBLE,
): Checked<string> {
	const phone = readPhone(value, rules, field);
	return phone.ok ? accept(phone.value.digits) : phone;
}

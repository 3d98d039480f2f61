import {
	countriesOfCode,
	countriesWith,
	countryName,
	readBehindZeros,
	readInternational,
	readNational,
	type NumberRead,
} from '../numbers';
import { LIMITS } from '../spec';
import { counted } from '../text';
import { accept, refuseAs } from '../checked';
import type { Checked, Refused } from '../checked';
import { kindOf, plainText } from './scalars';
import { readWritten, WITHOUT_IT, writtenNumbers, type WrittenPhone } from './writtenPhone';

/** How numbers are read and judged. */
export interface PhoneRules {
	/** ISO code of the country that numbers without a country code belong to. */
	readonly country?: string;
	/**
	 * `strict`: the plan of the country has such a number, and it may be mobile. `possible`: it has as many digits as that plan allows,
	 * and without a + or 00 it is taken as international only where the plan has it. `off`: only the specification's 9 to 15 digits.
	 */
	readonly check: 'strict' | 'possible' | 'off';
}

/** A phone number that goes into a request. */
export interface Phone {
	/** MSISDN in digits. */
	readonly digits: string;
	/** ISO code; undefined where the number does not tell it. */
	readonly country: string | undefined;
	/** Whether it was written without its country code. */
	readonly completed: boolean;
	/** Whether its digits are others than those that were written. */
	readonly changed: boolean;
}

const { min, max } = LIMITS.msisdnDigits;
// An example of a whole number would be hidden like the numbers of recipients.
const WANT = `Use the international form with country code, ${min} to ${max} digits: in Ukraine, for example, 380 and the 9 digits behind it.`;
const SET_COUNTRY =
	'Set Default Country to the country of such numbers, or write them with + and country code, such as +380 for Ukraine.';

/** A number with so many digits behind its country code is whole before a hyphen, even where the plan allows more: an extension follows. */
const WHOLE_NATIONAL = 10;
/** A last group of so many digits may be an extension, in a country whose numbers have many lengths. */
const EXTENSION_DIGITS = 2;
/** Behind a group of so many digits it is one, even where the plan has such a long number: nobody groups a number like that. */
const LONG_GROUP = 4;
/** Behind a group of so many digits, which is a subscriber's whole number, extensions may be longer. */
const SUBSCRIBER = 7;
const LONG_EXTENSION_DIGITS = 3;

/** Fewer digits are more likely a slip than the national number of a small country. */
const LIKELY = 7;

const POSSIBLE: PhoneRules = { check: 'possible' };

/** Names numbers of digits in words: "10", "9 or 10", "7, 9 or 10". */
function either(lengths: readonly number[]): string {
	const last = lengths.at(-1);
	return lengths.length > 1 ? `${lengths.slice(0, -1).join(', ')} or ${last}` : String(last);
}

const digitsIn = (count: number): string => counted(count, 'digit');

/** Takes what a plan is, for a sentence: its country with the calling code. */
const planName = ({ plan }: NumberRead): string =>
	plan.country === undefined
		? `the code +${plan.code}`
		: `${countryName(plan.country)} (+${plan.code})`;

/** Reads and judges one number; texts that hold several are split before (writtenNumbers). */
class Reader {
	constructor(
		private readonly field: string,
		private readonly rules: PhoneRules,
		private readonly written: WrittenPhone,
	) {}

	private refuse(what: string, cure = WANT): Refused {
		return refuseAs(this.field, `…${this.written.digits.slice(-4)} ${what}`, cure);
	}

	read(): Checked<Phone> {
		const { digits, international, byZeros } = this.written;
		const { country } = this.rules;
		const other = this.otherThing();
		if (other) return other;
		if (country === undefined) return this.readAsInternational(readInternational(digits));
		if (byZeros) return this.readZeros(country);
		if (international) return this.readAsInternational(readInternational(digits));
		const read = readNational(digits, country);
		return (
			this.glued(read) ?? this.mayBeAbroad(read, country) ?? this.keptZero(read) ?? this.judge(read)
		);
	}

	/** Why it is no phone number where only the plan of its country could tell that it is one. */
	private otherThing(): Refused | undefined {
		const { otherThing, digits } = this.written;
		if (otherThing === undefined) return undefined;
		const { country } = this.rules;
		const read = country === undefined ? undefined : readNational(digits, country);
		// Where a zero is dialled before numbers, 77.123.45.67 lacks it.
		return read?.plan.isMobile(read.national) && !read.plan.hasTrunk
			? undefined
			: this.refuse(otherThing);
	}

	/** Reads a number that begins with 00 where the country may dial more than that for calls abroad, such as 001 in Singapore. */
	private readZeros(country: string): Checked<Phone> {
		const plain = readInternational(this.written.digits);
		const dialled = readBehindZeros(this.written.digits, country);
		if (!dialled?.read.plan.isValid(dialled.read.national)) return this.readAsInternational(plain);
		// Behind 00 stands the country's own code: a slip in such a number must not lead abroad.
		const isOwn = plain !== undefined && countriesOfCode(plain.plan.code).includes(country);
		if (isOwn && plain.plan.isPossible(plain.national)) return this.readAsInternational(plain);
		if (plain?.plan.isValid(plain.national))
			return this.refuse(
				`may be a number of ${planName(plain)}, or of ${planName(dialled.read)} behind the ${dialled.prefix} that ${countryName(country)} dials for calls abroad`,
				'Write it with + and country code.',
			);
		return this.readAsInternational(dialled.read);
	}

	/** Takes how a number is read that has its country code, or that no country is known for. */
	private readAsInternational(read: NumberRead | undefined): Checked<Phone> {
		const { international } = this.written;
		const { check } = this.rules;
		const digits = read?.digits ?? this.written.digits;
		const { length } = digits;
		if (length < min || length > max)
			return (
				(international || length < LIKELY ? undefined : this.lookAlike()) ??
				this.refuse(`has ${digitsIn(length)} instead of ${min} to ${max}`)
			);
		if (digits.startsWith('0'))
			return international
				? this.refuse('begins with a country code that does not exist')
				: this.refuse('begins with 0, so its country code is missing', SET_COUNTRY);
		const glued = this.glued(read);
		if (glued) return glued;
		if (check === 'off') return accept(this.phone(digits, read?.country, false));
		const trap = international ? this.zeroBehindCode(read) : this.trap(read);
		return trap ?? this.judge(read);
	}

	/** Why the digits are not those of one number, where only its plan tells that it ends before them. */
	private glued(read: NumberRead | undefined): Refused | undefined {
		if (!read) return undefined;
		const { behindHyphen, maybeTwo } = this.written;
		const { national, plan } = read;
		// Such as 015023 012345 in Germany.
		if (maybeTwo && !plan.isMobile(national))
			return this.refuse('is two numbers', 'Give one phone number, or a semicolon between two.');
		const whole = Math.min(WHOLE_NATIONAL, plan.lengths.at(-1) ?? WHOLE_NATIONAL);
		if (
			this.hasGroupBehindMobile(read) ||
			(behindHyphen > 0 && national.length - behindHyphen >= whole)
		)
			return this.refuse('has an extension', WITHOUT_IT);
		return undefined;
	}

	/**
	 * Whether a short last group stands behind a mobile number: one that makes it no number, such as 691 234 5678 12 in Greece, or one
	 * that stands apart where numbers have many lengths, such as 0664 1234567 12 in Austria.
	 */
	private hasGroupBehindMobile({ national, plan }: NumberRead): boolean {
		const { lastGroup, groupBefore } = this.written;
		if (lastGroup === 0 || lastGroup > LONG_EXTENSION_DIGITS) return false;
		if (!plan.isMobile(national.slice(0, -lastGroup))) return false;
		if (lastGroup > EXTENSION_DIGITS) return groupBefore >= SUBSCRIBER;
		return groupBefore >= LONG_GROUP || !plan.isValid(national);
	}

	/** Whether brackets tell that the first digits are no country code: nobody puts a part of it into them with a part of what follows. */
	private hasAreaInBrackets(read: NumberRead | undefined): boolean {
		const { bracketed } = this.written;
		return bracketed !== undefined && bracketed !== read?.plan.code;
	}

	/** Why digits without + or 00 cannot be taken as international, if they cannot. */
	private trap(read: NumberRead | undefined): Refused | undefined {
		if (read?.plan.isValid(read.national) && !this.hasAreaInBrackets(read)) return undefined;
		return (
			this.lookAlike() ??
			this.refuse(
				read
					? `is no number of ${planName(read)}, whose code its first digits are`
					: 'begins with no country code',
				SET_COUNTRY,
			)
		);
	}

	/** The refusal that names the countries in which mobiles are dialled like this; undefined where there is none. */
	private lookAlike(): Refused | undefined {
		const countries = countriesWith(this.written.digits);
		if (countries.length === 0) return undefined;
		return this.refuse(
			`looks like a national number of ${countries.join(', ')}: its country code is missing`,
			SET_COUNTRY,
		);
	}

	/**
	 * Why a number cannot be completed that may be a mobile of another country without its +: as a number of the country it would be no
	 * mobile, and with a trunk prefix before it nobody could take it for anything else.
	 */
	private mayBeAbroad(read: NumberRead | undefined, country: string): Refused | undefined {
		const { digits } = this.written;
		if (!read?.completed || read.national !== digits || this.rules.check === 'off')
			return undefined;
		const abroad = readInternational(digits);
		if (!abroad?.plan.isMobile(abroad.national) || abroad.plan.code === read.plan.code)
			return undefined;
		if (read.plan.isMobile(read.national) || this.hasAreaInBrackets(abroad)) return undefined;
		const takesZero = readNational(`0${digits}`, country)?.digits === read.digits;
		return this.refuse(
			`may be a mobile number of ${planName(abroad)} without its +`,
			takesZero
				? `Write it with + and country code, or with its trunk zero if it is a number of ${countryName(country)}.`
				: 'Write it with + and country code.',
		);
	}

	/** Why a number that was completed cannot begin with the zero that it was written with, if it cannot. */
	private keptZero(read: NumberRead | undefined): Refused | undefined {
		const { digits } = this.written;
		if (read?.national !== digits || !digits.startsWith('0') || this.rules.check === 'off')
			return undefined;
		// Where no zero is dialled before numbers it is no prefix: in Italy numbers begin with it, in Czechia none does.
		const { plan, national } = read;
		if (!plan.isPossible(national) || plan.fits(national)) return undefined;
		return this.refuse(
			`begins with 0, as no such number of ${planName(read)} does`,
			'Write it without the 0 if it belongs to that country, or set Default Country to the country that it belongs to.',
		);
	}

	/** Why a number with + or 00 cannot have the zero that stands behind its country code, if it cannot. */
	private zeroBehindCode(read: NumberRead | undefined): Refused | undefined {
		if (!read?.national.startsWith('0') || read.plan.fits(read.national)) return undefined;
		return this.refuse(
			`has a 0 behind +${read.plan.code}, as no number of ${planName(read)} has`,
			'Write it without that 0, which is dialled within the country only.',
		);
	}

	private phone(digits: string, country: string | undefined, completed: boolean): Phone {
		const changed = completed || this.written.dropped || digits !== this.written.digits;
		return { digits, country, completed, changed };
	}

	/** Judges a number that has its country code now. */
	private judge(read: NumberRead | undefined): Checked<Phone> {
		if (!read) return this.refuse('begins with a country code that does not exist');
		const { check } = this.rules;
		const { digits, national, plan, country } = read;
		if (check !== 'off' && !plan.isPossible(national))
			return this.refuse(
				`has ${digitsIn(national.length)} behind +${plan.code}, but numbers of ${planName(read)} have ${either(plan.lengths)}`,
			);
		if (digits.length < min || digits.length > max)
			return this.refuse(`has ${digitsIn(digits.length)} instead of ${min} to ${max}`);
		if (check === 'strict' && !plan.isMobile(national))
			return this.refuse(
				plan.isValid(national)
					? `is no mobile number of ${planName(read)}`
					: `is no number of ${planName(read)}`,
				'Correct the number, or set Number Check to Possible under Options.',
			);
		return accept(this.phone(digits, country, read.completed));
	}
}

/**
 * Takes one phone number as a number or as people type it; returns its 9 to 15 digits (section 8), completed where it was written
 * without its country code and `rules` name the country.
 *
 * Removed: one leading +, 00 or tel:, the trunk zero of "+44 (0)20…", a spreadsheet's ".0", blanks, dashes, brackets, dots and
 * slashes. Nothing is guessed: what may be a national number is refused where no country is named, and digits behind a whole number
 * are not glued to it.
 */
export function readPhone(
	value: unknown,
	rules: PhoneRules = POSSIBLE,
	field = 'Phone Number',
): Checked<Phone> {
	const given = plainText(value);
	if (given === undefined)
		return refuseAs(field, `is ${typeof value === 'string' ? 'empty' : kindOf(value)}`, WANT);
	const several = writtenNumbers(given).length;
	if (several > 1)
		return refuseAs(
			field,
			`holds ${several} numbers`,
			'Give one, or choose under Options what to do with several.',
		);
	const written = readWritten(given);
	if ('what' in written) {
		const masked = `…${given.slice(0, 100).replace(/\D/g, '').slice(-4)}`;
		return refuseAs(field, `${masked} ${written.what}`, written.cure ?? WANT);
	}
	if (written.digits === '') return refuseAs(field, 'is empty', WANT);
	return new Reader(field, rules, written).read();
}

/** As readPhone, but returns the digits alone. */
export function checkPhone(
	value: unknown,
	field = 'Phone Number',
	rules: PhoneRules = POSSIBLE,
): Checked<string> {
	const phone = readPhone(value, rules, field);
	return phone.ok ? accept(phone.value.digits) : phone;
}

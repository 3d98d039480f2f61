import {
	countriesOfCode,
	countryName,
	readBehindZeros,
	readInternational,
	readNational,
	type NumberRead,
} from '../numbers';
import { LIMITS } from '../spec';
import { counted } from '../text';
import { accept, refuseAs } from '../checked';
import type { Checked } from '../checked';
import { Doubts, planName, SET_COUNTRY, WANT, type PhoneRules } from './phoneDoubts';
import { kindOf, plainText } from './scalars';
import { readWritten, writtenNumbers, type WrittenPhone } from './writtenPhone';

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

/** Fewer digits are more likely a slip than the national number of a small country. */
const LIKELY = 7;

const POSSIBLE: PhoneRules = { check: 'possible' };

/** Names numbers of digits in words: "10", "9 or 10", "7, 9 or 10". */
function either(lengths: readonly number[]): string {
	const last = lengths.at(-1);
	return lengths.length > 1 ? `${lengths.slice(0, -1).join(', ')} or ${last}` : String(last);
}

const digitsIn = (count: number): string => counted(count, 'digit');

/** Reads and judges one number; texts that hold several are split before (writtenNumbers). */
class Reader {
	private readonly doubts: Doubts;

	constructor(
		field: string,
		private readonly rules: PhoneRules,
		private readonly written: WrittenPhone,
	) {
		this.doubts = new Doubts(field, rules, written);
	}

	read(): Checked<Phone> {
		const { digits, international, byZeros } = this.written;
		const { country } = this.rules;
		const other = this.doubts.otherThing();
		if (other) return other;
		if (country === undefined) return this.readAsInternational(readInternational(digits));
		if (byZeros) return this.readZeros(country);
		if (international) return this.readAsInternational(readInternational(digits));
		const read = readNational(digits, country);
		const { doubts } = this;
		return (
			doubts.glued(read) ??
			doubts.mayBeAbroad(read, country) ??
			doubts.keptZero(read) ??
			doubts.codeTwice(read) ??
			this.judge(read)
		);
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
			return this.doubts.refuse(
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
				(international || length < LIKELY ? undefined : this.doubts.lookAlike()) ??
				this.doubts.refuse(`has ${digitsIn(length)} instead of ${min} to ${max}`)
			);
		if (digits.startsWith('0'))
			return international
				? this.doubts.refuse('begins with a country code that does not exist')
				: this.doubts.refuse('begins with 0, so its country code is missing', SET_COUNTRY);
		const glued = this.doubts.glued(read);
		if (glued) return glued;
		if (check === 'off') return accept(this.phone(digits, read?.country, false));
		const trap = international ? this.doubts.prefixBehindCode(read) : this.doubts.trap(read);
		return trap ?? this.judge(read);
	}

	private phone(digits: string, country: string | undefined, completed: boolean): Phone {
		const changed = completed || this.written.dropped || digits !== this.written.digits;
		return { digits, country, completed, changed };
	}

	/** Judges a number that has its country code now. */
	private judge(read: NumberRead | undefined): Checked<Phone> {
		if (!read) return this.doubts.refuse('begins with a country code that does not exist');
		const { check } = this.rules;
		const { digits, national, plan, country } = read;
		if (check !== 'off' && !plan.isPossible(national))
			return this.doubts.refuse(
				`has ${digitsIn(national.length)} behind +${plan.code}, but numbers of ${planName(read)} have ${either(plan.lengths)}`,
			);
		if (digits.length < min || digits.length > max)
			return this.doubts.refuse(`has ${digitsIn(digits.length)} instead of ${min} to ${max}`);
		if (check === 'strict' && !plan.isMobile(national))
			return this.doubts.refuse(
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
 * Removed: one leading + or 00, the trunk zero of "+44 (0)20…", a spreadsheet's ".0", blanks, dashes, brackets, dots and slashes,
 * and what stands around a number (withoutSurroundings). Nothing is guessed: what may be a national number is refused where no country is named, and digits behind a whole number
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

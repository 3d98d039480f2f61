import {
	countriesWith,
	countryName,
	prefixBehindCode,
	readInternational,
	readNational,
	type NumberRead,
} from '../numbers';
import { LIMITS } from '../spec';
import { refuseAs } from '../checked';
import type { Refused } from '../checked';
import { WITHOUT_IT, type WrittenPhone } from './writtenPhone';

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

const { min, max } = LIMITS.msisdnDigits;
// An example of a whole number would be hidden like the numbers of recipients.
export const WANT = `Use the international form with country code, ${min} to ${max} digits: in Ukraine, for example, 380 and the 9 digits behind it.`;
export const SET_COUNTRY =
	'Set Default Country to the country of such numbers, or write them with + and country code, such as +380 for Ukraine.';

/** A number with so many digits behind its country code is whole before a hyphen, even where the plan allows more: an extension follows. */
const WHOLE_NATIONAL = 10;
/** A last group of so many digits may be an extension, in a country whose mobile numbers have many lengths. */
const EXTENSION_DIGITS = 2;
/** Behind a group of so many digits it is one, even where the plan has such a long number: nobody groups a number like that. */
const LONG_GROUP = 4;
/** Behind a group of so many digits, which is a subscriber's whole number, extensions may be longer. */
const SUBSCRIBER = 7;
const LONG_EXTENSION_DIGITS = 3;
/** How such a number is written in short groups, as in 123 45 67. */
const SUBSCRIBER_GROUPS = '-3-2-2';

/** Returns what a plan is, for a sentence: its country with the calling code. */
export const planName = ({ plan }: NumberRead): string =>
	plan.country === undefined
		? `the code +${plan.code}`
		: `${countryName(plan.country)} (+${plan.code})`;

/** Why a number cannot be taken as it reads, although its digits could be one: each method returns the refusal, or undefined where there is none. */
export class Doubts {
	constructor(
		private readonly field: string,
		private readonly rules: PhoneRules,
		private readonly written: WrittenPhone,
	) {}

	refuse(what: string, cure = WANT): Refused {
		return refuseAs(this.field, `…${this.written.digits.slice(-4)} ${what}`, cure);
	}

	/** It is no phone number, unless the plan of its country has such a one. */
	otherThing(): Refused | undefined {
		const { otherThing, digits } = this.written;
		if (otherThing === undefined) return undefined;
		const { country } = this.rules;
		const read = country === undefined ? undefined : readNational(digits, country);
		// Where a zero is dialled before numbers, 77.123.45.67 lacks it.
		return read?.plan.isMobile(read.national) && !read.plan.hasTrunk
			? undefined
			: this.refuse(otherThing);
	}

	/** Its digits are not those of one number, where only its plan tells that it ends before them. */
	glued(read: NumberRead | undefined): Refused | undefined {
		if (!read) return undefined;
		const { behindHyphen, maybeTwo } = this.written;
		const { national, plan } = read;
		// Such as 015023 012345 in Germany.
		if (maybeTwo && !plan.isMobile(national))
			return this.refuse('is two numbers', 'Give one phone number, or a semicolon between two.');
		const whole = Math.min(WHOLE_NATIONAL, plan.lengths.at(-1) ?? WHOLE_NATIONAL);
		if (
			this.hasGroupBehindMobile(read) ||
			this.endsInMobile(read) ||
			(behindHyphen > 0 && national.length - behindHyphen >= whole)
		)
			return this.refuse('has an extension', WITHOUT_IT);
		return undefined;
	}

	/**
	 * Whether a short last group stands apart behind a mobile number where numbers have many lengths, such as 0664 1234567 12 and
	 * 0664 123 45 67 12 in Austria.
	 */
	private hasGroupBehindMobile({ national, plan }: NumberRead): boolean {
		const { groups } = this.written;
		const [last = 0, before = 0] = groups.slice(-2).reverse();
		if (before === 0 || last > LONG_EXTENSION_DIGITS) return false;
		const least = last > EXTENSION_DIGITS ? SUBSCRIBER : LONG_GROUP;
		const isBehindGroups =
			groups.slice(0, -1).join('-').endsWith(SUBSCRIBER_GROUPS) &&
			national.length - last > SUBSCRIBER;
		return (before >= least || isBehindGroups) && plan.isMobile(national.slice(0, -last));
	}

	/** Whether it is no mobile number, but its first groups are one, such as those of 9123 4567 123 in Singapore. */
	private endsInMobile({ national, plan }: NumberRead): boolean {
		const { groups } = this.written;
		if (groups.length < 2 || plan.isMobile(national)) return false;
		let behind = 0;
		return groups
			.slice(1)
			.reverse()
			.some((group) => {
				behind += group;
				return plan.isMobile(national.slice(0, -behind));
			});
	}

	/** Whether brackets tell that the first digits are no country code: nobody puts a part of it into them with a part of what follows. */
	private hasAreaInBrackets(read: NumberRead | undefined): boolean {
		const { bracketed } = this.written;
		return bracketed !== undefined && bracketed !== read?.plan.code;
	}

	/** Its digits, which have no + or 00, cannot be taken as international. */
	trap(read: NumberRead | undefined): Refused | undefined {
		const isNumber = read?.plan.isValid(read.national);
		if (isNumber && !this.hasAreaInBrackets(read)) return undefined;
		const why = isNumber
			? 'begins with brackets like those around an area code, so its country code may be missing'
			: read
				? `is no number of ${planName(read)}, whose code its first digits are`
				: 'begins with no country code';
		const behindCode = isNumber ? undefined : this.prefixBehindCode(read);
		return this.lookAlike() ?? behindCode ?? this.refuse(why, SET_COUNTRY);
	}

	/** It looks like the mobiles of some countries, as they are dialled there. */
	lookAlike(): Refused | undefined {
		const countries = countriesWith(this.written.digits);
		if (countries.length === 0) return undefined;
		return this.refuse(
			`looks like a national number of ${countries.join(', ')}: its country code is missing`,
			SET_COUNTRY,
		);
	}

	/**
	 * It cannot be completed, because it may be a mobile of another country without its +: as a number of the country it would be no
	 * mobile, and with a trunk prefix before it nobody could take it for anything else.
	 */
	mayBeAbroad(read: NumberRead | undefined, country: string): Refused | undefined {
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

	/** It was completed, and cannot begin with the zero that it was written with. */
	keptZero(read: NumberRead | undefined): Refused | undefined {
		if (read?.national !== this.written.digits || this.rules.check === 'off') return undefined;
		// Where no zero is dialled before numbers it is no prefix: in Italy landlines begin with it, in Czechia no number does.
		const { plan, national } = read;
		if (!plan.isPossible(national) || !plan.hasStrayZero(national)) return undefined;
		return this.refuse(
			`begins with 0, as no such number of ${planName(read)} does`,
			'Write it without the 0 if it belongs to that country, or set Default Country to the country that it belongs to.',
		);
	}

	/** With a default country, digits that begin with its code have that twice. */
	codeTwice(read: NumberRead | undefined): Refused | undefined {
		if (!read || read.completed || prefixBehindCode(read) !== read.plan.code) return undefined;
		return this.prefixBehindCode(read);
	}

	/** It has its country code, and behind that something that is dialled within the country, or was. */
	prefixBehindCode(read: NumberRead | undefined): Refused | undefined {
		const prefix = read && prefixBehindCode(read);
		if (read === undefined || prefix === undefined || this.rules.check === 'off') return undefined;
		// Landlines of Italy have one.
		const such = read.plan.fits(read.national) ? 'such ' : '';
		return this.refuse(
			`has a ${prefix} behind +${read.plan.code}, as no ${such}number of ${planName(read)} has`,
			prefix === read.plan.code
				? 'Write its country code once.'
				: `Write it without that ${prefix}: if it is dialled at all, then within the country only.`,
		);
	}
}

import { callingCodeOf } from './plan';
import { readInternational, readNational } from './read';

/** The digits at the end of a number that are the same in each of its forms. */
const SUBSCRIBER_DIGITS = 7;
/** How many digits a form may have beside another: Mexico's old 1, Argentina's 9, Brazil's ninth digit, the 07 of Côte d'Ivoire. */
const MOST_ADDED = 2;

function isMobile(digits: string): boolean {
	const read = readInternational(digits);
	return read?.plan.isMobile(read.national) === true;
}

/** Whether a number is another one with a few more digits behind its calling code, and before those of the subscriber. */
function isLengthened(shorter: string, longer: string): boolean {
	const added = longer.length - shorter.length;
	if (added < 1 || added > MOST_ADDED) return false;
	const places = shorter.length - SUBSCRIBER_DIGITS;
	for (let place = callingCodeOf(longer)?.length ?? Infinity; place <= places; place++)
		if (longer.slice(0, place) + longer.slice(place + added) === shorter) return true;
	return false;
}

/**
 * Takes two numbers in digits, the second with its calling code; returns whether the first may be another form of the second: that to
 * which a service routes, that of before a change of the country's plan, or as it is dialled within the country. Messages go to mobiles,
 * so where the plans have both as mobile numbers, or neither, they are two numbers, however alike.
 */
export function isOtherForm(told: string, phone: string): boolean {
	if (isMobile(told) === isMobile(phone)) return false;
	const plan = readInternational(phone)?.plan;
	const isDialled = plan !== undefined && readNational(told, plan.name)?.digits === phone;
	return isDialled || isLengthened(told, phone) || isLengthened(phone, told);
}

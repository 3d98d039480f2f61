import { readInternational, readNational } from './read';

/**
 * Numbers with digits that another form of them lacks. Each has what stands before these digits and what stands behind them in groups.
 * Only forms that are known belong here: a digit more or less is otherwise a number that somebody mistyped.
 */
const LONGER_FORMS: readonly RegExp[] = [
	// Mexico wrote a 1 before its mobiles until 2019, and Argentina writes a 9 before those that are called from abroad.
	/^(52)1(\d{10})$/,
	/^(54)9(\d{10})$/,
	// Brazil has put a 9 before its mobiles; those of its landlines begin with other digits.
	/^(55\d{2})9([6-9]\d{7})$/,
	// Côte d'Ivoire has lengthened its numbers in 2021, and Benin in 2024.
	/^(225)0[157](\d{8})$/,
	/^(229)01(\d{8})$/,
];

const isLongerForm = (longer: string, shorter: string): boolean =>
	LONGER_FORMS.some((form) => form.test(longer) && longer.replace(form, '$1$2') === shorter);

function isMobile(digits: string): boolean {
	const read = readInternational(digits);
	return read?.plan.isMobile(read.national) === true;
}

/** Whether a mobile number is told as it is dialled within its country, as with the 8 of Russia, and not as another mobile number is. */
function isAsDialled(told: string, phone: string): boolean {
	const plan = readInternational(phone)?.plan;
	return (
		plan !== undefined &&
		isMobile(phone) &&
		!isMobile(told) &&
		readNational(told, plan.name)?.digits === phone
	);
}

/**
 * Takes two numbers in digits, the second with its calling code; returns whether the first is another form of the second: that to which a
 * service routes, that of before a change of the country's plan, or as it is dialled within the country.
 */
export const isOtherForm = (told: string, phone: string): boolean =>
	isLongerForm(told, phone) || isLongerForm(phone, told) || isAsDialled(told, phone);

import { isMobile, parse } from './library';

/**
 * Numbers with digits that another form of them lacks. Each has what stands before these digits and what stands after them in groups.
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

/** Whether a mobile number is shown as it is dialled within its country, as with the 8 of Russia, and not as another mobile number is. */
function isAsDialled(shown: string, phone: string): boolean {
	const own = parse(`+${phone}`);
	if (!own || !isMobile(own) || isMobile(parse(`+${shown}`))) return false;
	return parse(shown, own.country)?.number === own.number;
}

/**
 * Whether a number in digits is another form of a second one, which has its calling code: that to which a service routes, that of before
 * a change of the country's plan, or as it is dialled within the country.
 */
export const isOtherForm = (shown: string, phone: string): boolean =>
	isLongerForm(shown, phone) || isLongerForm(phone, shown) || isAsDialled(shown, phone);

import { exampleMobile } from '../../tools/lib/phoneLibrary.mts';

/* Numbers of twenty countries as lists hold them: digits with the code, with + and blanks, and as they are dialled at home. */

const COUNTRIES = 'UA US GB DE FR IT ES PL CZ RO TR IL BR IN PK NG KE JP AU KZ'.split(' ');
/** So many last digits differ. */
const VARIED = 4;

/** A number as a list holds it, with the digits that a request needs. */
export interface MixedNumber {
	phone: string;
	/** ISO code of the country, where the number needs it. */
	country: string;
	msisdn: string;
}

/** Puts digits in the place of the last ones of a number, however it is written. */
function withLast(written: string, last: string): string {
	let at = last.length;
	return [...written]
		.reverse()
		.map((character) => (/\d/.test(character) && at > 0 ? (last[--at] ?? '') : character))
		.reverse()
		.join('');
}

const FORMS = COUNTRIES.map((country) => {
	const example = exampleMobile(country);
	const whole = example.number.slice(1);
	return {
		country,
		whole,
		ways: [
			{ text: whole, country: '' },
			{ text: example.formatInternational(), country: '' },
			{ text: example.formatNational(), country },
		],
	};
});

/** The number at a place in the list. */
export function mixedNumber(index: number): MixedNumber {
	const form = FORMS[index % FORMS.length];
	const round = Math.floor(index / FORMS.length);
	const way = form?.ways[round % form.ways.length];
	// A number that ends in zeros may be what a spreadsheet rounded.
	const last = String((round % 999) * 10 + 1).padStart(VARIED, '0');
	return {
		phone: withLast(way?.text ?? '', last),
		country: way?.country ?? '',
		msisdn: withLast(form?.whole ?? '', last),
	};
}

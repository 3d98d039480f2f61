import { readPhone } from '../../../nodes/shared/validation/index.ts';

/*
 * Numbers as people write them, with what a person of that country means by them. The answers come from the sources that each group
 * names, and not from the node.
 */

/** The digits that it is read as, or why it is refused. */
const read = (given: unknown, country?: string): string => {
	const phone = readPhone(given, { check: 'possible', country });
	return phone.ok ? phone.value.digits : phone.refusal.message.replace('Phone Number ', '');
};

/**
 * How mobile numbers are written in countries whose ways differ: "National conventions for writing telephone numbers" (Wikipedia) and ITU-T E.123
 * for the international form; the zero in brackets after the code is against E.123, and in daily use.
 */
const CONVENTIONS: ReadonlyArray<[country: string, is: string, ...written: string[]]> = [
	['UA', '380501234567', '050 123 45 67', '050-123-45-67', '(050) 123-45-67', '501234567'],
	['UA', '380501234567', '+380 (50) 123-45-67', '00380 50 123 45 67', '380 50 123-45-67'],
	['US', '12025550143', '(202) 555-0143', '202-555-0143', '202.555.0143', '1-202-555-0143'],
	['US', '12025550143', '+1 202 555 0143', '1 (202) 555-0143', '+1-202-555-0143'],
	['GB', '447700900123', '07700 900123', '07700 900 123', '0770 090 0123', '+44 7700 900123'],
	['GB', '447700900123', '+44 (0)7700 900123', '0044 7700 900123', '07700-900-123'],
	['FR', '33612345678', '06 12 34 56 78', '06.12.34.56.78', '0612345678', '06-12-34-56-78'],
	['FR', '33612345678', '+33 6 12 34 56 78', '+33 (0)6 12 34 56 78', '0033 6 12 34 56 78'],
	['DE', '4915112345678', '0151 12345678', '0151/12345678', '0151-12345678', '(0151) 12345678'],
	['DE', '4915112345678', '+49 151 12345678', '+49 (0)151 12345678', '0049 151 12345678'],
	['IT', '393471234567', '347 1234567', '347 123 4567', '347-1234567', '347/1234567'],
	['IT', '393471234567', '+39 347 1234567', '0039 347 1234567', '39 347 1234567'],
	['PL', '48601234567', '601 234 567', '601-234-567', '601234567', '(+48) 601 234 567'],
	['PL', '48601234567', '+48 601 234 567', '0048 601-234-567', '48 601 234 567'],
	['HU', '36301234567', '06 30 123 4567', '06-30-123-4567', '06 (30) 123-4567', '30 123 4567'],
	['HU', '36301234567', '06 30/123-4567', '+36 30 123 4567'],
	['RO', '40721234567', '0721 234 567', '0721.234.567', '0721-234-567', '+40 721 234 567'],
	['RO', '40721234567', '+4 0721 234 567', '+4 (0)721 234 567'],
	['TR', '905321234567', '0532 123 45 67', '(0532) 123 45 67', '0 532 123 45 67'],
	['TR', '905321234567', '532 123 45 67', '+90 532 123 45 67', '+90 (532) 123 45 67'],
	['RU', '79161234567', '8 (916) 123-45-67', '8-916-123-45-67', '89161234567', '9161234567'],
	['RU', '79161234567', '+7 916 123-45-67', '+7 (916) 123-45-67', '+7 8 916 123 45 67'],
	['KZ', '77011234567', '8 (701) 123-45-67', '8 701 123 45 67', '87011234567', '+7 701 123 45 67'],
	['BY', '375291234567', '8 (029) 123-45-67', '8 029 123-45-67', '+375 (29) 123-45-67'],
	['AU', '61412345678', '0412 345 678', '0412-345-678', '0412345678', '(04) 1234 5678'],
	['AU', '61412345678', '+61 412 345 678', '+61 (0)412 345 678'],
	['JP', '819012345678', '090-1234-5678', '090(1234)5678', '09012345678', '+81 90-1234-5678'],
	['JP', '819012345678', '+81 (0)90-1234-5678', '090ー1234ー5678', '０９０－１２３４－５６７８'],
	['HK', '85291234567', '9123 4567', '91234567', '+852 9123 4567', '852-9123-4567'],
	['IN', '919812345678', '98123 45678', '09812345678', '98123-45678', '+91-9812345678'],
	['EG', '201001234567', '0100 123 4567', '01001234567', '+20 100 123 4567', '٠١٠٠١٢٣٤٥٦٧'],
	['BR', '5511961234567', '(11) 96123-4567', '11 96123-4567', '(11) 9 6123-4567'],
	['BR', '5511961234567', '011 96123-4567', '+55 11 96123-4567', '+55 (11) 96123-4567'],
	['MX', '525512345678', '55 1234 5678', '(55) 1234-5678', '5512345678', '+52 55 1234 5678'],
	['AR', '5491123456789', '011 15-2345-6789', '(011) 15-2345-6789', '+54 9 11 2345-6789'],
];

/** Reports on GitHub, and what the person who reported it expected. */
const REPORTS: ReadonlyArray<
	[source: string, given: unknown, country: string | undefined, is: string | RegExp]
> = [
	['whisperfish/rust-phonenumber#91', '+330631966543', undefined, '33631966543'],
	['AfterShip/phone#268', '+4407123 123 123', undefined, '447123123123'],
	['hbb20/CountryCodePickerProject#149', '0610101010', 'FR', '33610101010'],
	['twcclegg/libphonenumber-csharp#211', '00113476208000', 'NL', '13476208000'],
	['ruimarinho/google-libphonenumber#276', '04-1234-1234', 'AU', '61412341234'],
	['carr/phone#67', '84955125486', 'RU', '74955125486'],
	['SpartnerNL/Laravel-Excel#300', 444123456, 'BE', '32444123456'],
	['softmonkeyjapan/opencart-excel-export#4', 912345678, 'SK', '421912345678'],
	['verbb/hyper#86', '\u202d07976399087\u202c', 'GB', '447976399087'],
	['verbb/hyper#86', 'tel:+447976399087', undefined, '447976399087'],
	['woocommerce/woocommerce#58000', '+1\ufe0d-555-123-4567', undefined, '15551234567'],
	['nhoizey/vscode-gremlins#204', '\u200e+972 50-123-4567\u200f', undefined, '972501234567'],
	['glific/glific#4815', '\u206a919812345678\u2069', undefined, '919812345678'],
	['SpartnerNL/Laravel-Excel#1789', '5.35E+09', 'TR', /is shortened by a spreadsheet$/],
	['alphagov/notifications-admin#4124', 447900000000, undefined, /^447900000000 ends in 8 zeros/],
	['daddyz/phonelib#58', '+19052223333;ext=555', undefined, /more than the digits of one number$/],
	[
		'daddyz/phonelib#367',
		'+16502530000 ext. 136',
		undefined,
		/more than the digits of one number$/,
	],
	['google/libphonenumber#1106', '(800) 901-3355 ; 7246433', 'US', /holds 2 numbers$/],
	['TrevorPilley/phone-number-parser#492', 'tel:+44-114-272-6444,1234', undefined, /more than/],
	['jackocnr/intl-tel-input#371', '+852 9999 9999 Ext. 1234', undefined, /more than the digits/],
];

/** The FAQ of google/libphonenumber on Argentina, Mexico, Brazil and Italy. */
const FAQ: ReadonlyArray<[given: string, country: string | undefined, is: string | RegExp]> = [
	// The FAQ drops this 1. The library's plan no longer knows it, so that the node names it instead.
	[
		'+5215512345678',
		undefined,
		/has 1 after its country code, as no number of Mexico \(\+52\) has$/,
	],
	['+54 9 11 2345 6789', undefined, '5491123456789'],
	['+39 06 1234 5678', undefined, '390612345678'],
	['06 1234 5678', 'IT', '390612345678'],
	// No mobile number of Italy begins with 0: it is a slip, or a number of another country.
	['0347 1234567', 'IT', /has 0 after its country code, as no number of Italy \(\+39\) has$/],
	['+39 0347 1234567', undefined, /has 0 after its country code, as no number of Italy/],
];

/** The everyday notes (5, 13 and 21), and issue 38. */
const NOTES: ReadonlyArray<[given: unknown, country: string | undefined, is: string | RegExp]> = [
	[380991000000, undefined, /^380991000000 ends in 6 zeros: a spreadsheet may have rounded it$/],
	['380672000000', 'UA', /^380672000000 ends in 6 zeros/],
	['48512300000', undefined, '48512300000'],
	['5350000000', 'TR', /^5350000000 ends in 7 zeros/],
	['+380991000000', undefined, '380991000000'],
	['3.80991E+11', undefined, /is shortened by a spreadsheet$/],
	['3.80991112233E+11', undefined, '380991112233'],
	['+38\ufe0f099\ufe0f111\ufe0e2233', undefined, '380991112233'],
	['0991112233', undefined, /begins with 0, so its country code is missing$/],
	['380991112233 380992223344', undefined, /more than the digits of one number$/],
	['099 111 22 33 / 099 222 33 44', 'UA', /more than the digits of one number$/],
	['0151 23456789 - 12345', 'DE', /more than the digits of one number$/],
	['380991112233; 380992223344', undefined, /holds 2 numbers$/],
	['2026-11-28', 'DK', /is a date$/],
	['28.11.2026', 'DK', /is a date$/],
	['28 11 2026', 'DK', /is a date$/],
	['28. 11. 2026', 'DE', /is a date$/],
	['2026. 11. 28.', 'DE', /is a date$/],
	['-12345678.5', 'DE', /is a number with a fraction$/],
	['„099 111 22 33“', 'UA', '380991112233'],
	['0 051 238 563 693', undefined, /begins with 0, so its country code is missing$/],
	['1 234 567.50', 'UA', /is a number with a fraction$/],
	['1.234.567,50 €', 'DE', /more than the digits of one number$/],
	['$1,234,567.00', 'US', /more than the digits of one number$/],
	['="380991112233"', undefined, '380991112233'],
	['4917612345678', 'DE', '4917612345678'],
	['48512345678', 'UA', '48512345678'],
	['001 65 9234 5678', 'SG', '6592345678'],
	['011 48 512 345 678', 'US', '48512345678'],
	['(201) 555-0123', undefined, /may be a number of United States.* without its country code$/],
	['call me', undefined, /has no digits$/],
	['+999123456789', undefined, /begins with a country code that does not exist$/],
	['436641234567', 'DE', /may be a number of Austria \(\+43\) without its \+, or of Germany$/],
	['+65 65 9123 4567', undefined, /has 65 after its country code, as no number of Singapore/],
];

const expected = (is: string | RegExp): unknown =>
	typeof is === 'string' ? is : (expect.stringMatching(is) as unknown);

describe.each(CONVENTIONS)('in %s, %s', (country, is, ...written) => {
	it.each(written)('is written %s', (given) => expect(read(given, country)).toBe(is));
});

it.each(REPORTS)('%s: %j with %s', (_, given, country, is) =>
	expect(read(given, country)).toEqual(expected(is)),
);

it.each([...FAQ, ...NOTES])('%j with %s', (given, country, is) =>
	expect(read(given, country)).toEqual(expected(is)),
);

import { COUNTRY_CODES, countryName, readCountry } from '../../../nodes/shared/numbers/index.ts';
import { ISO_3166 } from '../../support/iso3166.mts';

/* Countries as lists name them. What they are called stands in ISO 3166-1, and what they are in daily life beside it. */

const read = (named: string): string => {
	const found = readCountry(named);
	return 'country' in found ? found.country : found.why;
};

/** What is none here: nobody lives there, or their numbers are those of another country. */
const WITHOUT_NUMBERS = ['AQ', 'BV', 'GS', 'HM', 'PN', 'TF', 'UM'];
const withNumbers = ISO_3166.filter(([alpha2]) => !WITHOUT_NUMBERS.includes(alpha2));

test('are all of those that the library knows, and three that ISO has not', () => {
	const known = withNumbers.map(([alpha2]) => alpha2);
	expect([...known, 'AC', 'TA', 'XK'].sort()).toEqual([...COUNTRY_CODES].sort());
	for (const [alpha2, alpha3] of ISO_3166.filter(([code]) => WITHOUT_NUMBERS.includes(code)))
		expect([read(alpha2), read(alpha3)]).toEqual(['is no country', 'is no country']);
});

test.each(withNumbers)('%s is %s, and by the short name of ISO %s', (alpha2, alpha3, name) => {
	expect([read(alpha3), read(alpha3.toLowerCase())]).toEqual([alpha2, alpha2]);
	// Two countries are called so.
	if (name === 'Congo') return;
	const [first = '', ...rest] = name.split(', ');
	// ISO's own site has what is behind the comma in brackets, and official names before.
	const others =
		rest.length === 1 && !name.includes(' and ')
			? [`${first} (${rest[0]})`, `${rest[0]} ${first}`]
			: [];
	for (const one of [name, name.toUpperCase(), ...others])
		expect([one, read(one)]).toEqual([one, alpha2]);
});

test.each<[named: string, country: string]>([
	['Korea, South', 'KR'],
	['Korea (the Republic of)', 'KR'],
	['North Korea', 'KP'],
	['Korea (the Democratic People\u2019s Republic of)', 'KP'],
	['Democratic People\u0027s Republic of Korea', 'KP'],
	['Congo, The Democratic Republic of the', 'CD'],
	['Congo (Brazzaville)', 'CG'],
	['DR Congo', 'CD'],
	['Republic of China', 'TW'],
	['People\u2019s Republic of China', 'CN'],
	['Macao', 'MO'],
	['Czechia', 'CZ'],
	['T\u00fcrkiye', 'TR'],
	['Turkiye', 'TR'],
	['Cabo Verde', 'CV'],
	['Eswatini', 'SZ'],
	['Myanmar', 'MM'],
	['Burma', 'MM'],
	['Ivory Coast', 'CI'],
	['C\u00f4te d\u0027Ivoire', 'CI'],
	['East Timor', 'TL'],
	['Macedonia, the former Yugoslav Republic of', 'MK'],
	['Palestinian Territory, Occupied', 'PS'],
	['Netherlands (Kingdom of the)', 'NL'],
	['Holland', 'NL'],
	['U.S.A.', 'US'],
	['U.K.', 'GB'],
	['St Lucia', 'LC'],
	['Virgin Islands (British)', 'VG'],
	['Virgin Islands (U.S.)', 'VI'],
	['Federal Republic of Germany', 'DE'],
	['Ukraine\u00a0', 'UA'],
	['\u200bUkraine', 'UA'],
	['Nigeria', 'NG'],
	['Equatorial Guinea', 'GQ'],
	['Dominican Republic', 'DO'],
])('%s is %s', (named, country) => expect(read(named)).toBe(country));

test.each<[named: string, why: string]>([
	['Congo', 'may be Congo - Kinshasa or Congo - Brazzaville'],
	['Republic', 'is no country'],
	['United', 'is no country'],
	['Democratic Republic of Korea', 'is no country'],
	['Virgin Islands', 'is no country'],
	['XYZ', 'is no country'],
])('%s %s', (named, why) => expect(read(named)).toBe(why));

test('each is found by the name that errors give it', () => {
	for (const country of COUNTRY_CODES) expect(read(countryName(country))).toBe(country);
});

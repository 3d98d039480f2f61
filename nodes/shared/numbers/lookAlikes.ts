import { countryName } from './countries';
import { countriesOfCode, COUNTRY_CODES } from './plan';
import { mayBeMobile, readNational } from './read';

/* Which countries a number may be of that was written without its country code. */

/** Asked first where a number may be of many countries, because most numbers are of these. */
const LARGE =
	'US UA GB DE FR IT ES PL CZ SK RO HU NL BE AT CH SE NO DK FI PT GR TR IL BR MX AR CO CL PE IN PK BD ID MY PH VN TH CN JP KR AU NZ ZA NG EG KE KZ';
const MANY = new Set([...LARGE.split(' '), ...COUNTRY_CODES]);
/** So many first digits leave few countries, and are the same in many numbers of a list. */
const FIRST_DIGITS = 3;
const NAMED = 3;

/** Countries whose mobile numbers may be dialled like this, by the first digits and an x for each of the others. */
const byOutline = new Map<string, string[]>();

function countriesLike(dialled: string): string[] {
	const outline = dialled.slice(0, FIRST_DIGITS).padEnd(dialled.length, 'x');
	let countries = byOutline.get(outline);
	if (!countries) {
		countries = [...MANY].filter((country) => mayBeMobile(outline, country));
		byOutline.set(outline, countries);
	}
	return countries;
}

/** Takes digits without a country code; returns the names of at most three countries that have such a mobile number. */
export function countriesWith(dialled: string): string[] {
	const found = new Set<string>();
	for (const country of countriesLike(dialled)) {
		const read = readNational(dialled, country);
		// What has its country code lacks something else, if anything.
		if (!read?.completed || read.digits === dialled) continue;
		if (!read.plan.isMobile(read.national)) continue;
		// Of countries that share a calling code, the number names the one that it is of.
		if (read.country !== country && countriesOfCode(read.plan.code).includes(country)) continue;
		if (found.add(countryName(country)).size === NAMED) break;
	}
	return [...found];
}

import { countryName } from './countries';
import { COUNTRY_CODES, isMobile, parse } from './library';

/* Which countries a number may be of that was written without its country code: they stand in the error. */

/** Asked first, because most numbers are of these. */
const LARGE =
	'US UA GB DE FR IT ES PL CZ SK RO HU NL BE AT CH SE NO DK FI PT GR TR IL BR MX AR CO CL PE IN PK BD ID MY PH VN TH CN JP KR AU NZ ZA NG EG KE KZ';
const ALL = [...new Set([...LARGE.split(' '), ...COUNTRY_CODES])];
/** So many first digits leave few countries, and are the same in many numbers of a list. */
const FIRST_DIGITS = 4;
const NAMED = 3;

const known = new Map<string, readonly string[]>();

/** The names of at most three countries that have such a mobile number. */
export function countriesWith(dialled: string): readonly string[] {
	const outline = `${dialled.slice(0, FIRST_DIGITS)} ${dialled.length}`;
	const found = known.get(outline) ?? [];
	if (known.has(outline)) return found;
	const names: string[] = [];
	for (const country of ALL) {
		const read = parse(dialled, country);
		// What has its country code lacks something else, if anything.
		if (!read || !isMobile(read) || read.number === `+${dialled}`) continue;
		names.push(countryName(country));
		if (names.length === NAMED) break;
	}
	known.set(outline, names);
	return names;
}

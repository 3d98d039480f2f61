import { LIMITS } from '../spec';
import { countryName } from './countries';
import { COUNTRY_CODES } from './library';
import { mobileDialled } from './mobiles';

/* Which countries a number may be of that was written without its country code: they stand in the error. */

/** Named before the others, because most numbers are of these. */
const LARGE =
	'US UA GB DE FR IT ES PL CZ SK RO HU NL BE AT CH SE NO DK FI PT GR TR IL BR MX AR CO CL PE IN PK BD ID MY PH VN TH CN JP KR AU NZ ZA NG EG KE KZ';
const ALL = [...new Set([...LARGE.split(' '), ...COUNTRY_CODES])];
/** So many first digits leave few countries, and are the same in many numbers of a list. */
const FIRST_DIGITS = 4;
const NAMED = 3;
/** The service takes no shorter ones. */
const { min } = LIMITS.msisdnDigits;

const known = new Map<string, readonly string[]>();

function search(dialled: string): readonly string[] {
	const names: string[] = [];
	for (const country of ALL) {
		const mobile = mobileDialled(dialled, country);
		// What has its country code lacks something else, if anything. Of countries that share a code, the number's own is named.
		if (mobile?.country !== country || mobile.digits === dialled) continue;
		if (mobile.digits.length < min) continue;
		names.push(countryName(country));
		if (names.length === NAMED) break;
	}
	return names;
}

/** The names of at most three countries in which a mobile number may be dialled so. */
export function countriesWith(dialled: string): readonly string[] {
	const outline = `${dialled.slice(0, FIRST_DIGITS)} ${dialled.length}`;
	const found = known.get(outline) ?? search(dialled);
	known.set(outline, found);
	return found;
}

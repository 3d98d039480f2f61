import { callingCodeOf, countriesOfCode, hasNumbers, rowOf } from './library';

/*
 * Mobile numbers that the library's patterns know at once. Each is compiled once, while the library compiles it anew for each number:
 * most lists hold nothing else, and a million of them take a second or two.
 */

/** What numbers of a country look like, without its calling code. */
interface Patterns {
	country: string;
	code: string;
	/** What begins the numbers of this country alone, among those that share its code. */
	leading: RegExp | undefined;
	mobile: RegExp;
	/** Numbers of any kind. */
	valid: RegExp;
	/** The shape of all numbers, whether or not they are in use. */
	shape: RegExp;
	/** Dialled before numbers within the country. */
	trunk: RegExp | undefined;
	/** Whether what is dialled within the country may have other digits than the number. */
	isRewritten: boolean;
	/** Dialled before the code of another country. */
	abroad: RegExp;
}

/** Where the metadata of a country hold these (source/metadata.js of the library, version 4 of its format). */
const AT = {
	code: 0,
	abroad: 1,
	shape: 2,
	prefix: 5,
	trunk: 7,
	rewriting: 8,
	leading: 10,
	types: 11,
} as const;
const [FIXED_LINE, MOBILE] = [0, 1];
const NEVER = '(?!)';

const textAt = (row: readonly unknown[], place: number): string | undefined => {
	const value = row[place];
	return typeof value === 'string' && value !== '' ? value : undefined;
};

function read(country: string, row: readonly unknown[]): Patterns {
	const types: unknown = row[AT.types];
	const patterns = (Array.isArray(types) ? types : []).map((type: unknown) =>
		Array.isArray(type) ? textAt(type, 0) : undefined,
	);
	const whole = (pattern = NEVER): RegExp => new RegExp(`^(?:${pattern})$`);
	const start = (pattern: string | undefined): RegExp | undefined =>
		pattern === undefined ? undefined : new RegExp(`^(?:${pattern})`);
	return {
		country,
		code: textAt(row, AT.code) ?? '',
		leading: start(textAt(row, AT.leading)),
		// Where they are the same as those of landlines, the library leaves them out.
		mobile: whole(patterns[MOBILE] ?? patterns[FIXED_LINE]),
		valid: whole(patterns.filter((pattern) => pattern !== undefined).join('|') || NEVER),
		shape: whole(textAt(row, AT.shape)),
		trunk: start(textAt(row, AT.trunk) ?? textAt(row, AT.prefix)),
		isRewritten: textAt(row, AT.rewriting) !== undefined,
		abroad: new RegExp(`^(?:${textAt(row, AT.abroad) ?? NEVER})`),
	};
}

const byCountry = new Map<string, Patterns>();
const byCode = new Map<string, readonly Patterns[]>();

function patternsOf(country: string): Patterns | undefined {
	const known = byCountry.get(country);
	if (known || !hasNumbers(country)) return known;
	const patterns = read(country, rowOf(country));
	byCountry.set(country, patterns);
	return patterns;
}

/** Those of the countries that share a calling code, the main one first. */
function patternsOfCode(code: string): readonly Patterns[] {
	const known = byCode.get(code);
	if (known) return known;
	const all = countriesOfCode(code).flatMap((country) => patternsOf(country) ?? []);
	byCode.set(code, all);
	return all;
}

/** The country whose mobile number digits with a calling code are; undefined where that takes more to tell. */
export function countryOfMobile(digits: string): string | undefined {
	const code = callingCodeOf(digits) ?? '';
	const national = digits.slice(code.length);
	for (const { country, leading, mobile, valid } of patternsOfCode(code)) {
		if (leading?.test(national) === false) continue;
		if (mobile.test(national)) return country;
		// Numbers of any kind are tried last, as their patterns are the longest and take milliseconds to compile.
		if (leading || valid.test(national)) return undefined;
	}
	return undefined;
}

/** A mobile number with its calling code, and the country that it belongs to. */
interface Mobile {
	digits: string;
	country: string;
}

/** The mobile number that is dialled so in a country; undefined where that takes more to tell. */
export function mobileDialled(dialled: string, country: string): Mobile | undefined {
	const patterns = patternsOf(country);
	const digits = patterns && withCode(dialled, patterns);
	const owner = digits === undefined ? undefined : countryOfMobile(digits);
	return digits === undefined || owner === undefined ? undefined : { digits, country: owner };
}

function withCode(dialled: string, patterns: Patterns): string | undefined {
	const { code, mobile, shape, trunk, isRewritten, abroad } = patterns;
	if (abroad.test(dialled)) return undefined;
	const [before = '', ...parts] = trunk?.exec(dialled) ?? [];
	// Such parts become others: in Argentina, 15 after the area makes the 9 before it.
	if (isRewritten && parts.at(-1)) return undefined;
	const rest = dialled.slice(before.length);
	if (mobile.test(rest)) {
		const isDoubtful = rest !== dialled && dialled.startsWith(code);
		return isDoubtful && code + rest !== dialled ? undefined : code + rest;
	}
	// Its own code without a +, such as 4917612345678 in Germany.
	if (!dialled.startsWith(code) || shape.test(rest) || shape.test(dialled)) return undefined;
	const after = dialled.slice(code.length);
	return mobile.test(after) && !trunk?.test(after) ? dialled : undefined;
}

import { callingCodeOf, planOf, plansOf, type Plan } from './plan';

/** A number as a numbering plan reads it. */
export interface NumberRead {
	/** All digits, with the calling code. */
	readonly digits: string;
	/** The digits behind the calling code. */
	readonly national: string;
	/** The plan that it belongs to: of its country, or of the main country where the number does not tell. */
	readonly plan: Plan;
	/** ISO code; undefined where the number belongs to no country, or does not tell to which. */
	readonly country: string | undefined;
	/** Whether it was written without its calling code. */
	readonly completed: boolean;
}

/**
 * Mexico dialled its mobiles with these until 2019, and Ukraine an 8 before its zero until 2009; they are no longer part of the plans,
 * and lists still hold them. Belarus still dials that 8, before numbers that are landlines in Ukraine: so only mobiles are read.
 */
const OLD_PREFIXES: Readonly<Record<string, RegExp>> = {
	MX: /^(?:01|04[45])(?=[2-9]\d{9}$)/,
	UA: /^8(?=0(?:39|50|6[36-8]|73|77|9[1-9])\d{7}$)/,
};
/** Nor is this, behind its code. Without 52 before it, a 1 is the code of the USA and Canada. */
const OLD_BEHIND_CODE: Readonly<Record<string, RegExp>> = { MX: /^1(?=[2-9]\d{9}$)/ };

/** The plan of the country that a number belongs to, among those that share its calling code. */
function exactPlan(plans: readonly Plan[], national: string): Plan | undefined {
	if (plans.length < 2) return plans[0];
	return plans.find((plan) => plan.leads(national) ?? plan.isValid(national));
}

/** Reads the digits behind a calling code; `told` says that the country was told, because that code was not written. */
function readAs(code: string, national: string, fallback: Plan, told: boolean): NumberRead {
	const exact = exactPlan(plansOf(code), national);
	const plan = exact ?? fallback;
	const country = exact || told ? plan.country : undefined;
	return { digits: code + national, national, plan, country, completed: told };
}

/** Takes digits that begin with a calling code; returns how its plan reads them, or undefined where no country has that code. */
export function readInternational(digits: string): NumberRead | undefined {
	const code = callingCodeOf(digits);
	const main = code === undefined ? undefined : plansOf(code)[0];
	if (code === undefined || main === undefined) return undefined;
	return readAs(code, digits.slice(code.length), main, false);
}

/**
 * Takes a number as it was read; returns what stands between its calling code and a number of its plan, such as the trunk zero of
 * "+380 099 …", the 8 of "+7 8 912 …", Mexico's old 1 and the code once more, or undefined where nothing does.
 */
export function prefixBehindCode({ national, plan }: NumberRead): string | undefined {
	const hasStrayZero = plan.hasStrayZero(national);
	if (plan.isValid(national) && !hasStrayZero) return undefined;
	const old = national.replace(OLD_BEHIND_CODE[plan.name] ?? /^$/, '');
	const withoutCode = national.startsWith(plan.code) ? national.slice(plan.code.length) : old;
	const rest = [plan.stripTrunk(old), withoutCode].find((one) => {
		const isShorter = one.length < national.length && national.endsWith(one);
		return isShorter && readInternational(plan.code + one)?.plan.isMobile(one);
	});
	if (rest !== undefined) return national.slice(0, -rest.length);
	return hasStrayZero ? '0' : undefined;
}

/** A number that was read behind what a country dials for calls abroad. */
interface DialledAbroad {
	/** What is dialled there, such as 001 or 0011. */
	readonly prefix: string;
	readonly read: NumberRead;
}

/**
 * Takes the digits behind 00, and an ISO code; returns how they are read where that country dials more than 00 for calls abroad, and
 * undefined where it does not, or where no number stands behind that.
 */
export function readBehindZeros(digits: string, country: string): DialledAbroad | undefined {
	const prefix = planOf(country)?.abroadWithZeros(`00${digits}`);
	if (prefix === undefined) return undefined;
	const read = readInternational(`00${digits}`.slice(prefix.length));
	return read && { prefix, read };
}

/** Takes digits as they are dialled within a country; returns the national number, without trunk prefix and carrier code. */
function nationalNumber(dialled: string, plan: Plan): string {
	const old = dialled.replace(OLD_PREFIXES[plan.name] ?? /^$/, '');
	const stripped = plan.stripTrunk(old);
	if (stripped === old) return old;
	// The same digit may be a prefix or begin a number: 8 in Russia, 1 in China.
	if (plan.fits(old) && !plan.fits(stripped)) return old;
	// What is left must be long enough, in the country that it then belongs to.
	const { lengths } = exactPlan(plansOf(plan.code), stripped) ?? plan;
	return lengths.includes(stripped.length) || stripped.length > (lengths.at(-1) ?? 0)
		? stripped
		: old;
}

/**
 * What stands behind a calling code that was written without +: where the digits are no number of the country without that, or where
 * they are a mobile number only behind it. Messages go to mobiles, so 4917612345678 is one of Germany and not a line of its area
 * 0491. It belongs to any of the countries that share the code, `main` being the largest.
 */
function behindOwnCode(dialled: string, plan: Plan, main: Plan): string | undefined {
	if (!dialled.startsWith(plan.code)) return undefined;
	const behind = dialled.slice(plan.code.length).replace(OLD_BEHIND_CODE[plan.name] ?? /^$/, '');
	const before = nationalNumber(dialled, plan);
	const after = nationalNumber(behind, plan);
	const owner = exactPlan(plansOf(plan.code), after) ?? plan;
	const better = plan.fits(before)
		? owner.isMobile(after) && !plan.isMobile(before)
		: owner.fits(after);
	return better || plan.isTooLong(before) ? nationalNumber(behind, main) : undefined;
}

/**
 * Takes digits without + or 00, and an ISO code; returns the number that they are in that country: completed by its rules, or as they
 * stand where they begin with its calling code or with what is dialled there for calls abroad.
 */
export function readNational(dialled: string, country: string): NumberRead | undefined {
	const plan = planOf(country);
	if (!plan) return undefined;
	const { abroad } = plan;
	if (abroad !== undefined && dialled.startsWith(abroad) && dialled[abroad.length] !== '0') {
		const read = readInternational(dialled.slice(abroad.length));
		if (read?.plan.isPossible(read.national)) return read;
	}
	const main = plansOf(plan.code)[0] ?? plan;
	const behind = behindOwnCode(dialled, plan, main);
	return behind === undefined
		? readAs(plan.code, nationalNumber(dialled, plan), plan, true)
		: readAs(plan.code, behind, main, false);
}

/**
 * Takes digits without + or 00, with x for those that are not known; returns whether a mobile number of the country may be dialled so.
 * It is true of some that are none: readNational tells.
 */
export function mayBeMobile(outline: string, country: string): boolean {
	const plan = planOf(country);
	if (!plan) return false;
	const { code, abroad = code } = plan;
	const first = outline.replace(/x+$/, '');
	const before = [code, abroad].some((one) => one.startsWith(first) || first.startsWith(one));
	const isRead = before || plan.mayHaveTrunk(outline) || OLD_PREFIXES[country] !== undefined;
	return isRead || plan.mayBeMobile(outline);
}

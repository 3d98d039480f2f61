import { PLANS, SHARED_CODES, type PlanRow } from './plans';

/** The longest calling code has three digits. */
const CODE_DIGITS = 3;

/**
 * Mobile numbers of Italy have so many digits. Behind a zero they are one more than landlines have, though the plan allows those; old
 * ones of nine digits are as long as landlines.
 */
const WHOLE_MOBILE = 10;

/** A numbering plan whose patterns are made when they are first asked for: most runs need those of one country or two. */
export class Plan {
	private patterns: Partial<
		Record<
			'general' | 'mobile' | 'others' | 'trunk' | 'leading' | 'zeros' | 'likeMobile' | 'likeTrunk',
			RegExp
		>
	> = {};

	constructor(
		/** ISO code of the country, or the calling code where it belongs to none. */
		readonly name: string,
		private readonly row: PlanRow,
	) {}

	get code(): string {
		return this.row.code;
	}

	get lengths(): readonly number[] {
		return this.row.lengths;
	}

	/** Whether something is dialled before numbers within the country, or may be. */
	get hasTrunk(): boolean {
		return this.row.trunk !== undefined;
	}

	/** What is dialled for calls abroad, beside 00 and what begins with it. */
	get abroad(): string | undefined {
		return this.row.abroad;
	}

	/** Takes digits that begin with 00; returns those that are dialled for calls abroad, where it is more than that. */
	abroadWithZeros(dialled: string): string | undefined {
		const { zeros } = this.row;
		if (zeros === undefined) return undefined;
		const [prefix = ''] = (this.patterns.zeros ??= new RegExp(`^(?:${zeros})`)).exec(dialled) ?? [];
		return prefix.length > 2 ? prefix : undefined;
	}

	/** ISO code of the country; undefined for satellites and services that belong to none. */
	get country(): string | undefined {
		return this.name === this.code ? undefined : this.name;
	}

	/** Whether the country's own digits begin the number; undefined where the plan does not tell its country so. */
	leads(national: string): boolean | undefined {
		const { leading } = this.row;
		if (leading === undefined) return undefined;
		return (this.patterns.leading ??= new RegExp(`^(?:${leading})`)).test(national);
	}

	isPossible(national: string): boolean {
		return this.lengths.includes(national.length);
	}

	isTooLong(national: string): boolean {
		return national.length > (this.lengths.at(-1) ?? 0);
	}

	/** Whether the number keeps the plan's rule for all numbers, which is wider than those of its types together. */
	fits(national: string): boolean {
		const { general } = this.row;
		return (this.patterns.general ??= whole(general)).test(national);
	}

	/** Whether it is a mobile number, or may be one. */
	isMobile(national: string): boolean {
		const { mobile } = this.row;
		if (mobile === undefined || !this.fits(national)) return false;
		return (this.patterns.mobile ??= whole(mobile)).test(national);
	}

	/** Whether the plan has such a number, of whatever type. */
	isValid(national: string): boolean {
		const { others } = this.row;
		if (this.isMobile(national)) return true;
		if (others === undefined || !this.fits(national)) return false;
		return (this.patterns.others ??= whole(others)).test(national);
	}

	/** Whether no number of the plan has the zero in front, such as that of a mobile number of Italy, where only landlines have one. */
	hasStrayZero(national: string): boolean {
		if (!national.startsWith('0')) return false;
		const rest = national.slice(1);
		const isLandline = this.isValid(national) && rest.length !== WHOLE_MOBILE;
		return !this.fits(national) || (!isLandline && this.isMobile(rest));
	}

	/** Takes digits with x for those that are not known; returns whether they may be a mobile number. */
	mayBeMobile(outline: string): boolean {
		const { mobile } = this.row;
		if (mobile === undefined) return false;
		return (this.patterns.likeMobile ??= whole(withUnknown(mobile))).test(outline);
	}

	/** Takes digits with x for those that are not known; returns whether a trunk prefix may stand before them. */
	mayHaveTrunk(outline: string): boolean {
		const { trunk } = this.row;
		if (trunk === undefined) return false;
		return (this.patterns.likeTrunk ??= new RegExp(`^(?:${withUnknown(trunk)})`)).test(outline);
	}

	/** Takes digits as they are dialled within the country; returns them without trunk prefix and carrier code. */
	stripTrunk(dialled: string): string {
		const { trunk, rewrite } = this.row;
		if (trunk === undefined) return dialled;
		const match = (this.patterns.trunk ??= new RegExp(`^(?:${trunk})`)).exec(dialled);
		if (!match) return dialled;
		const captured = match.length > 1 && Boolean(match.at(-1));
		return rewrite !== undefined && captured
			? dialled.replace(match[0], () => fill(rewrite, match))
			: dialled.slice(match[0].length);
	}
}

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);

/** Takes a pattern of digits; returns the one that takes an x for any of them, too. */
const withUnknown = (pattern: string): string =>
	pattern.replace(/\{[^}]*\}|\[[^\]]*\]|\\d|\d/g, (part) =>
		part.startsWith('{') ? part : `(?:${part}|x)`,
	);

/** Puts what a pattern captured into the places $1 to $9 of a text. */
const fill = (text: string, match: RegExpExecArray): string =>
	text.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? '');

const plans = new Map<string, Plan>();

/** Takes an ISO code, or a calling code that belongs to no country; returns its plan. */
export function planOf(name: string): Plan | undefined {
	const known = plans.get(name);
	if (known) return known;
	const row = Object.hasOwn(PLANS, name) ? PLANS[name] : undefined;
	if (row === undefined) return undefined;
	const plan = new Plan(name, row);
	plans.set(name, plan);
	return plan;
}

/** The ISO codes of all countries that have a plan. */
export const COUNTRY_CODES: readonly string[] = Object.keys(PLANS).filter((name) =>
	/^[A-Z]/.test(name),
);

/** The plans of each calling code, the main country first; made once, for all codes are needed to read one number. */
let byCode: Map<string, Plan[]> | undefined;

function plansByCode(): Map<string, Plan[]> {
	if (byCode) return byCode;
	byCode = new Map();
	for (const [name, row] of Object.entries(PLANS)) {
		if (byCode.has(row.code)) continue;
		const names = SHARED_CODES[row.code] ?? [name];
		byCode.set(
			row.code,
			names.flatMap((one) => planOf(one) ?? []),
		);
	}
	return byCode;
}

/** Takes a calling code; returns the plans of the countries that have it, the main one first. */
export const plansOf = (code: string): readonly Plan[] => plansByCode().get(code) ?? [];

/** Takes a calling code; returns the ISO codes of the countries that have it. */
export const countriesOfCode = (code: string): string[] =>
	plansOf(code).flatMap(({ country }) => country ?? []);

/** Takes digits that begin with a calling code; returns that code. None of them begins another one. */
export function callingCodeOf(digits: string): string | undefined {
	const codes = plansByCode();
	for (let length = 1; length <= CODE_DIGITS; length++) {
		const code = digits.slice(0, length);
		if (codes.has(code)) return code;
	}
	return undefined;
}

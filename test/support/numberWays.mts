import { readPhone } from '../../nodes/shared/validation/index.ts';
import type { PhoneRules } from '../../nodes/shared/validation/index.ts';
import {
	COUNTRIES,
	exampleMobile,
	metadata,
	parse,
	type LibraryNumber,
} from '../../tools/lib/phoneLibrary.mts';
import { randomOf } from '../../tools/lib/random.mts';

/** How a number may be written: the text, and whether Default Country is set. */
interface Way {
	name: string;
	/** Takes the parts of a number; returns it as written, or undefined where its country has no such way. */
	write(number: Parts): string | number | undefined;
	/** Whether the number's country is given as Default Country. */
	home: boolean;
}

interface Parts {
	country: string;
	code: string;
	national: string;
	/** As the library formats it, within the country and abroad. */
	formatted: string;
	international: string;
}

const trunkOf = (country: string): string => metadata.countries[country]?.[5] || '';
const inGroups = (digits: string, between: string): string =>
	(digits.match(/.{1,3}(?=(?:.{3})*$)/g) ?? []).join(between);
const fullWidth = (text: string): string =>
	text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));

export const WAYS: readonly Way[] = [
	{ name: '+ and digits', write: ({ code, national }) => `+${code}${national}`, home: false },
	{ name: '00 and digits', write: ({ code, national }) => `00${code}${national}`, home: false },
	{ name: 'tel:+', write: ({ code, national }) => `tel:+${code}${national}`, home: true },
	{ name: '+, formatted', write: ({ international }) => international, home: false },
	{
		name: '+, full width, dashes',
		write: ({ code, national }) => fullWidth(`+${code}-${inGroups(national, '-')}`),
		home: true,
	},
	{
		name: 'digits with country code, as number',
		write: ({ code, national }) => Number(code + national),
		home: false,
	},
	{
		name: 'digits with country code, in groups',
		write: ({ code, national }) => `${code} ${inGroups(national, ' ')}`,
		home: false,
	},
	{
		name: 'digits with country code, at home',
		write: ({ code, national }) => code + national,
		home: true,
	},
	{ name: 'national, formatted', write: ({ formatted }) => formatted, home: true },
	{
		name: 'national, with trunk prefix',
		write: ({ country, national }) => trunkOf(country) + national,
		home: true,
	},
	{ name: 'national, without prefix', write: ({ national }) => national, home: true },
	{
		name: 'national, in groups, without Default Country',
		write: ({ country, national }) => inGroups(trunkOf(country) + national, ' '),
		home: false,
	},
];

/** Why the node may read a number otherwise than the library. */
export const REASONS = {
	floor: 'The service takes 9 to 15 digits.',
	kept: 'A number with + or 00 is never changed: the library drops a trunk prefix behind the country code, the node refuses it or keeps it.',
	zeros: '00 stands for + everywhere: the library reads it as it is dialled in the country.',
	abroad:
		"Of the prefixes for calls abroad, the node knows those that are plain digits of two or more, with a number behind them: the library's patterns take parts of national numbers for them.",
	mexico:
		'Mexico dropped 01, 044 and 045 before its numbers, and 1 behind its code; lists still hold them, and the node removes them.',
	zero: 'A number keeps no zero behind its country code that no number of that country begins with: the library asks for the length alone.',
	ownCode:
		'With Default Country, digits that are a mobile number only behind that country’s own code keep it: the library reads 4917612345678 as a line of an area of Germany.',
	maybeAbroad:
		'With Default Country, digits without a trunk prefix that are no mobile number there, but one of another country behind its code, are refused: the library reads 41791234567 as a line of an area of Germany.',
	glued:
		'A number that is none of its plan, while its first groups are a mobile number, has an extension behind that: the library asks for the length of all digits alone.',
	doubled:
		'A number that is none of its plan has its country code twice where it is a mobile number behind the second one: the library asks for the length alone.',
	date: 'Two groups of two digits and one of four that are a date are one: the library reads 31 10 1934 as a mobile of Haiti.',
	missing: 'Without Default Country a number that begins with 0 lacks its country code.',
} as const;

export type Reason = keyof typeof REASONS;

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** What the library says, brought to what the node promises. */
function expected(way: Way, text: string, country: string): LibraryNumber | undefined {
	const ascii = text.normalize('NFKC').replace(/^tel:/, '');
	if (ascii.startsWith('+')) return parse(ascii);
	if (ascii.startsWith('00')) return parse(`+${ascii.slice(2)}`);
	return way.home ? parse(ascii, country) : parse(`+${digitsOf(ascii)}`);
}

/** Whether groups before the last ones are a mobile number of the same country, while all together are none. */
function endsInMobile(text: string, judged: LibraryNumber): boolean {
	const groups = text.match(/\d+/g) ?? [];
	if (judged.isValid() && isMobile(judged)) return false;
	return groups.some((_, index) => {
		const behind = groups.slice(index + 1).join('').length;
		const head = parse(judged.number.slice(0, -behind));
		return behind > 0 && head !== undefined && head.isValid() && isMobile(head);
	});
}

/** Whether what stands behind the country code is a mobile number of the same country, with its code, and none without it. */
function hasCodeTwice(judged: LibraryNumber): boolean {
	const { countryCallingCode: code, nationalNumber } = judged;
	if (judged.isValid() || !nationalNumber.startsWith(code)) return false;
	const behind = parse(`+${nationalNumber}`);
	return behind !== undefined && behind.isValid() && isMobile(behind);
}

/** Whether a text is a day, a month and a year of the last century or this one. */
function isDate(text: string): boolean {
	const [, day = '', month = '', year = ''] = /^(\d\d) (\d\d) ((?:19|20)\d\d)$/.exec(text) ?? [];
	return (
		Number(day) > 0 && Number(day) < 32 && Number(month) > 0 && Number(month) < 13 && year !== ''
	);
}

const isBare = (text: string): boolean => !/^(?:tel:)?[+\uff0b]|^00/.test(text);

/** Why the node's answer may differ here; undefined where it must be the library's. */
function reasonFor(
	way: Way,
	text: string,
	country: string,
	judged?: LibraryNumber,
): Reason | undefined {
	const ascii = text.normalize('NFKC');
	const bare = isBare(ascii);
	const digits = digitsOf(ascii).replace(/^00/, '');
	if (isDate(ascii)) return 'date';
	if (judged && endsInMobile(ascii, judged)) return 'glued';
	if (judged && hasCodeTwice(judged)) return 'doubled';
	if (
		way.home &&
		bare &&
		country === 'MX' &&
		/^(?:521|(?:52)?(?:01|04[45]))[2-9]\d{9}$/.test(digits)
	)
		return 'mexico';
	if (way.home && bare && judged && !judged.number.endsWith(digits.slice(-4))) return 'abroad';
	const keeps = judged?.number === `+${judged?.countryCallingCode}${digits}`;
	if (way.home && bare && keeps && digits.startsWith('0') && !judged.isValid()) return 'zero';
	const doubled = judged && judged.number === `+${judged.countryCallingCode}${digits}`;
	if (way.home && bare && doubled && digits.startsWith(judged.countryCallingCode)) return 'ownCode';
	if (way.home && bare && doubled && !isMobile(judged) && isMobileAbroad(digits, judged))
		return 'maybeAbroad';
	if (way.home && ascii.startsWith('00')) return 'zeros';
	if (!bare && judged?.nationalNumber.startsWith('0') && !judged.isValid()) return 'zero';
	if (bare && !way.home && digits.startsWith('0')) return 'missing';
	if (!(way.home && bare) && judged && judged.number !== `+${digits}`) return 'kept';
	const total = judged ? digitsOf(judged.number).length : digits.length;
	if (total < 9 || total > 15) return 'floor';
	// What is dialled for calls abroad, by pattern.
	const prefix = metadata.countries[country]?.[1];
	const [dialled] = (prefix && new RegExp(`^(?:${prefix})`).exec(digits)) || [];
	if (!way.home || !bare || dialled === undefined) return undefined;
	const isKnown = prefix === dialled && dialled.length > 1;
	return isKnown && parse(`+${digits.slice(dialled.length)}`)?.isValid() ? undefined : 'abroad';
}

/** What a comparison found. */
export interface Comparison {
	compared: number;
	taken: number;
	/** Differences that have a reason, by reason. */
	reasons: Partial<Record<Reason, number>>;
	/** Differences that have none. */
	unlisted: string[];
}

/** The answer under a check: the digits, or `refused`. */
function answerOf(text: string | number, rules: PhoneRules): string {
	const read = readPhone(text, rules);
	return read.ok ? `${read.value.digits} ${read.value.country ?? '-'}` : 'refused';
}

/** What the answer has to be. */
function rightAnswer(
	check: PhoneRules['check'],
	bareAbroad: boolean,
	judged?: LibraryNumber,
): string {
	if (!judged?.isPossible()) return 'refused';
	if (bareAbroad && !judged.isValid()) return 'refused';
	if (check === 'strict' && !(judged.isValid() && isMobile(judged))) return 'refused';
	return `${digitsOf(judged.number)} ${judged.country ?? '-'}`;
}

/** Types of the library under which a message may reach a mobile. */
const isMobile = (judged: LibraryNumber): boolean => {
	const type = judged.getType();
	return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
};

/** Whether digits are a mobile number of another calling code as they stand. */
function isMobileAbroad(digits: string, home: LibraryNumber): boolean {
	const abroad = parse(`+${digits}`);
	return (
		abroad !== undefined &&
		isMobile(abroad) &&
		!home.number.startsWith(`+${abroad.countryCallingCode}`)
	);
}

/** Random national digits: near an example of a mobile, or any of a length that the country knows. */
function randomNational(country: string, random: () => number): string {
	const pick = (below: number) => Math.floor(random() * below);
	const example = exampleMobile(country).nationalNumber.split('');
	const changes = pick(6);
	for (let change = 0; change < changes; change++) example[pick(example.length)] = String(pick(10));
	if (pick(8) === 0) example.push(String(pick(10)));
	if (pick(8) === 0) example.pop();
	return example.join('');
}

/** Compares the node's reading of `count` random numbers, each in one of the ways of writing after the other, with the library's. */
export function compareWithLibrary(count: number, seed: number): Comparison {
	const random = randomOf(seed);
	const result: Comparison = { compared: 0, taken: 0, reasons: {}, unlisted: [] };
	for (let index = 0; index < count; index++) {
		const country = COUNTRIES[Math.floor(random() * COUNTRIES.length)] ?? 'US';
		const code = metadata.countries[country]?.[0] ?? '';
		const national = randomNational(country, random);
		const known = parse(`+${code}${national}`);
		const parts: Parts = {
			country,
			code,
			national,
			formatted: known?.formatNational() ?? national,
			international: known?.formatInternational() ?? `+${code}${national}`,
		};
		for (const way of WAYS) {
			const written = way.write(parts);
			if (written === undefined) continue;
			const text = String(written);
			const judged = expected(way, text, country);
			const bareAbroad = isBare(text) && !way.home;
			for (const check of ['possible', 'strict'] as const) {
				result.compared++;
				const answer = answerOf(written, { check, country: way.home ? country : undefined });
				const right = rightAnswer(check, bareAbroad, judged);
				if (answer !== 'refused') result.taken++;
				if (answer === right) continue;
				const reason = reasonFor(way, text, country, judged);
				if (reason) result.reasons[reason] = (result.reasons[reason] ?? 0) + 1;
				else
					result.unlisted.push(
						`${country} ${way.name} ${check}: ${text} is ${answer}, the library has ${right}`,
					);
			}
		}
	}
	return result;
}

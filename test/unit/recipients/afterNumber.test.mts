import fc from 'fast-check';
import parse, { type PhoneNumber } from 'libphonenumber-js/max';
import { readPhone } from '../../../nodes/shared/validation/index.ts';
import { COUNTRIES, exampleMobile } from '../../../tools/lib/phoneLibrary.mts';

/*
 * What follows a number, whose digits must not become digits of it, and what a spreadsheet rounded. The library's plans say what a number
 * is, JavaScript's own rounding what a spreadsheet keeps of one, and Unicode what a digit is.
 */

const read = (given: string, country?: string): string => {
	const phone = readPhone(given, { check: 'possible', country });
	return phone.ok ? phone.value.digits : phone.refusal.message.replace('Phone Number ', '');
};

const digits = (min: number, max = min) =>
	fc
		.array(fc.integer({ min: 1, max: 9 }), { minLength: min, maxLength: max })
		.map((all) => all.join(''));

/** Area codes of countries whose landlines have many lengths. */
const AREAS = ['+4930', '+4989', '+49221', '+431', '+43662', '+3589', '+6221', '+3851', '+3906'];
const number = fc
	.oneof(
		fc
			.tuple(fc.constantFrom(...COUNTRIES.map((one) => exampleMobile(one).number)), digits(4))
			.map(([example, end]) => example.slice(0, -end.length) + end),
		fc.tuple(fc.constantFrom(...AREAS), digits(6, 7)).map((parts) => parts.join('')),
	)
	.map((text) => parse(text))
	.filter((one): one is PhoneNumber => one?.isValid() === true && one.country !== undefined)
	// Shorter ones the service does not take.
	.filter((one) => one.number.length >= 10);

const forms = (one: PhoneNumber): ReadonlyArray<[text: string, country?: string]> => [
	[one.number],
	[one.formatInternational()],
	[one.number.replace('+', '00'), one.country],
	[one.formatNational(), one.country],
];

/** What people write after a number: an extension, a choice of the last digits, a count, a note, a second number. */
const after = fc.oneof(
	fc
		.tuple(
			fc.constantFrom(
				'/',
				' / ',
				'\uff0f',
				' ext. ',
				'x',
				' #',
				',',
				'; ',
				' or ',
				'*',
				'+',
				';ext=',
				'\u2044',
			),
			digits(1, 4),
		)
		.map((parts) => parts.join('')),
	fc.tuple(fc.constantFrom('', ' '), digits(1, 3)).map(([blank, one]) => `${blank}(${one})`),
	fc.constantFrom('\u00b2', ' \u2461', '\u2081', ' \u2475', '\u248a', ' a', ' (home)'),
	number.map((other) => ` / ${other.formatNational()}`),
);

test('what follows a number is no part of it: it is refused', () => {
	fc.assert(
		fc.property(number, after, (one, more) => {
			for (const [text, country] of forms(one))
				expect([text + more, read(text + more, country)]).toEqual([
					text + more,
					expect.stringMatching(/[a-z]/),
				]);
		}),
		{ numRuns: 300 },
	);
});

test('a mark after the area code, and brackets around it, change nothing', () => {
	fc.assert(
		fc.property(number, fc.constantFrom('/', ' / ', '-', ' - ', '.', ' '), (one, mark) => {
			const national = one.formatNational();
			const inDigits = read(national.replace(/\D/g, ''), one.country);
			const [, area = '', rest = ''] = /^(\d{2,4})\D+(\d.*)$/.exec(national) ?? [];
			const written = [`${area}${mark}${rest}`, `(${area})${mark}${rest}`];
			// One dot alone is that of a fraction, unless a zero stands before the number.
			for (const text of written.filter((each) => area !== '' && !/^[1-9][\d ]*\.\d+$/.test(each)))
				expect([text, read(text, one.country)]).toEqual([text, inDigits]);
			const whole = one.formatInternational();
			expect(read(whole)).toBe(one.number.slice(1));
			const [, code = '', inner = '', end = ''] = /^(\+\d+) (\d{1,4})\D+(\d.*)$/.exec(whole) ?? [];
			if (code !== '')
				for (const text of [`${code} ${inner}${mark}${end}`, `${code} (${inner}) ${end}`])
					expect([text, read(text)]).toEqual([text, one.number.slice(1)]);
		}),
		{ numRuns: 300 },
	);
});

// A report of users (phone-report 234), with other digits, and what neither property above writes.
it.each<[given: string, country: string | undefined, is: string | RegExp]>([
	['+49 30 1234567/9', undefined, /has more than the digits of one number$/],
	['0664 1234567-12', 'AT', /has more than the digits of one number$/],
	['+43 (1) 234567 (12)', undefined, /has more than the digits of one number$/],
	['+49/30/1234567', undefined, '49301234567'],
	['030/123 45 67', 'DE', '49301234567'],
	['(+380991112233)', undefined, '380991112233'],
	['+38 (0991112233)', undefined, '380991112233'],
	['040.123.4567', 'FI', '358401234567'],
	// A direct line behind a dash is dialled with the number (DIN 5008).
	['+49 30 12345-67', undefined, '49301234567'],
])('%j with %s is %s', (given, country, is) =>
	expect(read(given, country)).toEqual(
		typeof is === 'string' ? is : (expect.stringMatching(is) as unknown),
	),
);

/** What a spreadsheet keeps of digits: eleven as they are, six of more (3.80991E+11), and three in its scientific format (5.35E+09). */
const isRounded = (text: string): boolean =>
	[text.length > 11 ? 6 : 3, 3].some(
		(kept) => Number(Number(text).toPrecision(kept)) === Number(text),
	);

test('digits without + are refused where a spreadsheet may have rounded them, and no others', () => {
	const seen = { rounded: 0, whole: 0 };
	fc.assert(
		fc.property(number, fc.integer({ min: 3, max: 9 }), (example, zeros) => {
			const text = example.number.slice(1, -zeros) + '0'.repeat(zeros);
			const one = parse(`+${text}`);
			if (one?.isValid() !== true || one.country === undefined) return;
			const rounded = isRounded(text);
			seen[rounded ? 'rounded' : 'whole']++;
			for (const country of [undefined, one.country])
				if (rounded)
					expect([text, read(text, country)]).toEqual([
						text,
						expect.stringMatching(/a spreadsheet may have rounded it$/),
					]);
				else expect(read(text, country)).not.toMatch(/spreadsheet/);
			if (!rounded && one.getType() === 'MOBILE') expect(read(text)).toBe(text);
			expect(read(`+${text}`)).toBe(text);
			expect(read(`00${text}`)).toBe(text);
		}),
		{ numRuns: 1000 },
	);
	expect(seen.rounded).toBeGreaterThan(30);
	expect(seen.whole).toBeGreaterThan(30);
});

/** The digits of all scripts: ten follow one another, from zero on. */
const zeros = Array.from({ length: 0x1fc00 }, (_, code) => code).filter(
	(code) =>
		/\p{Nd}/u.test(String.fromCodePoint(code)) &&
		String.fromCodePoint(code).normalize('NFKC') === String.fromCodePoint(code) &&
		[...Array(10).keys()].every((digit) => /\p{Nd}/u.test(String.fromCodePoint(code + digit))),
);
const ZEROS = zeros.filter((code) => !zeros.includes(code - 1) || zeros.includes(code - 10));

test('digits of any script are digits', () => {
	expect(ZEROS.length).toBeGreaterThan(60);
	const inScript = (text: string, zero: number): string =>
		text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
	fc.assert(
		fc.property(number, fc.constantFrom(...ZEROS), (one, zero) => {
			for (const [text, country] of forms(one))
				expect([inScript(text, zero), read(inScript(text, zero), country)]).toEqual([
					inScript(text, zero),
					read(text, country),
				]);
			const two = `${one.number}, ${one.number}`;
			expect(read(inScript(two, zero))).toBe('holds 2 numbers');
		}),
		{ numRuns: 60 },
	);
});

import { LIMITS } from '../../../nodes/shared/spec/index.ts';
import { maskPhone } from '../../../nodes/shared/text/mask.ts';
import fc from 'fast-check';
import * as checks from '../../../nodes/shared/validation/index.ts';
import type { Checked } from '../../../nodes/shared/validation/index.ts';

type Check = (given: unknown) => Checked<unknown>;
const valueOf = (checked: Checked<unknown>): unknown =>
	checked.ok ? checked.value : `refused: ${checked.refusal.message}`;
const message = (checked: Checked<unknown>): string =>
	checked.ok ? `accepted: ${JSON.stringify(checked.value)}` : checked.refusal.message;
const OBJECTS: unknown[] = [
	...[undefined, null, '', ' ', {}, [], ['380991112233'], { toString: () => '380991112233' }],
	...[true, false, Number.NaN, Infinity, -1, 1.5, 10n, Symbol('x'), () => '1'],
];

// How numbers are read stands in phoneNumbers.test.mts and writtenNumbers.test.mts.
describe('a phone number', () => {
	test.each<[unknown, string]>([
		['299221234', '299221234'],
		['380 991 112 233.00', '380991112233'],
		['\u00a0+380\u202f99\u2009111\u200b22\u200e33\ufeff', '380991112233'],
		['380–99—111‑22−33', '380991112233'],
		['۳۸۰۹۹۱۱۱۲۲۳۳', '380991112233'],
		['+३८० ९९ ১১১ ๒๒๓๓', '380991112233'],
		['\t380991112233\n', '380991112233'],
	])('%p is %s', (given, digits) => {
		expect(checks.checkPhone(given)).toEqual({ ok: true, value: digits });
	});
	test.each<[unknown, string]>([
		['1234567890123456', 'Phone Number …3456 has 16 digits instead of 9 to 15'],
		['(0)99 111 22 33', 'Phone Number …2233 begins with 0, so its country code is missing'],
		['++380991112233', 'Phone Number …2233 has more than the digits of one number'],
		['380+991112233', 'Phone Number …2233 has more than the digits of one number'],
		[undefined, 'Phone Number is empty'],
		[380991112233.5, 'Phone Number is a number that is negative, too long or has a fraction'],
		[-380991112233, 'Phone Number is a number that is negative, too long or has a fraction'],
		['3'.repeat(101), 'Phone Number …3333 has 101 characters'],
	])('%p is refused', (given, text) => {
		expect(message(checks.checkPhone(given))).toBe(text);
	});
	test('never shows more than four digits, and only lets through what the service takes', () => {
		const given = fc.oneof(fc.anything(), fc.string(), fc.stringMatching(/^[+0-9 ()./-]{0,40}$/));
		fc.assert(
			fc.property(given, (one) => {
				const checked = checks.checkPhone(one);
				if (checked.ok) return void expect(checked.value).toMatch(/^[1-9]\d{8,14}$/);
				const { message: words } = checked.refusal;
				// What a spreadsheet rounded belongs to nobody.
				if (words.includes('a spreadsheet may have rounded it')) return;
				expect(words.replace(/\d+ (digits|characters)|9 to 15/g, '')).not.toMatch(/\d{5}/);
			}),
			{ numRuns: 500 },
		);
	});
});

describe('a sender', () => {
	const RULES = ['legacy', 'campaign', 'personalized', 'registration'] as const;
	test.each<[(typeof RULES)[number], string, string, string | undefined]>([
		['legacy', 'a'.repeat(14), 'a'.repeat(15), 'senders may have 14'],
		['legacy', '1'.repeat(14), '1'.repeat(15), 'senders may have 14'],
		['legacy', 'Shop & Co.', 'Крамниця у Києві', 'senders may have 14'],
		['personalized', 'a'.repeat(11), 'a'.repeat(12), 'names may have 11'],
		['personalized', '1'.repeat(15), '1'.repeat(16), 'numbers may have 15'],
		['personalized', 'A-1 & b!', 'Kräm', undefined],
		['personalized', 'A-1 & b!', 'Крамниця у Києві', undefined],
		['registration', 'a'.repeat(11), 'a'.repeat(12), 'names may have 11'],
		['registration', '1'.repeat(15), '1'.repeat(16), 'numbers may have 15'],
		['registration', 'Shop1', 'Shop 1', undefined],
		['registration', 'Shop1', 'Shop-1', undefined],
	])('%s: %s passes, %s does not', (rule, good, bad, limit) => {
		expect(checks.checkSender(good, rule)).toEqual({ ok: true, value: good });
		expect(message(checks.checkSender(bad, rule))).toBe(
			limit === undefined
				? `Sender "${maskPhone(bad)}" is not in the form that the service takes`
				: `Sender "${maskPhone(bad)}" cannot be used: it has ${[...bad].length} characters, and ${limit}`,
		);
	});
	test('may be a number, and blanks around it go', () => {
		expect(valueOf(checks.checkSender(380440000000, 'personalized'))).toBe('380440000000');
		expect(valueOf(checks.checkSender('  Shop ', 'legacy'))).toBe('Shop');
	});
	test('of a campaign is whatever can be shown, as the specification shows no rule', () => {
		for (const good of ['a'.repeat(14), '1'.repeat(16), 'Крамниця', 'Shop & Co.'])
			expect(checks.checkSender(good, 'campaign')).toEqual({ ok: true, value: good });
	});
	test.each(RULES)('is nothing else (%s)', (rule) => {
		for (const bad of [...OBJECTS, 'a\u0000b', 'a\nb', '\ud800'])
			expect(checks.checkSender(bad, rule).ok).toBe(false);
	});
	/** What Unicode ignores, and its separators of words. */
	const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
	const ignored = characters.filter((one) => /\p{Default_Ignorable_Code_Point}/u.test(one));
	const spaces = characters.filter((one) => /\p{Zs}/u.test(one));
	test('is what people see of it', () => {
		const place = fc.integer({ min: 0, max: 5 });
		fc.assert(
			fc.property(
				fc.constantFrom(...ignored),
				fc.constantFrom(...spaces),
				place,
				(mark, space, at) => {
					for (const rule of RULES) {
						const marked = `Shop1`.slice(0, at) + mark + `Shop1`.slice(at);
						expect(checks.checkSender(marked, rule)).toEqual({ ok: true, value: 'Shop1' });
						const named = checks.checkSender(`Shop${space}A`, rule);
						if (rule === 'registration')
							expect(message(named)).toMatch(/^Sender "Shop A" is not in/);
						else expect(named).toEqual({ ok: true, value: 'Shop A' });
					}
				},
			),
		);
	});
});

describe('a text', () => {
	test.each([
		['a', 765],
		['я', 335],
		// Characters of the extension and emoji count twice.
		['€', 382],
		['😀', 167],
	])('of %s alone has at most %d', (unit, most) => {
		expect(valueOf(checks.checkText(unit.repeat(most)))).toBe(unit.repeat(most));
		expect(checks.checkText(unit.repeat(most + 1)).ok).toBe(false);
	});
	test('has the lower limit where it holds one foreign character, which is named', () => {
		expect(checks.checkText(`${'a'.repeat(334)}’`).ok).toBe(true);
		expect(checks.checkText(`${'a'.repeat(335)}’`)).toMatchObject({
			ok: false,
			refusal: { description: expect.stringContaining('here ’,') as string },
		});
	});
});

const ID: Check = (given) => checks.checkId(given, 'ID');
const ADDRESS = 'https://example.com';
describe.each<[what: string, check: Check, good: Array<[unknown, unknown]>, bad: unknown[]]>([
	[
		'a reference: 1 to 32 letters and digits',
		checks.checkReference,
		[
			['aZ9'.padEnd(32, 'x'), 'aZ9'.padEnd(32, 'x')],
			[42, '42'],
		],
		['x'.repeat(33), 'a_b', 'a-b', 'a/b', '../x', 'я', 'a b'],
	],
	[
		'a reference that is looked up, which may hold _ and -',
		checks.checkReferenceLookup,
		[['a_b-c'.padEnd(32, '-'), 'a_b-c'.padEnd(32, '-')]],
		['x'.repeat(33), 'a/b', '..', 'a?b', 'a%2fb'],
	],
	[
		'an ID: digits, also at the end of an address',
		ID,
		[
			['9'.repeat(19), '9'.repeat(19)],
			[123, '123'],
			[' 123 ', '123'],
			[`${ADDRESS}/campaigns/55/?tab=1`, '55'],
		],
		['9'.repeat(20), '1a', '1/2', '-1', `${ADDRESS}/campaigns/`],
	],
	[
		'the key of a file: letters and digits, also inside the address of the file',
		checks.checkFileKey,
		[
			['3941ffacdd698b404e', '3941ffacdd698b404e'],
			['a'.repeat(64), 'a'.repeat(64)],
			[`${ADDRESS}/rest/stat/file/id/39ff/format/csv`, '39ff'],
		],
		['a'.repeat(65), 'a/b', '..', 'a.csv'],
	],
	[
		'a validity',
		checks.checkValidity,
		[1, 72, '1', ' 72 '].map((given) => [given, Number(given)]),
		[0, 73, '73', '1.5', '1e1', '0x1', '١', 'a'],
	],
	[
		'a tariff',
		checks.checkTariff,
		[0, 9, '0', ' 9 '].map((given) => [given, Number(given)]),
		[-1, 10, '10', '1.5', '1e1', '0x1', '١', 'a'],
	],
	[
		'a country by its code or name',
		checks.checkCountry,
		[' de ', 'DEU', 'Germany', 'Deutschland', '+49'].map((given) => [given, 'DE']),
		['D', 'DEX', 'D1', 'ДЕ'],
	],
	[
		'a company code',
		checks.checkCompanyCode,
		[
			[12345, '12345'],
			['1'.repeat(30), '1'.repeat(30)],
		],
		['12a', '1'.repeat(31)],
	],
])('%s', (_, check, good, bad) => {
	it('is taken', () => {
		expect(good.map(([given]) => valueOf(check(given)))).toEqual(good.map(([, value]) => value));
	});
	it('is nothing else', () => {
		for (const given of [...bad, ...OBJECTS])
			expect([String(given), check(given).ok]).toEqual([String(given), false]);
	});
});

describe('sender applications (4.14)', () => {
	test.each(Object.entries(LIMITS.application))('%s: %j', (name, { min, max }) => {
		const isTaken = (length: number): boolean =>
			checks.checkLength('1'.repeat(Math.max(0, length)), { min, max }, name).ok;
		expect([min - 1, min, max, max + 1].map(isTaken)).toEqual([min === 0, true, true, false]);
	});
	test('characters are counted as people count them', () => {
		const { legal_name } = LIMITS.application;
		expect(checks.checkLength('😀😀😀', legal_name, 'Legal Name').ok).toBe(true);
		expect(checks.checkLength('😀😀', legal_name, 'Legal Name').ok).toBe(false);
	});
});

describe('contact lists and custom fields (4.9, 4.15)', () => {
	test('lists come as array, number or text', () => {
		expect(valueOf(checks.checkGroups([1, '2', 1]))).toEqual([1, 2]);
		expect(valueOf(checks.checkGroups('1, 2;3 4'))).toEqual([1, 2, 3, 4]);
		expect(valueOf(checks.checkGroups(7))).toEqual([7]);
		const wrong = [undefined, null, '', [], ' , ', ['x'], [1.5], [null], {}, true, [2 ** 60]];
		for (const bad of [...wrong, ['9007199254740993']])
			expect(checks.checkGroups(bad).ok).toBe(false);
	});
	test.each<[unknown, unknown]>([
		[[5, '6'].map((id) => ({ id, value: 7 })), [5, 6].map((id) => ({ id, value: '7' }))],
		[{ 5: '', 6: true }, [5, 6].map((id) => ({ id, value: id === 5 ? '' : 'true' }))],
		[[], []],
	])('fields come as pairs or as a map: %j', (given, fields) => {
		expect(valueOf(checks.checkContactFields(given))).toEqual(fields);
	});
});

test('no value of any kind makes a check throw', () => {
	const all: Check[] = [
		checks.checkPhone,
		(given) => checks.checkSender(given, 'legacy'),
		(given) => checks.checkText(given),
		checks.checkReference,
		checks.checkReferenceLookup,
		checks.checkValidity,
		checks.checkTariff,
		ID,
		checks.checkFileKey,
		checks.checkCountry,
		checks.checkGroups,
		checks.checkContactFields,
	];
	const given = fc.anything({
		withBigInt: true,
		withDate: true,
		withMap: true,
		withNullPrototype: true,
		withTypedArray: true,
	});
	fc.assert(
		fc.property(given, (one) => {
			for (const check of all) {
				const checked = check(one);
				if (!checked.ok) expect(checked.refusal.message.length).toBeLessThan(300);
			}
		}),
		{ numRuns: 200 },
	);
});

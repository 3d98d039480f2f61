import { LIMITS } from '../../nodes/shared/spec/index.ts';
import { maskPhone } from '../../nodes/shared/text/mask.ts';
import fc from 'fast-check';
import {
	checkCompanyCode,
	checkLength,
	checkContactFields,
	checkCountry,
	checkFileKey,
	checkGroups,
	checkId,
	checkPhone,
	checkReference,
	checkReferenceLookup,
	checkSender,
	checkTariff,
	checkText,
	checkValidity,
} from '../../nodes/shared/validation/index.ts';
import type { Checked } from '../../nodes/shared/validation/index.ts';

function value<T>(checked: Checked<T>): T {
	if (!checked.ok) throw new Error(checked.refusal.message);
	return checked.value;
}
function message(checked: Checked<unknown>): string {
	return checked.ok ? `accepted: ${JSON.stringify(checked.value)}` : checked.refusal.message;
}
const OBJECTS: unknown[] = [
	undefined,
	null,
	'',
	' ',
	{},
	[],
	['380991112233'],
	{ toString: () => '380991112233' },
	true,
	false,
	Number.NaN,
	Infinity,
	-1,
	1.5,
	10n,
	Symbol('x'),
	() => '1',
];

describe('checkPhone', () => {
	test.each<[unknown, string]>([
		['380991112233', '380991112233'],
		[380991112233, '380991112233'],
		['tel:+380991112233', '380991112233'],
		['380991112233.0', '380991112233'],
		['+380991112233.0', '380991112233'],
		['380 991 112 233.00', '380991112233'],
		['\u00a0+380\u202f99\u2009111\u200b22\u200e33\ufeff', '380991112233'],
		['\u202a+380991112233\u202c', '380991112233'],
		['380–99—111‑22−33', '380991112233'],
		['＋３８０９９１１１２２３３', '380991112233'],
		['٣٨٠٩٩١١١٢٢٣٣', '380991112233'],
		['۳۸۰۹۹۱۱۱۲۲۳۳', '380991112233'],
		['299221234', '299221234'],
		['\t380991112233\n', '380991112233'],
	])('%p is %s', (given, digits) => {
		expect(checkPhone(given)).toEqual({ ok: true, value: digits });
	});
	test.each<[unknown, string]>([
		['1234567890123456', 'Phone Number …3456 has 16 digits instead of 9 to 15'],
		['(0)99 111 22 33', 'Phone Number …2233 begins with 0, so its country code is missing'],
		['3,80991e11', 'Phone Number …9111 is shortened by a spreadsheet'],
		['380991112233,380991112244', 'Phone Number holds 2 numbers'],
		['380991112233 380991112244', 'Phone Number …2244 has more than the digits of one number'],
		['++380991112233', 'Phone Number …2233 has more than the digits of one number'],
		['380+991112233', 'Phone Number …2233 has more than the digits of one number'],
		['call me', 'Phone Number … has no digits'],
		[undefined, 'Phone Number is empty'],
		[380991112233.5, 'Phone Number is a number that is negative, too long or has a fraction'],
		[-380991112233, 'Phone Number is a number that is negative, too long or has a fraction'],
		['3'.repeat(101), 'Phone Number …3333 has 101 characters'],
		['१२३४५६७८९', 'Phone Number … has no digits'],
	])('%p is refused', (given, text) => {
		expect(message(checkPhone(given))).toBe(text);
	});
	test('never shows more than four digits, and only lets through what the service takes', () => {
		fc.assert(
			fc.property(
				fc.oneof(fc.anything(), fc.string(), fc.stringMatching(/^[+0-9 ()./-]{0,40}$/)),
				(given) => {
					const checked = checkPhone(given);
					// What a spreadsheet rounded belongs to nobody.
					if (!checked.ok && checked.refusal.message.includes('five zeros')) return;
					if (checked.ok) expect(checked.value).toMatch(/^[1-9]\d{8,14}$/);
					else
						expect(
							checked.refusal.message.replace(/\d+ (digits|characters)|9 to 15/g, ''),
						).not.toMatch(/\d{5}/);
				},
			),
			{ numRuns: 500 },
		);
	});
});

describe('checkSender', () => {
	test.each<
		['legacy' | 'campaign' | 'personalized' | 'registration', string, string, string | undefined]
	>([
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
		expect(checkSender(good, rule)).toEqual({ ok: true, value: good });
		expect(message(checkSender(bad, rule))).toBe(
			limit === undefined
				? `Sender "${maskPhone(bad)}" is not in the form that the service takes`
				: `Sender "${maskPhone(bad)}" cannot be used: it has ${[...bad].length} characters, and ${limit}`,
		);
	});
	test('numbers are taken, blanks around are not', () => {
		expect(value(checkSender(380440000000, 'personalized'))).toBe('380440000000');
		expect(value(checkSender('  Shop ', 'legacy'))).toBe('Shop');
	});
	test('campaign: whatever can be shown passes, as the specification shows no rule', () => {
		for (const good of ['a'.repeat(14), '1'.repeat(16), 'Крамниця', 'Shop & Co.'])
			expect(checkSender(good, 'campaign')).toEqual({ ok: true, value: good });
	});
	test('nothing else passes', () => {
		for (const rule of ['legacy', 'campaign', 'personalized', 'registration'] as const) {
			for (const bad of [...OBJECTS, 'a\u0000b', 'a\nb', '\ud800', 'a\u202eb'])
				expect(checkSender(bad, rule).ok).toBe(false);
		}
		expect(message(checkSender('a\u0007b', 'legacy'))).toBe(
			'Sender "a?b" has characters that cannot be shown',
		);
		expect(message(checkSender(' ', 'legacy'))).toBe('Sender is empty');
	});
});

describe('checkText', () => {
	test('personalized: 765 of GSM-7 and 335 of others are the edge, which no other operation shows', () => {
		for (const [unit, most] of [
			['a', 765],
			['я', 335],
		] as const) {
			expect(value(checkText(unit.repeat(most), 'personalized'))).toHaveLength(most);
			expect(message(checkText(unit.repeat(most + 1), 'personalized'))).toContain(
				`Text has ${most + 1} characters, more than the ${most} that 5 segments hold`,
			);
			expect(checkText(unit.repeat(most + 1), 'plain').ok).toBe(true);
		}
	});
	test('extension characters and emoji count twice, one foreign character lowers the limit', () => {
		expect(checkText('€'.repeat(382), 'personalized').ok).toBe(true);
		expect(checkText('€'.repeat(383), 'personalized').ok).toBe(false);
		expect(checkText('😀'.repeat(167), 'personalized').ok).toBe(true);
		expect(checkText('😀'.repeat(168), 'personalized').ok).toBe(false);
		expect(checkText(`${'a'.repeat(334)}’`, 'personalized').ok).toBe(true);
		expect(checkText(`${'a'.repeat(335)}’`, 'personalized')).toMatchObject({
			ok: false,
			refusal: { description: expect.stringContaining('here ’,') as string },
		});
	});
});

describe('references, ids and keys', () => {
	test('a reference has 1 to 32 letters and digits', () => {
		expect(value(checkReference('aZ9'.padEnd(32, 'x')))).toHaveLength(32);
		expect(value(checkReference(42))).toBe('42');
		for (const bad of [...OBJECTS, 'x'.repeat(33), 'a_b', 'a-b', 'a/b', '../x', 'я', 'a b'])
			expect(checkReference(bad).ok).toBe(false);
	});
	test('one that is looked up may hold _ and -', () => {
		expect(value(checkReferenceLookup('a_b-c'.padEnd(32, '-')))).toHaveLength(32);
		for (const bad of [...OBJECTS, 'x'.repeat(33), 'a/b', '..', 'a?b', 'a%2fb'])
			expect(checkReferenceLookup(bad).ok).toBe(false);
	});
	test('ids are digits, also at the end of an address', () => {
		expect(value(checkId('9'.repeat(19), 'ID'))).toBe('9'.repeat(19));
		expect(value(checkId(123, 'ID'))).toBe('123');
		expect(value(checkId(' 123 ', 'ID'))).toBe('123');
		expect(value(checkId('https://example.com/campaigns/55/?tab=1', 'ID'))).toBe('55');
		for (const bad of [
			...OBJECTS,
			'9'.repeat(20),
			'1a',
			'1/2',
			'-1',
			'https://example.com/campaigns/',
		])
			expect(checkId(bad, 'ID').ok).toBe(false);
		expect(message(checkId(2 ** 60, 'Task ID'))).toBe(
			'Task ID has lost digits: it is too long for a number',
		);
	});
	test('file keys are letters and digits, also inside the address of the file', () => {
		expect(value(checkFileKey('3941ffacdd698b404e'))).toBe('3941ffacdd698b404e');
		expect(value(checkFileKey('a'.repeat(64)))).toHaveLength(64);
		expect(value(checkFileKey('https://example.com/rest/stat/file/id/39ff/format/csv'))).toBe(
			'39ff',
		);
		for (const bad of [...OBJECTS, 'a'.repeat(65), 'a/b', '..', 'a.csv'])
			expect(checkFileKey(bad).ok).toBe(false);
	});
});

describe('numbers', () => {
	test.each<[(given: unknown) => Checked<number>, number, number]>([
		[checkValidity, 1, 72],
		[checkTariff, 0, 9],
	])('%p keeps its range', (check, min, max) => {
		for (const good of [min, max, String(min), ` ${max} `])
			expect(value(check(good))).toBe(Number(good));
		for (const bad of [
			min - 1,
			max + 1,
			String(max + 1),
			'1.5',
			'1e1',
			'0x1',
			'١',
			'a',
			...OBJECTS,
		])
			expect(check(bad).ok).toBe(false);
	});
});

describe('sender applications (4.14)', () => {
	const lengths = Object.entries(LIMITS.application).map(
		([name, { min, max }]) => [name, min, max] as const,
	);
	test.each(lengths)('%s has %d to %d characters', (name, min, max) => {
		const limit = { min, max };
		for (const [length, ok] of [
			[min, true],
			[max, true],
			[max + 1, false],
			[min - 1, false],
		] as const) {
			if (length < 0) continue;
			expect([length, checkLength('1'.repeat(length), limit, name).ok]).toEqual([length, ok]);
		}
	});
	test('a company code has digits only', () => {
		expect(value(checkCompanyCode(12345))).toBe('12345');
		expect(message(checkCompanyCode('12a'))).toBe(
			'Company Code "12a" has characters that are not digits',
		);
		expect(checkCompanyCode('1'.repeat(31)).ok).toBe(false);
		expect(checkCompanyCode('').ok).toBe(false);
	});
	test('characters are counted as people count them', () => {
		const { legal_name } = LIMITS.application;
		expect(checkLength('😀😀😀', legal_name, 'Legal Name').ok).toBe(true);
		expect(checkLength('😀😀', legal_name, 'Legal Name').ok).toBe(false);
	});
	test('countries are named by their code or name', () => {
		for (const good of [' de ', 'Germany', 'Deutschland', '+49'])
			expect(value(checkCountry(good))).toBe('DE');
		for (const bad of [...OBJECTS, 'D', 'DEU', 'D1', 'ДЕ'])
			expect(checkCountry(bad).ok).toBe(false);
	});
});

describe('contact lists and custom fields (4.9, 4.15)', () => {
	test('lists come as array, number or text', () => {
		expect(value(checkGroups([1, '2', 1]))).toEqual([1, 2]);
		expect(value(checkGroups('1, 2;3 4'))).toEqual([1, 2, 3, 4]);
		expect(value(checkGroups(7))).toEqual([7]);
		for (const bad of [
			undefined,
			null,
			'',
			[],
			' , ',
			['x'],
			[1.5],
			[null],
			{},
			true,
			['9007199254740993'],
			[2 ** 60],
		])
			expect(checkGroups(bad).ok).toBe(false);
	});
	test('fields come as pairs or as a map', () => {
		expect(
			value(
				checkContactFields([
					{ id: '5', value: 'x' },
					{ id: 6, value: 7 },
				]),
			),
		).toEqual([
			{ id: 5, value: 'x' },
			{ id: 6, value: '7' },
		]);
		expect(value(checkContactFields({ 5: '', 6: true }))).toEqual([
			{ id: 5, value: '' },
			{ id: 6, value: 'true' },
		]);
		expect(value(checkContactFields([]))).toEqual([]);
	});
});

test('no value of any kind makes a check throw', () => {
	const checks: Array<(given: unknown) => Checked<unknown>> = [
		checkPhone,
		(given) => checkSender(given, 'legacy'),
		(given) => checkText(given, 'plain'),
		checkReference,
		checkReferenceLookup,
		checkValidity,
		checkTariff,
		(given) => checkId(given, 'ID'),
		checkFileKey,
		checkCountry,
		checkGroups,
		checkContactFields,
	];
	fc.assert(
		fc.property(
			fc.anything({
				withBigInt: true,
				withDate: true,
				withMap: true,
				withNullPrototype: true,
				withTypedArray: true,
			}),
			(given) => {
				for (const check of checks) {
					const checked = check(given);
					if (!checked.ok) expect(checked.refusal.message.length).toBeLessThan(300);
				}
			},
		),
		{ numRuns: 200 },
	);
});

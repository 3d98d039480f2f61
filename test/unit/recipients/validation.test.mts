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

// How numbers are read stands in phoneNumbers.test.mts and writtenNumbers.test.mts; what the service takes of each value is held by
// test/property, and in which words all else is refused by errors/errorTexts.test.mts.
describe('a phone number', () => {
	test.each<[unknown, string]>([
		['380 991 112 233.00', '380991112233'],
		['\u00a0+380\u202f99\u2009111\u200b22\u200e33\ufeff', '380991112233'],
		['380–99—111‑22−33', '380991112233'],
		['۳۸۰۹۹۱۱۱۲۲۳۳', '380991112233'],
		['+३८० ९९ ১১১ ๒๒๓๓', '380991112233'],
	])('%p is %s', (given, digits) => {
		expect(checks.checkPhone(given)).toEqual({ ok: true, value: digits });
	});
	test.each<[unknown, string]>([
		['(0)99 111 22 33', 'Phone Number …2233 begins with 0, so its country code is missing'],
		['++380991112233', 'Phone Number …2233 has more than the digits of one number'],
		['380+991112233', 'Phone Number …2233 has more than the digits of one number'],
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
	test('that is too long is told how long it may be', () => {
		for (const [rule, bad, limit] of [
			['legacy', 'a'.repeat(15), 'senders may have 14'],
			['personalized', 'a'.repeat(12), 'names may have 11'],
			['registration', '1'.repeat(16), 'numbers may have 15'],
		] as const)
			expect(message(checks.checkSender(bad, rule))).toBe(
				`Sender "${maskPhone(bad)}" cannot be used: it has ${bad.length} characters, and ${limit}`,
			);
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

test('an ID and the key of a file may stand in the address that a person copied', () => {
	const ADDRESS = 'https://example.com';
	const id = (given: unknown) => valueOf(checks.checkId(given, 'ID'));
	expect(id(`${ADDRESS}/campaigns/55/?tab=1`)).toBe('55');
	expect(checks.checkId(`${ADDRESS}/campaigns/`, 'ID').ok).toBe(false);
	expect(valueOf(checks.checkFileKey(`${ADDRESS}/rest/stat/file/id/39ff/format/csv`))).toBe('39ff');
});

describe('sender applications (4.14)', () => {
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
		(given) => checks.checkId(given, 'ID'),
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

import fc from 'fast-check';
import { fillTemplate, isBlank, parseTemplate } from '../../../nodes/shared/text/index.ts';
import * as checks from '../../../nodes/shared/validation/index.ts';
import type { Checked } from '../../../nodes/shared/validation/index.ts';
import { readQuestion } from '../../../nodes/MessagingService/asking/question.ts';

/*
 * What looks empty is empty. Unicode's properties say what nobody sees, beside its Braille pattern blank, which they count as a symbol.
 */

const LAST_CODE_POINT = 0xe0fff;
const invisible = Array.from({ length: LAST_CODE_POINT + 1 }, (_, code) => code)
	.filter((code) => code < 0xd800 || code > 0xdfff)
	.map((code) => String.fromCodePoint(code))
	.filter((one) => /[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/u.test(one));
const blanks = invisible.filter((one) => /\p{White_Space}/u.test(one));
/** White space with marks, so that neither hides behind the other. */
const blank = fc
	.array(fc.oneof(fc.constantFrom(...invisible), fc.constantFrom(...blanks)), { maxLength: 6 })
	.map((marks) => marks.join(''));
/** What Unicode ignores alone may stand in words, and a text keeps it. */
const joiner = fc.constantFrom(...invisible.filter((one) => !blanks.includes(one)));
/** What people see: letters of any script, and what is joined of several characters. */
const seen = fc.constantFrom(
	...['Zoë', 'Олена', '李', '0', '-', '👩‍👩‍👧', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', 'می‌خواهم', 'علی‌رضا', 'क्‍ष', '⠁'],
);

const message = (checked: Checked<unknown>): string =>
	checked.ok ? `accepted: ${JSON.stringify(checked.value)}` : checked.refusal.message;
const filled = (template: string, record: object): Checked<unknown> =>
	fillTemplate(parseTemplate(template), {
		record,
		item: record,
		evaluate: (expression) => expression,
		field: 'Text',
		isKnown: () => false,
	});

test('a text that shows nothing is empty wherever one is given', () => {
	expect(invisible.length).toBeGreaterThan(4000);
	fc.assert(
		fc.property(blank, (given) => {
			expect(isBlank(given)).toBe(true);
			expect(message(checks.checkText(given))).toBe('Text is empty');
			expect(message(filled('Hi {name}', { name: given }))).toBe(
				'Text needs the field "name", which is empty here',
			);
			expect(filled('Hi {name|there}', { name: given })).toEqual({ ok: true, value: 'Hi there' });
			expect(message(checks.checkPhone(given))).toBe('Phone Number is empty');
			expect(message(checks.checkSender(given, 'legacy'))).toBe('Sender is empty');
			expect(checks.checkDefaultCountry(given)).toEqual({ ok: true, value: undefined });
			expect(message(checks.checkValidity(given))).toBe('Validity is empty');
			expect(message(checks.checkLength(given, { min: 1, max: 9 }, 'Comment'))).toBe(
				'Comment is empty',
			);
			expect(checks.checkContactFields({ 1: given })).toEqual({
				ok: true,
				value: [{ id: 1, value: '' }],
			});
			expect(checks.checkQuietHours(given, given, [1])).toEqual({
				ok: true,
				value: { days: new Set([1]) },
			});
			const question = readQuestion((name) => (name === 'message' ? 'Yes?' : given));
			expect(question).toMatchObject({ value: { text: 'Yes?', asker: '', title: '' } });
		}),
		{ numRuns: 200 },
	);
});

test('what is seen is no blank, and goes out as it is written', () => {
	fc.assert(
		fc.property(seen, joiner, seen, (one, between, other) => {
			const given = `${one}${between}${other}`;
			expect(isBlank(given)).toBe(false);
			expect(isBlank(`${between}${one}`)).toBe(false);
			const composed = given.normalize('NFC');
			expect(checks.checkText(given)).toEqual({ ok: true, value: composed });
			expect(filled('{name}', { name: given })).toEqual({ ok: true, value: given });
			expect(checks.checkContactFields({ 1: given })).toMatchObject({ value: [{ value: given }] });
		}),
		{ numRuns: 200 },
	);
});

test('an empty value that code joins to a text is refused, and a blank that keeps words apart is not', () => {
	const joined = (name: string): Checked<unknown> => {
		const template = parseTemplate('{{ "Hi " + $json.name }}', { isExpression: true });
		const evaluate = (expression: string): unknown =>
			expression.includes('Hi') ? `Hi ${name}` : name;
		return fillTemplate(template, {
			record: {},
			item: { name },
			evaluate,
			field: 'Text',
			isKnown: () => false,
		});
	};
	expect(joined(' ')).toEqual({ ok: true, value: 'Hi  ' });
	for (const name of ['\u200b', '\u3164', ' \u2060'])
		expect(message(joined(name))).toBe('Text needs $json.name, which is empty here');
});

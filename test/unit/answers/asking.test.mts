import fc from 'fast-check';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { LONGEST_ANSWER, readAnswer } from '../../../nodes/MessagingService/asking/answer';
import { checkWaitLimit } from '../../../nodes/MessagingService/asking/limit';
import { linkedText } from '../../../nodes/MessagingService/asking/linkedText';
import { closingPage, questionPage } from '../../../nodes/MessagingService/asking/page';
import { readQuestion, type Question } from '../../../nodes/MessagingService/asking/question';
import { keepWaiting, waitingQuestion } from '../../../nodes/MessagingService/asking/waiting';
import { analyseText } from '../../../nodes/shared/text';
import type { Checked } from '../../../nodes/shared/validation';

// The parts of Send and Wait for Response that need no n8n: what is asked, what is answered, and the message and the page between.

const LINK = `http://127.0.0.1:5678/webhook-waiting/7/node?signature=${'0a'.repeat(32)}`;

/** @throws Error where it was refused */
function good<T>(checked: Checked<T>): T {
	if (!checked.ok) throw new Error(checked.refusal.message);
	return checked.value;
}
const refusal = (checked: Checked<unknown>): string =>
	checked.ok ? 'accepted' : checked.refusal.message;

/** What is asked when the node has these parameters. */
const question = (parameters: Record<string, unknown> = {}): Question =>
	good(readQuestion(reading({ message: 'Order 7?', ...parameters })));
const reading =
	(parameters: Record<string, unknown>) =>
	(name: string, fallback: unknown): unknown =>
		name in parameters ? parameters[name] : fallback;

describe('what is asked', () => {
	test('an approval has two buttons by default, and labels of its own where they are given', () => {
		expect(question().decisions).toEqual([
			{ label: 'Approve', approved: true },
			{ label: 'Decline', approved: false },
		]);
		const values = { approvalType: 'single', approveLabel: ' Yes ', disapproveLabel: 'No' };
		expect(question({ approvalOptions: { values } }).decisions).toEqual([
			{ label: 'Yes', approved: true },
		]);
		const empty = { approveLabel: '  ', disapproveLabel: 7 };
		expect(question({ approvalOptions: { values: empty } }).decisions).toEqual(
			question().decisions,
		);
	});

	test('the page says the text of the message without the place of its link, or its own text', () => {
		expect(question({ message: ' Pay {link} now ' }).text).toBe('Pay  now');
		expect(question({ 'options.pageText': 'All of it' }).text).toBe('All of it');
		expect(question({ 'options.pageText': '   ' }).text).toBe('Order 7?');
	});
});

describe('what is answered', () => {
	const freeText = question({ responseType: 'freeText' });

	test.each<[unknown, string]>([
		['  ', 'Please fill this in.'],
		[['a', 'b'], 'Please fill this in.'],
		['x'.repeat(LONGEST_ANSWER + 1), 'Please use at most 10000 characters.'],
	])('a mistake %#', (text, mistake) => {
		expect(readAnswer(freeText, { text })).toMatchObject({ ok: false, mistake });
	});

	test('no request, however odd, becomes an answer that was not asked for', () => {
		const questions = [question(), freeText];
		const body = fc.oneof(
			fc.anything(),
			fc.dictionary(fc.constantFrom('approved', 'data', 'text', '__proto__'), fc.anything()),
		);
		fc.assert(
			fc.property(fc.constantFrom(...questions), body, (asked, sent) => {
				const answer = readAnswer(asked, sent);
				if (!answer.ok) return answer.mistake !== '';
				const [value, ...others] = Object.values(answer.data);
				const right = { approval: 'boolean', freeText: 'string' }[asked.kind];
				return others.length === 0 && typeof value === right;
			}),
		);
	});
});

describe('the message with its link', () => {
	test('has the link where {link} stands, or at the end', () => {
		expect(good(linkedText('Pay? {link} Thanks', LINK, 2, 'refuse'))).toBe(`Pay? ${LINK} Thanks`);
		expect(good(linkedText('Pay?', LINK, 2, 'refuse'))).toBe(`Pay?\n${LINK}`);
	});

	test('is refused where it is too long, with the reason', () => {
		const long = linkedText('x'.repeat(300), LINK, 2, 'refuse');
		expect(refusal(long)).toBe(
			`The text with its link needs 3 segments (${301 + LINK.length} characters); the most allowed is 2`,
		);
		const cyrillic = linkedText('Так?', LINK, 1, 'refuse');
		expect(cyrillic.ok ? '' : cyrillic.refusal.description).toContain('here Т а к, leave less');
	});

	test('is shortened where that is wanted, and keeps its link whole', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: 'grapheme', minLength: 1, maxLength: 700 }),
				fc.integer({ min: 1, max: 5 }),
				(text, most) => {
					const message = linkedText(text, LINK, most, 'shorten');
					return (
						!message.ok ||
						(message.value.includes(LINK) && analyseText(message.value).segments <= most)
					);
				},
			),
		);
		const message = good(linkedText(`Agent: ${'very '.repeat(200)}`, LINK, 2, 'shorten'));
		expect(message).toMatch(/^Agent: very .*\.\.\.\nhttp/);
		const { segments, units } = analyseText(message);
		expect(segments).toBe(2);
		// Two segments hold 306 characters; a space before the cut goes.
		expect(units).toBeGreaterThanOrEqual(305);
	});
});

describe('the limit of the wait', () => {
	const NOW = Date.parse('2026-11-21T10:00:00Z');
	const limit = (values: IDataObject, zone = 'UTC') => checkWaitLimit(values, zone, NOW);

	test.each<[IDataObject, number]>([
		[{ resumeAmount: 0.5, resumeUnit: 'minutes' }, 30_000],
		[{ resumeAmount: '2', resumeUnit: 'hours' }, 7_200_000],
		[{ resumeAmount: 45, resumeUnit: 'days' }, 45 * 86_400_000],
		[{ limitType: 'afterTimeInterval' }, 3_600_000],
	])('%j ends %d ms after the wait began', (values, ms) => {
		expect(good(limit(values))(NOW + 5000).getTime()).toBe(NOW + 5000 + ms);
	});

	test('a date is read in the workflow’s zone, whenever the wait began', () => {
		const values = { limitType: 'atSpecifiedTime', maxDateAndTime: '2026-11-22T09:00:00' };
		expect(good(limit(values, 'Europe/Kyiv'))(NOW).toISOString()).toBe('2026-11-22T07:00:00.000Z');
	});

	test.each<[IDataObject, RegExp]>([
		[{ resumeAmount: 10_001 }, /needs an amount/],
		[{ resumeAmount: 'soon' }, /needs an amount/],
		[{ resumeAmount: 1, resumeUnit: 'weeks' }, /^Limit Wait Time has an unknown unit$/],
		[{ limitType: 'atSpecifiedTime', maxDateAndTime: 'tomorrow' }, /Limit Wait Time/],
	])('%j is refused', (values, message) => {
		expect(refusal(limit(values))).toMatch(message);
	});
});

describe('the page', () => {
	/** What the page's markup may be made of, but for texts and attributes. */
	const skeleton = (page: string): string =>
		page.replace(/>[^<]*</g, '><').replace(/"[^"]*"/g, '""');

	test('has the same markup whatever people wrote into it', () => {
		const plain = 'a';
		fc.assert(
			fc.property(fc.string({ minLength: 1 }), (text) => {
				const page = (written: string): string =>
					questionPage(
						{
							...question({ responseType: 'freeText' }),
							asker: written,
							title: written,
							text: written,
							submitLabel: written,
						},
						written,
						written,
					);
				expect(skeleton(page(text))).toBe(skeleton(page(plain)));
				expect(skeleton(closingPage(text))).toBe(skeleton(closingPage(plain)));
			}),
			{ examples: [['"><script>alert(1)</script>'], ["'`&lt;"], ['</textarea><b>']] },
		);
	});
});

test('what the page has to know lies in the context of its node alone', () => {
	const waiting = { text: 'Order 7?', run: 1, message: { phone: '380991112211' } };
	const contexts: Record<string, IDataObject> = {};
	const functions = (name: string, data: object | null): IWebhookFunctions =>
		({ runExecutionData: data, getNode: () => ({ name }) }) as unknown as IWebhookFunctions;
	keepWaiting((contexts['node:Ask'] = {}), waiting);
	const data = { executionData: { contextData: contexts } };
	expect(waitingQuestion(functions('Ask', data))).toEqual(waiting);
	expect(waitingQuestion(functions('Other', data))).toBeUndefined();
	expect(waitingQuestion(functions('Ask', {}))).toBeUndefined();
	expect(waitingQuestion(functions('Ask', null))).toBeUndefined();
});

import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { reasonOf } from '../../nodes/MessagingService/sending/settle.ts';
import type { Recipient } from '../../nodes/MessagingService/sending/settle.ts';
import type { OperationContext } from '../../nodes/MessagingService/dispatch/context.ts';
import type { Cleaning, SendParameters } from '../../nodes/MessagingService/sending/parameters.ts';
import { cleanRecipients, entryField } from '../../nodes/MessagingService/sending/recipients.ts';
import type { RawRecipient } from '../../nodes/MessagingService/sending/recipients.ts';
import {
	campaignEndpoint,
	intoRequests,
	personalizedCampaignEndpoint,
} from '../../nodes/MessagingService/sending/requests.ts';
import { summariseRefusals } from '../../nodes/MessagingService/sending/refusals.ts';
import type { Refused } from '../../nodes/MessagingService/sending/settle.ts';
import { fill } from '../support/fill.mts';
import type { Checked } from '../../nodes/shared/checked.ts';
import { isBlank, listEntries } from '../../nodes/shared/text/index.ts';

const PHONE = '380991112233';
/** What a test says of a recipient: what of the form is its own stands in its record. */
interface Given extends Partial<RawRecipient> {
	sender?: unknown;
	text?: unknown;
	reference?: unknown;
}
const raw = (
	item: number,
	{ sender, text, reference, record, ...more }: Given = {},
): RawRecipient => ({
	item,
	position: -1,
	phone: PHONE,
	...more,
	record: { ...record, SENDER: sender, TEXT: text, REFERENCE: reference } as IDataObject,
});
/** A field of the form that each recipient gives for itself, and `common` where it does not. */
const fieldOf = (key: string, common: unknown) => ({
	fill: (_: number, record: object): Checked<unknown> => {
		const { [key]: own = common } = record as Record<string, unknown>;
		return typeof own === 'string' ? fill(own, record) : { ok: true, value: own };
	},
});
const CLEANING: Cleaning = { leaveOut: new Set() };
/** A run of sends, as far as recipients are cleaned by it. */
const newRun = (referenceMode = 'automatic'): Parameters<typeof cleanRecipients>[0] => ({
	endpoint: personalizedCampaignEndpoint,
	ownReferences: new Map(),
	rows: new Map(),
	references: { mode: 'custom', run: 'run', day: '2026-11-27' },
	parameters: {
		termsOf: () => ({}),
		referenceMode,
		fields: {
			country: fieldOf('COUNTRY', undefined),
			reference: fieldOf('REFERENCE', undefined),
			sender: fieldOf('SENDER', 'Shop'),
			text: fieldOf('TEXT', 'Hi'),
		},
	} as unknown as SendParameters,
	ctx: {} as OperationContext,
});
const clean = (input: RawRecipient[], run = newRun()): Recipient[] =>
	cleanRecipients(run, input, CLEANING);
/** The refusal of a recipient that was refused. */
const refusalOf = (recipient: Recipient | undefined) =>
	recipient?.status === 'refused' ? recipient.refusal : undefined;
const refusedOf = (recipients: Recipient[]): Refused[] =>
	recipients.filter((recipient): recipient is Refused => recipient.status === 'refused');
const statusAndReason = (recipient: Recipient) => [recipient.status, reasonOf(recipient)];

describe('a list of recipients', () => {
	it.each([
		[undefined, []],
		[null, []],
		[0, [0]],
		[false, [false]],
		[{ phone: '1' }, [{ phone: '1' }]],
		[' [1, 2] ', [1, 2]],
		['[no json', ['[no json']],
		[
			['1', ''],
			['1', ''],
		],
		['\n["a"]', ['a']],
		['[]', []],
		['{"a":1}', ['{"a":1}']],
		['"a"', ['"a"']],
		['5', ['5']],
		['1;2;;3\r\n 4 ,', ['1', '2', '3', '4']],
	])('%j is read as %j', (value, entries) => {
		expect(listEntries(value)).toEqual(entries);
	});

	it.each([
		[{ a: { b: 1 } }, 'a.b', false, 1],
		[{ a: 1 }, 'a', true, 1],
		['1', 'a', true, '1'],
		['1', 'a', false, undefined],
		[null, 'a', true, null],
		[null, 'a', false, undefined],
	])('the entry %j has under %s (plain: %j) %j', (entry, path, plain, value) => {
		expect(entryField(entry, path, plain)).toBe(value);
	});

	it.each([
		[undefined, true],
		[null, true],
		['', true],
		[' \t', true],
		['0', false],
		[0, false],
		[false, false],
		[[], false],
	])('%j is blank: %s', (value, blank) => {
		expect(isBlank(value)).toBe(blank);
	});
});

describe('a recipient', () => {
	it.each([
		[{ phone: 'x1' }, { phone: 'x1', text: 'Hi' }],
		[{ phone: 12 }, { phone: '12' }],
		[{ phone: true }, { phone: '' }],
		[{ phone: ['380991112233'] }, { phone: '' }],
		[{ sender: null }, { sender: '' }],
		[{ text: { a: 1 } }, { text: '' }],
		[{ sender: ' ' }, {}],
		[{ text: '' }, {}],
	])('with %j is refused, and shown as far as it is text', (more, shown) => {
		const [recipient] = clean([raw(0, more as Given)]);
		expect(recipient).toMatchObject({ status: 'refused', message: shown });
		expect(refusalOf(recipient)?.field).toBe(
			'phone' in more ? 'Phone Number' : 'sender' in more ? 'Sender' : 'Text',
		);
	});
});

describe('a repeated number', () => {
	const input = [raw(0), raw(1, { phone: `+${PHONE}` }), raw(2, { position: 4, text: 'Other' })];

	it('gets equal texts once, and different texts each', () => {
		expect(clean(input).map(statusAndReason)).toEqual([
			['ready', 'Not sent'],
			['merged', 'The same number and text as item 0'],
			['ready', 'Not sent'],
		]);
	});

	it('gets one message where all get the same text', () => {
		const run = { ...newRun(), endpoint: campaignEndpoint };
		expect(clean(input, run).map(statusAndReason)).toEqual([
			['ready', 'Not sent'],
			['merged', 'The same number as item 0'],
			['merged', 'The same number as item 0'],
		]);
	});

	it('is counted by the rows before it', () => {
		expect(clean([...input, raw(3)]).map(({ message }) => message.nth)).toEqual([0, 1, 2, 3]);
	});
});

describe('references of the user', () => {
	const other = { phone: '380991112244' };
	const own = () => newRun('custom');

	it.each([
		[{ ...other }, true],
		[{ text: 'Other' }, true],
		[{}, false],
	])('shared with %j are refused: %s', (more, refused) => {
		const [, second] = clean(
			[raw(0, { reference: 'one' }), raw(1, { ...more, reference: 'one' })],
			own(),
		);
		expect(refusalOf(second)).toEqual(
			refused
				? {
						field: 'Reference',
						message: 'The reference one is the same as in item 0',
						description: 'Give every message a reference of its own.',
					}
				: undefined,
		);
	});

	it('are compared over all sends of a run', () => {
		const run = own();
		const statusOf = (one: RawRecipient): unknown => clean([one], run)[0]?.status;
		expect(statusOf(raw(0, { reference: 'one' }))).toBe('ready');
		expect(statusOf(raw(1, { ...other, reference: 'one' }))).toBe('refused');
	});
});

describe('refusals in one', () => {
	it('of one recipient alone is its own', () => {
		const refused = refusedOf(clean([raw(0, { phone: '' })]));
		expect(summariseRefusals(refused, 1)).toBe(refused[0]?.refusal);
		expect(summariseRefusals(refused, 2).message).toMatch(
			/^Nothing was sent: 1 of 2 recipients cannot be used: \[item 0\] /,
		);
	});

	it('names places and reasons, and its field is that of the first', () => {
		const refused = clean([raw(0, { position: 2 }), raw(1)]).map(
			({ message }, index): Refused => ({
				status: 'refused',
				message,
				refusal: { field: `Field ${index}`, message: `Odd ${index}` },
			}),
		);
		expect(summariseRefusals(refused, 3)).toEqual({
			field: 'Field 0',
			message:
				'Nothing was sent: 2 of 3 recipients cannot be used: [item 0, recipient 3] Odd 0; [item 1] Odd 1',
			description:
				'To send to the others, set Invalid Recipients to Leave Out under Options. Items count from 0, as in n8n.',
		});
		expect(summariseRefusals(refused, 2).description).toBe('Items count from 0, as in n8n.');
		expect(summariseRefusals([], 3).field).toBe('Phone Number');
	});

	it('names three and counts the rest', () => {
		const refusals = (count: number): string =>
			summariseRefusals(
				refusedOf(clean(Array.from({ length: count }, (_, item) => raw(item, { phone: '1' })))),
				20,
			).message;
		expect(refusals(3)).not.toContain('more');
		expect(refusals(60)).toMatch(/\[item 2\] [^;]*; and 57 more$/);
	});
});

describe('requests', () => {
	const numbered = (numbers: number[]): RawRecipient[] =>
		numbers.map((number, item) =>
			raw(item, { phone: `3809911122${String(number).padStart(2, '0')}`, text: `Hi ${item}` }),
		);
	const itemsOf = (requests: Recipient[][]): number[][] =>
		requests.map((request) => request.map(({ message }) => message.item));

	it('never lose, repeat or reorder a recipient', () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: 0, max: 30 })),
				fc.integer({ min: 1, max: 7 }),
				(numbers, size) => {
					const recipients = clean(numbered(numbers));
					const requests = intoRequests(recipients, size);
					expect(
						itemsOf(requests)
							.flat()
							.sort((a, b) => a - b),
					).toEqual(recipients.map(({ message }) => message.item));
					for (const request of requests) {
						expect(request.length).toBeLessThanOrEqual(size);
						const phones = request.map(({ message }) => message.phone);
						expect(new Set(phones).size).toBe(request.length);
					}
				},
			),
		);
	});
});

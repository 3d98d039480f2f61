import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import type { Recipient, Refused } from '../../../nodes/MessagingService/sending/message.ts';
import type { OperationContext } from '../../../nodes/MessagingService/dispatch/context.ts';
import type { SendParameters } from '../../../nodes/MessagingService/sending/parameters.ts';
import {
	rowJudge,
	type JudgeRows,
	type Row,
} from '../../../nodes/MessagingService/sending/judge.ts';
import { piecesOf } from '../../../nodes/MessagingService/sending/pieces.ts';
import { personalizedCampaignEndpoint } from '../../../nodes/MessagingService/sending/endpoints.ts';
import { Repeats } from '../../../nodes/MessagingService/sending/repeats.ts';
import type { SendRun } from '../../../nodes/MessagingService/sending/run.ts';
import { groupsOfItems, wayOfItems } from '../../../nodes/MessagingService/sending/way.ts';
import { summariseRefusals } from '../../../nodes/MessagingService/sending/refusals.ts';
import { fill } from '../../support/fill.mts';
import type { Checked } from '../../../nodes/shared/checked.ts';
import { listEntries } from '../../../nodes/shared/text/index.ts';

const PHONE = '380991112233';
/** What a test says of a recipient: what of the form is its own stands in its record. */
interface Given extends Partial<Row> {
	sender?: unknown;
	text?: unknown;
	reference?: unknown;
}
const raw = (item: number, { sender, text, reference, record, ...more }: Given = {}): Row => ({
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
/** What judges the rows of a run, each call those of a batch. */
function newRun(referenceMode = 'automatic'): JudgeRows {
	const run = {
		endpoint: personalizedCampaignEndpoint,
		references: { mode: 'custom', run: 'run', day: '2026-11-27' },
		parameters: {
			termsOf: () => ({}),
			referenceMode,
			fields: {
				country: fieldOf('COUNTRY', undefined),
				reference: fieldOf('REFERENCE', undefined),
				sender: fieldOf('SENDER', 'Shop'),
				said: fieldOf('TEXT', 'Hi'),
			},
		} as unknown as SendParameters,
		ctx: {} as OperationContext,
	} as unknown as SendRun;
	const repeats = new Repeats();
	const judge = rowJudge(run, wayOfItems(run), repeats);
	return (...rows) => {
		repeats.endScope();
		return judge(...rows);
	};
}
const clean = (input: Row[], judge = newRun()): Recipient[] =>
	judge(input, { leaveOut: new Set() });
/** The refusal of a recipient that was refused. */
const refusalOf = (recipient: Recipient | undefined) =>
	recipient?.status === 'refused' ? recipient.refusal : undefined;

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
])('a list of recipients, %j, is read as %j', (value, entries) => {
	expect(listEntries(value)).toEqual(entries);
});

it.each([
	[{ phone: 'x1' }, { phone: 'x1', text: 'Hi' }, 'Phone Number'],
	[{ phone: 12 }, { phone: '12' }, 'Phone Number'],
	[{ phone: true }, { phone: '' }, 'Phone Number'],
	[{ phone: ['380991112233'] }, { phone: '' }, 'Phone Number'],
	[{ sender: null }, { sender: '' }, 'Sender'],
	[{ sender: ' ' }, {}, 'Sender'],
	[{ text: { a: 1 } }, { text: '' }, 'Text'],
	[{ text: '' }, {}, 'Text'],
])('a recipient with %j is refused, and shown as far as it is text', (more, shown, field) => {
	const [recipient] = clean([raw(0, more as Given)]);
	expect(recipient).toMatchObject({ status: 'refused', message: shown });
	expect(refusalOf(recipient)?.field).toBe(field);
});

it.each<[Given, boolean]>([
	[{ phone: '380991112244' }, true],
	[{ text: 'Other' }, true],
	[{}, false],
])('a reference of the user that is shared with %j is refused: %s', (more, refused) => {
	const rows = [raw(0, { reference: 'one' }), raw(1, { ...more, reference: 'one' })];
	const expected = refused && {
		field: 'Reference',
		message: 'The reference one is the same as in item 1',
		description: 'Give every message a reference of its own.',
	};
	expect(refusalOf(clean(rows, newRun('custom'))[1]) ?? false).toEqual(expected);
	// Of a list an item is a send of its own, in the same run.
	const run = newRun('custom');
	const [, second] = rows.map((row) => clean([row], run)[0]);
	if (refused) expect(second?.status).toBe('refused');
});

it('refusals in one name places and reasons, and the field of the first', () => {
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
			'Nothing was sent: 2 of 3 recipients cannot be used: [item 1, recipient 3] Odd 0; [item 2] Odd 1',
		description: 'To send to the others, set Invalid Recipients to Leave Out under Options.',
	});
	expect(summariseRefusals(refused, 2).description).toBe('');
	expect(summariseRefusals([], 3).field).toBe('Phone Number');
});

it('requests never lose, repeat or reorder a recipient', () => {
	const numbered = (numbers: number[]): Row[] =>
		numbers.map((number, item) =>
			raw(item, {
				phone: `3809911122${String(number).padStart(2, '0')}`,
				text: `Hi ${item}`,
				sender: `Shop${(item * 7) % 3}`,
			}),
		);
	const input = fc.array(fc.integer({ min: 0, max: 30 }));
	fc.assert(
		fc.property(input, fc.integer({ min: 1, max: 7 }), (numbers, size) => {
			const recipients = clean(numbered(numbers));
			const requests = piecesOf(recipients, size, groupsOfItems(recipients));
			const last = new Map<string, number>();
			for (const { phone, item } of requests.flat().map(({ message }) => message)) {
				expect(item).toBeGreaterThan(last.get(phone) ?? -1);
				last.set(phone, item);
			}
			const items = requests.flat().map(({ message }) => message.item);
			expect(items.sort((a, b) => a - b)).toEqual(recipients.map(({ message }) => message.item));
			for (const request of requests) {
				expect(request.length).toBeLessThanOrEqual(size);
				const phones = request.map(({ message }) => message.phone);
				expect(new Set(phones).size).toBe(request.length);
			}
		}),
	);
});

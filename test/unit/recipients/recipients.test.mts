import type { IDataObject } from 'n8n-workflow';
import type { Recipient } from '../../../nodes/MessagingService/sending/message.ts';
import type { OperationContext } from '../../../nodes/MessagingService/dispatch/context.ts';
import type { SendParameters } from '../../../nodes/MessagingService/sending/parameters.ts';
import {
	rowJudge,
	type JudgeRows,
	type Row,
} from '../../../nodes/MessagingService/sending/judge.ts';
import { personalizedCampaignEndpoint } from '../../../nodes/MessagingService/sending/endpoints.ts';
import { Repeats } from '../../../nodes/MessagingService/sending/repeats.ts';
import type { SendRun } from '../../../nodes/MessagingService/sending/run.ts';
import { wayOfItems } from '../../../nodes/MessagingService/sending/way.ts';
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
function newRun(): JudgeRows {
	const run = {
		endpoint: personalizedCampaignEndpoint,
		references: { mode: 'custom', run: 'run', day: '2026-11-27' },
		parameters: {
			termsOf: () => ({}),
			referenceMode: 'automatic',
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
const clean = (input: Row[]): Recipient[] => newRun()(input, { leaveOut: new Set() });
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

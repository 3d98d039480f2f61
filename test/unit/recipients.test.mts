import {
	cleanRecipients,
	entryField,
	isBlank,
	listEntries,
	placeOf,
	refuse,
	summariseRefusals,
} from '../../nodes/MessagingService/operations/recipients.ts';
import type {
	Cleaning,
	Entry,
	RawRecipient,
} from '../../nodes/MessagingService/operations/recipients.ts';
import { runKey } from '../../nodes/MessagingService/operations/references.ts';
import { keepRun, recallRun } from '../../nodes/MessagingService/operations/runMemory.ts';
import type { RunMemory } from '../../nodes/MessagingService/operations/runMemory.ts';

const RULES = { sender: 'personalized', text: 'personalized' } as const;
const PHONE = '380991112233';
const raw = (item: number, more: Partial<RawRecipient> = {}): RawRecipient => ({
	item,
	position: -1,
	phone: PHONE,
	sender: 'Shop',
	text: 'Hi',
	...more,
});
const clean = (input: RawRecipient[], cleaning: Partial<Cleaning> = {}): Entry[] =>
	cleanRecipients(input, RULES, { repeated: 'merge', empty: 'refuse', ...cleaning });
const brief = ({ phone, sender, text, reference, status, round, reason }: Entry): object => ({
	phone,
	sender,
	text,
	reference,
	status,
	round,
	reason,
});

describe('a list of recipients', () => {
	it.each([
		[undefined, []],
		[null, []],
		[0, [0]],
		[false, [false]],
		[{ phone: '1' }, [{ phone: '1' }]],
		[' [1, 2] ', [1, 2]],
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

	it('names places from 0 on', () => {
		expect([
			placeOf({ item: 3, position: -1 }),
			placeOf({ item: 3, position: 0 }),
			placeOf({ item: 0, position: 7 }),
		]).toEqual(['item 3', 'item 3, entry 0', 'item 0, entry 7']);
	});
});

describe('a recipient', () => {
	it('is normalised when all is right', () => {
		expect(
			clean([raw(0, { phone: ' +380 (99) 111-22-33 ' }), raw(1, { phone: 380991112244 })]).map(
				brief,
			),
		).toEqual([
			{
				phone: PHONE,
				sender: 'Shop',
				text: 'Hi',
				reference: '',
				status: 'ready',
				round: 0,
				reason: undefined,
			},
			{
				phone: '380991112244',
				sender: 'Shop',
				text: 'Hi',
				reference: '',
				status: 'ready',
				round: 0,
				reason: undefined,
			},
		]);
	});

	it.each([
		[{ phone: 'x1' }, { phone: 'x1', sender: 'Shop', text: 'Hi' }],
		[{ phone: 12 }, { phone: '12' }],
		[{ phone: true }, { phone: '' }],
		[{ phone: ['380991112233'] }, { phone: '' }],
		[{ sender: null }, { sender: '' }],
		[{ text: { a: 1 } }, { text: '' }],
		[{ sender: ' ' }, {}],
		[{ text: '' }, {}],
	])('with %j is refused, and shown as far as it is text', (more, shown) => {
		const [entry] = clean([raw(0, more as Partial<RawRecipient>)]);
		expect(entry).toMatchObject({ status: 'refused', ...shown });
		expect(entry?.reason).toBe(entry?.refusal?.message);
		expect(entry?.refusal?.field).toBe(
			'phone' in more ? 'Phone Number' : 'sender' in more ? 'Sender' : 'Text',
		);
	});

	it('has a text of its own where there is a record to fill it', () => {
		const [filled, plain, gone, odd] = clean([
			raw(0, { text: 'Hi {name}', record: { name: 'Ann' } }),
			raw(1, { phone: '380991112244', text: 'Hi {name}' }),
			raw(2, { phone: '380991112255', text: 'Hi {name}', record: {} }),
			raw(3, { phone: '380991112266', text: 12, record: { name: 'Ann' } }),
		]);
		expect([filled?.text, plain?.text]).toEqual(['Hi Ann', 'Hi {name}']);
		expect([gone?.status, odd?.status, odd?.text]).toEqual(['refused', 'ready', '12']);
		expect(gone?.reason).toContain('name');
	});

	it('without a number is left out or refused', () => {
		expect(
			clean([raw(0, { phone: ' ' }), raw(1)], { empty: 'skip' }).map(({ status, reason }) => [
				status,
				reason,
			]),
		).toEqual([
			['skipped', 'The phone number is empty'],
			['ready', undefined],
		]);
		expect(clean([raw(0, { phone: '' })]).map(({ status }) => status)).toEqual(['refused']);
	});
});

describe('a repeated number', () => {
	const input = [raw(0), raw(1, { phone: `+${PHONE}` }), raw(2, { position: 4, text: 'Other' })];

	it('is merged with the first, which is named', () => {
		expect(clean(input).map(({ status, reason }) => [status, reason])).toEqual([
			['ready', undefined],
			['merged', 'The same number as item 0'],
			['merged', 'The same number as item 0, with another text'],
		]);
	});

	it('is refused with its last digits and the place of the first', () => {
		expect(
			clean(input, { repeated: 'refuse' })
				.slice(1)
				.map(({ refusal }) => refusal),
		).toEqual(
			[1, 2].map(() => ({
				field: 'Phone Number',
				message: 'The phone number …2233 is the same as in item 0',
				description:
					'Remove the repeated recipient, or set Repeated Numbers to merge under Options.',
			})),
		);
	});

	it('goes into a later campaign each time', () => {
		expect(clean([...input, raw(3)], { repeated: 'send' }).map(({ round }) => round)).toEqual([
			0, 1, 2, 3,
		]);
	});
});

describe('references of the user', () => {
	const other = { phone: '380991112244' };

	it('are kept, and what is no reference is refused', () => {
		expect(
			clean([raw(0, { reference: 'order1' }), raw(1, { ...other, reference: 'a b' })]).map(
				({ reference, status, refusal }) => [reference, status, refusal?.field],
			),
		).toEqual([
			['order1', 'ready', undefined],
			['', 'refused', 'Reference'],
		]);
	});

	it.each([
		[{ ...other }, true],
		[{ text: 'Other' }, true],
		[{}, false],
	])('shared with %j are refused: %s', (more, refused) => {
		const [, second] = clean(
			[raw(0, { reference: 'one' }), raw(1, { ...more, reference: 'one' })],
			{ repeated: 'send' },
		);
		expect(second?.refusal).toEqual(
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
		const known = new Map<string, Entry>();
		const cleaning = { repeated: 'send', empty: 'refuse' } as const;
		expect(cleanRecipients([raw(0, { reference: 'one' })], RULES, cleaning, known)[0]?.status).toBe(
			'ready',
		);
		expect(
			cleanRecipients([raw(1, { ...other, reference: 'one' })], RULES, cleaning, known)[0]?.status,
		).toBe('refused');
	});
});

describe('refusals in one', () => {
	it('of one recipient alone is its own', () => {
		const entries = clean([raw(0, { phone: '' })]);
		expect(summariseRefusals(entries, 1)).toBe(entries[0]?.refusal);
		expect(summariseRefusals(entries, 2).message).toMatch(
			/^Nothing was sent: 1 of 2 recipients cannot be used: \[item 0\] /,
		);
	});

	it('names places and reasons, and its field is that of the first', () => {
		const entries = clean([raw(0, { position: 2 }), raw(1)]);
		for (const [index, entry] of entries.entries())
			refuse(entry, { field: `Field ${index}`, message: `Odd ${index}` });
		expect(summariseRefusals(entries, 3)).toEqual({
			field: 'Field 0',
			message:
				'Nothing was sent: 2 of 3 recipients cannot be used: [item 0, entry 2] Odd 0; [item 1] Odd 1',
			description:
				'Mend them, or set Invalid Recipients to Leave Out under Options. Dry Run shows them all.',
		});
		expect(summariseRefusals([], 3).field).toBe('Phone Number');
	});

	it('counts from the eleventh on', () => {
		const refusals = (count: number): string =>
			summariseRefusals(
				clean(Array.from({ length: count }, (_, item) => raw(item, { phone: '1' }))),
				20,
			).message;
		expect(refusals(10)).not.toContain('more');
		expect(refusals(11)).toMatch(/; and 1 more$/);
	});
});

describe('the memory of a run', () => {
	const memory = (size = 1): RunMemory =>
		new Map(Array.from({ length: size }, (_, index) => [String(index), { state: 'unknown' }]));
	const forget = (...names: string[]): void =>
		names.forEach((name) => keepRun(name, new Map(), false));

	it('is given up after a quarter of an hour, when another run ends', () => {
		jest.useFakeTimers();
		try {
			keepRun('old', memory(), true);
			jest.advanceTimersByTime(900_000);
			keepRun('new', memory(), true);
			expect(recallRun('old').size).toBe(1);
			jest.advanceTimersByTime(1);
			keepRun('new', memory(), true);
			expect([recallRun('old').size, recallRun('new').size]).toEqual([0, 1]);
		} finally {
			jest.useRealTimers();
			forget('old', 'new');
		}
	});

	it('holds 200,000 recipients beside the latest run, which is kept however large', () => {
		keepRun('first', memory(1), true);
		keepRun('second', memory(199_999), true);
		expect([recallRun('first').size, recallRun('second').size]).toEqual([1, 199_999]);
		keepRun('third', memory(200_001), true);
		expect([recallRun('first').size, recallRun('second').size, recallRun('third').size]).toEqual([
			0, 0, 200_001,
		]);
		forget('first', 'second', 'third');
	});

	it('of a run that goes on is a copy', () => {
		keepRun('run', memory(), true);
		recallRun('run').clear();
		expect(recallRun('run').size).toBe(1);
		keepRun('run', new Map(), true);
		expect(recallRun('run').size).toBe(0);
	});
});

describe('the key of a run', () => {
	const identity = { workflowId: 'w', executionId: 'e', nodeName: 'n', runIndex: 0 };
	const keyOf = (more: object): string =>
		runKey({ identity, functions: {}, ...more } as unknown as Parameters<typeof runKey>[0]);

	it('holds workflow, execution, its start, node and run', () => {
		expect(keyOf({})).toBe('w\ne\n\nn\n0');
		expect(keyOf({ functions: { getExecutionContext: () => ({ establishedAt: 5 }) } })).toBe(
			'w\ne\n5\nn\n0',
		);
		expect(keyOf({ functions: { getExecutionContext: () => undefined } })).toBe('w\ne\n\nn\n0');
	});

	it('is another one each time where there is no execution', () => {
		const without = { identity: { ...identity, executionId: '' } };
		expect(keyOf(without)).not.toBe(keyOf(without));
	});

	it('of a tool is the same for the same call only', () => {
		const [call, other] = [{}, {}];
		expect(keyOf({ toolCall: call })).toBe(keyOf({ toolCall: call }));
		expect(keyOf({ toolCall: call })).not.toBe(keyOf({ toolCall: other }));
		expect(keyOf({ toolCall: call })).not.toContain('w');
	});
});

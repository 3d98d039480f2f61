import fc from 'fast-check';
import { compileFields } from '../../nodes/MessagingService/dispatch/parameters.ts';
import { valueAt } from '../../nodes/shared/text/path.ts';
import {
	chunksOf,
	cleanRecipients,
	listEntries,
	summariseRefusals,
} from '../../nodes/MessagingService/operations/recipients.ts';
import type { RawRecipient } from '../../nodes/MessagingService/operations/recipients.ts';
import {
	automaticReference,
	contentReference,
} from '../../nodes/MessagingService/operations/references.ts';
import { keepRun, recallRun } from '../../nodes/MessagingService/operations/runMemory.ts';
import { refusedRecipients } from '../../nodes/MessagingService/operations/guarded.ts';
import { PATTERNS } from '../../nodes/shared/spec/index.ts';

const RULES = { sender: 'personalized', text: 'personalized' } as const;
const raw = (
	item: number,
	phone: unknown,
	text = 'Hi',
	more: Partial<RawRecipient> = {},
): RawRecipient => ({ item, position: -1, phone, sender: 'Shop', text, ...more });

describe('fields read straight from the item', () => {
	it.each([
		['={{ $json.phone }}', { phone: '1' }, '1'],
		['={{$json.phone}}', { phone: 380 }, 380],
		['={{ $json["first name"] }}', { 'first name': 'Ann' }, 'Ann'],
		["=Hi {{ $json.a.b }}{{ $json['c'] }}!", { a: { b: 'x' }, c: 0 }, 'Hi x0!'],
		['= {{ $json.a }}', { a: 'x' }, ' x'],
	])('%s', (expression, json, value) => {
		expect(compileFields(expression)?.(json)).toBe(value);
	});

	it.each([
		[{ phone: null }],
		[{ phone: undefined }],
		[{ phone: true }],
		[{ phone: ['1'] }],
		[{ phone: { a: 1 } }],
		[{}],
		[{ phone: Number.NaN }],
	])('leaves %j to n8n', (json) => {
		expect(compileFields('={{ $json.phone }}')?.(json)).toBeUndefined();
		expect(compileFields('=x {{ $json.phone }}')?.(json)).toBeUndefined();
	});

	it.each([
		'={{ $json.phone.trim() }}',
		'={{ $json.a + $json.b }}',
		'={{ $now }}',
		'=Hi',
		'={{ $json.a }} {{ $json.b ?? 1 }}',
		'={{ $json["a\\n"] }}',
		'=\\{{ $json.a }}',
		'={{ $json }}',
	])('leaves %s to n8n', (expression) => {
		expect(compileFields(expression)).toBeUndefined();
	});

	it('reaches own properties only', () => {
		expect(compileFields('={{ $json.constructor }}')?.({})).toBeUndefined();
		expect(compileFields('={{ $json.a.length }}')?.({ a: 'text' })).toBeUndefined();
		expect(valueAt({}, 'constructor.name')).toBeUndefined();
		expect(valueAt({ 'a.b': 1, a: { b: 2 } }, 'a.b')).toBe(1);
		expect(valueAt({ a: [{ b: 2 }] }, 'a.0.b')).toBe(2);
	});
});

describe('recipients', () => {
	it('reads lists in every form', () => {
		expect(listEntries('1,2; 3\n\n4,')).toEqual(['1', '2', '3', '4']);
		expect(listEntries('["1", {"phone": "2"}]')).toEqual(['1', { phone: '2' }]);
		expect(listEntries(['1', ''])).toEqual(['1', '']);
		expect(listEntries(380991112233)).toEqual([380991112233]);
		expect(listEntries(null)).toEqual([]);
		expect(listEntries('[no json')).toEqual(['[no json']);
	});

	it('merges, refuses or separates repeated numbers', () => {
		const input = [
			raw(0, '380991112233'),
			raw(1, '+380 99 111-22-33'),
			raw(2, '380991112233', 'Other'),
		];
		expect(
			cleanRecipients(input, RULES, { repeated: 'merge', empty: 'refuse' }).map(
				({ status }) => status,
			),
		).toEqual(['ready', 'merged', 'merged']);
		expect(
			cleanRecipients(input, RULES, { repeated: 'refuse', empty: 'refuse' }).map(
				({ status }) => status,
			),
		).toEqual(['ready', 'refused', 'refused']);
		expect(
			chunksOf(cleanRecipients(input, RULES, { repeated: 'send', empty: 'refuse' }), 10).map(
				(chunk) => chunk.map(({ item }) => item),
			),
		).toEqual([[0], [1], [2]]);
	});

	it('does not count a refused recipient as the first of its number', () => {
		const input = [raw(0, '380991112233', 'Hi {gone}', { record: {} }), raw(1, '380991112233')];
		expect(
			cleanRecipients(input, RULES, { repeated: 'merge', empty: 'refuse' }).map(
				({ status }) => status,
			),
		).toEqual(['refused', 'ready']);
	});

	it('names ten of many refusals, then the count, and masks numbers', () => {
		const entries = cleanRecipients(
			Array.from({ length: 25 }, (_, item) => raw(item, `123${item}`)),
			RULES,
			{ repeated: 'merge', empty: 'refuse' },
		);
		const { message } = summariseRefusals(entries, 30);
		expect(message).toMatch(
			/^Nothing was sent: 25 of 30 recipients cannot be used: \[item 0\].*; and 15 more$/,
		);
		expect(message.match(/\[item \d+\]/g)).toHaveLength(10);
		expect(message).not.toContain('12310');
	});

	it('never loses, repeats or reorders a ready recipient over chunks', () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: 0, max: 30 })),
				fc.integer({ min: 1, max: 7 }),
				(numbers, size) => {
					const entries = cleanRecipients(
						numbers.map((number, item) =>
							raw(item, `3809911122${String(number).padStart(2, '0')}`),
						),
						RULES,
						{ repeated: 'send', empty: 'refuse' },
					);
					const chunks = chunksOf(entries, size);
					expect(
						chunks
							.flat()
							.map(({ item }) => item)
							.sort((a, b) => a - b),
					).toEqual(entries.map(({ item }) => item));
					for (const chunk of chunks) {
						expect(chunk.length).toBeLessThanOrEqual(size);
						expect(new Set(chunk.map(({ phone }) => phone)).size).toBe(chunk.length);
					}
				},
			),
		);
	});
});

describe('references', () => {
	it('are valid, the same for the same place and different otherwise', () => {
		fc.assert(
			fc.property(
				fc.string(),
				fc.nat(),
				fc.integer({ min: -1 }),
				fc.string(),
				(run, item, position, phone) => {
					const reference = automaticReference(run, item, position, phone);
					expect(reference).toMatch(PATTERNS.reference);
					expect(automaticReference(run, item, position, phone)).toBe(reference);
					expect(automaticReference(run, item + 1, position, phone)).not.toBe(reference);
				},
			),
		);
		expect(contentReference('1', 'a', 'b', '2026-11-21')).not.toBe(
			contentReference('1', 'a', 'b', '2026-11-22'),
		);
		expect(contentReference('1', 'a', 'b', '2026-11-21')).toMatch(PATTERNS.reference);
	});
});

describe('what a run remembers', () => {
	it('is kept after a failure, forgotten after a success, and not shared', () => {
		const memory = recallRun('one');
		memory.set('0', { state: 'accepted', result: { id: 1 } });
		keepRun('one', memory, true);
		const again = recallRun('one');
		expect(again.get('0')).toEqual({ state: 'accepted', result: { id: 1 } });
		again.set('1', { state: 'unknown' });
		expect(recallRun('one').size).toBe(1);
		expect(recallRun('two').size).toBe(0);
		keepRun('one', again, false);
		expect(recallRun('one').size).toBe(0);
	});

	it('is bounded', () => {
		const large = (): ReturnType<typeof recallRun> =>
			new Map(
				Array.from({ length: 90_000 }, (_, index) => [
					String(index),
					{ state: 'unknown' as const },
				]),
			);
		for (const run of ['a', 'b', 'c']) keepRun(run, large(), true);
		expect([recallRun('a').size, recallRun('b').size, recallRun('c').size]).toEqual([
			0, 90_000, 90_000,
		]);
		for (const run of ['b', 'c']) keepRun(run, new Map(), false);
	});
});

it('reads which recipients a campaign was refused for', () => {
	const expected = { taken: new Set([0, 10]), other: new Map([[2, 'The phone is odd.']]) };
	expect(
		refusedRecipients({
			message: 'x',
			errors: {
				messages0reference_id: ['The reference id has already been taken.'],
				phones10reference_id: 'taken',
				messages2phone: ['The phone is odd.'],
				sender: ['no'],
			},
		}),
	).toEqual(expected);
	expect(
		refusedRecipients({
			errors: [
				'messages.0.reference_id: taken',
				'messages.10.reference_id: taken',
				'messages.2.phone: The phone is odd.',
			],
		}),
	).toEqual(expected);
	for (const body of [undefined, null, 'text', {}, { errors: null }])
		expect(refusedRecipients(body)).toEqual({ taken: new Set(), other: new Map() });
});

import { personOf, readsBook, stopOf } from '../../../nodes/MessagingService/contacts/book.ts';
import type { Person } from '../../../nodes/MessagingService/contacts/book.ts';
import { isMapped, readMapped } from '../../../nodes/MessagingService/contacts/mapped.ts';

const person = (id: string, more: Partial<Person> = {}): Person => ({
	id,
	phone: `38099111${id.padStart(4, '0')}`,
	fields: new Map(),
	lists: [],
	...more,
});

describe('how contacts are found', () => {
	it.each([
		[1, 0, true],
		[1, 500, true],
		[1, 501, false],
		[2, 501, true],
		[2, 995, true],
		[2, 996, false],
		[200, 10_000, true],
		[20, 10_000, false],
		[21, 10_000, true],
		[1_000_000, Infinity, false],
	])('reads the book for %i of %i contacts: %s', (sought, contacts, reads) => {
		expect(readsBook(sought, contacts)).toBe(reads);
	});

	it('reads the fields of a contact by ID, by name and as a list of maps', () => {
		const columns = [{ id: '7', name: 'City', type: 'text' as const }];
		for (const fields of [
			{ 7: 'Kyiv' },
			{ City: 'Kyiv' },
			[{ 7: 'Kyiv' }],
			[{ id: 7, value: 'Kyiv' }],
		])
			expect(
				personOf({ id: 1, phone: 380991112233, fields, groups: [{ id: 3 }] }, columns),
			).toEqual({
				id: '1',
				phone: '380991112233',
				fields: new Map([['7', 'Kyiv']]),
				lists: ['3'],
			});
		expect(personOf({ id: 1, phone: '1', fields: [] }, columns).fields.size).toBe(0);
	});
});

// What is written, and who is put into a list or taken out, is held by test/engine/contactUpsert and listMembers, with any input.
it.each([
	[0, 0, 30, undefined],
	[3, 10, 30, undefined],
	[4, 10, 30, '4 of the 10 contacts in the list would be removed (40 %), more than 30 %'],
	[10, 10, 100, undefined],
	[1, 1000, 0, '1 of the 1000 contacts in the list would be removed (0.1 %), more than 0 %'],
])('%i of %i with %i %%: %s', (removed, members, share, reason) => {
	const remove = Array.from({ length: removed }, (_, at) => person(String(at)));
	expect(stopOf({ remove }, members, share)).toBe(reason);
});

describe('what is mapped', () => {
	const columns = [
		{ id: '7', name: 'City', type: 'text' as const },
		{ id: '8', name: 'Age', type: 'integer' as const },
		{ id: '9', name: 'Since', type: 'datetime' as const },
		{ id: '10', name: 'Twice', type: 'text' as const },
		{ id: '11', name: 'Twice', type: 'text' as const },
	];
	const automatic = { mappingMode: 'autoMapInputData', value: null };
	const read = (mapped: unknown, json = {}) => {
		const checked = readMapped(mapped, json, columns, 'UTC');
		return checked.ok
			? [Object.fromEntries(checked.value.values), checked.value.leftOut]
			: checked.refusal.message;
	};

	it.each<[unknown, object, unknown]>([
		[{ mappingMode: 'defineBelow', value: { 7: 'Kyiv', 8: null } }, {}, [{ 7: 'Kyiv' }, []]],
		[{ City: 'Kyiv' }, {}, [{ 7: 'Kyiv' }, []]],
		[automatic, { City: 'Kyiv', age: 5, Age: '5', x: 1 }, [{ 7: 'Kyiv', 8: '5' }, ['age', 'x']]],
		[automatic, { City: null }, [{}, []]],
		[automatic, { City: '' }, [{ 7: '' }, []]],
		[automatic, { Twice: 'x' }, [{}, ['Twice']]],
		[{ Since: '2026-01-02T03:04:05Z' }, {}, [{ 9: '2026-01-02 03:04:05' }, []]],
		[{ Age: 1.5 }, {}, 'Custom Fields: Age "1.5" is no whole number'],
		[{ City: { a: 1 } }, {}, 'Custom Fields: City is an object'],
		[{ City: '\ud83d' }, {}, 'Custom Fields: City holds half of a character'],
		[
			{ Twice: 'x' },
			{},
			'Custom Fields names Twice, and the Contact Book has no such field, or several',
		],
		[null, {}, [{}, []]],
	])('reads %j of %j', (mapped, json, expected) => expect(read(mapped, json)).toEqual(expected));

	it('knows whether columns are needed', () => {
		expect(
			[
				null,
				{ mappingMode: 'defineBelow', value: null },
				{ mappingMode: 'defineBelow', value: { 7: null } },
				automatic,
				{ City: 'x' },
			].map(isMapped),
		).toEqual([false, false, false, true, true]);
	});
});

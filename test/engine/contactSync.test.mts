import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { asked, jsonOf, stageOfTests, WAYS } from './stage.mts';

const stage = stageOfTests();
const list = (value: string) => ({ __rl: true, mode: 'id', value });
const automatic = { mappingMode: 'autoMapInputData', value: null };
const form = { phone: '={{ $json.phone }}', customFields: automatic, options: { retryFor: 5 } };
const phoneOf = (number: number) => String(380_501_234_567 + number);
const people = (count: number, more: IDataObject = {}) =>
	Array.from({ length: count }, (_, at): IDataObject => ({ phone: phoneOf(at), ...more }));
const contacts = () => [...stage.sandbox.store.contacts.values()];
const addPeople = (count: number, groupIds: number[] = [], city = 'Kyiv') => {
	for (let at = 0; at < count; at++)
		stage.sandbox.store.addContact({
			id: 10_000 + at,
			phone: phoneOf(at),
			fields: new Map([[388078, city]]),
			groupIds: [...groupIds],
			hlrStatus: 'active',
			hlrCheckMs: null,
			createdMs: 0,
		});
};
const writes = () => asked(stage).filter((one) => !one.startsWith('GET'));
const counts = (rows: IDataObject[]) => {
	const sums: Record<string, number> = {};
	for (const { status } of rows) sums[String(status)] = (sums[String(status)] ?? 0) + 1;
	return sums;
};

describe('Contact: Create or Update', () => {
	const act = async (items: IDataObject[], more = {}) =>
		await stage.act('contact.upsert', { ...form, ...more }, { items });

	it('takes the values of its fields from an agent that calls it as a tool', async () => {
		const said = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;
		const parameters = {
			resource: 'contact',
			operation: 'upsert',
			phone: said('phone'),
			customFields: { mappingMode: 'defineBelow', value: { 388078: said('city') } },
		};
		const { engine, credential } = stage;
		const args = { phone: phoneOf(1), city: 'Lviv' };
		expect(await engine.asTool({ credential, parameters }, args)).toContain('created');
		expect(
			contacts()
				.find(({ phone }) => phone === phoneOf(1))
				?.fields.get(388078),
		).toBe('Lviv');
	});

	it.each(WAYS)('writes only what differs: %s', async (way) => {
		addPeople(3);
		const items = [
			{ phone: phoneOf(0), City: 'Kyiv' },
			{ phone: phoneOf(1), City: 'Lviv' },
			{ phone: '12', City: 'x' },
			{ phone: '+380991112233', City: 'Odesa' },
			{ phone: phoneOf(1), City: 'Sumy' },
		];
		const run = await stage.act('contact.upsert', form, { items, way });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ status }) => status)).toEqual([
			'unchanged',
			'merged',
			'refused',
			'created',
			'updated',
		]);
		expect(jsonOf(run)[2]?.phone).toBe('12');
		expect(jsonOf(run)[1]?.reason).toBe('Item 5 has the same number, and counts');
		expect(writes()).toHaveLength(2);
		expect(
			contacts()
				.find(({ phone }) => phone === phoneOf(1))
				?.fields.get(388078),
		).toBe('Sumy');
	});

	it('keeps fields and lists that were not named, also where the service would not', async () => {
		const run = await act([{ phone: '380671112210', City: 'Lviv' }]);
		expect(jsonOf(run)[0]).toMatchObject({ status: 'updated', contact_id: 5001 });
		expect(stage.sandbox.requests.at(-1)?.body).toEqual({
			phone: 380671112210,
			fields: expect.arrayContaining([
				{ id: 388077, value: 'Olena' },
				{ id: 388078, value: 'Lviv' },
			]),
			groups: [201],
		});
	});

	it('reads a book of 10,000 in at most 25 requests, and writes nothing if nothing differs', async () => {
		addPeople(10_000);
		const run = await act(people(10_000, { City: 'Kyiv' }));
		expect(counts(jsonOf(run))).toEqual({ unchanged: 10_000 });
		expect(writes()).toEqual([]);
		expect(asked(stage).length).toBeLessThanOrEqual(25);
	});

	it('searches for few by their numbers', async () => {
		addPeople(2_000);
		await act(people(2, { City: 'Kyiv' }));
		expect(asked(stage)).toHaveLength(3);
	});

	it('ends the same after ten runs whose answers were lost, with nobody twice', async () => {
		const items = people(60, { City: 'Odesa' });
		addPeople(20);
		for (let lost = 0; lost < 10; lost++) {
			stage.sandbox.faults.add({
				kind: 'dropAfter',
				path: /\/api\/contacts/,
				skip: 3 + lost,
				times: 2,
			});
			await stage.act(
				'contact.upsert',
				{ ...form, options: { retryFor: 0 } },
				{ items: items.slice(0, 6 * (lost + 1)) },
			);
			stage.sandbox.faults.clear();
		}
		const run = await act(items);
		expect(run.error).toBeUndefined();
		const made = contacts().filter(({ phone }) => items.some((item) => item.phone === phone));
		expect(made).toHaveLength(60);
		expect(new Set(made.map(({ phone }) => phone)).size).toBe(60);
		expect(made.every(({ fields }) => fields.get(388078) === 'Odesa')).toBe(true);
		const { changes } = stage.sandbox.ledger;
		expect(changes.filter(({ kind }) => kind === 'addContact')).toHaveLength(40);
	});

	it('makes any book what any input says, and touches nobody else', async () => {
		const entry = fc.record({
			number: fc.integer({ min: 0, max: 12 }),
			City: fc.constantFrom('Kyiv', 'Lviv', ''),
		});
		await fc.assert(
			fc.asyncProperty(
				fc.uniqueArray(entry, { selector: ({ number }) => number, maxLength: 12 }),
				fc.array(entry, { minLength: 1, maxLength: 20 }),
				async (book, input) => {
					await stage.fresh();
					const { store } = stage.sandbox;
					store.contacts.clear();
					store.contactIdByPhone.clear();
					for (const [at, { number, City }] of book.entries())
						store.addContact({
							id: 1 + at,
							phone: phoneOf(number),
							fields: new Map([
								[388077, 'Ann'],
								[388078, City],
							]),
							groupIds: [201],
							hlrStatus: 'active',
							hlrCheckMs: null,
							createdMs: 0,
						});
					const run = await act(
						input.map(({ number, City }) => ({ phone: phoneOf(number), City })),
					);
					expect(run.error).toBeUndefined();
					const wanted = new Map(
						[...book, ...input].map(({ number, City }) => [phoneOf(number), City]),
					);
					const now = new Map(
						contacts().map(({ phone, fields }) => [phone, fields.get(388078) ?? '']),
					);
					expect(Object.fromEntries(now)).toEqual(Object.fromEntries(wanted));
					expect(contacts()).toHaveLength(wanted.size);
					for (const { phone, fields, groupIds } of contacts())
						if (book.some(({ number }) => phoneOf(number) === phone))
							expect([fields.get(388077), groupIds]).toEqual(['Ann', [201]]);
				},
			),
			{ numRuns: 25 },
		);
	}, 120_000);

	it('fails when all are refused, and when the service cannot be used', async () => {
		expect((await act([{ phone: '12' }])).error?.message).toMatch(/^Phone Number/);
		stage.sandbox.config.dialect.extensions = false;
		expect((await act([{ phone: phoneOf(1) }])).error?.message).toMatch(/does not (offer|list)/);
	});
});

describe('who is in a list', () => {
	const act = async (operation: string, parameters: IDataObject, items: IDataObject[]) =>
		await stage.act(
			`contactList.${operation}`,
			{
				contactList: list('203'),
				contacts: '={{ $json.phone }}',
				...(parameters as object),
			} as never,
			{ items },
		);
	const inList = () => contacts().filter(({ groupIds }) => groupIds.includes(203));

	it('adds, in one request for all, and says who is not there', async () => {
		addPeople(250);
		const run = await act('addContacts', {}, [...people(250), { phone: '380991112233' }]);
		expect(run.error).toBeUndefined();
		expect(counts(jsonOf(run))).toEqual({ added: 250, refused: 1 });
		expect(writes()).toHaveLength(2);
		expect(inList()).toHaveLength(250);
		const again = await act('addContacts', { missingContacts: 'create' }, [
			...people(2),
			{ phone: '380991112233' },
		]);
		expect(counts(jsonOf(again))).toEqual({ unchanged: 2, created: 1 });
		expect(inList()).toHaveLength(251);
	});

	it('makes of any list what any input says, and touches no other list and nobody else', async () => {
		const number = fc.integer({ min: 0, max: 12 });
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom('addContacts', 'removeContacts', 'setMembers'),
				fc.uniqueArray(fc.record({ number, lists: fc.subarray([201, 203]) }), {
					selector: (one) => one.number,
					maxLength: 12,
				}),
				fc.array(number, { minLength: 1, maxLength: 20 }),
				fc.constantFrom('create', 'refuse'),
				fc.constantFrom(0, 30, 100),
				async (operation, book, input, missingContacts, mostRemoved) => {
					await stage.fresh();
					const { store } = stage.sandbox;
					store.contacts.clear();
					store.contactIdByPhone.clear();
					for (const [at, one] of book.entries())
						store.addContact({
							id: 1 + at,
							phone: phoneOf(one.number),
							fields: new Map([[388077, 'Ann']]),
							groupIds: [...one.lists],
							hlrStatus: 'active',
							hlrCheckMs: null,
							createdMs: 0,
						});
					const before = inList().map(({ phone }) => phone);
					const known = new Set(book.map((one) => phoneOf(one.number)));
					const named = [...new Set(input.map(phoneOf))];
					const mayCreate = missingContacts === 'create' && operation !== 'removeContacts';
					const reached = mayCreate ? named : named.filter((phone) => known.has(phone));
					const isLeft =
						operation === 'setMembers' &&
						(reached.length < named.length ||
							before.filter((phone) => !named.includes(phone)).length * 100 >
								before.length * mostRemoved);
					const run = await act(
						operation,
						{
							...(operation !== 'removeContacts' && { missingContacts }),
							...(operation === 'setMembers' && { options: { mostRemoved } }),
						},
						input.map((one) => ({ phone: phoneOf(one) })),
					);
					if (operation === 'setMembers') expect(run.error !== undefined).toBe(isLeft);
					const wanted = isLeft
						? before
						: {
								addContacts: [...new Set([...before, ...reached])],
								removeContacts: before.filter((phone) => !named.includes(phone)),
								setMembers: named,
							}[operation];
					const phonesOf = (some: ReturnType<typeof contacts>) =>
						some.map(({ phone }) => phone).sort();
					expect(phonesOf(inList())).toEqual([...wanted].sort());
					const all = isLeft ? known : new Set([...known, ...(mayCreate ? named : [])]);
					expect(phonesOf(contacts())).toEqual([...all].sort());
					for (const one of book) {
						const now = contacts().find(({ phone }) => phone === phoneOf(one.number));
						expect(now?.groupIds.includes(201)).toBe(one.lists.includes(201));
						expect(now?.fields.get(388077)).toBe('Ann');
					}
				},
			),
			{ numRuns: 40 },
		);
	}, 240_000);

	it.each(['addContacts', 'removeContacts'])('%s names the item of a wrong number', async (way) => {
		addPeople(9);
		const items = [...people(9), { phone: '12' }];
		const run = await act(way, {}, items);
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).at(-1)).toMatchObject({ phone: '12', status: 'refused' });
		expect(run.hints.map(({ message }) => message)).toEqual([
			'1 of 10 contacts was refused: Contacts …12 has 2 digits instead of 9 to 15 [item 10]',
		]);
	});

	it('removes by ID or number, and leaves the contacts in the book', async () => {
		addPeople(4, [203]);
		const byId = await act('removeContacts', { contactBy: 'id', contacts: '10000, 5001' }, [{}]);
		expect(jsonOf(byId)).toEqual([
			expect.objectContaining({ contact_id: 10_000, status: 'removed' }),
			expect.objectContaining({ contact_id: 5001, status: 'not in list' }),
		]);
		await act('removeContacts', {}, [{ phone: phoneOf(1) }]);
		expect(inList()).toHaveLength(2);
		expect(contacts()).toHaveLength(19);
	});

	it('makes the list hold exactly those of the input', async () => {
		addPeople(10, [203]);
		const wanted = [...people(10).slice(2), { phone: '380991112233' }, { phone: '380671112210' }];
		const dry = await act('setMembers', { dryRun: true }, wanted);
		expect(counts(jsonOf(dry))).toEqual({ 'dry run': 12 });
		expect(jsonOf(dry).filter(({ reason }) => reason === 'Would be removed')).toHaveLength(2);
		expect(writes()).toEqual([]);
		const run = await act('setMembers', {}, wanted);
		expect(run.error).toBeUndefined();
		expect(counts(jsonOf(run))).toEqual({ unchanged: 8, created: 1, added: 1, removed: 2 });
		expect(
			inList()
				.map(({ phone }) => phone)
				.sort(),
		).toEqual(wanted.map(({ phone }) => String(phone)).sort());
	});

	it.each<[string, IDataObject[], IDataObject, RegExp]>([
		[
			'an empty input',
			[{}],
			{},
			/^List 203 was left as it is: Contacts is empty: the item holds no contact \[item 1\]$/,
		],
		[
			'60 % fewer',
			people(40),
			{},
			/^List 203 was left as it is: 60 of the 100 contacts in the list would be removed \(60 %\), more than 30 %$/,
		],
		[
			'wrong numbers',
			[...people(99), { phone: '12' }],
			{},
			/: 1 of 100 contacts cannot be read: Contacts …12 has 2 digits instead of 9 to 15 \[item 100\]$/,
		],
		[
			'contacts that are not there',
			[...people(100), { phone: '380991112233' }],
			{ missingContacts: 'refuse' },
			/: 1 of 101 contacts is not in the Contact Book: …2233 \[item 101\]$/,
		],
		[
			'several wrong numbers',
			[{ phone: '13' }, ...people(98), { phone: '12' }],
			{},
			/: 2 of 100 contacts cannot be read: Contacts …13 .* \[item 1\]; Contacts …12 .* \[item 100\]$/,
		],
		[
			'several contacts that are not there',
			[{ phone: '380991112244' }, ...people(100), { phone: '380991112233' }],
			{ missingContacts: 'refuse' },
			/: 2 of 102 contacts are not in the Contact Book: …2244 \[item 1\]; …2233 \[item 102\]$/,
		],
	])('stops on %s with the figures and the items', async (_, items, more, message) => {
		addPeople(100, [203]);
		const run = await act('setMembers', more, items);
		expect(run.error?.message).toMatch(message);
		expect(writes()).toEqual([]);
		expect(inList()).toHaveLength(100);
	});

	it.each<[string, IDataObject[], IDataObject, RegExp, Record<string, number>]>([
		[
			'60 % fewer',
			people(40),
			{},
			/^The run would stop: List 203 was left as it is: 60 of the 100 contacts in the list would be removed \(60 %\), more than 30 %\. Check .* under Options\.$/,
			{ 'dry run: Is in the list, and would stay': 40, 'dry run: Would be removed': 60 },
		],
		[
			'wrong numbers',
			[...people(99), { phone: '12' }],
			{},
			/^The run would stop: List 203 was left as it is: 1 of 100 contacts cannot be read: Contacts/,
			{
				'dry run: Is in the list, and would stay': 99,
				'refused: Contacts …12 has 2 digits instead of 9 to 15': 1,
				'dry run: Would be removed': 1,
			},
		],
		[
			'nobody who can be read',
			[{ phone: '12' }],
			{},
			/^The run would stop: List 203 was left as it is: /,
			{
				'refused: Contacts …12 has 2 digits instead of 9 to 15': 1,
				'dry run: Would be removed': 100,
			},
		],
		[
			'contacts that are not there',
			[...people(100), { phone: '380991112233' }],
			{ missingContacts: 'refuse' },
			/^The run would stop: List 203 was left as it is: 1 of 101 contacts is not in the Contact Book: \S+ \[item 101\]\. /,
			{
				'dry run: Is in the list, and would stay': 100,
				'refused: The Contact Book has no such contact': 1,
			},
		],
		[
			'IDs that are not there, which nobody can create',
			[...people(100).map((_, at) => ({ phone: String(10_000 + at) })), { phone: '999' }],
			{ contactBy: 'id' },
			/^The run would stop: List 203 was left as it is: 1 of 101 contacts is not in the Contact Book: \S+ \[item 101\]\. /,
			{
				'dry run: Is in the list, and would stay': 100,
				'refused: The Contact Book has no such contact': 1,
			},
		],
	])('shows in a dry run what it would stop on: %s', async (_, items, more, hint, rows) => {
		addPeople(100, [203]);
		const run = await act('setMembers', { ...more, dryRun: true }, items);
		expect(run.error).toBeUndefined();
		expect(run.hints.map(({ message }) => message)).toEqual([expect.stringMatching(hint)]);
		expect(
			counts(jsonOf(run).map(({ status, reason }) => ({ status: `${status}: ${reason}` }))),
		).toEqual(rows);
		expect(writes()).toEqual([]);
	});

	it('removes more only where that was allowed', async () => {
		addPeople(10, [203]);
		const run = await act('setMembers', { options: { mostRemoved: 90 } }, people(1));
		expect(counts(jsonOf(run))).toEqual({ unchanged: 1, removed: 9 });
	});

	it('removes nobody where not all could be added', async () => {
		addPeople(10, [203]);
		stage.sandbox.faults.add({ kind: 'status', status: 403, path: /attach/, times: 1 });
		const run = await act('setMembers', { options: { retryFor: 0 } }, [
			...people(9),
			{ phone: '380671112210' },
		]);
		expect(run.error).toBeDefined();
		expect(inList()).toHaveLength(10);
	});
});

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { bookStageOfTests, counts, list, people, phoneOf } from './contactSyncSupport.mts';
import { jsonOf } from './stage.mts';

const { stage, contacts, addPeople, writes } = bookStageOfTests();

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

import { asked, jsonOf, pairsOf, stageOfTests, WAYS } from './stage.mts';

const PHONE = '380991112233';
const stage = stageOfTests();
const options = { retryFor: 5 };

const contacts = () => [...stage.sandbox.store.contacts.values()];
const withPhone = (phone: string) => contacts().filter((contact) => contact.phone === phone);
const automatic = { mappingMode: 'autoMapInputData', value: null };
const below = (value: object) => ({ mappingMode: 'defineBelow', value }) as never;

describe('Contact: Create', () => {
	const lost = () =>
		stage.sandbox.faults.add({
			kind: 'dropAfter',
			method: 'POST',
			path: '/api/contacts',
			times: 1,
		});
	const unreadable = (times?: number) =>
		stage.sandbox.faults.add({ kind: 'status', status: 500, path: '/api/contacts/search', times });
	const posts = () => asked(stage).filter((one) => one === 'POST /api/contacts');

	it('waits for a search that fails after a lost answer, and creates nobody again', async () => {
		lost();
		unreadable(2);
		const run = await stage.act('contact.create', { phone: PHONE, options: { retryFor: 20 } });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toMatchObject([{ phone: PHONE }]);
		expect([posts().length, withPhone(PHONE).length]).toEqual([1, 1]);
	});

	it('says that it is not known if the search fails for good after a lost answer', async () => {
		lost();
		unreadable();
		const run = await stage.act('contact.create', { phone: PHONE, options });
		expect(run.error?.message).toBe(
			'It is not known whether contact …2233 was created: The connection to the service was lost [item 1]',
		);
		expect(posts()).toHaveLength(1);
	});

	it.each(WAYS)('maps fields by name, and says which went nowhere: %s', async (way) => {
		const run = await stage.act(
			'contact.create',
			{ phone: '={{ $json.phone }}', customFields: automatic, options: { groups: ['203'] } },
			{ way, items: [{ phone: `+${PHONE}`, City: 'Lviv', plan: 'gold' }] },
		);
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({
				phone: PHONE,
				list_ids: '203',
			}),
		]);
		expect(withPhone(PHONE)).toEqual([
			expect.objectContaining({ fields: new Map([[388078, 'Lviv']]), groupIds: [203] }),
		]);
		if (way === 'run')
			expect(run.hints.map(({ message }) => message)).toEqual([
				'1 field of the input went nowhere, as the Contact Book has no custom field of the same name: plan',
			]);
	});

	it('takes what was mapped by column, and asks for the columns once for all items', async () => {
		const run = await stage.act(
			'contact.create',
			{
				phone: '={{ $json.phone }}',
				customFields: below({ 388077: '={{ $json.name }}', 388078: null }),
			},
			{
				items: [
					{ phone: PHONE, name: 'Ann' },
					{ phone: '380991112244', name: 7 },
				],
			},
		);
		expect(run.error).toBeUndefined();
		expect(asked(stage)).toEqual([
			'GET /api/contacts/fields',
			'POST /api/contacts',
			'POST /api/contacts',
		]);
		expect(withPhone(PHONE)[0]?.fields).toEqual(new Map([[388077, 'Ann']]));
	});

	it('checks types, and names a column that is not there, before anything is sent', async () => {
		const { store } = stage.sandbox;
		for (const [id, name, type] of [
			[1, 'Age', 'number'],
			[2, 'Born', 'date'],
		] as const)
			store.fields.set(id, { id, name, type, description: '', visible: true });
		const act = async (value: object) =>
			await stage.act('contact.create', { phone: PHONE, customFields: below(value) });
		expect((await act({ 1: 'old' })).error?.message).toBe(
			'Custom Fields: Age "old" is no number [item 1]',
		);
		expect((await act({ 9: 'x' })).error?.message).toMatch(/^Custom Fields names 9, and/);
		expect(contacts()).toHaveLength(15);
		const run = await act({ 1: ' 12.5 ', 2: '2001-02-03T10:00:00Z' });
		expect(run.error).toBeUndefined();
		expect(withPhone(PHONE)[0]?.fields).toEqual(
			new Map([
				[1, '12.5'],
				[2, '2001-02-03'],
			]),
		);
	});

	it('finds the contact after an answer that was lost, and does not make it again', async () => {
		stage.sandbox.faults.add({
			kind: 'dropAfter',
			path: '/api/contacts',
			method: 'POST',
			times: 1,
		});
		const run = await stage.act('contact.create', { phone: PHONE, options });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)[0]).toMatchObject({ phone: PHONE });
		expect(asked(stage)).toEqual(['POST /api/contacts', 'GET /api/contacts/search']);
		expect(withPhone(PHONE)).toHaveLength(1);
	});

	it('repeats where the answer was lost and no contact is there', async () => {
		stage.sandbox.faults.add({
			kind: 'dropBefore',
			path: '/api/contacts',
			method: 'POST',
			times: 1,
		});
		const run = await stage.act('contact.create', { phone: PHONE, options });
		expect(jsonOf(run)[0]).toMatchObject({ phone: PHONE });
		expect(withPhone(PHONE)).toHaveLength(1);
	});

	it('shows the contact that has the number, and refuses in the words of the service where none has', async () => {
		const run = await stage.act('contact.create', { phone: '380671112210' });
		expect(jsonOf(run)[0]).toMatchObject({ contact_id: 5001 });
		stage.sandbox.config.mode = 'test';
		const refused = await stage.act('contact.create', { phone: PHONE });
		expect(refused.error?.message).toMatch(/In test mode the phone must be a verified number/);
	});
});

describe('Contact: Update', () => {
	it('finds the contact by its number, and keeps the fields that are not named', async () => {
		const run = await stage.act('contact.update', {
			phone: '+380 67 111 22 10',
			customFields: below({ 388078: 'Lviv' }),
		});
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)[0]).toMatchObject({ contact_id: 5001 });
		expect(stage.sandbox.requests.at(-1)?.body).toEqual({
			phone: 380671112210,
			fields: [
				{ id: 388077, value: 'Olena' },
				{ id: 388078, value: 'Lviv' },
			],
		});
		const none = await stage.act('contact.update', { phone: PHONE });
		expect(none.error?.message).toBe('Contact …2233 was not found [item 1]');
	});

	it('changes a contact by its ID where the service cannot show it', async () => {
		stage.sandbox.config.dialect.extensions = false;
		const run = await stage.act('contact.update', {
			contactId: '5001',
			phone: '380671112210',
			updateFields: { fields: { field: [{ id: '388078', value: 'Lviv' }] } },
		});
		expect(run.error).toBeUndefined();
		expect(asked(stage)).toEqual(['GET /api/contacts/search', 'PUT /api/contacts/5001']);
	});
});

describe('Contact: Get, Get Many and Delete', () => {
	it('gets by number or ID, with the names of the fields', async () => {
		const byPhone = await stage.act('contact.get', {
			contact: '067 111 22 10',
			defaultCountry: 'UA',
		});
		expect(byPhone.error).toBeUndefined();
		expect(jsonOf(byPhone)[0]).toMatchObject({
			contact_id: 5001,
			fields: { 'First Name': 'Olena', City: 'Kyiv' },
		});
		const byId = await stage.act('contact.get', { contactBy: 'id', contact: '5001' });
		expect(jsonOf(byId)).toEqual(jsonOf(byPhone));
	});

	it('says that there is no such contact; to delete one by its ID is done', async () => {
		const items = [
			{ by: 'id', who: '77' },
			{ by: 'phone', who: PHONE },
		];
		const act = async (name: string) =>
			await stage.act(
				name,
				{ contactBy: '={{ $json.by }}', contact: '={{ $json.who }}' },
				{ node: { onError: 'continueErrorOutput' }, items },
			);
		const got = await act('contact.get');
		expect(got.outputs[1]?.map(({ json }) => json.error)).toEqual([
			'Contact 77 was not found [item 1]',
			'Contact …2233 was not found [item 2]',
		]);
		expect(pairsOf(got, 1)).toEqual([0, 1]);
		const deleted = await act('contact.delete');
		expect(jsonOf(deleted)).toEqual([{ contact_id: 77, status: 'deleted' }]);
		expect(deleted.outputs[1]?.map(({ json }) => json.error)).toEqual([
			'Contact …2233 was not found [item 2]',
		]);
	});

	it('filters by list, field and creation', async () => {
		const ids = async (filters: object) =>
			jsonOf(
				await stage.act('contact.getAll', {
					returnAll: true,
					filters: filters as never,
					options: { sort: 'id', way: 'asc' },
				}),
			).map(({ contact_id }) => contact_id);
		expect(await ids({ list: '201' })).toEqual([5001, 5002, 5003, 5004, 5005]);
		expect(await ids({ list: '202', customField: '388077', customValue: 'Noah' })).toEqual([5006]);
		expect(await ids({ phone: '+380 67 111 22 24' })).toEqual([5015]);
		expect(await ids({ from: '2026-11-01T00:00:00Z' })).toEqual([]);
		expect(await ids({ to: '2026-11-01T00:00:00Z', list: '201' })).toHaveLength(5);
	});

	it('deletes once, whatever became of the answer', async () => {
		stage.sandbox.faults.add({ kind: 'dropAfter', path: '/api/contacts/5001', times: 1 });
		const run = await stage.act('contact.delete', {
			contact: '+380671112210',
			options,
		});
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual([{ contact_id: 5001, status: 'deleted' }]);
		expect(contacts()).toHaveLength(14);
	});
});

import { asked, jsonOf, stageOfTests } from './stage.mts';

const OPTIONS = { options: { retryFor: 0 } };
const stage = stageOfTests();

describe('Contact: Update', () => {
	it('changes phone, lists and custom fields', async () => {
		const run = await stage.act('contact.update', {
			contactId: '5001',
			phone: '+380 67 111-22-99',
			updateFields: {
				groups: ['202'],
				fields: {
					field: [
						{ id: '388077', value: 'Olha' },
						{ id: '388078', value: '' },
					],
				},
			},
		});
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({
				contact_id: 5001,
				phone: '380671112299',
				hlr_status: 'active',
				lists: expect.stringContaining('Customers'),
				list_ids: expect.stringContaining('202'),
			}),
		]);
		const contact = stage.sandbox.store.contacts.get(5001);
		expect(contact?.phone).toBe('380671112299');
		expect(contact?.groupIds).toEqual(expect.arrayContaining([201, 202]));
		expect(contact?.fields.get(388077)).toBe('Olha');
	});

	it('leaves lists and fields alone when only the phone is given', async () => {
		await stage.act(
			'contact.update',
			{ contactId: '={{ $json.id }}', phone: '={{ $json.phone }}' },
			{
				items: [
					{ id: 5002, phone: 380671112298 },
					{ id: 5003, phone: '380671112297' },
				],
			},
		);
		expect(stage.sandbox.store.contacts.get(5002)).toMatchObject({
			phone: '380671112298',
			groupIds: [201],
		});
		expect(stage.sandbox.requests.at(-1)?.body).toEqual({ phone: expect.anything() });
	});

	it('completes a national number with the country of each item', async () => {
		const run = await stage.act(
			'contact.update',
			{
				contactId: '={{ $json.id }}',
				phone: '={{ $json.phone }}',
				defaultCountry: '={{ $json.land }}',
			},
			{
				items: [
					{ id: 5002, phone: '067 111 22 98', land: 'Ukraine' },
					{ id: 5003, phone: '601 123 456', land: 'CZ' },
				],
			},
		);
		expect(run.error).toBeUndefined();
		expect(stage.sandbox.store.contacts.get(5002)?.phone).toBe('380671112298');
		expect(stage.sandbox.store.contacts.get(5003)?.phone).toBe('420601123456');
	});

	it('refuses a phone that is none, masked, before anything is sent', async () => {
		const run = await stage.act('contact.update', { contactId: '5001', phone: '12345678' });
		expect(run.error?.message).toMatch(/Phone Number …5678.*\[item 1\]/);
		expect(asked(stage)).toEqual([]);
	});

	it('tells a test account which numbers it may use', async () => {
		stage.sandbox.config.mode = 'test';
		const run = await stage.act('contact.update', {
			contactId: '5001',
			phone: '380671110000',
			...OPTIONS,
		});
		expect(run.error?.message).toMatch(
			/phone: In test mode the phone must be a verified number \(HTTP 422\)/,
		);
	});
});

describe('lists of contact lists', () => {
	const load = async () =>
		await stage.engine.loadOptions('getContactLists', { credential: stage.credential });

	it('offers them by name', async () => {
		expect(await load()).toEqual([
			{ name: 'Customers (10)', value: '202', description: 'ID 202' },
			{ name: 'Nobody yet (0)', value: '203', description: 'ID 203' },
			{ name: 'Staff (5)', value: '201', description: 'ID 201' },
		]);
	});

	it('says why there are none', async () => {
		stage.sandbox.store.groups.clear();
		expect(await load()).toEqual([{ name: 'The Contact Book has no lists', value: '' }]);
		stage.sandbox.config.dialect.extensions = false;
		await expect(load()).rejects.toThrow('The service does not list contact lists');
	});
});

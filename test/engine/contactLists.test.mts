import { asked, jsonOf, stageOfTests } from './stage.mts';

const stage = stageOfTests();
const list = (value: string) => ({ __rl: true, mode: 'id', value });
const groups = () => [...stage.sandbox.store.groups.values()];

describe('Contact List', () => {
	it('creates, shows, changes and deletes a list', async () => {
		const made = jsonOf(await stage.act('contactList.create', { name: 'Guests' }))[0];
		expect(made).toMatchObject({ name: 'Guests', contacts: 0, is_default: false });
		const contactList = list(String(made?.list_id));
		await stage.act('contactList.update', { contactList, updateFields: { description: 'Paid' } });
		const got = jsonOf(await stage.act('contactList.get', { contactList }));
		expect(got).toEqual([expect.objectContaining({ name: 'Guests', description: 'Paid' })]);
		const gone = await stage.act('contactList.delete', { contactList });
		expect(jsonOf(gone)).toEqual([{ list_id: made?.list_id, status: 'deleted' }]);
		for (const operation of ['get', 'update'])
			expect((await stage.act(`contactList.${operation}`, { contactList })).error?.message).toBe(
				`Contact list ${String(made?.list_id)} was not found [item 1]`,
			);
	});

	it('keeps what was not named', async () => {
		await stage.act('contactList.update', {
			contactList: list('202'),
			updateFields: { name: 'Buyers' },
		});
		expect(stage.sandbox.store.groups.get(202)).toMatchObject({
			name: 'Buyers',
			description: 'Everyone who bought',
			default: true,
		});
	});

	it('shows the list that has the name, and finds one whose answer was lost', async () => {
		const taken = await stage.act('contactList.create', { name: 'Staff' });
		expect(jsonOf(taken)).toEqual([expect.objectContaining({ list_id: 201, name: 'Staff' })]);
		stage.sandbox.faults.add({ kind: 'dropAfter', path: '/api/groups', method: 'POST', times: 1 });
		const run = await stage.act('contactList.create', { name: 'Guests', options: { retryFor: 5 } });
		expect(jsonOf(run)).toEqual([expect.objectContaining({ name: 'Guests' })]);
		expect(groups().filter(({ name }) => name === 'Guests')).toHaveLength(1);
	});

	it('offers the lists to choose from', async () => {
		const { results } = await stage.engine.listSearch('searchContactLists', {
			credential: stage.credential,
			filter: 'sta',
		});
		expect(results).toEqual([expect.objectContaining({ name: 'Staff (5)', value: '201' })]);
	});
});

describe('Contact Field', () => {
	it('creates one of a name, changes and deletes it with its values', async () => {
		const made = jsonOf(await stage.act('contactField.create', { name: 'Age', type: 'number' }))[0];
		const fieldId = String(made?.field_id);
		const again = await stage.act('contactField.create', { name: 'Age' });
		expect(again.error?.message).toBe(
			`There is a custom field Age with the ID ${fieldId} [item 1]`,
		);
		const changed = await stage.act('contactField.update', {
			fieldId,
			updateFields: { name: 'Years', isVisible: false },
		});
		expect(jsonOf(changed)).toEqual([
			expect.objectContaining({ name: 'Years', type: 'number', is_visible: false }),
		]);
		await stage.act('contactField.delete', { fieldId: '388077' });
		const { fields, contacts } = stage.sandbox.store;
		expect([...fields.values()].map(({ name }) => name)).toEqual(['City', 'Years']);
		expect(contacts.get(5001)?.fields.has(388077)).toBe(false);

		expect(
			(await stage.act('contactField.update', { fieldId: '1', updateFields: { name: 'x' } })).error
				?.message,
		).toBe('Custom field 1 was not found [item 1]');
	});

	it('refuses a change of nothing before the service is asked', async () => {
		const run = await stage.act('contactField.update', { fieldId: '388077' });
		expect(run.error?.message).toBe('Update Fields is empty [item 1]');
		expect(asked(stage)).toEqual([]);
	});

	it('does not create it again after an answer that was lost', async () => {
		const path = '/api/contacts/fields';
		stage.sandbox.faults.add({ kind: 'dropAfter', path, method: 'POST', times: 1 });
		const run = await stage.act('contactField.create', { name: 'Age', options: { retryFor: 5 } });
		expect(jsonOf(run)).toEqual([expect.objectContaining({ name: 'Age' })]);
		expect(asked(stage).filter((one) => one.startsWith('POST'))).toHaveLength(1);
	});
});

describe('Sender', () => {
	it('applies for a natural person once', async () => {
		const parameters = {
			senderName: 'Pianist',
			countryCode: 'UA',
			personName: 'Olena Example',
			personCode: 'AB 123',
			serviceDescription: 'Lessons',
			informingPurpose: 'Reminders',
		};
		const run = await stage.act('sender.registerNatural', parameters);
		expect(jsonOf(run)[0]).toMatchObject({ sender: 'Pianist', status: 'new', type: 'sms' });
		expect(stage.sandbox.requests.at(-1)?.body).toMatchObject({ name: 'Olena Example' });
		const again = await stage.act('sender.registerNatural', parameters);
		expect(again.error?.message).toMatch(/^The sender Pianist has an application for UA/);
	});
});

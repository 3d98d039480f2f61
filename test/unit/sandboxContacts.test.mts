import { closeAll, data, faults, open, type Json } from './sandboxClient.mts';

afterEach(closeAll);

describe('edit contact (4.15)', () => {
	it('changes phone, lists and fields', async () => {
		const client = await open();
		const answer = await client.put('/api/contacts/5001', {
			phone: 380991112233,
			groups: [202],
			fields: [{ id: 388078, value: 'Lviv' }],
		});
		expect(data(answer)).toMatchObject({
			id: 5001,
			phone: 380991112233,
			fields: { 'First Name': 'Olena', City: 'Lviv' },
			hlr_status: 'active',
			hlr_last_check: '2026-04-11 12:00:00',
		});
		expect(
			(data(answer).groups as Json[]).map((group) => [group.id, group.name, group.default]),
		).toEqual([
			[201, 'Staff', 0],
			[202, 'Customers', 1],
		]);
		expect(data(await client.put('/api/contacts/5015', { phone: '123456789' }))).toMatchObject({
			fields: [],
		});
	});

	const edges: Array<[string, Json, string | null]> = [
		['9 digits', { phone: 123456789 }, null],
		['8 digits', { phone: 12345678 }, 'phone'],
		['15 digits', { phone: 123456789012345 }, null],
		['16 digits', { phone: '1234567890123456' }, 'phone'],
		['no phone', { phone: undefined }, 'phone'],
		['null groups', { groups: null }, 'groups'],
		['no groups', { groups: [] }, null],
		['unknown group', { groups: [7] }, 'groups0'],
		['text group', { groups: ['201'] }, 'groups0'],
		['fields as a map', { fields: { 388077: 'x' } }, 'fields'],
		['unknown field', { fields: [{ id: 1, value: 'x' }] }, 'fields0id'],
		['field without id', { fields: [{ value: 'x' }] }, 'fields0id'],
		['numeric value', { fields: [{ id: 388077, value: 5 }] }, 'fields0value'],
		['another contact’s phone', { phone: 380671112211 }, 'phone'],
	];
	it.each(edges)('judges %s', async (_name, changes, fault) => {
		const answer = await (
			await open()
		).put('/api/contacts/5001', { phone: 380991112233, ...changes });
		if (fault === null) expect(answer.status).toBe(200);
		else expect(faults(answer)).toEqual([fault]);
	});

	it('knows no other contact', async () => {
		const client = await open();
		for (const id of ['1', 'abc'])
			expect((await client.put(`/api/contacts/${id}`, { phone: 380991112233 })).json).toEqual({
				code: 404,
				message: 'Contact not found',
			});
		expect((await client.put('/api/contacts/5001', '5')).status).toBe(400);
	});
});

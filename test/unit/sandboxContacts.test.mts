import { closeAll, data, open, type Json } from './sandboxClient.mts';

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

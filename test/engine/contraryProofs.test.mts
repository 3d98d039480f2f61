import type { IDataObject } from 'n8n-workflow';
import { openStub, pageOf, seen } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Changes, and replies that name what was to be changed, but show it in another way than it was wanted. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

/** Answers a change with one body, and every list with some records. */
function answer(body: unknown, records: IDataObject[] = []): void {
	stub.answer = ({ method }) => ({ body: method === 'GET' ? pageOf(records) : body });
}

describe('RCS campaigns', () => {
	const CAMPAIGN = { campaignId: { __rl: true, mode: 'id', value: '1043' } };
	const change = async (operation: string): Promise<IDataObject[string]> =>
		(await stub.run(`rcsCampaign.${operation}`, CAMPAIGN)).items[0]?.json.confirmed_by;

	it.each(['stop', 'renew'])('%s: a reply in another state, or in none', async (operation) => {
		for (const more of [{ status: 'rejected' }, { status: 'paused' }, {}]) {
			answer({ data: { id: 1043, ...more } });
			expect(seen(await stub.run(`rcsCampaign.${operation}`, CAMPAIGN))).toMatch(
				/^Whether RCS campaign 1043 was/,
			);
		}
	});

	it.each([
		['stop', 'stopped'],
		['renew', 'sending'],
	])('%s: a reply without a state, and a list that tells it', async (operation, status) => {
		answer({ data: { id: 1043 } }, [{ id: 1043, status }]);
		expect(await change(operation)).toBe('record');
	});

	it.each([
		['stop', 'stopped'],
		['renew', 'scheduled'],
		['renew', 'SENDING'],
	])('%s: a reply in the state %s', async (operation, status) => {
		answer({ data: { id: 1043, status } });
		expect(await change(operation)).toBe('reply');
	});
});

describe('contacts', () => {
	const CONTACT = { contactId: '5', phone: '380991112233' };
	const KYIV = { fields: { field: [{ id: '388077', value: 'Kyiv' }] } };
	const IN_1 = { groups: [1] };
	const update = async (updateFields: IDataObject, body: IDataObject): Promise<string> => {
		answer({ data: { id: 5, ...body } });
		return seen(await stub.run('contact.update', { ...CONTACT, updateFields }));
	};
	const phone = 380991112233;

	it.each<[IDataObject, IDataObject]>([
		[KYIV, { phone, fields: { 388077: 'Lviv' } }],
		[KYIV, { phone, fields: [{ id: 388077, value: 'Lviv' }] }],
		[KYIV, { phone, fields: { 388078: 'Kyiv' } }],
		[KYIV, { phone, fields: [] }],
		[KYIV, { phone, fields: {} }],
		[IN_1, { phone, groups: [] }],
		[IN_1, { phone, groups: [2, 3] }],
		[IN_1, {}],
		[{}, {}],
	])('of which %j was wanted, and the reply shows %j', async (wanted, body) => {
		expect(await update(wanted, body)).toMatch(/^Whether contact 5 was changed is not known/);
	});

	it.each<[IDataObject, IDataObject]>([
		[KYIV, { phone, fields: { 388077: 'Kyiv', 388078: 'x' } }],
		[KYIV, { phone, fields: [{ id: '388077', value: ' Kyiv' }] }],
		[KYIV, { phone, fields: { City: 'Kyiv' } }],
		[KYIV, { phone, fields: { City: 'Lviv' } }],
		[{ fields: { field: [{ id: '388077', value: '' }] } }, { phone, fields: [] }],
		[{ fields: { field: [{ id: '388077', value: '' }] } }, { phone, fields: { 388077: null } }],
		[IN_1, { phone, groups: [1, 2] }],
		[IN_1, { phone, groups: [{ name: 'VIP' }] }],
		[IN_1, { phone }],
		[{}, { phone, groups: [], fields: [] }],
	])('of which %j was wanted, and the reply may show it: %j', async (wanted, body) => {
		expect(await update(wanted, body)).toContain('"contact_id":5');
	});
});

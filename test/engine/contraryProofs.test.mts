import type { IDataObject } from 'n8n-workflow';
import { APPLICATION } from '../support/application.mts';
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

describe('senders', () => {
	const SHOWN = {
		sender: 'Shop',
		country_code: 'UA',
		code_of_company: '00382',
		tax_number: '1',
	};
	const register = async (body: IDataObject): Promise<string> => {
		answer({ data: { id: 5, ...body } });
		const run = await stub.run('sender.register', {
			...APPLICATION,
			companyCode: '00382',
			taxNumber: '1',
		});
		return seen(run);
	};

	it.each([
		{ sender: 'Other' },
		{ country_code: 'PL' },
		{ code_of_company: '383' },
		{ tax_number: '9' },
		{ status: 'rejected' },
	])(
		'a reply with the application of another company, or one that was rejected: %j',
		async (other) => {
			expect(await register({ ...SHOWN, status: 'new', ...other })).toMatch(
				/^Whether the application for the sender was made is not known/,
			);
		},
	);

	it.each<IDataObject>([
		{ ...SHOWN, status: 'new' },
		{ sender: 'Shop', country_code: 'ua', code_of_company: 382, tax_number: 1 },
		{},
	])('a reply with the application that was sent: %j', async (body) => {
		expect(await register(body)).toContain('"confirmed_by":"reply"');
	});
});

it.each<IDataObject>([
	{ success: false, data: { key: 'abc1' } },
	{ status: 'error', message: 'too many', data: { key: 'abc3' } },
])('requests for reports: a key beside a fault, %j', async (body) => {
	answer(body);
	const request = { selectBy: 'messageIds', messageIds: '5', wait: false };
	expect(seen(await stub.run('report.request', request))).toMatch(
		/^Whether the report was requested is not known/,
	);
});

describe('the stop list', () => {
	const PHONE = 380991112233;
	const change = async (operation: string, channels = ['sms']): Promise<string> =>
		seen(await stub.run(`stopList.${operation}`, { phones: String(PHONE), channels }));
	const NOT_KNOWN = /^Whether …2233 is on the stop list is not known/;

	it('add: an entry that tells of another channel alone', async () => {
		answer({ data: [{ id: 1, phone: PHONE, viber_stoplist: true }] });
		expect(await change('add')).toMatch(NOT_KNOWN);
		expect(await change('add', ['sms', 'viber'])).toMatch(NOT_KNOWN);
		expect(await change('add', ['viber'])).toContain('"confirmed_by":"reply"');
		expect(await change('add', ['viber', 'whatsapp'])).toContain('"confirmed_by":"reply"');
	});

	it('add: such an entry, and a list that tells the channel', async () => {
		answer({ data: [{ id: 1, phone: PHONE, viber_stoplist: true }] }, [
			{ id: 1, phone: PHONE, viber_stoplist: true, sms_stoplist: true },
		]);
		expect(await change('add')).toContain('"confirmed_by":"record"');
	});

	it.each([403, 422])('a page in place of the answer, HTTP %i: the list tells', async (status) => {
		const page = { status, headers: { 'content-type': 'text/html' }, body: '<html>blocked</html>' };
		let records: IDataObject[] = [];
		stub.answer = ({ method }) => (method === 'POST' ? page : { body: pageOf(records) });
		expect(await change('add')).toMatch(
			/^Whether …2233 is on the stop list is not known: A web page or text came/,
		);
		records = [{ id: 5, phone: PHONE, sms_stoplist: true }];
		expect(await change('add')).toContain('"confirmed_by":"record"');
		expect(await change('remove')).toMatch(
			/^Whether …2233 is on the stop list is not known: A web page or text came/,
		);
		stub.answer = ({ method }) => {
			if (method === 'GET') return { body: pageOf(records) };
			records = [];
			return page;
		};
		expect(await change('remove')).toContain('"status":"removed"');
	});

	it('add: a refusal of the account is one', async () => {
		stub.answer = () => ({ status: 403, body: { code: 403, message: 'Forbidden' } });
		expect(await change('add')).toMatch(/^The account may not do this/);
	});

	it('remove: a search that counts an entry and shows none', async () => {
		stub.answer = () => ({ body: pageOf([], 1) });
		expect(await change('remove')).toMatch(NOT_KNOWN);
		expect(stub.count('POST')).toBe(0);
	});
});

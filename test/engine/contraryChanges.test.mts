import type { IDataObject } from 'n8n-workflow';
import { APPLICATION } from '../support/application.mts';
import { KEY, openStub, pageOf, seen } from './stubService.mts';
import type { Answer, Stub } from './stubService.mts';

/*
 * Changes, and replies that name what was to be changed and say at once that it went wrong, or say nothing that could prove it. A
 * change counts as made only where the reply or the record shows it.
 */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const PHONE = 380991112233;
const CAMPAIGN = { campaignId: { __rl: true, mode: 'id', value: '1043' } };
const CONTACT = { contactId: '90817', phone: String(PHONE) };
const LIST = { phones: String(PHONE), channels: ['sms'] };
const REFUSALS: ReadonlyArray<[string, IDataObject]> = [
	['success: false', { success: false, message: 'No right to do this' }],
	['a status of an error', { status: 'error', message: 'No right to do this' }],
	['the code of a status', { code: 403, message: 'Forbidden' }],
	['errors', { message: 'Refused', errors: ['No right to do this'] }],
];
const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };

describe('RCS campaigns', () => {
	it.each(REFUSALS)('stop: %s beside the campaign', async (_, mark) => {
		stub.answer = ({ method }) => ({
			body:
				method === 'PUT'
					? { ...mark, data: { id: 1043 } }
					: pageOf([{ id: 1043, status: 'sending' }]),
		});
		const run = await stub.run('rcsCampaign.stop', CAMPAIGN);
		expect(seen(run)).toMatch(/^(?:RCS campaign 1043 was not stopped|Whether|The )/);
	});

	it.each([
		['stop', { data: { id: 1043, status: 'done' } }, 'done'],
		['stop', { id: 1043, message: 'Campaign cannot be stopped' }, 'sending'],
		['renew', { data: { id: 1043, status: 'stopped' } }, 'stopped'],
		['renew', { data: { id: 1043, status: 'spam' } }, 'spam'],
	])('%s: %j proves nothing', async (operation, body, status) => {
		stub.answer = ({ method }) => ({
			body: method === 'PUT' ? body : pageOf([{ id: 1043, status }]),
		});
		expect(seen(await stub.run(`rcsCampaign.${operation}`, CAMPAIGN))).toMatch(
			/^Whether RCS campaign 1043 was/,
		);
	});

	it('a reply that says so, and a list that shows it all the same', async () => {
		stub.answer = ({ method }) => ({
			body:
				method === 'PUT'
					? { success: false, data: { id: 1043 } }
					: pageOf([{ id: 1043, status: 'stopped' }]),
		});
		const run = await stub.run('rcsCampaign.stop', CAMPAIGN);
		expect(run.items[0]?.json).toMatchObject({ status: 'stopped', confirmed_by: 'record' });
	});

	it.each([{ simplify: true }, { simplify: false }, { options: { rawOutput: true } }])(
		'a key that the service repeats stays out of the output (%j)',
		async (more) => {
			const request = { 'x-api-key': KEY };
			stub.answer = () => ({
				body: { data: { id: 1043, status: 'stopped', name: `for ${KEY}`, request } },
			});
			const run = await stub.run('rcsCampaign.stop', { ...CAMPAIGN, ...more });
			expect(run.error).toBeUndefined();
			expect(seen(run)).not.toContain(KEY);
		},
	);
});

describe('contacts', () => {
	it.each([
		...REFUSALS,
		['words that refuse', { message: 'The phone number is not verified' }],
	] as const)('%s beside the contact', async (_, mark) => {
		stub.answer = () => ({ body: { ...mark, id: 90817 } });
		expect(seen(await stub.run('contact.update', CONTACT))).toMatch(
			/^(?:Whether contact 90817|The )/,
		);
	});

	it('a reply with other lists than those that it was to be added to', async () => {
		const groups = [{ id: 1, name: 'VIP' }];
		stub.answer = () => ({ body: { data: { id: 90817, phone: PHONE, fields: {}, groups } } });
		const added = async (list: number): Promise<string> =>
			seen(await stub.run('contact.update', { ...CONTACT, updateFields: { groups: [list] } }));
		expect(await added(202)).toMatch(/^Whether contact 90817 was changed is not known/);
		expect(await added(1)).toContain('"contact_id":90817');
	});

	it.each<[IDataObject | unknown[], string]>([
		[{ 7: { id: 7, name: 'Other' } }, '7'],
		[{ 0: { id: 7, name: 'Other' } }, '7'],
		[{ 0: 7, 1: 8 }, '7, 8'],
		[{ 7: { name: 'Other' } }, '7'],
		[{ 7: 'Other' }, '7'],
		[{ data: [{ id: 7, name: 'Other' }] }, '7'],
		[{ id: 7, name: 'Other' }, '7'],
	])(
		'lists that a reply shows as %j, among which the one it was to be added to must be',
		async (groups, ids) => {
			stub.answer = () => ({ body: { data: { id: 90817, phone: PHONE, fields: [], groups } } });
			const added = async (list: number): Promise<string> =>
				seen(await stub.run('contact.update', { ...CONTACT, updateFields: { groups: [list] } }));
			expect(await added(1)).toMatch(/^Whether contact 90817 was changed is not known/);
			expect(await added(7)).toContain(`"list_ids":"${ids}"`);
		},
	);

	it('lists that a reply shows without their IDs say nothing', async () => {
		const groups = { 0: { name: 'VIP' }, 1: { name: 'Other' } };
		stub.answer = () => ({ body: { data: { id: 90817, phone: PHONE, groups } } });
		const run = await stub.run('contact.update', { ...CONTACT, updateFields: { groups: ['1'] } });
		expect(run.error).toBeUndefined();
	});

	describe('custom fields', () => {
		const changed = async (sent: Record<string, string>, fields: unknown): Promise<string> => {
			stub.answer = () => ({ body: { data: { id: 90817, phone: PHONE, fields, groups: [] } } });
			const field = Object.entries(sent).map(([id, value]) => ({ id, value }));
			return seen(
				await stub.run('contact.update', { ...CONTACT, updateFields: { fields: { field } } }),
			);
		};

		it.each<[Record<string, string>, unknown]>([
			[{ 5: 'Kyiv' }, { City: { id: 5, value: 'Lviv' } }],
			[{ 5: 'Kyiv' }, { 5: 'Lviv' }],
			[{ 5: 'Kyiv' }, {}],
		])('%j, of which a reply shows %j', async (sent, fields) => {
			expect(await changed(sent, fields)).toMatch(
				/^Whether contact 90817 was changed is not known/,
			);
		});

		it.each<[Record<string, string>, unknown]>([
			[{ 5: 'Kyiv' }, { City: 'Kyiv ', Street: 'Main' }],
			// Which field has which name nobody knows, and a service may write a value in its own way.
			[{ 5: 'Kyiv' }, { City: 'Lviv' }],
			[{ 5: '2026-02-01' }, { Birthday: '01.02.2026' }],
			[
				{ 5: ' Kyiv', 6: '7' },
				{ City: 'Kyiv', Floor: 7 },
			],
			[{ 5: 'Kyiv' }, [{ name: 'City', value: 'Kyiv' }]],
			[{ 5: 'Kyiv' }, { City: { id: 5, value: 'Kyiv' } }],
			[{ 5: '', 6: 'Main' }, { Street: 'Main' }],
			[{ 5: '' }, []],
			[{ 5: 'Kyiv' }, null],
			[{ 5: 'Kyiv' }, [{ id: 5, name: 'City' }]],
		])('%j, which the reply %j does not deny', async (sent, fields) => {
			expect(await changed(sent, fields)).toContain('"contact_id":90817');
		});
	});

	it.each(['={{ NaN }}', '={{ 1 / 0 }}'])('a custom field that is %s', async (value) => {
		const fields = { field: [{ id: '7', value }] };
		const run = await stub.run('contact.update', { ...CONTACT, updateFields: { fields } });
		expect(seen(run)).toMatch(/the value of field 7 is no number that can be written/);
		expect(stub.asked).toEqual([]);
	});
});

describe('senders', () => {
	it.each(REFUSALS)('%s beside the ID of the application', async (_, mark) => {
		stub.answer = ({ method }) => ({
			body: method === 'POST' ? { ...mark, id: 'req_81f' } : pageOf([]),
		});
		expect(seen(await stub.run('sender.register', APPLICATION))).toMatch(/^(?:Whether|The )/);
	});

	it('an ID of 0', async () => {
		stub.answer = ({ method }) => ({
			body: method === 'POST' ? { data: { id: 0 } } : pageOf([]),
		});
		expect(seen(await stub.run('sender.register', APPLICATION))).toMatch(/^Whether/);
	});

	it.each([400, 403, 422])(
		'a page of a firewall in place of the answer, HTTP %i: no second application',
		async (status) => {
			const headers = { 'content-type': 'text/html' };
			const body = '<html><body>blocked</body></html>';
			stub.answer = ({ method }) =>
				method === 'POST' ? { status, headers, body } : { body: pageOf([]) };
			const run = await stub.run('sender.register', APPLICATION, retry);
			expect(seen(run)).toMatch(/^Whether/);
			expect(stub.count('POST')).toBe(1);
		},
	);
});

describe('the stop list', () => {
	it.each([
		{ error: 21, errorDescription: 'incorrect phone number' },
		{ success: false, message: 'Limit reached' },
		{ status: 'error', message: 'Limit reached' },
	])('add: an entry %j is no proof', async (mark) => {
		stub.answer = ({ method }) => ({
			body: method === 'POST' ? { data: [{ phone: PHONE, ...mark }] } : pageOf([]),
		});
		expect(seen(await stub.run('stopList.add', LIST))).toMatch(/^(?:Whether|The )/);
	});

	it('add: the service refuses a channel of which its list says nothing', async () => {
		const entry = {
			id: 5,
			phone: PHONE,
			sms_stoplist: true,
			viber_stoplist: false,
			rcs_stoplist: false,
		};
		const errors = { 'types.0': ['The selected types.0 is invalid.'] };
		stub.answer = ({ method }) =>
			method === 'POST'
				? { status: 422, body: { message: 'The given data was invalid.', errors } }
				: { body: pageOf([entry]) };
		const run = await stub.run('stopList.add', { ...LIST, channels: ['whatsapp'] });
		expect(seen(run)).toMatch(/^The service did not/);
	});

	it('add: a refused channel is no reason to try each phone by itself', async () => {
		const errors = { types: ['whatsapp is not available'] };
		stub.answer = ({ method }) =>
			method === 'POST'
				? { status: 422, body: { message: 'The given data was invalid.', errors } }
				: { body: pageOf([]) };
		const phones = Array.from({ length: 1000 }, (_, at) => `38099${1_000_000 + at}`).join();
		await stub.run('stopList.add', { ...LIST, phones, channels: ['whatsapp'] });
		expect(stub.asked).toHaveLength(1);
	});

	it.each([{}, { success: false, message: 'Not allowed' }])(
		'remove: the reply is %j, and the entry still stands there',
		async (body) => {
			stub.answer = ({ method }) => ({
				body: method === 'POST' ? body : pageOf([{ id: 5, phone: PHONE }]),
			});
			expect(seen(await stub.run('stopList.remove', LIST))).toMatch(/^(?:Whether|The )/);
		},
	);

	it.each<[string, unknown]>([
		['hidden in part', '38099*****33'],
		['without its country code', '0991112233'],
		['within an object', { number: PHONE }],
	])('remove: the number of the entry is %s', async (_, phone) => {
		stub.answer = ({ method }) => ({
			body: method === 'POST' ? {} : pageOf([{ id: 5, phone, sms_stoplist: true }]),
		});
		expect(seen(await stub.run('stopList.remove', LIST))).toMatch(
			/^Whether …2233 is on the stop list is not known/,
		);
	});

	it('remove: the list is refused only after the removal', async () => {
		let isPosted = false;
		stub.answer = ({ method }) => {
			if (method === 'POST') {
				isPosted = true;
				return { body: { success: false, message: 'Not allowed' } };
			}
			return {
				body: isPosted
					? { code: 429, message: 'Too many requests', data: [] }
					: pageOf([{ id: 5, phone: PHONE, sms_stoplist: true }]),
			};
		};
		expect(seen(await stub.run('stopList.remove', LIST))).not.toContain('"status"');
	});
});

describe('requests for reports', () => {
	const REPORT = { selectBy: 'messageIds', messageIds: '15' };

	it.each([
		{ error: 0, key: 'abc', result: [] },
		{ error: 0, result: { key: 'abc' } },
		{ data: { key: 'abc' } },
	])('the key in %j is found', async (body) => {
		stub.answer = ({ method }) => ({
			body: method === 'POST' ? body : { error: 0, message_data: [{ message_ID: 1 }] },
		});
		const run = await stub.run('report.request', REPORT);
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(1);
	});
});

it.each<[string, Answer]>([
	['names it beside 429', { status: 429, body: { message: 'Slow down', data: { id: 5 } } }],
	['speaks of a copy', { status: 422, body: { message: 'Duplicate request' } }],
	['says that it was made', { status: 400, body: { message: 'Application was created, but' } }],
	['is a redirect', { status: 307, headers: { location: '/elsewhere' }, body: '' }],
])('no second application is made where the refusal of the first %s', async (_, answer) => {
	stub.answer = ({ method }) => (method === 'POST' ? answer : { body: pageOf([]) });
	await stub.run('sender.register', { ...APPLICATION, options: { retryFor: 3 } }, retry);
	expect(stub.count('POST')).toBe(1);
});

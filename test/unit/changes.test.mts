/** What proves a change: its reply, a refusal, and after an outcome that is not known the record. */
import type { IDataObject } from 'n8n-workflow';
import { APPLICATION } from '../support/application.mts';
import { lost } from './fakeFunctions.mts';
import type { Answer } from './fakeFunctions.mts';
import { custom, page, paths, route } from './fakeOperations.mts';
import type { Ran } from './fakeOperations.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

const SILENT = { options: { retryFor: 0 } };
const PHONE = '380991112233';
const REFUSED: Answer = { status: 422, body: { message: 'Ask your manager' } };
const UNREADABLE: Answer = { status: 403, body: {} };
const LOOK = 'Look in the service before you send again';

const campaign = (status: string): IDataObject => ({ id: 5, status, message_type: 'rcs' });
const same = {
	id: 9,
	sender: 'Shop',
	country_code: 'UA',
	code_of_company: 38212345,
	tax_number: '382123456789',
	status: 'new',
};
const entry = (sms: boolean): IDataObject => ({ id: 3, phone: Number(PHONE), sms_stoplist: sms });

/** Runs a change: `write` answers it, `read` the questions. */
const change = async (operation: string, write: Answer, read: Answer): Promise<Ran> => {
	const answer = ({ method }: { method: string }) => (method === 'GET' ? read : write);
	if (operation.startsWith('stopList'))
		return await custom(operation, { phones: PHONE, channels: ['sms'], ...SILENT }, answer);
	const parameters: Record<string, object> = {
		'sender.register': APPLICATION,
		'contact.update': { contactId: '5', phone: PHONE },
	};
	return await route(operation, { campaignId: '5', ...parameters[operation], ...SILENT }, answer);
};
const writes = (ran: Ran): number => paths(ran).filter((one) => !one.startsWith('GET')).length;

/** What is not known where neither the reply nor the record tells. */
const WHAT: Record<string, string> = {
	'rcsCampaign.stop': 'RCS campaign 5 was stopped',
	'rcsCampaign.renew': 'RCS campaign 5 was renewed',
	'sender.register': 'the application for the sender was made',
	'contact.update': 'contact 5 was changed',
	'stopList.add': '…2233 is on the stop list',
};

it.each<[string, unknown, IDataObject]>([
	['rcsCampaign.stop', { data: campaign('stopped') }, { campaign_id: 5, confirmed_by: 'reply' }],
	['rcsCampaign.renew', { data: { id: '5' } }, { campaign_id: 5, confirmed_by: 'reply' }],
	['sender.register', { data: same }, { application_id: 9, confirmed_by: 'reply' }],
	['contact.update', { data: { id: 5 } }, { contact_id: 5 }],
	['contact.update', { data: { phone: Number(PHONE) } }, { phone: PHONE }],
	['stopList.add', { data: [entry(true)] }, { status: 'listed', confirmed_by: 'reply' }],
])('%s is proved by the reply %j', async (operation, body, row) => {
	const ran = await change(operation, { body }, page([]));
	expect(ran.json).toMatchObject([row]);
	expect(writes(ran)).toBe(1);
});

it('stopList.remove is proved by a reply that says nothing, as the service gives it', async () => {
	const ran = await change('stopList.remove', { body: {} }, page([entry(true)]));
	expect(ran.json).toMatchObject([{ status: 'removed', sms: false, confirmed_by: 'reply' }]);
	expect(paths(ran)).toEqual(['GET /api/stoplist/search', 'POST /api/stoplist/detach']);
});

it.each<[string, Answer, string]>([
	[
		'rcsCampaign.stop',
		page([campaign('done')]),
		'RCS campaign 5 cannot be stopped: its status is done',
	],
	[
		'rcsCampaign.renew',
		page([campaign('stopped')]),
		'RCS campaign 5 cannot be renewed: its status is stopped',
	],
	[
		'rcsCampaign.stop',
		page([campaign('sending')]),
		'RCS campaign 5 was not stopped: The service refused the request: Ask your manager (HTTP 422)',
	],
	[
		'rcsCampaign.stop',
		page([]),
		'RCS campaign 5 was not stopped: The service refused the request: Ask your manager (HTTP 422)',
	],
	[
		'rcsCampaign.stop',
		UNREADABLE,
		'RCS campaign 5 was not stopped: The service refused the request: Ask your manager (HTTP 422)',
	],
	['sender.register', page([same]), 'The service refused the request: Ask your manager (HTTP 422)'],
	['contact.update', page([]), 'The service refused the request: Ask your manager (HTTP 422)'],
	[
		'stopList.add',
		page([entry(true)]),
		'The service refused the request: Ask your manager (HTTP 422)',
	],
	[
		'stopList.remove',
		page([entry(true)]),
		'The service refused the request: Ask your manager (HTTP 422)',
	],
])('%s: a refusal is one, whatever the record shows (%j)', async (operation, read, message) => {
	const ran = await change(operation, REFUSED, read);
	expect(ran.error?.message).toBe(`${message} [item 0]`);
	expect(ran.error?.description).toContain('Ask your manager');
	expect(writes(ran)).toBe(1);
});

it.each([
	['rcsCampaign.stop', 'RCS campaign 5 was not found'],
	['contact.update', 'Contact 5 was not found'],
])('%s: 404 with words says that there is no such record', async (operation, message) => {
	const gone = { status: 404, body: { message: 'No such record' } };
	const ran = await change(operation, gone, page([]));
	expect(ran.error?.message).toBe(`${message} [item 0]`);
	expect(ran.error?.description).toContain('No such record');
});

it('rcsCampaign.stop: a refusal is none where the campaign was stopped before', async () => {
	const ran = await change('rcsCampaign.stop', REFUSED, page([campaign('stopped')]));
	expect(ran.json).toMatchObject([
		{ status: 'stopped', confirmed_by: 'record', reason: 'It was so before' },
	]);
});

it('sender.register: warns of another application for the sender', async () => {
	const made = { data: { ...same, id: 12 } };
	const ran = await change('sender.register', { body: made }, page([same, { ...same, id: 12 }]));
	expect(ran.json).toMatchObject([
		{ application_id: 12, reason: 'The sender has another application: 9 (new)' },
	]);
});

it.each<[string, IDataObject, IDataObject]>([
	['rcsCampaign.stop', campaign('stopped'), { status: 'stopped', confirmed_by: 'record' }],
	['rcsCampaign.renew', campaign('sending'), { status: 'sending', confirmed_by: 'record' }],
	['sender.register', same, { application_id: 9, confirmed_by: 'record' }],
	['stopList.add', entry(true), { status: 'listed', confirmed_by: 'record' }],
])('%s is done where the record shows it after a lost reply', async (operation, record, row) => {
	for (const write of [lost(), { body: {} }]) {
		const ran = await change(operation, write, page([record]));
		expect(ran.json).toMatchObject([row]);
		expect(writes(ran)).toBe(1);
	}
});

it.each<[string, IDataObject]>([
	['rcsCampaign.stop', campaign('sending')],
	['rcsCampaign.renew', campaign('paused')],
	['stopList.add', entry(false)],
])('%s is not done where the record shows the state before', async (operation, record) => {
	const ran = await change(operation, lost(), page([record]));
	expect(ran.error?.message).toMatch(/The connection to the service was lost/);
	expect(ran.error?.message).not.toContain('not known');
	expect(ran.error?.description).not.toContain(LOOK);
});

it.each<[string, Answer]>([
	['rcsCampaign.stop', UNREADABLE],
	['rcsCampaign.stop', page([])],
	['rcsCampaign.renew', page([campaign('creation')])],
	['sender.register', UNREADABLE],
	['sender.register', page([])],
	[
		'sender.register',
		page([
			{ ...same, status: 'rejected' },
			{ ...same, tax_number: '1' },
		]),
	],
	['contact.update', page([])],
	['stopList.add', UNREADABLE],
])('%s is not known where the record does not tell: %j', async (operation, read) => {
	for (const write of [lost(), { body: {} }]) {
		const ran = await change(operation, write, read);
		expect(ran.error?.message).toContain(`It is not known whether ${WHAT[operation]}`);
		expect(ran.error?.description).toContain(LOOK);
		expect(writes(ran)).toBe(1);
	}
});

it.each<[string, Answer, IDataObject | string]>([
	['gone', page([]), { status: 'removed', confirmed_by: 'record' }],
	['off', page([entry(false)]), { status: 'removed', confirmed_by: 'record' }],
	['still there', page([entry(true)]), 'The connection to the service was lost [item 0]'],
	['not readable', UNREADABLE, 'It is not known whether …2233 is on the stop list: The connection'],
])('stopList.remove after a lost reply, the entry is %s', async (_, after, expected) => {
	let isSent = false;
	const ran = await custom(
		'stopList.remove',
		{ phones: PHONE, channels: ['sms'], ...SILENT },
		({ method }) => {
			if (method === 'GET') return isSent ? after : page([entry(true)]);
			isSent = true;
			return lost();
		},
	);
	if (typeof expected === 'string') expect(ran.error?.message).toContain(expected);
	else expect(ran.json).toMatchObject([expected]);
});

it.each(['rcsCampaign.stop', 'contact.update'])(
	'%s: a reply about another record proves nothing',
	async (operation) => {
		const ran = await change(operation, { body: { data: { id: 6 } } }, page([campaign('paused')]));
		expect(ran.error?.message).toBe(`It is not known whether ${WHAT[operation]} [item 0]`);
	},
);

it('with a test key a reply about any record is one, as the service returns random ones', async () => {
	const ran = await route(
		'rcsCampaign.stop',
		{ campaignId: '5' },
		() => ({ body: { data: { id: 77 } } }),
		{ credential: { apiKey: 'test_0123456789abcdef' } },
	);
	expect(ran.json).toMatchObject([{ campaign_id: 77 }]);
});

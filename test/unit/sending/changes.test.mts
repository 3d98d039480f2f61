/**
 * What proves a change: its reply, a refusal, and after an outcome that is not known the record. What a lost or empty answer comes to where
 * the record shows the change is held by the engine's tests of each operation, and by test/faults.
 */
import type { IDataObject } from 'n8n-workflow';
import { APPLICATION } from '../../support/application.mts';
import { lost } from './fakeFunctions.mts';
import type { Answer } from './fakeFunctions.mts';
import { custom, page, paths, route } from './fakeOperations.mts';
import type { Ran } from './fakeOperations.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

const SILENT = { options: { retryFor: 0 } };
/** Without a look at the applications that there are. */
const AGAIN = { ifThereIsOne: 'register' };
const PHONE = '380991112233';
const LOOK = 'Look in the service before you send again';

const campaign = (status: string): IDataObject => ({ id: 5, status, message_type: 'rcs' });
const same = {
	id: 9,
	sender: 'NewShop',
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
	const options = { ...SILENT.options, ...(operation === 'sender.register' && AGAIN) };
	return await route(operation, { rcsCampaignId: '5', ...parameters[operation], options }, answer);
};

const UNREADABLE: Answer = { status: 403, body: {} };
const REFUSED: Answer = { status: 422, body: { message: 'Ask your manager' } };
const EMPTY: Answer = { body: {} };
const SAID = 'The service refused the request: Ask your manager (HTTP 422) [item 1]';
const unknown = (what: string): RegExp => new RegExp(`^It is not known whether ${what}`);
const [STOPPED, RENEWED] = ['stopped', 'renewed'].map((done) =>
	unknown(`RCS campaign 5 was ${done}`),
);
const [MADE, CHANGED] = [
	unknown('the application for the sender was made'),
	unknown('contact 5 was'),
];
const LISTED = unknown('…2233 is on the stop list');
const reply = (data: unknown): Answer => ({ body: { data } });

/** An operation, the answer to it, the answer to questions, and what comes of it: a row or an error. */
type Row = [string, Answer, Answer, IDataObject | string | RegExp | undefined];

const BY_REPLY: Row[] = [
	['rcsCampaign.stop', reply(campaign('stopped')), page([]), {}],
	['rcsCampaign.renew', reply({ id: '5' }), page([]), { campaign_id: 5 }],
	['sender.register', reply(same), page([]), { application_id: 9 }],
	[
		'sender.register',
		reply({ ...same, id: 12 }),
		page([same, { ...same, id: 12 }]),
		{ application_id: 12, reason: 'The sender NewShop has an application for UA: 9 (new)' },
	],
	['contact.update', reply({ id: 5 }), page([]), { contact_id: 5 }],
	['contact.update', reply({ phone: Number(PHONE) }), page([]), { phone: PHONE }],
	['stopList.add', reply([entry(true)]), page([]), { status: 'listed' }],
	// A reply about another record proves nothing.
	['rcsCampaign.stop', reply({ id: 6 }), page([campaign('paused')]), STOPPED],
	['contact.update', reply({ id: 6 }), page([]), CHANGED],
];
const REFUSALS: Row[] = [
	['rcsCampaign.stop', REFUSED, UNREADABLE, `RCS campaign 5 was not stopped: ${SAID}`],
	['sender.register', REFUSED, page([same]), SAID],
	['contact.update', REFUSED, page([]), SAID],
	['stopList.add', REFUSED, page([entry(true)]), SAID],
	['stopList.remove', REFUSED, page([entry(true)]), SAID],
];
const BY_RECORD = [lost(), EMPTY].flatMap((write): Row[] => [
	['rcsCampaign.stop', write, UNREADABLE, STOPPED],
	['rcsCampaign.stop', write, page([]), STOPPED],
	['rcsCampaign.renew', write, page([campaign('creation')]), RENEWED],
	['sender.register', write, UNREADABLE, MADE],
	['sender.register', write, page([]), MADE],
	['sender.register', write, page([{ ...same, status: 'rejected' }]), MADE],
	['sender.register', write, page([{ ...same, tax_number: '1' }]), MADE],
	['contact.update', write, page([]), CHANGED],
	['stopList.add', write, UNREADABLE, LISTED],
]);
/** The record shows the state before: the service may act later. */
const NOT_YET: Row[] = [
	['rcsCampaign.stop', lost(), page([campaign('sending')]), STOPPED],
	['rcsCampaign.renew', lost(), page([campaign('paused')]), RENEWED],
	['stopList.add', lost(), page([entry(false)]), LISTED],
];

it.each([...BY_REPLY, ...REFUSALS, ...BY_RECORD, ...NOT_YET])(
	'%s, answered %j, and the record %j: %j',
	async (operation, write, read, is) => {
		const ran = await change(operation, write, read);
		if (is instanceof RegExp) expect(ran.error?.message).toMatch(is);
		else if (typeof is === 'string') expect(ran.error?.message).toBe(is);
		else expect(ran.json).toMatchObject([is]);
		expect(ran.error?.description?.includes(LOOK) ?? false).toBe(is instanceof RegExp);
		const said = write instanceof Error || is instanceof RegExp ? '' : write.body;
		if (typeof is === 'string' && said !== '')
			expect(
				`${ran.error?.message} ${ran.error?.description}`.split(
					String((said as IDataObject).message),
				),
			).toHaveLength(2);
		expect(paths(ran).filter((one) => !one.startsWith('GET'))).toHaveLength(1);
	},
);

it('with a test key a reply about any record is one, as the service returns random ones', async () => {
	const credential = { apiKey: 'test_0123456789abcdef' };
	const answer = (): Answer => reply({ id: 77 });
	const ran = await route('rcsCampaign.stop', { rcsCampaignId: '5' }, answer, { credential });
	expect(ran.json).toMatchObject([{ campaign_id: 77 }]);
});

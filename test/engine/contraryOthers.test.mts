import type { IDataObject } from 'n8n-workflow';
import {
	A,
	answers,
	B,
	BOTH,
	byReference,
	CODE_20,
	isPost,
	LISTS,
	NONE,
	NOT_FOUND,
	NOT_KNOWN,
	ok,
	ONE,
	referenceIn,
	statuses,
} from './contrarySupport.mts';
import { openStub } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Answers with an ID that speak of another send than the one that was made: a proxy may have mixed them up. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const BRIEFLY = { options: { retryFor: 1 } };
const PERSONAL = { recipientSource: 'list', sender: 'Shop', text: 'Hi', recipients: `${A}, ${B}` };

describe('an answer is no evidence where it is about', () => {
	it.each<[string, string, IDataObject, IDataObject, RegExp]>([
		[
			'a campaign of another sender',
			'campaign.sendSms',
			BOTH,
			{ data: { id: 6, sender: 'Bank', status: 'sending' } },
			/about another send: ID 6 has the sender Bank/,
		],
		[
			'a personalized campaign of another sender',
			'campaign.sendPersonalizedSms',
			PERSONAL,
			{ data: { id: 6, sender: 'Bank' } },
			/about another send: ID 6 has the sender Bank/,
		],
		[
			'a campaign of another sender, to contact lists',
			'campaign.sendSmsToContactLists',
			LISTS,
			{ data: { id: 6, sender: 'Bank' } },
			/about another send: ID 6 has the sender Bank/,
		],
		[
			'a campaign of RCS',
			'campaign.sendSms',
			BOTH,
			{ data: { id: 6, sender: 'Shop', message_type: 'rcs' } },
			/about another send: ID 6 has messages of the type rcs/,
		],
		[
			'a campaign of RCS, in the other spelling',
			'campaign.sendSms',
			BOTH,
			{ data: { id: 6, mesage_type: 'rcs' } },
			/about another send: ID 6 has messages of the type rcs/,
		],
		[
			'a task of another sender',
			'sms.sendBulk',
			BOTH,
			{ error: 0, task_id: 6, originator: 'Bank' },
			/about another send: ID 6 has the sender Bank/,
		],
		[
			'a message of another sender',
			'sms.send',
			ONE,
			{ error: 0, id: 6, originator: 'Bank' },
			/about another send: ID 6 has the sender Bank/,
		],
	])('%s', async (_, operation, parameters, body, told) => {
		answers(stub, ok(body), ok(body), ({ path }) =>
			path.includes('/rest/') ? CODE_20 : ok({ data: [], meta: { page: { total: 0 } } }),
		);
		const { error } = await stub.run(operation, { ...parameters, ...BRIEFLY });
		expect(error?.message).toMatch(NOT_KNOWN);
		expect(error?.message).toMatch(told);
		expect(stub.count('POST')).toBe(1);
	});
});

describe('an answer is evidence where it', () => {
	it.each<[string, string, IDataObject, IDataObject]>([
		[
			'writes the sender in capitals',
			'campaign.sendSms',
			BOTH,
			{ data: { id: 6, sender: 'SHOP' } },
		],
		['cuts the sender off', 'campaign.sendSms', BOTH, { data: { id: 6, sender: 'Sho' } }],
		['leaves the sender empty', 'campaign.sendSms', BOTH, { data: { id: 6, sender: '' } }],
		['has no sender', 'campaign.sendSms', BOTH, { data: { id: 6, sender: null } }],
		[
			'writes a + before a number',
			'campaign.sendSms',
			{ ...BOTH, sender: '380441112233' },
			{ data: { id: 6, sender: '+380 44 111 22 33' } },
		],
		[
			'has the number as a number',
			'campaign.sendSms',
			{ ...BOTH, sender: '380441112233' },
			{ data: { id: 6, sender: 380441112233 } },
		],
		[
			'writes the type in capitals',
			'campaign.sendSms',
			BOTH,
			{ data: { id: 6, message_type: 'SMS' } },
		],
		[
			'names a kind of campaign as the type',
			'campaign.sendSms',
			BOTH,
			{ data: { id: 6, message_type: 'bulk_mailing' } },
		],
	])('%s', async (_, operation, parameters, body) => {
		answers(stub, ok(body), ok(body), NOT_FOUND);
		const run = await stub.run(operation, { ...parameters, ...NONE, ...BRIEFLY, simplify: false });
		expect(run.error).toBeUndefined();
		expect(statuses(run)).toEqual(statuses(run).map(() => 'accepted'));
	});
});

it('a campaign is accepted after such an answer where its message shows', async () => {
	stub.answer = (asked) => {
		if (isPost(asked)) return ok({ data: { id: 6, sender: 'Bank' } });
		return byReference(asked)
			? ok({ id: 1, reference: referenceIn(asked), status: 'sent' })
			: NOT_FOUND;
	};
	const run = await stub.run('campaign.sendSms', { ...BOTH, ...BRIEFLY });
	expect(run.error).toBeUndefined();
	expect(stub.count('POST')).toBe(1);
});

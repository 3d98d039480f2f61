import type { IDataObject } from 'n8n-workflow';
import {
	A,
	BOTH,
	CODE_20,
	LISTS,
	NONE,
	NOT_KNOWN,
	ONE,
	isPost,
	ok,
	statuses,
} from './contrarySupport.mts';
import { openStub, pageOf } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* What ordinary services write in other words than the specification: it speaks of nothing else than what was asked for. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

describe('an answer to a send is evidence where it', () => {
	it.each<[string, string, IDataObject, IDataObject]>([
		['has a number for the type', 'campaign.sendSms', BOTH, { data: { id: 6, message_type: 1 } }],
		[
			'has a word for the type of the text',
			'campaign.sendSmsToContactLists',
			LISTS,
			{ data: { id: 6, mesage_type: 'text' } },
		],
		['has the kind of traffic', 'sms.send', ONE, { error: 0, id: 6, message_type: 'promo' }],
		['has an ID for the sender', 'campaign.sendSms', BOTH, { data: { id: 6, sender: 12 } }],
	])('%s', async (_, operation, parameters, body) => {
		stub.answer = (asked) => (isPost(asked) ? ok(body) : CODE_20);
		const run = await stub.run(operation, { ...parameters, ...NONE });
		expect(run.error).toBeUndefined();
		expect(new Set(statuses(run))).toEqual(new Set(['accepted']));
	});
});

it.each([
	'Your balance is too low and delivery is postponed',
	'Your account is out of funds and the broadcast is paused',
	'На аккаунте недостаточно средств и отправка приостановлена',
])(
	'what waits behind a refusal that begins with the account is not sent twice: %s',
	async (message) => {
		stub.answer = (asked) =>
			isPost(asked) ? { status: 402, body: { code: 402, message } } : CODE_20;
		const { error } = await stub.run('campaign.sendSms', BOTH);
		expect(error?.message).toMatch(NOT_KNOWN);
	},
);

it.each([1, 'text', 'promo'])('a campaign with %j for its type is found', async (type) => {
	stub.answer = () => ok(pageOf([{ id: 57, sender: 'Shop', status: 'done', message_type: type }]));
	const run = await stub.run('campaign.get', { campaignId: '57' });
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => json.campaign_id)).toEqual([57]);
});

describe('a sender that is a number is the same with a + before it', () => {
	const sender = '380445550011';
	const filter = '+380445550011';

	it('in replies', async () => {
		const result = [{ id: 9, phone: A, text: 'Yes', sender }];
		stub.answer = () => ok({ error: 0, total_count: 1, result });
		const run = await stub.run('sms.getAllReceived', {
			returnAll: true,
			filters: { sender: filter },
		});
		expect(run.items.map(({ json }) => json.reply_id)).toEqual([9]);
	});

	it('in campaigns and applications', async () => {
		stub.answer = () => ok(pageOf([{ id: 4, sender, status: 'done' }]));
		for (const [operation, filters] of [
			['campaign.getAll', { searchField: 'sender', searchValue: filter }],
			['sender.getAll', { sender: filter }],
		] as const) {
			const run = await stub.run(operation, { returnAll: true, filters });
			expect(run.error).toBeUndefined();
			expect(run.items).toHaveLength(1);
		}
	});
});

it('messages that failed with a code are read, whatever their ID is called', async () => {
	const failed = { message_id: 7, reference_id: 'r1', phone: A, status: 'undelivered', error: 27 };
	stub.answer = () => ok(pageOf([failed]));
	const run = await stub.run('campaign.getMessages', { campaignId: '5', returnAll: true });
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => json.reference)).toEqual(['r1']);
});

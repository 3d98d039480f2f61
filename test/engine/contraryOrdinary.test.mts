import type { IDataObject } from 'n8n-workflow';
import {
	A,
	BOTH,
	CODE_20,
	LISTS,
	LOST,
	NONE,
	NOT_KNOWN,
	ONE,
	isPost,
	ok,
	referenceIn,
	referencesOf,
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
		['has "false" for no error', 'sms.send', ONE, { id: 501, error: 'false' }],
		['has "no" for no error', 'sms.send', ONE, { id: 501, error: 'no' }],
		['has "false" for no errors', 'sms.send', ONE, { error: 0, id: 501, errors: 'false' }],
		['has "no" for no errors', 'sms.send', ONE, { error: 0, id: 501, errors: 'no' }],
		['lists no errors of a field', 'sms.send', ONE, { error: 0, id: 501, errors: { phones: [] } }],
		['lists nothing as an error', 'sms.send', ONE, { error: 0, id: 501, errors: [null] }],
		['lists a list of no errors', 'sms.send', ONE, { error: 0, id: 501, errors: [[]] }],
		...[
			'Рассылка создана. Ошибок нет',
			'Рассылка создана, ошибок не возникло',
			'Кампанія створена. Помилок немає',
			'Кампанію створено, помилок не виявлено',
		].map((message): [string, string, IDataObject, IDataObject] => [
			`says that nothing is wrong: ${message}`,
			'campaign.sendSms',
			BOTH,
			{ message, data: { id: 6, sender: 'Shop', status: 'creation' } },
		]),
		...[
			'Campaign created. Unsubscribed contacts are skipped',
			'Campaign created. Numbers in the stop list are skipped',
			'Campaign created. 0 numbers found in the stop list',
			'Campaign accepted. Delivery reports are temporarily unavailable',
			'Campaign created. Note: maintenance works on Sunday',
		].map((message): [string, string, IDataObject, IDataObject] => [
			`adds a note: ${message}`,
			'campaign.sendSmsToContactLists',
			LISTS,
			{ message, data: { id: 6, sender: 'Shop', status: 'creation' } },
		]),
	])('%s', async (_, operation, parameters, body) => {
		stub.answer = (asked) => (isPost(asked) ? ok(body) : CODE_20);
		const run = await stub.run(operation, { ...parameters, ...NONE });
		expect(run.error).toBeUndefined();
		expect(new Set(statuses(run))).toEqual(new Set(['accepted']));
	});
});

describe('an answer to a send is no evidence where it', () => {
	it.each<[string, IDataObject]>([
		['tells an error in words', { id: 501, error: 'no access' }],
		['lists the code of an error', { error: 0, id: 501, errors: { phones: [21] } }],
		['lists a field without words', { error: 0, id: 501, errors: ['', ['phone']] }],
		['says "no" of success', { id: 501, success: false }],
		['says what is lacking', { id: 501, message: 'Ошибка: нет средств' }],
		['says that it went wrong', { id: 501, message: 'Ошибка нет средств' }],
		['says that something is wrong', { id: 501, message: 'Помилка. Немає коштів' }],
		['says more than that', { id: 501, message: 'Ошибок нет, но SMS не отправлена' }],
	])('%s', async (_, body) => {
		stub.answer = (asked) => (isPost(asked) ? ok(body) : CODE_20);
		const run = await stub.run('sms.send', { ...ONE, ...NONE });
		expect(run.error?.message).toMatch(NOT_KNOWN);
	});
});

it.each(['no', 'false'])('a recipient with %j for its result was not taken', async (said) => {
	stub.answer = (asked) => {
		if (!isPost(asked)) return CODE_20;
		const [first = '', second = ''] = referencesOf(asked);
		return ok({ error: 0, task_id: 7, result: { [first]: 501, [second]: said } });
	};
	const run = await stub.run('sms.sendBulk', BOTH, { onError: 'continueRegularOutput' });
	expect(statuses(run)[1]).not.toBe('accepted');
});

it.each(['Нет ошибок', 'Ошибок нет', 'Помилок немає', 'Sending was suspended'])(
	'a campaign of RCS stops where the service says that nothing is wrong: %s',
	async (message) => {
		stub.answer = ({ method }) =>
			method === 'GET' ? ok(pageOf([])) : ok({ message, data: { id: 1043, status: 'stopped' } });
		const campaignId = { __rl: true, mode: 'id', value: '1043' };
		const run = await stub.run('rcsCampaign.stop', { campaignId });
		expect(run.error).toBeUndefined();
		expect(statuses(run)).toEqual(['stopped']);
	},
);

describe('a service that writes references in capitals', () => {
	it('shows a message whose answer was lost', async () => {
		stub.answer = (asked) => {
			if (isPost(asked)) return LOST;
			const reference = referenceIn(asked).toUpperCase();
			return ok({ error: 0, id: 501, msisdn: A, reference, status: 'sent' });
		};
		const run = await stub.run('sms.send', { ...ONE, options: { retryFor: 0 } });
		expect(run.error).toBeUndefined();
		expect(statuses(run)).toEqual(['accepted']);
	});

	it.each([
		['ORDER17', undefined],
		['ORDER18', 'The service answered about another message'],
	])('is read where it answers about %s', async (reference, error) => {
		stub.answer = () => ok({ error: 0, id: 501, msisdn: A, reference, status: 'sent' });
		const run = await stub.run('sms.getByReference', { reference: 'order17' });
		expect(run.error?.message.replace(/ \[.*/, '')).toBe(error);
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

it.each(['Numbers added to the stop list', 'Added to stoplist', 'Number is blacklisted now'])(
	'Stop List: Add is done where the service says so: %s',
	async (message) => {
		const entry = { id: 9, phone: Number(A), sms_stoplist: true, viber_stoplist: false };
		stub.answer = (asked) => ok(isPost(asked) ? { message, data: [entry] } : pageOf([]));
		const run = await stub.run('stopList.add', { phones: A, channels: ['sms'] });
		expect(run.error).toBeUndefined();
		expect(stub.asked).toHaveLength(1);
	},
);

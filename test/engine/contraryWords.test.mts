import type { IDataObject } from 'n8n-workflow';
import {
	BOTH,
	CAMPAIGN_6,
	CODE_20,
	LISTS,
	NONE,
	NOT_KNOWN,
	ONE,
	RETRY,
	always,
	answers,
	ok,
	refusal,
	statuses,
} from './contrarySupport.mts';
import { openStub } from './stubService.mts';
import type { Answer, Stub } from './stubService.mts';

/* Refusals whose words name a campaign that waits, and honest ones that speak of somebody who waits. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

it.each([
	refusal(402, 'Not enough funds to start campaign 57'),
	refusal(402, 'Insufficient funds for campaign #57'),
	refusal(402, 'Insufficient funds: your campaign is suspended until you top up'),
	refusal(402, 'Недостаточно средств. Рассылка начнётся после пополнения счёта'),
	refusal(403, 'Your campaign is under review'),
])(
	'a refusal that names a campaign which waits is no refusal, and nothing is sent twice: %j',
	async (answer) => {
		always(stub, answer, CODE_20);
		const options = { retryFor: 0 };
		const run = await stub.run('campaign.sendSms', { ...BOTH, options }, RETRY);
		expect([run.error?.message, stub.count('POST')]).toEqual([expect.stringMatching(NOT_KNOWN), 1]);
		const toLists = await stub.run('campaign.sendSmsToContactLists', LISTS, RETRY);
		expect([toLists.error?.message, stub.count('POST')]).toEqual([
			expect.stringMatching(NOT_KNOWN),
			1,
		]);
	},
);

it.each([
	'Limit exceeded, remaining messages were not sent',
	'Remaining recipients were skipped',
	'Sending stopped after 1 message',
	'Not all messages could be sent',
	'Some of the messages were not sent',
	'Sent 1 message, the rest refused: insufficient balance',
	'Funds ended in the middle of the campaign',
	'Средства закончились во время рассылки',
	'Кошти закінчилися під час розсилки',
	'Часть сообщений не отправлена',
	'Частину повідомлень не надіслано',
	'Остальные сообщения не отправлены',
	'Не всі повідомлення надіслано',
])(
	'a refusal that tells of a part is none of the whole, and nothing is sent twice: %s',
	async (words) => {
		always(stub, refusal(402, words), CODE_20);
		const run = await stub.run('campaign.sendSms', { ...BOTH, options: { retryFor: 0 } }, RETRY);
		expect([run.error?.message, stub.count('POST')]).toEqual([expect.stringMatching(NOT_KNOWN), 1]);
	},
);

it.each([
	'Remaining balance is too low',
	'Remaining quota is exceeded',
	'Remaining messages: 0',
	'You have 0 remaining messages, the campaign was not sent',
	'The rest of your balance is too low',
	'Not all numbers are valid',
	'Not all recipients can be processed: phones.1.number is invalid',
	'Not enough money: not all messages can be sent',
	'The rest of the parameters were ignored, sender is invalid',
	'Trial expired after 10 messages',
	'Account blocked after 3 messages with spam',
	'Invalid sender. Repeat the request with another sender',
	'Some of the recipients are invalid',
	'A link in the middle of the text is not allowed',
	'Не все номера корректны',
	'Часть номеров некорректна',
	'Слишком частые запросы',
	'Сообщение из 12 частей не отправлено',
])('what is wrong with a part refuses the whole: %s', async (words) => {
	always(stub, refusal(402, words), CODE_20);
	const { error } = await stub.run('campaign.sendSms', BOTH);
	expect(error?.message).toMatch(/^The service asks for payment/);
});

const fields = (errors: IDataObject): Answer => ({
	status: 422,
	body: { message: 'The given data was invalid.', errors },
});

it.each<[string, Answer]>([
	['a sender that waits', fields({ sender: ['The sender name is awaiting moderation.'] })],
	['a sender that failed', fields({ sender: ['The sender name has not passed moderation.'] })],
	['an alphabet', fields({ text: ['Only Latin letters are accepted.'] })],
	['an account that waits', refusal(403, 'Your account is awaiting verification')],
	['a forbidden user', { status: 403, body: { message: 'Forbidden', user: { id: 12 } } }],
	['code 32', ok({ error: 32, errorDescription: 'Sender is pending moderation' })],
])('an honest refusal stays one: %s', async (_, answer) => {
	always(stub, answer, CODE_20);
	for (const [operation, parameters] of [
		['campaign.sendSms', BOTH],
		['campaign.sendSms', { ...BOTH, ...NONE }],
		['sms.send', ONE],
		['sms.send', { ...ONE, ...NONE }],
	] as const) {
		const { error } = await stub.run(operation, parameters);
		expect(error).toBeDefined();
		expect(error?.message).not.toMatch(NOT_KNOWN);
	}
});

it('a limit of messages that were sent is waited for', async () => {
	answers(stub, refusal(429, 'Limit of messages sent per second is exceeded'), CAMPAIGN_6, CODE_20);
	const run = await stub.run('campaign.sendSms', { ...BOTH, options: { retryFor: 5 } });
	expect(statuses(run)).toEqual(['accepted', 'accepted']);
	expect(stub.count('POST')).toBe(2);
});

it('an outcome that is not known tells what the service said of each field', async () => {
	always(stub, fields({ sender: ['Odd sender'], text: ['The campaign is queued'] }), CODE_20);
	const { error } = await stub.run('campaign.sendSms', BOTH);
	expect(error?.message).toMatch(NOT_KNOWN);
	expect(error?.description).toContain('sender: Odd sender; text: The campaign is queued. Before');
});

describe('the words of a refusal count, and are told, wherever they stand', () => {
	it.each<[unknown, string]>([
		[{ title: 'Insufficient funds', status: 402 }, 'Insufficient funds.'],
		[{ msg: 'Quota violation' }, 'Quota violation.'],
		[{ reason: 'Forbidden' }, 'Forbidden.'],
		[{ error_message: 'Wrong sender' }, 'Wrong sender.'],
		[{ fault: { faultstring: 'Quota violation' } }, 'Quota violation.'],
		[{ detail: [{ loc: ['sender'], msg: 'field required' }] }, 'field required.'],
		[{ message: { sender: ['is invalid'] } }, 'sender: is invalid.'],
		[{ sender: ['is invalid'] }, 'sender: is invalid.'],
		[{ error: { sender: ['Wrong'] } }, 'sender: Wrong.'],
	])('%j', async (body, said) => {
		always(stub, { status: 422, body }, CODE_20);
		const { error } = await stub.run('campaign.sendSms', BOTH);
		expect(error?.message).not.toMatch(NOT_KNOWN);
		expect(error?.description).toContain(said);
	});

	it.each<unknown>([
		{ title: 'Campaign 57 waits for payment' },
		{ msg: 'Your campaign is queued' },
		{ data: { name: 'Autumn sale', sender: 'Shop' } },
		{ path: '/api/campaigns/sms/send', timestamp: '2026-01-01 00:00:00', status: 422 },
		{ input: { text: BOTH.text, sender: BOTH.sender } },
		{ request: { body: 'You must not miss it' } },
	])('but not those that refuse nothing: %j', async (body) => {
		always(stub, { status: 422, body }, CODE_20);
		const text = 'You must not miss it';
		expect((await stub.run('campaign.sendSms', { ...BOTH, text })).error?.message).toMatch(
			NOT_KNOWN,
		);
	});
});

it('words that nobody knows refuse an SMS at a service without look-ups, and are told', async () => {
	always(stub, refusal(400, 'Daily limit reached'));
	const { error } = await stub.run('sms.send', ONE);
	expect(error?.message).toMatch(/^The service did not take the request/);
	expect(error?.description).toContain('Daily limit reached');
	always(stub, refusal(400, 'External ID odd'));
	const { error: open } = await stub.run('sms.send', ONE);
	expect(open?.message).toMatch(NOT_KNOWN);
	expect(open?.description).toContain('External ID odd');
});

describe('a gateway', () => {
	it.each([
		'Only one concurrent request is allowed on your tariff',
		'Concurrent request quota exceeded',
		'Concurrent request limit reached',
		'Max concurrent request count exceeded',
		'Too many concurrent requests detected',
		'The route is being prepared',
		'The route for messages to this country is being prepared',
		'The SMS gateway is being prepared',
		'Maintenance is being executed',
		'Number portability is being handled by another operator',
		'The request was forwarded to a disabled gateway',
		'Idempotency-Key header must be used',
		'Idempotency keys are not used here; remove the header',
		'Idempotency keys cannot be used on your tariff',
		'Idempotency key was not used',
		'The field "nonce" is used by nobody',
		'The nonce format is in conflict with the policy',
		'Wrong format of the nonce: digits must be used',
		'Replay attack protection requires a nonce',
		'Replay attack protection is not available on your tariff',
	])('that refuses by its rules refuses the send: %s', async (words) => {
		always(stub, refusal(403, words), CODE_20);
		for (const [operation, parameters] of [
			['campaign.sendSms', BOTH],
			['sms.send', ONE],
		] as const) {
			const { error } = await stub.run(operation, parameters);
			expect([operation, error?.message]).toEqual([
				operation,
				expect.not.stringMatching(NOT_KNOWN),
			]);
		}
	});

	it.each([
		'Concurrent request detected',
		'Concurrent request was detected, only one is allowed on your tariff',
		'A concurrent request is being handled',
		'Concurrent request not allowed',
		'Concurrent request to this address rejected',
		'Concurrent requests detected',
		'The same request is in progress',
		'Your order is being prepared',
		'A copy of it is being transmitted by another route',
		'Already being handled',
		'Another route, 5 of 10 are being dispatched',
		'The request was forwarded to the gateway',
		'Idempotency key already used',
		'Idempotency-Key "a1" has been used',
		'IDEMPOTENCY_KEY_REUSED',
		'Idempotency key was not used with the same body before',
		'Idempotency keys must be used only once',
		'A different idempotency key must be used',
		'Idempotency key conflicts with an earlier request',
		'Nonce was used',
		'Nonce must not be reused',
		'Nonce cannot be used again',
		'The header must be used. Nonce of this request was used',
		'Replay detected',
		'Replay attack protection: request refused',
		'Replay attack protection requires a fresh nonce',
	])('that may refuse its own copy of a campaign leaves it open: %s', async (words) => {
		always(stub, refusal(403, words), CODE_20);
		const { error } = await stub.run('campaign.sendSms', BOTH);
		expect(error?.message).toMatch(NOT_KNOWN);
	});
});

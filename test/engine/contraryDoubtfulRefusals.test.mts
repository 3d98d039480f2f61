import type { IDataObject } from 'n8n-workflow';
import { APPLICATION } from '../support/application.mts';
import {
	A,
	always,
	BOTH,
	CODE_20,
	isPost,
	LISTS,
	NOT_KNOWN,
	ok,
	refusal,
} from './contrarySupport.mts';
import { openStub, pageOf, seen } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Refusals whose words sound like a rule, a limit or a wrong field, and tell all the same of a send or of a change that may have been made. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const MADE = { id: 6, sender: 'Shop', status: 'creation', message_type: 'sms' };

describe('429 that tells of the send is not sent again', () => {
	it.each([
		'Campaign will be sent in 5 minutes',
		'Rate limit exceeded. Messages are queued and will be sent within 10 minutes',
		'Rate limit reached: messages queued for delivery in 2 minutes',
		'Too many requests; campaign queued for sending in 10 minutes',
		'Campaign created but the limit of 1 request per minute was exceeded',
		'Campaign created (limit 1 per minute)',
		'Campaign queued - try again in 5 minutes',
		'Campaign created\nTry again in 60 seconds',
		'Messages accepted and will be delivered within 1 hour',
		'Too many requests. Campaign is scheduled to start in 60 seconds',
		'Throughput limit reached, messages will be sent at 10 per second',
		'50 of 200 messages were sent in the last minute',
		'Only 50 of 200 messages were sent within the last minute',
		'Campaign with this text was sent within the last hour',
		'Message with this text was sent to this number within 5 minutes',
		'A similar campaign was created in the last minute',
		'Campaign accepted and the next one can be created in 60 seconds',
		'Рассылка в очереди - ожидайте',
		'Рассылка в очереди — ожидайте',
		'Рассылка поставлена в очередь и будет отправлена в течение 5 минут',
		'Превышен лимит, сообщения будут отправлены в течение часа',
		'Слишком много запросов, рассылка поставлена в очередь на 5 минут',
		'За последнюю минуту отправлено 50 из 200 сообщений',
		'Рассылка с тем же текстом отправлена за последний час',
		'Розсилка в черзі - зачекайте',
		'Кампанію прийнято — зачекайте',
		'Розсилку поставлено в чергу і буде надіслано за 5 хвилин',
		'Надіслано 50 з 200 повідомлень за хвилину',
		'Надсилання вже виконується',
		'Команда вже виконується',
		'Dispatching is in progress',
		'Msg already sent',
		'Reminder already sent',
	])('%s', async (message) => {
		let posts = 0;
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			posts += 1;
			return posts === 1 ? { status: 429, body: { message } } : ok({ data: MADE });
		};
		const run = await stub.run('campaign.sendSms', { ...BOTH, options: { retryFor: 2 } });
		expect([stub.count('POST'), run.error?.message]).toEqual([1, expect.stringMatching(NOT_KNOWN)]);
	});
});

describe('a refusal (402) in words that tell of the send', () => {
	it.each([
		'Надсилання призупинено: недостатньо коштів',
		'Надсилання очікує підтвердження',
		'Надсилання вже розпочалось',
		'Отправление приостановлено',
		'Трансляция приостановлена',
		'Команда уже выполняется',
		'Подписчики уже оповещены',
		'Клієнта вже повідомлено',
		'Msg already sent',
		'Msg is pending',
		'Reminder already sent',
		'Survey already sent',
		'All subscribers have already been notified',
		'Customer has already been notified',
		'Dispatching is in progress',
		'Broadcasting is paused',
		'Advertising is in moderation',
		'UUID already exists',
		'Payment has already been taken',
		'Деньги уже сняты',
		'Кошти вже знято',
		'Scheduled sending has insufficient funds',
		'Saved draft contains 2 invalid numbers',
		'Some numbers are invalid. Only valid numbers are processed',
		'Insufficient funds: only paid messages are sent',
		'CAMPAIGN: started',
		'CAMPAIGN: stopped for lack of funds',
		'Рассылка должна быть отправлена только завтра',
		'Часть рассылки уже закончена',
		'Recipients have duplicates in a running campaign',
	])('%s', async (message) => {
		always(stub, refusal(402, message), CODE_20);
		const { error } = await stub.run('campaign.sendSmsToContactLists', LISTS);
		expect(error?.message).toMatch(NOT_KNOWN);
	});
});

describe('a field (422) that tells of the send or of a copy', () => {
	it.each<IDataObject>([
		{ idempotency_key: ['The idempotency key has already been taken.'] },
		{ idempotency_key: ['Has already been taken'] },
		{ nonce: ['Already used'] },
		{ uuid: ['The uuid has already been taken.'] },
		{ hash: ['The hash has already been taken.'] },
		{ request_id: ['Already exists'] },
		{ __all__: ['Queued for moderation'] },
		{ '': ['Queued for moderation'] },
		{ _error: ['Queued for moderation'] },
		{ system: ['Queued for moderation'] },
		{ warning: ['Queued until top-up'] },
		{ details: ['Queued for moderation'] },
		{ messages: ['Already sent'] },
		{ sms: ['Already sent'] },
		{ campaigns: ['Already created'] },
		{ mailing: ['Already created'] },
		{ duplicate: ['Already sent'] },
		{ moderation: ['Awaiting approval'] },
		{ balance: ['Queued until the balance is topped up'] },
		{ balance: ['Insufficient funds. First 5 recipients were sent'] },
		{ balance: ['5 of 20 numbers were sent'] },
		{ balance: ['Stopped after 100 numbers'] },
		{ limit: ['Sent to 100 numbers, then the limit was reached'] },
		{ balance: ['Отправлено 5 из 20'] },
		{ balance: ['0.30 EUR were charged'] },
		{ balance: ['На паузе до пополнения'] },
		{ 'groups.1': ['Group 2 is empty, group 1 was sent'] },
	])('%j', async (errors) => {
		const [[message = '']] = Object.values(errors) as [string[]];
		always(stub, { status: 422, body: { message, errors } }, CODE_20);
		const { error } = await stub.run('campaign.sendSmsToContactLists', LISTS);
		expect(error?.message).toMatch(NOT_KNOWN);
	});
});

const CAMPAIGN = { campaignId: { __rl: true, mode: 'id', value: '1043' } };
const rcs = (status: string): IDataObject =>
	pageOf([{ id: 1043, status, message_type: 'rcs', sender: 'Shop' }]);

describe('a change that is said to be made, or under way', () => {
	it.each([
		['stop', 'sending', 422, 'Stop is already in progress'],
		['stop', 'sending', 422, 'Campaign is being stopped: stop request was accepted'],
		['stop', 'sending', 422, 'Stop request is queued'],
		['stop', 'sending', 422, 'Запрос на остановку принят в обработку'],
		['stop', 'sending', 422, 'Duplicate request'],
		['renew', 'paused', 422, 'Renewal is queued'],
		['renew', 'paused', 422, 'Renewal was accepted and waits for moderation'],
		['renew', 'paused', 422, 'Campaign was already renewed'],
		['renew', 'paused', 422, 'Запит на відновлення вже обробляється'],
	] as Array<[string, string, number, string]>)(
		'RCS %s while %s: %i %s',
		async (operation, status, code, message) => {
			stub.answer = ({ method }) => (method === 'GET' ? ok(rcs(status)) : refusal(code, message));
			expect(seen(await stub.run(`rcsCampaign.${operation}`, CAMPAIGN))).toMatch(/not known/);
		},
	);

	it.each([
		'Contact already updated',
		'Contact has already been changed',
		'Phone number was already changed',
		'Контакт уже обновлён',
		'Контакт вже оновлено',
		'Номер вже змінено',
		'Contact already saved',
	])('contact: %s', async (message) => {
		stub.answer = ({ method }) => (method === 'GET' ? ok({}) : refusal(422, message));
		const run = await stub.run('contact.update', { contactId: '90817', phone: A });
		expect(seen(run)).toMatch(/not known/);
	});

	it.each([
		'Submitted application is under review',
		'Registered sender is under review',
		'Accepted application has to be paid',
	])('sender: %s', async (message) => {
		stub.answer = ({ method }) => (method === 'GET' ? ok(pageOf([])) : refusal(422, message));
		expect(seen(await stub.run('sender.register', APPLICATION))).toMatch(/not known/);
	});
});

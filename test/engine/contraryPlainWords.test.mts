import type { IDataObject } from 'n8n-workflow';
import {
	A,
	always,
	B,
	BOTH,
	CODE_20,
	CONTINUE,
	isPost,
	LISTS,
	NOT_FOUND,
	NOT_KNOWN,
	ok,
	ONE,
	referencesOf,
	refusal,
	statuses,
} from './contrarySupport.mts';
import {
	beginStub,
	campaigns,
	endStub,
	listOf,
	polls,
	stub as triggerStub,
	trigger,
} from './contraryTriggerSupport.mts';
import { APPLICATION } from '../support/application.mts';
import { openStub, pageOf } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* The plain words of services in three languages, beside what they made, refused or listed: what they say, and what they do not. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
	await beginStub();
});
afterAll(async () => {
	await stub.close();
	await endStub();
});

const MADE = { id: 6, sender: 'Shop', status: 'creation', message_type: 'sms' };
const CAMPAIGN = { campaignId: { __rl: true, mode: 'id', value: '1043' } };
const CONTACT = { contactId: '90817', phone: A };

describe('words that say nothing against what was made', () => {
	it.each([
		'Рассылка создана и начнётся через несколько минут',
		'Рассылка создана и начнётся немедленно',
		'Кампанію створено, надсилання почнеться негайно',
		'Рассылка запланирована на следующей неделе',
		'Рассылка создана. Необходимо дождаться модерации',
		'Кампанію створено. Необхідно зачекати на модерацію',
		'Рассылка создана. Неверных номеров: 0',
		'Рассылка создана. Отклонено: 0',
		'Рассылка принята. Ошибки: нет',
		'Рассылка создана, но ещё не началась',
		'Campaign launched: 2 valid, 0 invalid numbers',
		'Campaign started. 0 failed',
		'Campaign started. Duplicates: 0',
		'Campaign launched. No moderation required',
		'Your campaign has been launched. Do not reply to this message',
		'Отправка начнётся не раньше 10:00',
		'Отправляем. Проблем нет',
		'Рассылка добавлена. Неизвестных номеров нет',
		'Campaign launched, no invalid numbers',
		'Campaign launched. No blocked numbers. Unknown numbers: 0',
		'Campaign is under moderation. You will be notified if it is rejected',
		'Рассылка создана. Если она будет отклонена, мы сообщим',
		'Campaign confirmed, no further action required',
		'Your campaign is on its way. Please do not reply',
		'Рассылка поставлена в очередь. Не забудьте пополнить баланс',
		'Рассылка запущена, отменить её нельзя',
		'Total: 2. Not sent: 0',
		'Номеров: 2. Не отправлено: 0',
	])('a campaign: %s', async (message) => {
		always(stub, ok({ message, data: MADE }), CODE_20);
		expect(statuses(await stub.run('campaign.sendSms', BOTH))).toEqual(['accepted', 'accepted']);
	});

	it.each<IDataObject>([
		{ info: 'messages: 0 failed' },
		{ note: 'numbers: 0 invalid' },
		{ info: 'contacts: 1 added' },
		{ message: `Рассылка на номера ${A}, ${B} создана` },
		{ info: `Messages to ${A} and ${B} are scheduled` },
		{ callback: `https://example.com/?phone=${A}` },
		{ account: { contacts_total: 1 } },
		{ message: 'Delivery reports are unavailable' },
		{ message: `SMS to ${A} and ${B} are scheduled` },
		{ info: 'messages: 98 left' },
		{ info: 'recipients: 2 errors: 0' },
	])('a campaign beside %j', async (mark) => {
		always(stub, ok({ data: { ...MADE, ...mark } }), CODE_20);
		expect(statuses(await stub.run('campaign.sendSms', BOTH))).toEqual(['accepted', 'accepted']);
	});

	it.each([
		'SMS принято, доставка в течение нескольких минут',
		'Thank you',
		'Message is on its way. Reply STOP to be unsubscribed',
		'Повідомлення прийнято. Баланс: 5',
	])('an SMS without a code: %s', async (message) => {
		always(stub, ok({ id: 501, price: 0.8, message }), CODE_20);
		expect(statuses(await stub.run('sms.send', ONE))).toEqual(['accepted']);
	});

	it.each<IDataObject>([
		{ status: 'ещё не отправлено' },
		{ status: 'Ще не надіслано' },
		{ status: 'Queued (not sent)' },
		{ status: 'не доставлено' },
		{ reason: 'Operator temporarily offline, queued' },
		{ reason: 'Оператор временно недоступен, сообщение в очереди' },
		{ reason: 'Maintenance notice' },
		{ reason: 'Quota will be exceeded soon' },
		{ errorDescription: 'Parts: 1. Not sent: 0' },
		{ errorDescription: 'Частей: 1. Не отправлено: 0' },
	])('a result with the code of success: %j', async (mark) => {
		stub.answer = (asked) =>
			isPost(asked)
				? ok({
						task_id: 7,
						result: referencesOf(asked).map((reference, at) => ({
							reference,
							id: 501 + at,
							error: 0,
							...mark,
						})),
					})
				: CODE_20;
		expect(statuses(await stub.run('sms.sendBulk', BOTH))).toEqual(['accepted', 'accepted']);
	});

	it.each([
		'Заявка создана и будет рассмотрена в течение нескольких дней',
		'Заявка принята. Рассмотрение займёт около недели',
	])('an application: %s', async (message) => {
		const data = { id: 12, sender: 'Shop', status: 'new', type: 'sms' };
		stub.answer = (asked) =>
			isPost(asked) ? { status: 201, body: { message, data } } : ok(pageOf([]));
		expect((await stub.run('sender.register', APPLICATION)).error).toBeUndefined();
	});

	it.each([
		'Контакт обновлён, изменения появятся через несколько минут',
		'Контакт оновлено негайно',
		'Contact updated, no duplicates',
		'Contact updated. Lists not changed',
	])('a contact: %s', async (message) => {
		const data = { id: 90817, phone: Number(A), fields: {}, groups: [] };
		stub.answer = () => ok({ message, data });
		expect((await stub.run('contact.update', CONTACT)).error).toBeUndefined();
	});

	it('a balance', async () => {
		const message = 'Баланс обновляется каждые несколько минут';
		always(stub, CODE_20, ok({ message, data: { balance: 12.5, currency: 'UAH' } }));
		expect((await stub.run('account.getBalance')).error).toBeUndefined();
	});

	it.each([
		['stop', 'stopped', 'Campaign stopped and cannot be resumed'],
		['stop', 'stopped', 'Рассылка остановлена и не может быть возобновлена'],
		['stop', 'stopped', 'Рассылка остановлена, неотправленные сообщения отменены'],
		['stop', 'stopped', 'Campaign was stopped, remaining messages will not be sent'],
		['renew', 'sending', 'Рассылка продолжится через несколько минут'],
		['renew', 'sending', 'Campaign is no longer paused'],
	])('RCS campaign, %s, %s: %s', async (name, status, message) => {
		stub.answer = ({ method }) =>
			method === 'GET' ? ok(pageOf([])) : ok({ message, data: { id: 1043, status } });
		expect((await stub.run(`rcsCampaign.${name}`, CAMPAIGN)).error).toBeUndefined();
	});
});

describe('nobody knows what became of a campaign after a refusal that may tell of a part of it, or of its copy', () => {
	it.each([
		'Funds ran out after 1 message',
		'Balance is exhausted after 1 message',
		'Insufficient funds after 1 of 2 messages',
		'Limit reached after 1 SMS',
		'Лимит исчерпан после 1 сообщения',
		'Ліміт вичерпано після 1 повідомлення',
		'The rest of the campaign was not sent: insufficient funds',
		'The rest of numbers were skipped',
		'Остальные сообщения не могут быть отправлены',
		'Решту повідомлень не буде надіслано',
		'Repeat request with the same body',
		'Repeat request with this Idempotency-Key',
		'Repeat request with identical parameters rejected',
		'Repeat SMS with the same text',
		'Retry request with same key detected',
		'Retry with the same key detected',
		'Request is identical to the previous one',
		'Request ID has been used',
		'Request repeated too soon',
		'Повтор запроса',
		'Запрос совпадает с предыдущим',
		'Запит повторюється',
		'5 of 20 messages were not sent',
		'Last 5 messages were not sent: insufficient funds',
		'Insufficient funds for the remaining messages',
		'Sending was interrupted: insufficient funds',
		'Funds ran out at message 15',
		'Отправка прервана: недостаточно средств',
		'Не отправлено 5 сообщений из 20: недостаточно средств',
		'Средства закончились на 15-м сообщении',
		'На решту номерів не вистачило коштів',
		'Repeating the request with the same parameters is not allowed',
		'This request was seen before',
		'Tariff ended after 2 recipients',
		'Account was blocked after 1 of 2 messages',
		'The rest of the request was skipped, no funds',
		'Остальные 5 номеров пропущены: нет средств',
		'Only the first message went through, then the balance ran out',
		`${'Limit of your plan is exceeded. '.repeat(70)}The campaign was queued.`,
		`${'Аккаунт ограничен. '.repeat(120)}Рассылка создана.`,
		`${'Limit of your plan is exceeded. '.repeat(70)}The campaign was queued. ${'Call us. '.repeat(700)}`,
	])('%s', async (words) => {
		always(stub, refusal(402, words), CODE_20);
		const { error } = await stub.run('campaign.sendSmsToContactLists', LISTS);
		expect(error?.message).toMatch(NOT_KNOWN);
		expect(stub.count('POST')).toBe(1);
	});
});

describe('a recipient is not accepted', () => {
	const answerWith = (mark: IDataObject, more: IDataObject): void => {
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			const result = referencesOf(asked).map((reference, at) => ({
				reference,
				id: 501 + at,
				...more,
				...(at === 1 && mark),
			}));
			return ok({ ...more, task_id: 7, result });
		};
	};

	it.each<IDataObject>([
		{ reason: 'Rejected: no route' },
		{ reason: 'Blocked, not delivered' },
		{ reason: 'Invalid number, message was not sent' },
		{ reason: 'Insufficient funds' },
		{ reason: 'Номер в стоп-листе' },
		{ skipped: 1 },
		{ blacklisted: 'true' },
		{ not_sent: true },
		{ valid: false },
		{ created: false },
		{ status: 'not sent' },
		{ status: 'blocked by operator' },
		{ status: 'in stop list' },
		{ status: 'Invalid number' },
		{ state: 'not_accepted' },
		{ errorDescription: 'Not sent: number is in stop list' },
		{ errorDescription: 'The message was not sent' },
		{ errorDescription: 'Повідомлення не надіслано' },
	])('with %j, be it beside the code of success', async (mark) => {
		answerWith(mark, { error: 0 });
		expect(statuses(await stub.run('sms.sendBulk', BOTH, CONTINUE))[1]).not.toBe('accepted');
		answerWith(mark, {});
		expect(statuses(await stub.run('sms.sendBulk', BOTH, CONTINUE))[1]).not.toBe('accepted');
	});

	it.each([
		'Nothing was sent',
		'Number is in the stop list',
		'Account suspended',
		'Service Unavailable',
		'Balance too low',
		'Невозможно отправить',
		'Неверный номер',
		'Номер в чёрном списке',
		'Абонент отписан',
		'Сервіс тимчасово недоступний',
		'Превышен лимит',
		'Дубликат сообщения',
		'Message declined',
		'Recipient opted out',
		'Quota exhausted',
		'Please try again later',
	])('with an ID beside which nothing else stands than: %s', async (message) => {
		always(stub, ok({ id: 501, message }), CODE_20);
		expect(statuses(await stub.run('sms.send', ONE, CONTINUE))).not.toContain('accepted');
	});

	it.each([
		'Рассылка отклонена модерацией',
		'Текст не прошёл модерацию',
		'Повідомлення не пройшло модерацію',
		'Рассылка отменена: недостаточно средств',
		'Розсилку зупинено: помилка оператора',
		'Ошибка: очередь переполнена',
		'Имя отправителя не подтверждено, ожидайте модерации',
		'Недостаточно средств для отправки, ожидаем пополнения',
		'Campaign was stopped: insufficient funds',
		'Error: another campaign is running',
		'Rejected: 0 credits left',
	])('of a campaign beside whose ID the service says: %s', async (message) => {
		always(stub, ok({ message, data: MADE }), CODE_20);
		expect(statuses(await stub.run('campaign.sendSms', BOTH, CONTINUE))).not.toContain('accepted');
		always(stub, ok({ message, data: { id: 6 } }), CODE_20);
		expect((await stub.run('campaign.sendSmsToContactLists', LISTS)).error).toBeDefined();
	});

	it.each([
		`Рассылка создана. Номер ${B} отписан`,
		`Рассылка создана, номер ${B} удалён`,
		`Кампанію створено. Номер ${B} виключено`,
		`Рассылка создана. Отправка на номер ${B} отменена`,
		`Рассылка создана, кроме номера ${B}`,
		`Campaign scheduled without ${B}`,
		`Campaign scheduled. ${B} was removed`,
	])('of whom a sentence says that it was left out: %s', async (info) => {
		always(stub, ok({ data: { ...MADE, info } }), CODE_20);
		expect(statuses(await stub.run('campaign.sendSms', BOTH, CONTINUE))[1]).not.toBe('accepted');
	});

	it.each([
		'numbers: 1 invalid',
		'numbers: 1 duplicate',
		'recipients: 1 blacklisted',
		'Invalid numbers: 1',
		'1 of 2 numbers is invalid',
		'Неверных номеров: 1',
		'Отклонено: 1',
	])('where the service counts it in words: %s', async (info) => {
		always(stub, ok({ data: { ...MADE, info } }), CODE_20);
		expect(statuses(await stub.run('campaign.sendSms', BOTH, CONTINUE))).not.toContain('accepted');
	});
});

it.each([
	'Nothing was changed',
	'Ошибка: контакт был изменён другим пользователем',
	'Изменения отклонены: контакт обновлён менее минуты назад',
	'Update rejected: contact was updated a minute ago',
	'Error: 0 fields changed',
])('a change is not known beside the words: %s', async (message) => {
	stub.answer = () => ok({ message, data: { id: 90817, phone: Number(A) } });
	expect((await stub.run('contact.update', CONTACT)).error?.message).toMatch(/not known/);
});

describe('an empty list is', () => {
	const WITHHELD = [
		'Internal server error: no route to host',
		'Database error: table campaigns not found',
		'Произошла ошибка: нет связи с базой',
		'Помилка сервера: немає з’єднання',
		'Rate limit exceeded, requests left: 0',
		'Service is offline, no data',
		'Your tariff has expired, nothing is shown',
		'Сервис на технических работах, данных нет',
		'Response is empty due to internal error',
		'No data, internal error',
		'No data: request timed out',
		'No database connection',
		'Нет данных: внутренняя ошибка',
		'Нет связи с сервером',
		'Daily request limit has been reached',
		'Сервер перегружен',
		'Could not load campaigns',
		'Повторите попытку позже',
		'List is empty because your tariff has expired',
		'Список пуст из-за ошибки сервера',
		'Список порожній через помилку сервера',
	];

	it.each(WITHHELD)('one that was withheld, and an error: %s', async (message) => {
		always(stub, CODE_20, ok({ data: [], message }));
		expect((await stub.run('campaign.getAll', { returnAll: true })).status).toBe('error');
	});

	it.each(WITHHELD)('no beginning of a watch: %s', async (message) => {
		triggerStub.answer = (asked) =>
			asked.path === '/api/campaign' ? { body: { data: [], message } } : NOT_FOUND;
		const poll = trigger({ event: 'campaignFinished' });
		await poll().catch(() => []);
		triggerStub.answer = listOf(campaigns(3, 1));
		expect(await polls(2, poll)).toEqual([]);
	});

	it.each([
		'List of rejected applications is empty',
		'Список отклонённых заявок пуст',
		'Список помилок порожній',
		'Zero rejected campaigns',
		"You don't have any rejected applications",
		'No applications found for filter status: rejected',
		'Nothing found: filter[status]=rejected',
		'No campaigns found. Period cannot exceed 3 months',
		'Кампаний не найдено. Период ограничен 3 месяцами',
		'Заявки не найдены, статус: отклонена',
		'No more campaigns, offset exceeds total',
	])('honestly empty: %s', async (message) => {
		always(stub, CODE_20, ok({ data: [], message }));
		expect((await stub.run('campaign.getAll', { returnAll: true })).error).toBeUndefined();
	});
});

import type { IDataObject } from 'n8n-workflow';
import {
	A,
	always,
	B,
	BOTH,
	CODE_20,
	CONTINUE,
	isPost,
	ok,
	ONE,
	referencesOf,
	statuses,
} from './contrarySupport.mts';
import { APPLICATION } from '../support/application.mts';
import { openStub, pageOf } from './stubService.mts';
import type { Answer, Stub } from './stubService.mts';

/*
 * Answers that sound like an ordinary notice, and tell all the same that something was refused or left out: nobody counts as accepted.
 */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const CAMPAIGN = {
	id: 6,
	name: 'SMS api campaign / 2026-11-21 10:00:00',
	sender: 'Shop',
	status: 'creation',
	message_type: 'sms',
	start_at: '2026-11-21 10:00:00',
	created_at: '2026-11-21 10:00:00',
	statistics: { delivered: 0, sent: 0 },
};
const run = async (body: unknown): Promise<unknown[]> => {
	always(stub, ok(body), CODE_20);
	return statuses(await stub.run('campaign.sendSms', BOTH, CONTINUE));
};

describe('a count of those left out', () => {
	it.each([
		'Failed count: 1',
		'Rejected total: 1',
		'Invalid count: 1',
		'Duplicates removed: 1',
		'Duplicates found: 1',
		'Skipped duplicates: 1',
		'Failed deliveries: 1',
		'Blocked abonents: 1',
		'Invalid phone_numbers: 1',
		'Rejected parts: 1',
		'Skipped unsubscribed: 1',
		'Excluded unsubscribed: 1',
		'1 of 2 phonenumbers is invalid',
		'1 of 2 targets is invalid',
		'1 of 2 leads was skipped',
		'1 of 2 participants was skipped',
		'1 of 2 total were rejected',
		'Неверных SMS: 1',
		'Неверных msisdn: 1',
		'Невірних одержувачів: 1',
		'Невірних SMS: 1',
		'Неверных пользователей: 1',
		'Неверных подписчиков: 1',
		'Неверных адресатов: 1',
		'Невірних записів: 1',
		'Невірних рядків: 1',
		'Невірних номерів: 1',
		'Неверных всего: 1',
	])('%s', async (info) => {
		expect(await run({ data: { ...CAMPAIGN, info } })).not.toEqual(['accepted', 'accepted']);
	});
	it.each<IDataObject>([
		{ client_data: { rejected: 1 } },
		{ user_stats: { rejected: 1 } },
		{ user_statistics: { blocked: 1 } },
		{ client_stats: { accepted: 1, rejected: 1 } },
	])('%j', async (mark) => {
		expect(await run({ data: { ...CAMPAIGN, ...mark } })).not.toEqual(['accepted', 'accepted']);
	});
	it.each<IDataObject>([
		{ sample: [{ phone: A, status: 'rejected' }] },
		{ preview: { skipped: [A] } },
		{ preview: { errors: { [A]: 'invalid' } } },
		{ examples: [{ phone: B, error: 21 }] },
		{ invalid_numbers: { total: 1, sample: [A] } },
		{ errors_preview: [{ phone: A, reason: 'blacklisted' }] },
	])('in a sample: %j', async (mark) => {
		expect(await run({ data: { ...CAMPAIGN, ...mark } })).not.toEqual(['accepted', 'accepted']);
	});
});

describe('words that refuse beside a campaign', () => {
	it.each([
		'Invalid numbers are excluded (1)',
		'Blocked numbers are excluded (1)',
		'Campaign will not be started on weekends because the balance is empty',
		'The account has no funds required for this campaign',
		'You have no permissions required to send',
		'No sufficient balance required for the campaign',
		'No credits needed to send the campaign',
		'Account will be blocked on Monday and nothing was sent',
		'Numbers are missing, do not send',
		'Your account is blocked until you pay, do not repeat the request',
		'Рассылка не может быть возобновлена: нет средств',
		'Рассылка не может быть изменена и не отправлена',
		'Ошибок 0 из 2, отклонено 2',
		'Запрещённые сообщения не тарифицируются',
		'Заблокированные номера исключаются из рассылки (1)',
		'Ночью сообщения не отправляются, а ваша рассылка отклонена',
		'Сообщения не отправляются ночью и рассылка отклонена',
		'Кампания не создана, не нужна модерация',
		'2 rejected, errors 0',
		'Rejected: all. Failed 0',
		'Delivery reports are unavailable and the campaign was rejected',
		'Delivery reports are not available because your account is blocked',
	])('%s', async (message) => {
		expect(await run({ message, data: CAMPAIGN })).not.toContain('accepted');
	});
	it.each([
		'Account has no funds required for this campaign',
		'No permissions required for this route',
		'No sufficient balance required for the campaign',
		'Not necessary rights',
	])('that tells no state: %s', async (message) => {
		expect(await run({ message, data: { id: 6 } })).not.toContain('accepted');
	});
	it.each([
		'Account has no funds required for this campaign',
		'You have no permissions required to send',
		'No sufficient balance required for the campaign',
	])('that is paused: %s', async (message) => {
		expect(await run({ message, data: { id: 6, status: 'paused', sender: 'Shop' } })).not.toContain(
			'accepted',
		);
	});
});

describe('words that refuse beside the ID of a message', () => {
	it.each([
		{ ok: true, message: 'Нет денег' },
		{ status: 'accepted', message: 'You have no funds required for this message' },
	])('%j', async (mark) => {
		always(stub, ok({ id: 501, price: 0.8, ...mark }), CODE_20);
		expect(statuses(await stub.run('sms.send', ONE, CONTINUE))).not.toContain('accepted');
	});
	it.each([
		'Не отправлено: недостаточно средств, ожидает оплаты',
		'Не отправлено: номер заблокирован, абонент не ожидает сообщений',
		'Сообщение не отправлено. Оператор не ожидает сообщений от этого отправителя',
	])('and the code of success: %s', async (errorDescription) => {
		always(stub, ok({ error: 0, id: 501, price: 0.8, errorDescription }), CODE_20);
		expect(statuses(await stub.run('sms.send', ONE, CONTINUE))).not.toContain('accepted');
	});
});

describe('results of a bulk send', () => {
	it.each<IDataObject>([
		{ inUnsub: true },
		{ in_blacklist: true },
		{ inDuplicates: true },
		{ invalid: true },
		{ innotvalid: true },
		{ error: null, message: 'Blocked' },
		{ error: 'None of the routes accepts it' },
		{ error: 'none available' },
		{ error: 'No error code: blocked' },
		{ error: false, success: false },
		{ error: false, status: 'rejected' },
		{ error: 'false', message: 'Number is blocked' },
		{ error: false, message: 'Insufficient funds' },
	])('%j', async (flag) => {
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			const result = referencesOf(asked).map((reference, at) => ({
				reference,
				id: 501 + at,
				error: 0,
				...flag,
			}));
			return ok({ task_id: 7, error: 0, result });
		};
		expect(statuses(await stub.run('sms.sendBulk', BOTH, CONTINUE))).not.toContain('accepted');
	});
	it.each<IDataObject>([
		{ error: false, message: 'Number is blocked' },
		{ error: 'false', errorDescription: 'Number is blocked' },
		{ error: false, errorDescription: 'incorrect phone number' },
	])('that have no IDs: %j', async (flag) => {
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			const result = referencesOf(asked).map((reference) => ({ reference, ...flag }));
			return ok({ task_id: 7, error: 0, result });
		};
		expect(statuses(await stub.run('sms.sendBulk', BOTH, CONTINUE))).not.toContain('accepted');
	});
});

describe('what was to be changed or read', () => {
	const answer = (reply: Answer, read: unknown): void => {
		stub.answer = ({ method }) => (method === 'GET' ? ok(read) : reply);
	};
	const CONTACT = { contactId: '90817', phone: A };
	it.each([
		'Contact cannot be changed',
		'Contact will not be changed',
		'Контакт нельзя изменить',
		'Контакт не может быть изменён',
		'You cannot edit this contact',
	])('contact: %s', async (message) => {
		answer(ok({ message, data: { id: 90817, phone: Number(A) } }), {});
		const { error } = await stub.run('contact.update', { ...CONTACT, groups: [5] });
		expect(error?.message).toMatch(/not known/);
	});
	it.each([
		['new', 'Sender name must be unique'],
		['new', 'Sender is required'],
		['new', 'The field tax number is required'],
		['new', 'The site url must be a valid URL'],
		['new', 'Application must be resubmitted'],
		['new', 'The sender must be alphanumeric, application not created'],
		['new', 'Sender cannot be changed'],
	])('application %s: %s', async (status, message) => {
		const data = { id: 12, sender: 'Shop', status, type: 'sms', country_code: 'UA' };
		answer({ status: 201, body: { message, data } }, pageOf([]));
		expect((await stub.run('sender.register', APPLICATION)).error?.message).toMatch(/not known/);
	});
	it.each<IDataObject>([
		{ message: 'Access denied', balance: 0 },
		{ message: 'Invalid API key', data: { balance: 0 } },
		{ message: 'Unauthorized', data: { balance: 0, currency: null } },
		{ message: 'Account is blocked', data: { balance: 0 } },
	])('balance %j', async (body) => {
		always(stub, CODE_20, ok(body));
		expect((await stub.run('account.getBalance')).status).toBe('error');
	});
});

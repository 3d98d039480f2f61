import type { IDataObject } from 'n8n-workflow';
import {
	A,
	acceptedIn,
	always,
	B,
	BOTH,
	CODE_20,
	isPost,
	LISTS,
	NOT_KNOWN,
	ok,
	ONE,
	statuses,
} from './contrarySupport.mts';
import { openStub } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Answers that count in words or by a field who was taken or left out, and name nobody. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const MADE = { id: 6, sender: 'Shop', status: 'creation', message_type: 'sms' };

it.each<IDataObject>([
	{ data: MADE, message: '1 number skipped' },
	{ data: MADE, warnings: ['1 recipient opted out'] },
	{ data: MADE, message: 'Рассылка создана, 1 номер пропущен' },
	{ data: MADE, message: 'Пропущено номеров: 1' },
	{ data: MADE, message: 'Campaign created, 1 of 2 numbers accepted' },
	{ data: MADE, message: 'Accepted 1 of 2' },
	{ data: MADE, message: 'Рассылка создана, принято 1 из 2' },
	{ data: MADE, message: 'Прийнято 1 з 2 номерів' },
	{ data: MADE, warnings: [{ index: 1, message: 'Number blocked' }] },
	{ data: MADE, errors: [{ row: 2, reason: 'Number blocked' }] },
	{ data: MADE, skipped_indexes: [1] },
	{ data: { ...MADE, recipients_number: 1 } },
	{ data: { ...MADE, number_of_recipients: 1 } },
	{ data: { ...MADE, contacts: 1 } },
	{ data: MADE, message: 'Partial success' },
	{ data: MADE, message: 'Campaign partially created' },
	{ data: MADE, message: 'Created with errors' },
	{ data: MADE, message: 'Not all numbers were accepted' },
	{ data: MADE, message: 'Only valid numbers were taken' },
	{ data: MADE, message: 'Campaign created, invalid numbers were excluded' },
	{ data: MADE, message: 'Campaign created, numbers in the stop list were skipped' },
	{ data: MADE, message: 'Numbers not accepted: 1' },
	{ data: MADE, message: '1 number was not accepted' },
	{ data: MADE, message: 'Ignored numbers: 1' },
	{ data: MADE, message: 'Errors: 1' },
	{ data: MADE, message: 'Не все номера приняты' },
	{ data: MADE, message: 'Кампания создана частично' },
	{ data: MADE, message: 'Розсилку створено частково' },
	{ data: MADE, message: 'Некорректных номеров: 1' },
	{ data: MADE, message: '1 номер не принят' },
	{ data: MADE, message: 'Номеров в стоп-листе: 1' },
	{ data: MADE, partial: 1 },
	{ data: { ...MADE, info: 'Campaign created for 1 of 2 recipients' } },
	{ data: { ...MADE, info: 'Valid numbers: 1' } },
	{ data: { ...MADE, info: 'Принят 1 номер из 2' } },
	{ data: { ...MADE, info: 'Only one number was accepted' } },
	{ data: { ...MADE, info: 'One of the numbers was left out' } },
	{ data: { ...MADE, info: 'Blacklisted numbers were skipped' } },
	{ data: { ...MADE, info: 'The rest of the numbers were skipped' } },
	{ data: { ...MADE, info: 'Некоторые номера пропущены' } },
	{ data: { ...MADE, info: 'Деякі номери пропущено' } },
	{ data: { ...MADE, info: 'Номери зі стоп-листа виключено' } },
	{ data: { ...MADE, info: 'Неверные номера исключены' } },
	{ data: { ...MADE, info: 'Дубликаты удалены' } },
])('a campaign does not count for all: %j', async (body) => {
	always(stub, ok(body), CODE_20);
	const run = await stub.run('campaign.sendSms', { ...BOTH, options: { retryFor: 0 } });
	expect(acceptedIn(run)).not.toHaveLength(2);
});

it.each<IDataObject>([
	{ data: MADE, message: 'Campaign created, 2 of 2 numbers accepted' },
	{ data: MADE, message: '0 of 2 messages sent' },
	{ data: MADE, message: 'Page 1 of 2' },
	{ data: MADE, warnings: [] },
	{ data: { ...MADE, recipients_number: 2, contacts: 2 } },
	{ data: { ...MADE, contacts: 0 } },
	{ data: { ...MADE, phone_number: A } },
	{ data: MADE, account: { contacts: 1 } },
	{ data: MADE, info: 'Blocked funds: 2' },
	{ data: MADE, info: 'Duplicate window: 24' },
	{ data: MADE, info: 'Duplicates check: 24' },
	{ data: MADE, info: 'The first number is excluded from statistics' },
	{ data: MADE, info: 'Invalid numbers are removed automatically' },
	{ data: MADE, info: 'Phone numbers on the stop list are skipped' },
	{ data: MADE, info: 'A campaign may be created partially' },
	{ data: MADE, info: 'Errors: 0' },
	{ data: MADE, info: 'Частично оплачено бонусами' },
	{ data: MADE, info: 'Created with warnings: the text contains links' },
	{ data: MADE, info: 'Partial success reports are available' },
	{ data: MADE, info: 'Номера из стоп-листа исключаются' },
	{ data: MADE, info: 'Numbers not accepted: 0' },
])('a campaign counts for all: %j', async (body) => {
	always(stub, ok(body), CODE_20);
	const run = await stub.run('campaign.sendSms', { ...BOTH, options: { retryFor: 0 } });
	expect(acceptedIn(run)).toHaveLength(2);
});

describe('429 that tells of the send is not sent again', () => {
	const answerOnce = (body: IDataObject): void => {
		let posts = 0;
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			posts += 1;
			return posts === 1 ? { status: 429, body } : ok({ data: MADE });
		};
	};

	it.each<IDataObject>([
		{ accepted: 1, rejected: 1 },
		{ queued: true },
		{ queued: 2 },
		{ queue_position: 5 },
		{ sent: 1, left: 1 },
		{ data: { sender: 'Shop', price: 0.3 } },
		{ message: 'Rate limit exceeded, delivery delayed' },
		{ message: 'Your campaign will go live in 5 minutes' },
		{ message: 'Messages are throttled to 10 per second' },
		{ message: 'Throttled: the remaining 150 messages will follow' },
		{ message: 'Limit of 50 messages accepted, rest refused' },
		{ message: 'The account has sent 50 messages' },
		{ message: 'Account rate limit, accepted for later' },
		{ message: 'Рассылка стартует через 5 минут' },
		{ message: 'Рассылка продолжается с меньшей скоростью' },
		{ message: 'Розсилка триває' },
	])('%j', async (more) => {
		answerOnce({ message: 'Too many requests', ...more });
		const run = await stub.run('campaign.sendSms', { ...BOTH, options: { retryFor: 2 } });
		expect([stub.count('POST'), run.error?.message]).toEqual([1, expect.stringMatching(NOT_KNOWN)]);
	});

	it('nor to contact lists', async () => {
		answerOnce({ message: 'Your campaign will go live in 5 minutes' });
		const run = await stub.run('campaign.sendSmsToContactLists', {
			...LISTS,
			options: { retryFor: 2 },
		});
		expect([stub.count('POST'), run.error?.message]).toEqual([1, expect.stringMatching(NOT_KNOWN)]);
	});

	it('but a message is asked for, and goes out again under its reference', async () => {
		let posts = 0;
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			posts += 1;
			const body = { message: 'Your message goes out later' };
			return posts === 1 ? { status: 429, body } : ok({ id: 51, error: 0 });
		};
		const run = await stub.run('sms.send', { ...ONE, options: { retryFor: 10 } });
		expect([run.error, posts, statuses(run)]).toEqual([undefined, 2, ['accepted']]);
	});
});

describe('422 for one of several that may tell that the others were taken', () => {
	const FIRST_WRONG = { 'phones.0.number': ['The phone number is wrong.'] };
	const refuseOnce = (more: IDataObject): void => {
		let posts = 0;
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			posts += 1;
			const body = { message: 'The given data was invalid.', errors: FIRST_WRONG, ...more };
			return posts === 1 ? { status: 422, body } : ok({ data: MADE });
		};
	};
	const leaveOut = { ...BOTH, options: { retryFor: 2, invalidRecipients: 'skip' } };

	it.each<IDataObject>([
		{ message: 'Invalid numbers removed from the campaign' },
		{ message: 'Invalid numbers were excluded' },
		{ message: 'Completed with errors' },
		{ message: '1 of 2 recipients was rejected' },
		{ message: 'Only 1 of 2 numbers' },
		{ message: 'Неверные номера удалены из рассылки' },
		{ message: 'Невірні номери виключено' },
		{ errors: { 'phones.0.number': ['The number is wrong and was skipped'] } },
		{ sent: 1 },
		{ counters: { SENT: 1, FAILED: 1 } },
		{ price: '0.30', currency: 'EUR' },
		{ errors: { 'phones.0.number': ['Duplicate message'] } },
		{ errors: { 'phones.0.number': ['A message with this text to this number exists'] } },
		{ message: 'Correct numbers: 1, incorrect: 1' },
		{ message: 'Numbers: 1, errors: 1' },
		{ message: 'Start for 1 recipient' },
		{ used: 1 },
	])('is not sent to them at once: %j', async (more) => {
		refuseOnce(more);
		const run = await stub.run('campaign.sendSms', leaveOut);
		expect([stub.count('POST'), run.error?.message]).toEqual([1, expect.stringMatching(NOT_KNOWN)]);
	});

	it.each<IDataObject>([
		{},
		{ message: 'The given data was invalid. (and 1 more error)' },
		{ message: '1 of 2 numbers is invalid' },
		{ message: 'Validation failed. The request could not be completed.' },
		{ errors: { 'phones.0.number': ['It must contain only digits, 9 to 15 of them.'] } },
		{ success: false, sent: 0, price: 0, data: null },
		{ errors: { 'phones.0.number': ['unresolved direction'] } },
		{ errors: { 'phones.0.number': ['The phones.0.number must be an integer.'] } },
		{ errors: { 'phones.0.number': ['Номер в стоп-листе'] } },
		{ errors: { ...FIRST_WRONG, 'phones.1.number': [] } },
	])('and is, where it tells nothing of them: %j', async (more) => {
		refuseOnce(more);
		const run = await stub.run('campaign.sendSms', leaveOut);
		expect([stub.count('POST'), run.error]).toEqual([2, undefined]);
	});

	it.each<IDataObject>([
		{
			errors: [
				{ number: A, code: 0 },
				{ number: B, code: 21, message: 'invalid number' },
			],
		},
		{ errors: [{ number: B, message: 'invalid number, removed' }] },
	])('refuses nobody where the others may have been taken: %j', async (more) => {
		refuseOnce(more);
		const run = await stub.run('campaign.sendSms', { ...BOTH, options: { retryFor: 2 } });
		expect([stub.count('POST'), run.error?.message]).toEqual([1, expect.stringMatching(NOT_KNOWN)]);
	});

	it('refuses nobody where each is called a copy', async () => {
		const copy = ['Duplicate message'];
		refuseOnce({ errors: { 'phones.0.number': copy, 'phones.1.number': copy } });
		const run = await stub.run('campaign.sendSms', leaveOut);
		expect([stub.count('POST'), run.error?.message]).toEqual([1, expect.stringMatching(NOT_KNOWN)]);
	});
});

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
	ONE,
	refusal,
} from './contrarySupport.mts';
import { openStub, pageOf, seen } from './stubService.mts';
import type { Stub } from './stubService.mts';

/*
 * Ordinary refusals that hold words for what is done with a send, and say of this one that nothing was done: they tell a rule, describe a
 * field, or speak of somebody else. Beside each stand refusals that sound like them, and tell of a send that is there.
 */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const MADE = { id: 6, sender: 'Shop', status: 'creation', message_type: 'sms' };
const CAMPAIGN = { campaignId: { __rl: true, mode: 'id', value: '1043' } };
const CONTACT = { contactId: '90817', phone: A };

describe('a send is refused', () => {
	it.each([
		'Campaigns can be created only in LIVE mode',
		'Messages are delivered only to verified numbers in TEST mode',
		'Рассылка может быть создана только для номеров из Контактной книги',
		'Розсилку можна запланувати не більше ніж на 30 днів',
		'Необходимо принять оферту',
		'Scheduled time is in the past',
		'tariff_code is invalid. Accepted values: 0 to 9',
		'Ожидается целое число',
		'Start time has already passed',
		'Час початку вже минув',
		'Превышено количество отправленных сообщений за сутки',
		'User is awaiting confirmation',
		'Обслуживание приостановлено: недостаточно средств',
		'Contact list is being processed. Try again later',
		'Check that the group exists',
		'Phones contain duplicates',
	])('%s', async (message) => {
		always(stub, refusal(422, message), CODE_20);
		const { error } = await stub.run('campaign.sendSmsToContactLists', LISTS);
		expect(error?.message).not.toMatch(NOT_KNOWN);
		expect(error?.description).toContain(message.replace(/\.$/, ''));
	});

	it.each<[number, string]>([
		[10, 'Start time has already passed'],
		[7, 'Submitted data is invalid'],
		[8, 'Payment is pending'],
		[2, 'User is awaiting confirmation'],
	])('beside the code %i: %s', async (error, errorDescription) => {
		always(stub, ok({ error, errorDescription }), CODE_20);
		const run = await stub.run('sms.send', ONE);
		expect(run.error).toBeDefined();
		expect(run.error?.message).not.toMatch(NOT_KNOWN);
	});
});

describe('what is wrong with a field (422) is no word about the whole', () => {
	const answerWith = (errors: IDataObject): void => {
		const [[message = '']] = Object.values(errors) as [string[]];
		always(stub, { status: 422, body: { message, errors } }, CODE_20);
	};

	it.each<IDataObject>([
		{ start_at: ['Рассылка может быть запланирована не более чем на 30 дней'] },
		{ validity: ['Ожидается целое число'] },
		{ groups: ['The group is being processed'] },
		{ 'groups.0': ['Group was created by another user'] },
		{ limit: ['Daily limit already exceeded'] },
	])('%j', async (errors) => {
		answerWith(errors);
		const { error } = await stub.run('campaign.sendSmsToContactLists', LISTS);
		expect(error).toBeDefined();
		expect(error?.message).not.toMatch(NOT_KNOWN);
	});

	it.each<IDataObject>([
		{ limit: ['Campaign was created and is paused'] },
		{ request: ['Queued'] },
		{ status: ['Queued'] },
		{ nonce: ['Nonce was used'] },
		{ limit: ['Campaign 57 is over the limit'] },
	])('but where it names the whole, or a copy: %j', async (errors) => {
		answerWith(errors);
		const { error } = await stub.run('campaign.sendSmsToContactLists', LISTS);
		expect(error?.message).toMatch(NOT_KNOWN);
	});

	it('nor what the message says behind what it repeats', async () => {
		const message = 'Sender is wrong. Queued for review';
		const errors = { note: ['Sender is wrong'] };
		always(stub, { status: 422, body: { message, errors } }, CODE_20);
		const { error } = await stub.run('campaign.sendSmsToContactLists', LISTS);
		expect(error?.message).toMatch(NOT_KNOWN);
	});
});

describe('too many requests (429)', () => {
	const answerOnce = (message: string): void => {
		let posts = 0;
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			posts += 1;
			return posts === 1 ? { status: 429, body: { message } } : ok({ data: MADE });
		};
	};

	it.each([
		'Слишком много запросов, ожидайте',
		'Only 1 campaign per minute can be created',
		'Rate limit reached: 100 messages sent in the last minute',
		'Campaign limit reached: 5 campaigns created in the last minute',
	])('are waited for: %s', async (message) => {
		answerOnce(message);
		const run = await stub.run('campaign.sendSms', { ...BOTH, options: { retryFor: 10 } });
		expect([stub.count('POST'), run.error?.message]).toEqual([2, undefined]);
	});

	it.each([
		'Campaign accepted; wait a minute',
		'Campaign 57, wait a minute',
		'The same campaign was sent a minute ago',
		'Your campaign was created in the last minute',
		'1 message was sent, wait a minute',
	])('are not sent again where they tell of the send: %s', async (message) => {
		answerOnce(message);
		const run = await stub.run('campaign.sendSms', { ...BOTH, options: { retryFor: 10 } });
		expect([stub.count('POST'), run.error?.message]).toEqual([1, expect.stringMatching(NOT_KNOWN)]);
	});
});

describe('a change is refused', () => {
	const answerWith = (message: string, record: unknown): void => {
		stub.answer = ({ method }) =>
			method === 'GET' ? ok(record) : { status: 422, body: { code: 422, message } };
	};
	const rcs = (status: string): IDataObject =>
		pageOf([{ id: 1043, status, message_type: 'rcs', sender: 'Shop' }]);

	it.each([
		'Contact with this phone already exists',
		'The phone has already been taken.',
		'Контакт с таким номером уже существует',
		'Only verified numbers are accepted',
		'Submitted data is invalid',
	])('contact: %s', async (message) => {
		answerWith(message, {});
		expect(seen(await stub.run('contact.update', CONTACT))).toMatch(/^The service did not/);
	});

	it.each([
		'Duplicate request',
		'Update was accepted',
		'This request for the phone already exists',
	])('but no contact that may have been changed: %s', async (message) => {
		answerWith(message, {});
		expect(seen(await stub.run('contact.update', CONTACT))).toMatch(/is not known/);
	});

	it('sender: a rule', async () => {
		answerWith('Sender applications are accepted only from legal entities', pageOf([]));
		expect(seen(await stub.run('sender.register', APPLICATION))).not.toMatch(/not known/);
	});

	it.each([
		[
			'renew',
			'done',
			'Only paused campaigns can be renewed',
			/cannot be renewed: its status is done/,
		],
		['renew', 'done', 'Campaign must be paused', /cannot be renewed: its status is done/],
		['renew', 'paused', 'Campaign is paused for lack of funds', /was not renewed: /],
		['renew', 'paused', 'Рассылка приостановлена: недостаточно средств', /was not renewed: /],
		['stop', 'creation', 'Campaign must be paused', /was not stopped: /],
	])('RCS campaign, %s, of one that is %s: %s', async (operation, status, message, text) => {
		answerWith(message, rcs(status));
		expect(seen(await stub.run(`rcsCampaign.${operation}`, CAMPAIGN))).toMatch(text);
	});

	it.each([
		['renew', 'sending', 'Campaign is already being processed'],
		['stop', 'stopped', 'Campaign was already processed'],
	])('but no RCS campaign that is as it was wanted: %s, %s', async (operation, status, message) => {
		answerWith(message, rcs(status));
		const { items } = await stub.run(`rcsCampaign.${operation}`, CAMPAIGN);
		expect(items[0]?.json).toMatchObject({ status, confirmed_by: 'record' });
	});

	it('nor one that an earlier request of the run may have renewed', async () => {
		let puts = 0;
		stub.answer = ({ method }) => {
			if (method === 'GET') return ok(rcs('done'));
			puts += 1;
			return puts === 1 ? { status: 504, body: '' } : refusal(422, 'Campaign must be paused');
		};
		const run = await stub.run('rcsCampaign.renew', { ...CAMPAIGN, options: { retryFor: 5 } });
		expect([puts, seen(run)]).toEqual([2, expect.stringMatching(/not known/)]);
	});
});

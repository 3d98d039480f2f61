import type { IDataObject } from 'n8n-workflow';
import {
	A,
	always,
	B,
	BOTH,
	CODE_20,
	CONTINUE,
	isPost,
	NONE,
	ok,
	ONE,
	referencesOf,
	RETRY,
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
import { phoneOf } from './sendsSupport.mts';
import { openStub, pageOf, seen } from './stubService.mts';
import type { Answer, Stub } from './stubService.mts';

/* Ordinary honest answers, with marks and words that refuse elsewhere, and beside each kind what still refuses. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
	await beginStub();
});
afterAll(async () => {
	await stub.close();
	await endStub();
});

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
const CONTACT = { contactId: '90817', phone: A };
const CAMPAIGN_1043 = { campaignId: { __rl: true, mode: 'id', value: '1043' } };

describe('a flag says of the result of a bulk send', () => {
	const answerWith = (flag: IDataObject): void => {
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
	};

	it.each<IDataObject>([
		{ invalid: false },
		{ invalid: 0 },
		{ is_invalid: false },
		{ isInvalid: false },
		{ number_invalid: 'false' },
		{ in_stop_list: false },
	])('that it was taken: %j', async (flag) => {
		answerWith(flag);
		expect(statuses(await stub.run('sms.sendBulk', BOTH, CONTINUE))).toEqual([
			'accepted',
			'accepted',
		]);
	});

	it.each<IDataObject>([
		{ invalid: true },
		{ is_valid: false },
		{ isvalid: 0 },
		{ numberValid: 'false' },
		{ in_stop_list: true },
		{ inStopList: 1 },
		{ instoplist: true },
	])('that it was left out: %j', async (flag) => {
		answerWith(flag);
		expect(statuses(await stub.run('sms.sendBulk', BOTH, CONTINUE))).not.toContain('accepted');
	});

	it('and what was taken is not sent again', async () => {
		const result = [A, B].map((msisdn, at) => ({ msisdn, id: 501 + at, error: 0, invalid: false }));
		always(stub, ok({ task_id: 7, error: 0, result }), CODE_20);
		const run = await stub.run('sms.sendBulk', { ...BOTH, ...NONE }, RETRY);
		expect([stub.count('POST'), run.error?.message]).toEqual([1, undefined]);
	});
});

describe('an error of a result', () => {
	const answerWith = (error: unknown): void => {
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			const result = referencesOf(asked).map((reference, at) => ({
				reference,
				id: 501 + at,
				error,
			}));
			return ok({ task_id: 7, error: 0, result });
		};
	};

	it.each([false, 'false', 'No errors', 'none'])('is none: %j', async (error) => {
		answerWith(error);
		expect(statuses(await stub.run('sms.sendBulk', BOTH, CONTINUE))).toEqual([
			'accepted',
			'accepted',
		]);
	});

	it.each([true, 'true', 'No route', 'No error handling for this number'])(
		'is one: %j',
		async (error) => {
			answerWith(error);
			expect(statuses(await stub.run('sms.sendBulk', BOTH, CONTINUE))).not.toContain('accepted');
		},
	);
});

describe('a campaign with an ID and a state', () => {
	const run = async (body: unknown): Promise<unknown[]> => {
		always(stub, ok(body), CODE_20);
		return statuses(await stub.run('campaign.sendSms', BOTH, CONTINUE));
	};

	it.each([
		'Campaign launched. Invalid numbers are not charged',
		'Campaign launched. Messages that are not delivered within 72 hours will be expired',
		'Unsubscribed contacts will not get this message',
		'Delivery reports are not available for this route',
		'The campaign will not be sent at night',
		'No moderation needed',
		'Total 2, duplicates 0',
		'All good, no issues',
		'Недоставленные сообщения не тарифицируются',
		'Модерація не потрібна',
		'Баланс меньше 10 грн, не забудьте пополнить',
		'Всего номеров 2, неверных 0',
		'No hay errores',
	])('is there beside a notice in general: %s', async (message) => {
		expect(await run({ message, data: CAMPAIGN })).toEqual(['accepted', 'accepted']);
	});

	it.each([
		'Campaign launched. Invalid numbers are not allowed',
		'Invalid numbers are not charged. Insufficient funds',
		'Delivery reports are not available: the campaign was rejected',
		'The campaign will not be sent',
		'Всего номеров 2, баланс 0, недостаточно средств',
		'Не забудьте пополнить баланс: рассылка не отправлена',
	])('is in doubt beside a refusal: %s', async (message) => {
		expect(await run({ message, data: CAMPAIGN })).not.toContain('accepted');
	});

	it('is in doubt beside a notice where no state shows it', async () => {
		const message = 'Invalid numbers are not charged';
		expect(await run({ message, data: { id: 6 } })).not.toContain('accepted');
	});

	it.each<IDataObject>([
		{ success: 0, failed: 0 },
		{ info: 'Blocked countries: 3' },
		{ info: 'Invalid placeholders: 1' },
		{ info: 'Skipped fields: 1' },
		{ info: '1 of 3 senders is blocked' },
		{ info: 'Неверных ссылок: 1' },
		{ preview: [{ phone: A, text: 'Sale' }] },
		{ account_stats: { blocked: 1 } },
	])('goes to all beside %j', async (mark) => {
		expect(await run({ data: { ...CAMPAIGN, ...mark } })).toEqual(['accepted', 'accepted']);
	});

	it.each<IDataObject>([
		{ success: 0, failed: 2 },
		{ success: 0 },
		{ info: 'Blocked recipients: 1' },
		{ info: 'Skipped rows: 5' },
		{ info: 'Неверных контактов: 1' },
		{ rejected: { count: 1, examples: [A] } },
	])('does not go to all beside %j', async (mark) => {
		expect(await run({ data: { ...CAMPAIGN, ...mark } })).not.toEqual(['accepted', 'accepted']);
	});
});

it.each([
	`Blocked: ${A}`,
	`Rejected: ${A}`,
	`Invalid numbers: ${A}`,
	`Duplicate: ${A}`,
	`Blocked: +${A}`,
	`${A} is blocked`,
])('a number behind a colon counts nobody else: %s', async (notice) => {
	const recipients = [0, 1, 2].map(phoneOf).join(', ');
	always(stub, ok({ data: { id: 6, sender: 'Shop', status: 'sending' }, notice }), CODE_20);
	const { error } = await stub.run('campaign.sendSms', { ...BOTH, recipients });
	expect(error?.message).toContain('1 of 3 recipients');
});

describe('an SMS with an ID', () => {
	it.each<IDataObject>([
		{ success: true, message: 'Kampania została utworzona' },
		{ success: 'true', message: 'Wiadomość wysłana' },
		{ ok: true, message: 'Mensaje enviado' },
		{ code: 200, message: 'Nachricht gesendet' },
		{ code: 0, message: 'Nachricht gesendet' },
		{ success: true, message: 'Смс ушло' },
	])('is accepted beside a sign of success: %j', async (mark) => {
		always(stub, ok({ id: 501, price: 0.8, ...mark }), CODE_20);
		expect(statuses(await stub.run('sms.send', ONE, CONTINUE))).toEqual(['accepted']);
	});

	it.each<IDataObject>([
		{ success: true, message: 'Insufficient funds' },
		{ code: 200, message: 'Недостаточно средств' },
		{ ok: true, message: 'The message was not sent' },
		{ code: 1, message: 'Message declined' },
	])('is not beside words that refuse, or another code: %j', async (mark) => {
		always(stub, ok({ id: 501, price: 0.8, ...mark }), CODE_20);
		expect(statuses(await stub.run('sms.send', ONE, CONTINUE))).not.toContain('accepted');
	});

	it.each([
		'Сообщение не отправлено, ожидает модерации',
		'Повідомлення не надіслано, очікує модерації',
		'Не отправлено оператору: ожидает очереди',
	])('waits: %s', async (errorDescription) => {
		always(stub, ok({ error: 0, id: 501, price: 0.8, errorDescription }), CODE_20);
		expect(statuses(await stub.run('sms.send', ONE, CONTINUE))).toEqual(['accepted']);
	});

	it.each([
		'Сообщение не отправлено: истекло время ожидания',
		'Сообщение не отправлено: в очереди нет места',
	])('does not wait: %s', async (errorDescription) => {
		always(stub, ok({ error: 0, id: 501, price: 0.8, errorDescription }), CODE_20);
		expect(statuses(await stub.run('sms.send', ONE, CONTINUE))).not.toContain('accepted');
	});
});

describe('a change', () => {
	/** Answers a change in one way, and the question after it in another. */
	const answer = (reply: Answer, read: unknown): void => {
		stub.answer = ({ method }) => (method === 'GET' ? ok(read) : reply);
	};
	const apply = async (message: string, status: string): Promise<string | undefined> => {
		const data = { id: 12, sender: 'Shop', status, type: 'sms', country_code: 'UA' };
		answer({ status: 201, body: { message, data } }, pageOf([]));
		return (await stub.run('sender.register', APPLICATION)).error?.message;
	};

	it.each([
		'The sender cannot be used until the application is approved',
		'You cannot use the sender until it is approved',
		'Sender must be approved by the operators',
		'Documents are required: send the letter of guarantee to support',
		'Имя нельзя использовать до одобрения',
	])('an application was made that waits: %s', async (message) => {
		expect(await apply(message, 'new')).toBeUndefined();
	});

	it.each([
		['new', 'The sender cannot be registered until the application is approved'],
		['new', 'The application was not accepted'],
		['new', 'Sender must be approved: application rejected'],
		['new', 'Имя нельзя зарегистрировать'],
		['draft', 'Sender must be approved by the operators'],
	])('an application in the state %s is in doubt: %s', async (status, message) => {
		expect(await apply(message, status)).toMatch(/not known/);
	});

	it.each([
		'No changes',
		'Nothing to update',
		'Contact updated. HLR status is unknown',
		'Phone is already set',
	])('a contact is as it was to be: %s', async (message) => {
		const data = { id: 90817, phone: Number(A), fields: [], groups: [], hlr_status: 'unknown' };
		answer(ok({ message, data }), {});
		expect((await stub.run('contact.update', CONTACT)).error).toBeUndefined();
	});

	it.each([
		'No changes: the phone is invalid',
		'Phone is unknown',
		'Nothing was updated',
		'Phone is already taken',
	])('whether a contact was changed is not known: %s', async (message) => {
		answer(ok({ message, data: { id: 90817, phone: Number(A) } }), {});
		expect((await stub.run('contact.update', CONTACT)).error?.message).toMatch(/not known/);
	});

	it('a number is on the stop list whose answer says that it is blocked', async () => {
		const data = [{ id: 1, phone: Number(A), sms_stoplist: true, viber_stoplist: false }];
		answer(ok({ message: 'Number was blocked', data }), { data, total: 1 });
		const run = await stub.run('stopList.add', { phones: A, channels: ['sms'] });
		expect(run.error).toBeUndefined();
	});

	it('a campaign is stopped that cannot be renewed', async () => {
		const data = { id: 1043, status: 'stopped', message_type: 'rcs', sender: 'Shop' };
		answer(ok({ message: 'Campaign terminated. It cannot be renewed', data }), pageOf([data]));
		expect((await stub.run('rcsCampaign.stop', CAMPAIGN_1043)).error).toBeUndefined();
	});

	const REPORT = { selectBy: 'messageIds', messageIds: '15', wait: false };
	it.each(['Отчёт не готов, подождите', 'Note: failed messages are included'])(
		'a report is requested: %s',
		async (message) => {
			answer(ok({ error: 0, result: { key: 'abc1', message } }), CODE_20.body);
			expect((await stub.run('report.request', REPORT)).error).toBeUndefined();
		},
	);
	it.each<IDataObject>([
		{ result: { key: 'abc1', message: 'Request rejected' } },
		{ error: 0, result: { key: 'abc1', success: false } },
	])('a report is in doubt: %j', async (body) => {
		answer(ok(body), CODE_20.body);
		expect((await stub.run('report.request', REPORT)).error?.message).toMatch(/not known/);
	});
});

describe('a balance', () => {
	it.each<[number, string]>([
		[0, 'Insufficient funds'],
		[0.1, 'Not enough funds, top up'],
		[0, 'Недостаточно средств'],
		[5, 'Credit is not available'],
	])('of %s is told beside: %s', async (balance, message) => {
		always(stub, CODE_20, ok({ message, data: { balance, currency: 'UAH', credit: 0 } }));
		expect((await stub.run('account.getBalance')).items[0]?.json.balance).toBe(balance);
	});

	it.each<IDataObject>([
		{ error: 5, amount: '0' },
		{ success: false, data: { balance: 0 } },
		{ code: 403, data: { balance: 0 } },
	])('is not told beside a fault: %j', async (body) => {
		always(stub, CODE_20, ok(body));
		expect((await stub.run('account.getBalance')).status).toBe('error');
	});
});

describe('an empty list with its total', () => {
	const NOTICES = [
		'Endpoint will be unavailable after 2027-01-01',
		'The service will be temporarily unavailable on Sunday',
		'Метод будет недоступен с 1 января',
		'Some statistics are unavailable',
	];

	it.each(NOTICES)('is one: %s', async (message) => {
		always(stub, CODE_20, ok({ ...pageOf([]), message }));
		expect(seen(await stub.run('campaign.getAll', { returnAll: true }))).toBe('[]');
	});

	it.each([
		'Endpoint is unavailable after 2027-01-01',
		'The service will be unavailable until you log in',
		'Some statistics are unavailable: access denied',
		'Метод недоступен',
	])('is withheld: %s', async (message) => {
		always(stub, CODE_20, ok({ ...pageOf([]), message }));
		expect((await stub.run('campaign.getAll', { returnAll: true })).status).toBe('error');
	});

	it.each(NOTICES)('begins a watch: %s', async (message) => {
		triggerStub.answer = ({ path }) =>
			path === '/api/campaign'
				? { body: { ...pageOf([]), message } }
				: { status: 404, body: { code: 404, message: 'Not found' } };
		const poll = trigger({ event: 'campaignFinished' });
		await poll();
		triggerStub.answer = listOf(campaigns(3, 1));
		expect(await polls(2, poll)).toHaveLength(3);
	});
});

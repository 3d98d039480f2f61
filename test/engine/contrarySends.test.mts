import type { IDataObject } from 'n8n-workflow';
import {
	A,
	answers,
	B,
	BOTH,
	byReference,
	CAMPAIGN_6,
	CODE_20,
	isPost,
	LISTS,
	LOST,
	NONE,
	NOT_FOUND,
	NOT_KNOWN,
	ok,
	ONE,
	referenceIn,
	referencesOf,
	RETRY,
	serviceTime,
} from './contrarySupport.mts';
import { KEY, openStub, pageOf, seen } from './stubService.mts';
import type { Answer, Stub } from './stubService.mts';

/* Refusals that say in one way or another that something was made: nothing of it may go out again. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const SKIP = { options: { invalidRecipients: 'skip', retryFor: 4 } };
const AGAIN = { options: { retryFor: 4 } };

describe('Leave Out does not send to the others again where the answer speaks of one recipient, and', () => {
	const errors = { phones1number: ['The number is invalid'] };
	const partly = 'Campaign was created, 1 recipient was left out';
	it.each<[string, Answer]>([
		['came with HTTP 200', ok({ errors })],
		['came with HTTP 200 and a message', ok({ message: 'Some numbers are invalid', errors })],
		[
			'came with HTTP 201 and a Location',
			{ status: 201, headers: { location: '/api/campaigns/5' }, body: { errors } },
		],
		['says that it was created', { status: 422, body: { message: partly, errors } }],
		['names a campaign', { status: 422, body: { message: 'Invalid', campaign_id: 5, errors } }],
	])('%s', async (_, first) => {
		answers(stub, first, CAMPAIGN_6, NOT_FOUND);
		await stub.run('campaign.sendSms', { ...BOTH, ...SKIP });
		expect(stub.count('POST')).toBe(1);
	});

	it('is that to a bulk send without references', async () => {
		const first = ok({ errors: { phones1msisdn: ['The number is invalid'] } });
		answers(stub, first, ok({ error: 0, task_id: 6 }), CODE_20);
		await stub.run('sms.sendBulk', { ...BOTH, ...NONE, ...SKIP });
		expect(stub.count('POST')).toBe(1);
	});
});

describe('a request to slow down is not followed by a repetition where it', () => {
	it.each<[string, IDataObject]>([
		['names a campaign', { campaign_id: 5 }],
		['names a campaign within its data', { data: { campaign_id: 5 } }],
		['holds a campaign within its data', { data: { campaign: { id: 5 } } }],
		['holds a campaign', { campaign: { id: 5, status: 'sending' } }],
		['says that it was accepted', { message: 'Campaign accepted; slow down' }],
		['says that it was sent', { message: 'The same campaign was already sent' }],
		[
			'says beside its message that it is a copy',
			{ detail: 'Too many duplicate request detected' },
		],
		['says among its errors that it is a copy', { errors: { request: ['Duplicate request'] } }],
		['names a campaign within its error', { error: { message: 'Slow down', campaign_id: 5 } }],
		['has the code of success', { error: 0, errorDescription: 'No errors' }],
		['has code 11', { error: 11 }],
	])('%s', async (_, fields) => {
		const first = { status: 429, body: { message: 'Slow down', ...fields } };
		answers(stub, first, CAMPAIGN_6, NOT_FOUND);
		await stub.run('campaign.sendSms', { ...BOTH, ...AGAIN });
		expect(stub.count('POST')).toBe(1);
	});

	it('breaks off behind an ID', async () => {
		answers(stub, { status: 429, body: '{"data":{"id":5' }, CAMPAIGN_6, NOT_FOUND);
		await stub.run('campaign.sendSms', { ...BOTH, ...AGAIN });
		expect(stub.count('POST')).toBe(1);
	});

	it('names the campaign of contact lists', async () => {
		const first = { status: 429, body: { message: 'Slow down', campaign_id: 5 } };
		answers(stub, first, CAMPAIGN_6, ok(pageOf([])));
		await stub.run('campaign.sendSmsToContactLists', { ...LISTS, ...AGAIN });
		expect(stub.count('POST')).toBe(1);
	});

	it.each<[string, Answer]>([
		['names IDs', ok({ error: 11, errorDescription: 'Too many', ids: [5, 6] })],
		['holds a message', ok({ error: 11, messages: [{ id: 5, msisdn: A }] })],
		[
			'holds a result of success',
			ok({ error: 11, result: [{ error: 0, price: 1 }, { error: 11 }] }),
		],
		[
			'holds IDs in results within its data',
			{ status: 429, body: { message: 'Slow', data: { result: [{ id: 5 }, { id: 6 }] } } },
		],
	])('came to a bulk send without references and %s', async (_, first) => {
		answers(stub, first, ok({ error: 0, task_id: 6 }), CODE_20);
		await stub.run('sms.sendBulk', { ...BOTH, ...NONE, ...AGAIN });
		expect(stub.count('POST')).toBe(1);
	});
});

describe('Contact lists from a numeric sender, whose answer is lost', () => {
	const sender = '380445550011';
	let made: IDataObject[];
	const listedAs = (told: string): void => {
		made = [];
		stub.answer = (asked) => {
			if (!isPost(asked)) return asked.path.includes('/api/campaign') ? ok(pageOf(made)) : CODE_20;
			made.push({ id: 57 + made.length, sender: told, created_at: serviceTime() });
			return LOST;
		};
	};

	it.each(['+380445550011', '00380445550011', '380445550011 '])(
		'do not go out again where the list shows the new campaign as that of %s',
		async (told) => {
			listedAs(told);
			const options = { ifOutcomeUnknown: 'sendAgain', retryFor: 1 };
			await stub.run('campaign.sendSmsToContactLists', { ...LISTS, sender, options });
			expect(made).toHaveLength(1);
		},
	);

	it('are answered by an error that names the new campaign', async () => {
		listedAs(`+${sender}`);
		const options = { retryFor: 1 };
		const run = await stub.run('campaign.sendSmsToContactLists', { ...LISTS, sender, options });
		expect(run.error?.description).toMatch(/^.*Campaign 57 .* is new/);
	});

	it('are not accepted for an answer with a campaign that was listed before', async () => {
		const old = { id: 50, sender: `+${sender}`, status: 'sending', created_at: serviceTime() };
		stub.answer = (asked) => (isPost(asked) ? ok({ data: old }) : ok(pageOf([old])));
		const run = await stub.run('campaign.sendSmsToContactLists', { ...LISTS, sender });
		expect(run.error?.message).toMatch(NOT_KNOWN);
	});
});

describe('Retry On Fail does not send again behind a refusal that says that something was done', () => {
	it.each([
		[402, 'Campaign was created and is paused until the account has funds'],
		[403, 'Campaign was accepted and is in moderation'],
		[400, 'The campaign was scheduled, but its price could not be computed'],
		[423, 'Campaign is being processed'],
		[425, 'Queued'],
		[451, 'Sent in part'],
		[402, 'Campaign 5 created, waiting for payment'],
		[402, 'Кампания создана и ждёт оплаты'],
		[403, 'Campaign is under moderation'],
		[403, 'OK'],
		[422, 'This campaign already exists'],
	])('campaign, HTTP %i: %s', async (status, message) => {
		stub.answer = (asked) => (isPost(asked) ? { status, body: { message } } : NOT_FOUND);
		await stub.run('campaign.sendSms', BOTH, RETRY);
		expect(stub.count('POST')).toBe(1);
	});

	it('campaign, code 402 in a success', async () => {
		const body = { code: 402, message: 'Campaign was created and waits for funds' };
		stub.answer = (asked) => (isPost(asked) ? ok(body) : NOT_FOUND);
		await stub.run('campaign.sendSms', BOTH, RETRY);
		expect(stub.count('POST')).toBe(1);
	});

	it.each<[string, Answer]>([
		[
			'it is paused',
			{ status: 402, body: { message: 'Campaign was created and is paused: no funds' } },
		],
		['a success with a fault of one contact', ok({ errors: ['Contact 5 has an invalid phone'] })],
	])('contact lists, %s', async (_, answer) => {
		stub.answer = (asked) => (isPost(asked) ? answer : ok(pageOf([])));
		await stub.run('campaign.sendSmsToContactLists', LISTS, RETRY);
		expect(stub.count('POST')).toBe(1);
	});

	it('SMS without a reference, code 8', async () => {
		const body = { error: 8, errorDescription: 'Message was accepted and waits for funds' };
		stub.answer = (asked) => (isPost(asked) ? ok(body) : CODE_20);
		await stub.run('sms.send', { ...ONE, ...NONE }, RETRY);
		expect(stub.count('POST')).toBe(1);
	});

	it.each([20, 30, 91])(
		'SMS without a reference, code %i, which speaks of no send',
		async (error) => {
			const answer = ok({ error, errorDescription: 'not found' });
			stub.answer = (asked) => (isPost(asked) ? answer : CODE_20);
			await stub.run('sms.send', { ...ONE, ...NONE }, RETRY);
			expect(stub.count('POST')).toBe(1);
		},
	);

	it.each([200, 400])('bulk, HTTP %i: a code above a result of success', async (status) => {
		const result = [{ error: 21 }, { error: 0, price: 0.05, currency: 'EUR' }];
		const body = { error: 21, errorDescription: 'incorrect phone number', result };
		stub.answer = (asked) => (isPost(asked) ? { status, body } : CODE_20);
		await stub.run('sms.sendBulk', { ...BOTH, ...NONE }, RETRY);
		expect(stub.count('POST')).toBe(1);
	});
});

it('a campaign that a 401 to an API key names is not sent again by n8n, which renews tokens so', async () => {
	const body = { message: 'Key has expired', data: { id: 5 } };
	stub.answer = (asked) => (isPost(asked) ? { status: 401, body } : NOT_FOUND);
	const run = await stub.run('campaign.sendSms', BOTH, RETRY);
	expect(stub.count('POST')).toBe(1);
	expect(seen(run)).toMatch(NOT_KNOWN);
});

it('says that nobody knows where the words beside a code of refusal say "queued"', async () => {
	const answer = ok({ code: 24, message: 'Queued for sending' });
	stub.answer = (asked) => (isPost(asked) ? answer : CODE_20);
	expect(seen(await stub.run('sms.send', ONE))).toMatch(NOT_KNOWN);
});

describe('a campaign that a gateway hands on twice goes to each recipient once where', () => {
	const taken = ['The reference id has already been taken'];
	it.each<[string, unknown]>([
		['the refusal of the copy names the first recipient only', { phones0reference_id: taken }],
		['the refusal of the copy is a list', ['phones.0.reference_id: already exists']],
	])('%s, whose message shows before that of the second', async (_, errors) => {
		let held: string[] = [];
		let sentToSecond = 0;
		stub.answer = (asked) => {
			if (isPost(asked)) {
				sentToSecond += JSON.stringify(asked.body).includes(B) ? 1 : 0;
				if (held.length > 0) return CAMPAIGN_6;
				held = referencesOf(asked);
				return { status: 422, body: { message: 'The given data was invalid.', errors } };
			}
			if (!byReference(asked)) return NOT_FOUND;
			return referenceIn(asked) === held[0]
				? ok({ error: 0, id: 501, msisdn: A, reference: held[0], status: 'sent' })
				: CODE_20;
		};
		await stub.run('campaign.sendSms', { ...BOTH, ...AGAIN });
		expect(sentToSecond).toBe(1);
	});

	it('the service does not answer for the reference until the last try of Retry On Fail', async () => {
		let held: string[] = [];
		let sentToSecond = 0;
		let tries = 0;
		stub.answer = (asked) => {
			if (isPost(asked)) {
				sentToSecond += JSON.stringify(asked.body).includes(B) ? 1 : 0;
				if (held.length > 0) return CAMPAIGN_6;
				held = referencesOf(asked);
				const errors = { phones0reference_id: taken };
				return { status: 422, body: { message: 'The given data was invalid.', errors } };
			}
			if (!byReference(asked)) return ok(pageOf([]));
			if (tries < 2) return { status: 403, body: { message: 'Forbidden' } };
			return referenceIn(asked) === held[0]
				? ok({ error: 0, id: 5, msisdn: A, reference: held[0], status: 'sent' })
				: CODE_20;
		};
		await stub.engine.run({
			items: [{ json: {} }],
			credential: { baseUrl: stub.baseUrl, apiKey: KEY, authentication: 'apiKey' },
			parameters: {
				resource: 'campaign',
				operation: 'sendSms',
				...BOTH,
				options: { retryFor: 0 },
			},
			node: RETRY,
			onTry: (number) => {
				tries = number;
			},
		});
		expect(sentToSecond).toBe(1);
	});
});

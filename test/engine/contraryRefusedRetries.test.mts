import type { IDataObject } from 'n8n-workflow';
import {
	A,
	always,
	answers,
	B,
	BOTH,
	byReference,
	CAMPAIGN_6,
	CODE_20,
	EACH_LIST,
	isPost,
	LISTS,
	LOST,
	NONE,
	NOT_FOUND,
	ok,
	ONE,
	phonesOf,
	referenceIn,
	referencesOf,
	refusal,
	RETRY,
	runWith,
	statuses,
} from './contrarySupport.mts';
import { KEY, openStub } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* A refusal may stop a send after its first messages, whatever its words: a try of Retry On Fail does not send again what no reference protects. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

describe.each([
	['campaign.sendSms', BOTH],
	['campaign.sendSmsToContactLists', LISTS],
	['sms.send', { ...ONE, ...NONE }],
])('%s', (operation, parameters) => {
	it.each([
		'Insufficient funds',
		'5 of 20 messages were not sent: insufficient funds',
		'Request is identical to the previous one',
		'Повтор запроса',
		'На решту номерів не вистачило коштів',
	])('is made once in three tries: %s', async (words) => {
		always(stub, refusal(402, words), CODE_20);
		const run = await stub.run(operation, parameters, RETRY);
		expect(stub.count('POST')).toBe(1);
		expect(run.error?.message).not.toBeUndefined();
	});

	it('is made again where the workflow runs again', async () => {
		for (let runs = 0; runs < 2; runs += 1) {
			always(stub, refusal(422, 'Sender is not active'), CODE_20);
			await stub.run(operation, parameters, RETRY);
			expect(stub.count('POST')).toBe(1);
		}
	});
});

it('a refusal in an earlier try says so, and that it was not sent again', async () => {
	always(stub, refusal(402, 'Insufficient funds'), CODE_20);
	const { error } = await stub.run('campaign.sendSms', BOTH, RETRY);
	expect(error?.description).toMatch(/refused in an earlier try of this execution/);
});

it('an SMS under a reference is sent again: the service refuses what it has', async () => {
	always(stub, refusal(402, 'Insufficient funds'), CODE_20);
	await stub.run('sms.send', ONE, RETRY);
	expect(stub.count('POST')).toBe(3);
});

const REFUSED = refusal(402, 'Insufficient funds');
const SENDS: Array<[string, IDataObject]> = [
	['campaign.sendSms', BOTH],
	['campaign.sendPersonalizedSms', BOTH],
	['campaign.sendSmsToContactLists', LISTS],
	['sms.send', { ...ONE, ...NONE }],
	['sms.sendBulk', { ...BOTH, ...NONE }],
	['sms.sendIndividual', { ...BOTH, ...NONE }],
];

describe.each(SENDS)('%s that no reference protects is made once', (operation, parameters) => {
	it('where each try has another text', async () => {
		always(stub, REFUSED, CODE_20);
		const text = '=Sale at {{ $now.toMillis() }}';
		const run = await stub.run(operation, { ...parameters, text }, RETRY);
		expect(stub.count('POST')).toBe(1);
		expect(run.error?.description?.match(/earlier try/g)).toHaveLength(1);
	});

	it('by a call of a tool', async () => {
		always(stub, REFUSED, CODE_20);
		stub.asked = [];
		const [resource = '', name = ''] = operation.split('.');
		const call = stub.engine.asTool(
			{
				credential: { baseUrl: stub.baseUrl, apiKey: KEY, authentication: 'apiKey' },
				parameters: { resource, operation: name, ...parameters, options: { retryFor: 0 } },
				node: RETRY,
			},
			{},
		);
		await expect(call).rejects.toThrow(/payment/);
		expect(stub.count('POST')).toBe(1);
	});
});

it.each(SENDS.slice(0, 3))('%s with a start in so many minutes is made once', async (...send) => {
	const [operation, parameters] = send;
	always(stub, REFUSED, CODE_20);
	const options = { startAt: '={{ $now.plus({ minutes: 30 }).toISO() }}' };
	// The start is told in whole seconds.
	const node = { ...RETRY, waitBetweenTries: 1100 };
	await stub.run(operation, { ...parameters, options }, node);
	expect(stub.count('POST')).toBe(1);
});

it('one that a refusal names and the user leaves out does not go out alone in the next try', async () => {
	let posts = 0;
	const held = new Set<string>();
	stub.asked = [];
	stub.answer = (asked) => {
		if (isPost(asked)) {
			posts += 1;
			const errors = { messages1number: ['The phone is invalid.'] };
			if (posts === 1) return { status: 422, body: { message: 'Invalid', errors } };
			if (posts === 2) for (const reference of referencesOf(asked)) held.add(reference);
			return posts === 2 ? LOST : REFUSED;
		}
		const isShown = byReference(asked) && held.has(referenceIn(asked)) && stub.asked.length > 6;
		const reference = referenceIn(asked);
		return isShown ? ok({ error: 0, id: 70, msisdn: A, reference, status: 'sent' }) : CODE_20;
	};
	const parameters = { ...BOTH, options: { invalidRecipients: 'skip' } };
	const run = await runWith(stub, 'campaign.sendSms', parameters, {
		items: [{ json: {} }],
		node: RETRY,
	});
	expect(stub.asked.filter(isPost).map((one) => phonesOf(one).length)).toEqual([2, 1]);
	expect([run.error, statuses(run)]).toEqual([undefined, ['accepted', 'refused']]);
});

describe('those whom the service refuses by a result of their own, without references', () => {
	const refusedOf = (...phones: string[]) => phones.map((msisdn) => ({ msisdn, error: 33 }));

	it.each(['sms.sendBulk', 'sms.sendIndividual'])(
		'are sent to once, where all are refused: %s',
		async (operation) => {
			always(stub, ok({ error: 0, task_id: 5, result: refusedOf(A, B) }), CODE_20);
			await stub.run(operation, { ...BOTH, ...NONE }, RETRY);
			expect(stub.count('POST')).toBe(1);
		},
	);

	it('are sent to once, where another item makes n8n try again', async () => {
		const result = [{ msisdn: A, id: 9, error: 0 }, ...refusedOf(B)];
		answers(stub, ok({ error: 0, task_id: 5, result }), REFUSED, CODE_20);
		stub.asked = [];
		const parameters = { sender: 'Shop', text: 'Hi', ...NONE, ...EACH_LIST };
		const lists = [`${A}, ${B}`, '380991112233, 380991112234'];
		const items = lists.map((list) => ({ json: { list } }));
		await runWith(stub, 'sms.sendBulk', parameters, { items, node: RETRY });
		expect(stub.asked.filter(isPost).map(phonesOf)).toHaveLength(2);
	});
});

it.each([
	[403, 'Daily limit is exceeded'],
	[401, 'Insufficient funds'],
])('a campaign is made once where %d speaks of something else than the caller', async (...said) => {
	always(stub, refusal(...said), NOT_FOUND);
	await stub.run('campaign.sendSms', BOTH, RETRY);
	expect(stub.count('POST')).toBe(1);
});

describe('the next try sends', () => {
	it.each([
		{ status: 403, body: { message: 'Forbidden' } },
		{ status: 404, headers: { 'content-type': 'text/plain' }, body: 'default backend - 404' },
	])('after %j', async (answer) => {
		answers(stub, answer, CAMPAIGN_6, NOT_FOUND);
		const { error } = await stub.run('campaign.sendSms', BOTH, RETRY);
		expect([error?.message, stub.count('POST')]).toEqual([undefined, 2]);
	});

	it('where a page says that nobody handled the request', async () => {
		const headers = { 'content-type': 'text/html' };
		const page = { ...NOT_FOUND, headers, body: '<html><h1>404 Not Found</h1></html>' };
		answers(stub, page, CAMPAIGN_6, NOT_FOUND);
		const { error } = await stub.run('campaign.sendSms', BOTH, RETRY);
		expect([error, stub.count('POST')]).toEqual([undefined, 2]);
	});

	it('where the key was refused (code 1), as after 401', async () => {
		answers(stub, ok({ error: 1 }), ok({ error: 0, id: 5 }), CODE_20);
		const { error } = await stub.run('sms.send', { ...ONE, ...NONE }, RETRY);
		expect([error, stub.count('POST')]).toEqual([undefined, 2]);
	});

	it('where less of the request was sent, and nobody took that', async () => {
		let posts = 0;
		stub.asked = [];
		stub.answer = (asked) => {
			if (!isPost(asked)) return NOT_FOUND;
			posts += 1;
			const errors = { messages1number: ['The phone is invalid.'] };
			if (posts === 1) return { status: 422, body: { message: 'Invalid', errors } };
			return posts === 2 ? refusal(429, 'Too many requests') : CAMPAIGN_6;
		};
		const parameters = { ...BOTH, options: { invalidRecipients: 'skip' } };
		const run = await runWith(stub, 'campaign.sendSms', parameters, {
			items: [{ json: {} }],
			node: RETRY,
		});
		expect([run.error, statuses(run)]).toEqual([undefined, ['accepted', 'refused']]);
	});
});

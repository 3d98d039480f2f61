import type { IDataObject } from 'n8n-workflow';
import { KEY, openStub, pageOf } from './stubService.mts';
import type { Answer, Stub } from './stubService.mts';
import { people } from './sendsSupport.mts';

/* A proxy repeats a request that it had delivered: what comes back is the refusal of its copy. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const CAMPAIGNS = ['campaign.sendSms', 'campaign.sendPersonalizedSms'];
const TAKEN = { error: 23, errorDescription: 'SMS with this ID already present' };
const COPIES: Answer[] = [
	{ body: TAKEN },
	{ status: 400, body: { message: 'Duplicate request' } },
	{ status: 403, body: { message: 'This request was already processed' } },
	{ status: 423, body: { message: 'Locked' } },
];
const NOT_FOUND: Answer = { body: { error: 20, errorDescription: 'SMS not found' } };

const tooMany = (message: string): Answer => ({ status: 429, body: { code: 429, message } });

/** Sends to three people under Retry On Fail; the service shows the messages that it took, or hides them. */
async function send(operation: string, answer: Answer, shows: boolean, items = people(3)) {
	const held = new Map<string, IDataObject>();
	stub.asked = [];
	stub.answer = ({ method, path, body }) => {
		if (method === 'POST') {
			const messages = (body.messages ?? body.phones ?? [body]) as IDataObject[];
			messages.forEach((one, index) => {
				const reference = String(one.reference_id ?? one.reference);
				const msisdn = one.phone ?? one.number ?? one.msisdn;
				held.set(reference, { error: 0, id: 900 + index, reference, msisdn, status: 'sent' });
			});
			return answer;
		}
		if (path.startsWith('/api')) return { body: pageOf([]) };
		const message = held.get(path.split('/').at(-1) ?? '');
		return shows && message ? { body: message } : NOT_FOUND;
	};
	const [resource = '', name = ''] = operation.split('.');
	const run = await stub.engine.run({
		items: items.map((json) => ({ json })),
		credential: stub.engine.store({ baseUrl: stub.baseUrl, apiKey: KEY, authentication: 'apiKey' }),
		parameters: {
			resource,
			operation: name,
			sender: 'Shop',
			text: 'Sale',
			...(operation === 'sms.send' && { phone: '={{ $json.phone }}' }),
			options: { retryFor: 0 },
		},
		node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
	});
	return { run, statuses: run.items.map(({ json }) => json.status), posts: stub.count('POST') };
}

describe.each(CAMPAIGNS)('%s: the refusal of a copy', (operation) => {
	it.each(COPIES)('%j: the messages show', async (answer) => {
		const { run, statuses, posts } = await send(operation, answer, true);
		expect(run.error?.message).toBeUndefined();
		expect([statuses, posts]).toEqual([['accepted', 'accepted', 'accepted'], 1]);
	});

	it.each(COPIES)('%j: none shows, so that nobody knows', async (answer) => {
		const { run, posts } = await send(operation, answer, false);
		expect([run.error?.message, posts]).toEqual([
			expect.stringMatching(/^It is not known whether the service accepted the send/),
			1,
		]);
	});

	it.each<Answer>([
		{ status: 400, body: { message: 'Bad request' } },
		{ status: 402, body: { message: 'Insufficient balance' } },
		{ status: 422, body: { message: 'Invalid', errors: { name: ['The name is already taken'] } } },
	])('%j is one of the request itself', async (answer) => {
		const { run } = await send(operation, answer, false);
		expect(run.error?.message).toMatch(/^The service /);
	});
});

describe('429', () => {
	it.each([
		'Обнаружено слишком много повторяющихся запросов',
		'Виявлено занадто багато повторюваних запитів',
		'Обнаружены повторяющиеся запросы',
		'Такой же запрос получен менее минуты назад',
		'Ідентичний запит',
		'Повтор предыдущего запроса',
		'Identical request detected',
		'Request repeats the previous one',
		'Repeat of the previous request',
		'Message repetition',
		'Double submit',
		'Flood control: equal messages',
	])('refuses a copy in other words: %s', async (message) => {
		const { run, posts } = await send('campaign.sendSms', tooMany(message), false);
		expect([run.error?.message, posts]).toEqual([
			expect.stringMatching(/^It is not known whether the service accepted the send/),
			1,
		]);
	});

	it.each([
		'Too many requests, repeat later',
		'Too many requests, repeat the request later',
		'Rate limit: please repeat your request in 5 seconds',
		'Слишком много запросов, повторите попытку позже',
		'Забагато запитів, повторіть спробу пізніше',
		'Слишком много запросов. Такой запрос не разрешён',
	])('did nothing, whatever it advises: %s', async (message) => {
		const { run } = await send('campaign.sendSms', tooMany(message), false);
		expect(run.error?.message).toMatch(/^The service receives too many requests/);
	});
});

it('sms.send: the words for a copy leave it open whether the message was taken', async () => {
	const [, words] = COPIES;
	const [one] = people(1);
	if (!words || !one) throw new Error('The cases are missing');
	const shown = await send('sms.send', words, true, [one]);
	expect([shown.statuses, shown.posts]).toEqual([['accepted'], 1]);
	const hidden = await send('sms.send', words, false, [one]);
	expect(hidden.run.error?.message).toMatch(/^It is not known whether/);
});

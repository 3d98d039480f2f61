import { APPLICATION } from '../support/application.mts';
import {
	NO_MONEY,
	TEST_KEY,
	answer,
	doubles,
	people,
	retryOf,
	send,
	service,
	useService,
} from './contraryRetriesSupport.mts';
import { isPost, ok, statuses } from './contrarySupport.mts';
import { phoneOf } from './sendsSupport.mts';
import { KEY } from './stubService.mts';
import type { Answer } from './stubService.mts';

// Retries with another key than before, and of changes that a check refuses in between.

useService();

it('what a test key had accepted was never sent: the retry with a live key sends it', async () => {
	const parameters = { phone: '={{ $json.phone }}' };
	service.instead = (post) => (post === 2 ? NO_MONEY : undefined);
	const failed = await send('sms.send', parameters, { items: people([0, 1]), apiKey: TEST_KEY });
	expect(failed.error).toBeDefined();
	[service.held, service.got] = [new Map(), new Map()];
	const retried = await send('sms.send', parameters, retryOf(failed));
	expect(statuses(retried)).toEqual(['accepted', 'accepted']);
	expect([...service.got.values()]).toEqual([1, 1]);
});

it('with a test key, which finds a message under any reference, a file goes out all the same', async () => {
	const data = await service.stub.engine.storeBinary(
		Buffer.from(`phone\n${phoneOf(0)}\n`),
		'list.csv',
	);
	service.stub.answer = (asked) =>
		isPost(asked) ? answer(asked) : ok({ error: 0, id: 9, msisdn: phoneOf(5), reference: 'r' });
	const sent = await send(
		'campaign.sendSms',
		{ recipientSource: 'file', phoneField: 'phone' },
		{ items: [{ json: {}, binary: { data } }], apiKey: TEST_KEY },
	);
	service.stub.answer = answer;
	expect([statuses(sent), service.posts]).toEqual([['accepted'], 1]);
});

it('what a live key had accepted stays so after a retry with a test key', async () => {
	const parameters = { phone: '={{ $json.phone }}', options: { referenceMode: 'none' } };
	service.instead = (post) => (post === 2 || post === 3 ? NO_MONEY : undefined);
	const failed = await send('sms.send', parameters, { items: people([0, 1]) });
	const tried = await send('sms.send', parameters, { ...retryOf(failed), apiKey: TEST_KEY });
	expect(tried.error).toBeDefined();
	const retried = await send('sms.send', parameters, retryOf(tried));
	expect(statuses(retried)).toEqual(['accepted', 'accepted']);
	expect([service.posts, doubles()]).toEqual([4, []]);
});

describe('applications for senders', () => {
	const application = { ...APPLICATION, sender: '={{ $json.sender }}' };
	const items = ['ShopA', 'ShopB'].map((sender) => ({ json: { sender } }));
	const REFUSED: Answer = { status: 403, body: { code: 403, message: 'Forbidden' } };

	it('that were made with a test key are made by the retry with a live key', async () => {
		service.instead = (post) => (post === 2 ? REFUSED : undefined);
		const failed = await send('sender.register', application, { items, apiKey: TEST_KEY });
		expect(failed.error).toBeDefined();
		service.got.clear();
		const retried = await send('sender.register', application, retryOf(failed));
		expect(retried.error).toBeUndefined();
		expect(Object.fromEntries(service.got)).toEqual({ ShopA: 1, ShopB: 1 });
	});

	it.each([
		['a check refused all', { legalName: 'X' }, KEY],
		[
			'a check refused the one that was made',
			{ sender: '={{ $itemIndex ? $json.sender : "?" }}' },
			KEY,
		],
		['a test key was used', {}, TEST_KEY],
	])('that were made stay so after a retry in which %s', async (_, change, apiKey) => {
		service.instead = (post) => (post > 1 ? REFUSED : undefined);
		const failed = await send('sender.register', application, { items });
		expect([failed.error?.message, service.got.size]).toEqual([expect.any(String), 1]);
		const wrong = { ...application, ...change };
		const second = await send('sender.register', wrong, { ...retryOf(failed), apiKey });
		expect(second.error).toBeDefined();
		service.instead = () => undefined;
		const third = await send('sender.register', application, retryOf(second));
		expect(third.error).toBeUndefined();
		expect(Object.fromEntries(service.got)).toEqual({ ShopA: 1, ShopB: 1 });
	});
});

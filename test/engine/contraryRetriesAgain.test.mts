import type { IDataObject } from 'n8n-workflow';
import { APPLICATION } from '../support/application.mts';
import {
	ALL_ITEMS,
	NO_MONEY,
	answer,
	doubles,
	people,
	retryOf,
	send,
	service,
	useService,
} from './contraryRetriesSupport.mts';
import { CODE_20, isPost, statuses } from './contrarySupport.mts';
import type { RunResult } from './harness.mts';
import { phoneOf } from './sendsSupport.mts';
import type { Answer, Asked } from './stubService.mts';

// Retries of retries, each in another way than the one before: with another operation, with Send Again, with fewer recipients, with one
// list in the place of items. What an earlier one sent, and what it only asked for, stays told apart.

useService();

const two = people([0, 1]);
const CAMPAIGN = { ...ALL_ITEMS, phoneField: 'phone' };
const BY_ITEM = { phone: '={{ $json.phone }}' };
const SEND_AGAIN: IDataObject = { ifOutcomeUnknown: 'sendAgain' };
const CONTINUE = { node: { onError: 'continueRegularOutput' as const } };
const NOT_KNOWN = expect.stringMatching(/^It is not known/) as string;

/** Its answer and each question are lost; the service takes it, or never hears of it. */
const lost =
	({ isTaken }: { isTaken: boolean }) =>
	(asked: Asked): Answer => {
		if (isPost(asked)) {
			if (isTaken) answer(asked);
			else service.posts++;
		}
		return { status: 502, body: '' };
	};

/** What each item came out as, in the order of the input. */
const outcomes = ({ items }: RunResult): unknown[] =>
	items
		.map(({ json, pairedItem }) => [pairedItem, json.status ?? json.error] as const)
		.sort(([one], [other]) => Number(Object(one).item) - Number(Object(other).item))
		.map(([, outcome]) => outcome);

describe('an SMS of unknown outcome, and a campaign that could only ask', () => {
	it('is no campaign by that: one of two that shows proves nothing of the other', async () => {
		service.stub.answer = (asked) => lost({ isTaken: service.posts === 0 })(asked);
		const options = { maxInFlight: 2 };
		const failed = await send('sms.send', { ...BY_ITEM, options }, { items: two });
		expect(service.posts).toBe(2);
		const second = await send('campaign.sendSms', CAMPAIGN, retryOf(failed));
		expect([service.posts, second.error?.message]).toEqual([2, NOT_KNOWN]);
		service.stub.answer = answer;
		const third = await send('campaign.sendSms', CAMPAIGN, { ...retryOf(second), ...CONTINUE });
		expect([service.posts, service.held.size]).toEqual([2, 1]);
		expect(outcomes(third)).toEqual(['accepted', NOT_KNOWN]);
	});

	it('goes out under its reference once it is an SMS again', async () => {
		service.stub.answer = lost({ isTaken: false });
		const failed = await send('sms.send', BY_ITEM, { items: two });
		const second = await send('campaign.sendSms', CAMPAIGN, retryOf(failed));
		expect(service.posts).toBe(1);
		service.stub.answer = answer;
		const third = await send('sms.send', BY_ITEM, { ...retryOf(second), ...CONTINUE });
		expect([statuses(third), doubles()]).toEqual([['accepted', 'accepted'], []]);
	});

	it('holds nobody back who was not sent to so far', async () => {
		service.stub.answer = lost({ isTaken: false });
		const failed = await send('sms.send', BY_ITEM, { items: two });
		expect(service.posts).toBe(1);
		service.stub.answer = answer;
		const second = await send('campaign.sendSms', CAMPAIGN, { ...retryOf(failed), ...CONTINUE });
		expect(outcomes(second)).toEqual([NOT_KNOWN, 'accepted']);
	});
});

it('an accepted SMS of its own does not stand for others because a failed try in between went out together', async () => {
	const items = [
		{ json: { phone: phoneOf(0), mobile: phoneOf(5) } },
		{ json: { phone: phoneOf(1), mobile: phoneOf(0) } },
	];
	service.instead = (post) => (post === 2 || post === 3 ? NO_MONEY : undefined);
	const failed = await send('sms.send', BY_ITEM, { items });
	const second = await send('sms.sendBulk', CAMPAIGN, retryOf(failed));
	expect([second.error !== undefined, service.posts]).toEqual([true, 3]);
	const third = await send('sms.send', { phone: '={{ $json.mobile }}' }, retryOf(second));
	expect(statuses(third)).toEqual(['accepted', 'accepted']);
});

describe.each([
	['a code', { status: 400, body: { code: 400, message: 'The text contains a forbidden word' } }],
	['words', { status: 422, body: { message: 'Invalid sender' } }],
])('a campaign of unknown outcome that Send Again sends as SMS, refused with %s', (_, refusal) => {
	it.each([
		['shows', true],
		['does not show', false],
	])('stays unknown, and is not sent again where it %s', async (_, isShown) => {
		service.stub.answer = lost({ isTaken: true });
		const failed = await send('campaign.sendSms', CAMPAIGN, { items: two });
		expect([service.posts, service.held.size]).toEqual([1, 2]);
		service.stub.answer = (asked): Answer => {
			if (!isPost(asked)) return CODE_20;
			service.posts++;
			return refusal;
		};
		const again = { ...CAMPAIGN, options: SEND_AGAIN };
		const second = await send('sms.sendBulk', again, retryOf(failed));
		expect([service.posts, second.error?.message]).toEqual([2, NOT_KNOWN]);
		service.stub.answer = answer;
		if (!isShown) service.held.clear();
		const third = await send('sms.sendBulk', CAMPAIGN, { ...retryOf(second), ...CONTINUE });
		const outcome = isShown ? 'accepted' : NOT_KNOWN;
		expect([outcomes(third), doubles(), service.posts]).toEqual([[outcome, outcome], [], 2]);
	});
});

it('a campaign that Send Again sends to fewer is no proof of the one before', async () => {
	service.stub.answer = lost({ isTaken: false });
	const first = await send('campaign.sendSms', CAMPAIGN, { items: two });
	expect([service.posts, first.error?.message]).toEqual([1, NOT_KNOWN]);
	service.stub.answer = lost({ isTaken: true });
	const options = { ...SEND_AGAIN, leaveOutNumbers: phoneOf(1) };
	const second = await send('campaign.sendSms', { ...CAMPAIGN, options }, retryOf(first));
	expect([service.posts, second.error?.message]).toEqual([2, NOT_KNOWN]);
	expect([...service.held.values()]).toEqual([phoneOf(0)]);
	service.stub.answer = answer;
	const third = await send('campaign.sendSms', CAMPAIGN, { ...retryOf(second), ...CONTINUE });
	expect([service.posts, outcomes(third)]).toEqual([2, ['accepted', NOT_KNOWN]]);
});

it('a campaign to fewer, of another retry of the same execution, is no proof of one that a later retry sent', async () => {
	service.instead = (post) => (post === 1 ? NO_MONEY : undefined);
	const first = await send('campaign.sendSms', CAMPAIGN, { items: two });
	expect(service.posts).toBe(1);
	const fewer = { ...CAMPAIGN, options: { leaveOutNumbers: phoneOf(1) } };
	expect(statuses(await send('campaign.sendSms', fewer, retryOf(first)))).toEqual([
		'accepted',
		'skipped',
	]);
	// The older execution is retried once more. Nothing shows yet, and its request does not reach the service.
	service.stub.answer = (asked): Answer => {
		if (isPost(asked)) return lost({ isTaken: false })(asked);
		return asked.path.startsWith('/rest/sms/') ? CODE_20 : answer(asked);
	};
	const second = await send('campaign.sendSms', CAMPAIGN, retryOf(first));
	expect([service.posts, second.error?.message]).toEqual([3, NOT_KNOWN]);
	service.stub.answer = answer;
	const third = await send('campaign.sendSms', CAMPAIGN, { ...retryOf(second), ...CONTINUE });
	expect([outcomes(third), doubles()]).toEqual([['accepted', NOT_KNOWN], []]);
});

it.each([
	['campaign.sendSms', { recipientSource: 'item', ...BY_ITEM }, {}],
	['sms.sendBulk', { recipientSource: 'item', ...BY_ITEM }, { referenceMode: 'none' }],
])(
	'%s: what went out is known after a try in which its item was a dry run',
	async (operation, form, options) => {
		// The service does not show campaigns by references.
		service.stub.answer = (asked) => (isPost(asked) ? answer(asked) : CODE_20);
		service.instead = (post) => (post === 2 || post === 3 ? NO_MONEY : undefined);
		const first = await send(operation, { ...form, options }, { items: two });
		expect([service.posts, service.got.size]).toEqual([2, 1]);
		const dry = { ...form, options: { ...options, dryRun: '={{ $itemIndex === 0 }}' } };
		const second = await send(operation, dry, retryOf(first));
		expect([service.posts, second.error !== undefined]).toEqual([3, true]);
		const third = await send(operation, { ...form, options }, retryOf(second));
		expect([statuses(third), doubles()]).toEqual([['accepted', 'accepted'], []]);
	},
);

describe('one list of all numbers, where each number gets one message', () => {
	const three = people([0, 1, 2]);
	const ONE_LIST = {
		recipientSource: 'list',
		recipients: "={{ $('Start').all().map((one) => one.json.phone) }}",
	};
	const once = { executeOnce: true };

	it.each(['sms.sendBulk', 'campaign.sendSms'])(
		'%s: leaves out who got an SMS of their own',
		async (operation) => {
			service.instead = (post) => (post === 3 ? NO_MONEY : undefined);
			const first = await send('sms.send', BY_ITEM, { items: three });
			expect([service.posts, service.got.size]).toEqual([3, 2]);
			const retried = await send(operation, ONE_LIST, { ...retryOf(first), node: once });
			expect(statuses(retried)).toEqual(['accepted', 'merged', 'accepted']);
			expect([service.got.size, doubles()]).toEqual([3, []]);
		},
	);

	it.each(['campaign.sendSms', 'sms.sendBulk'])(
		'%s: whose answer is lost, is not sent once more by an SMS for each item',
		async (operation) => {
			service.stub.answer = lost({ isTaken: true });
			const first = await send(operation, ONE_LIST, { items: three, node: once });
			expect([service.posts, service.got.size, first.error?.message]).toEqual([1, 3, NOT_KNOWN]);
			service.stub.answer = answer;
			const retried = await send('sms.send', BY_ITEM, retryOf(first));
			expect(statuses(retried)).toEqual(['accepted', 'merged', 'merged']);
			expect(doubles()).toEqual([]);
		},
	);
});

it('one list whose numbers may repeat by now: each of its messages goes out', async () => {
	const list = [0, 1, 0].map((person, index) => ({ phone: phoneOf(person), order: index }));
	service.stub.answer = lost({ isTaken: false });
	const form = { recipientSource: 'list', recipients: '={{ $json.list }}', text: 'Order {order}' };
	const failed = await send('sms.sendIndividual', form, { items: [{ json: { list } }] });
	expect([service.posts, service.got.size]).toEqual([1, 0]);
	service.stub.answer = answer;
	const repeated = { ...form, options: { repeatedNumbers: 'send' } };
	const retried = await send('sms.sendIndividual', repeated, retryOf(failed));
	expect(statuses(retried)).toEqual(['accepted', 'accepted', 'accepted']);
	expect(service.got.get(phoneOf(0))).toBe(2);
});

describe('Sender: Register, where an expression of another item fails, after which n8n waits for nothing', () => {
	const items = ['ShopA', 'ShopB'].map((sender) => ({ json: { sender } }));
	const application = { ...APPLICATION, sender: '={{ $json.sender }}' };
	const failing = "={{ $itemIndex === 1 ? $('Nowhere').item.json.x : 'Orders' }}";
	const wrong = { ...application, informingPurpose: failing };

	it('sends no application, so that the retry makes one of each', async () => {
		const failed = await send('sender.register', wrong, { items });
		const retry = retryOf(failed);
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect([failed.error !== undefined, service.got.size]).toEqual([true, 0]);
		await send('sender.register', application, retry);
		expect(Object.fromEntries(service.got)).toEqual({ ShopA: 1, ShopB: 1 });
	});

	it.each([
		['Continue on Fail', {}, CONTINUE],
		[
			'batching',
			{ requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 50 } } } },
			{},
		],
	])('with %s the other one is registered', async (_, parameters, request) => {
		await send('sender.register', { ...wrong, ...parameters }, { items, ...request });
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(Object.fromEntries(service.got)).toEqual({ ShopA: 1 });
	});

	it('with an interval that only the first item has, each is registered', async () => {
		const three = [20, undefined, undefined].map((pause, index) => ({
			json: { sender: `Shop${index}`, pause },
		}));
		const batch = { batchSize: 1, batchInterval: '={{ $json.pause }}' };
		const parameters = { ...application, requestOptions: { batching: { batch } } };
		await send('sender.register', parameters, { items: three });
		expect(Object.fromEntries(service.got)).toEqual({ Shop0: 1, Shop1: 1, Shop2: 1 });
	});

	it('with Execute Once the first one is', async () => {
		const once = { node: { executeOnce: true } };
		await send('sender.register', application, { items, ...once });
		expect(Object.fromEntries(service.got)).toEqual({ ShopA: 1 });
	});
});

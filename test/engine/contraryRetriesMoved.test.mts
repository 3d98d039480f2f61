import type { IDataObject } from 'n8n-workflow';
import {
	ALL_ITEMS,
	FROM_LIST,
	NO_MONEY,
	answer,
	doubles,
	retryOf,
	send,
	service,
	useService,
} from './contraryRetriesSupport.mts';
import { CODE_20, isPost, statuses } from './contrarySupport.mts';
import type { RunResult } from './harness.mts';
import { phoneOf } from './sendsSupport.mts';
import type { Answer } from './stubService.mts';

// Retries in which numbers stand in other items than before, and go out in another way. Of what went out together each number got one
// message, whichever item it was of, and it gets no other.

useService();

const NAMES = ['one', 'two', 'three', 'four'];
/** Four people; `mobile` has the number of the next one. */
const items = NAMES.map((name, index) => ({
	json: {
		name,
		phone: phoneOf(index),
		mobile: phoneOf((index + 1) % NAMES.length),
		list: [phoneOf((index + 1) % NAMES.length)],
		order: `order${index}`,
	},
}));

/** How the retry sends to the numbers that have moved. */
const WAYS: Array<[string, IDataObject]> = [
	['sms.sendBulk', { ...ALL_ITEMS, phoneField: 'mobile' }],
	['sms.sendIndividual', { ...ALL_ITEMS, phoneField: 'mobile' }],
	['sms.send', { phone: '={{ $json.mobile }}' }],
	['sms.sendBulk', FROM_LIST],
	['campaign.sendSms', FROM_LIST],
	['campaign.sendSms', { ...ALL_ITEMS, phoneField: 'mobile' }],
	[
		'campaign.sendPersonalizedSms',
		{ ...ALL_ITEMS, phoneField: 'mobile', options: { repeatedNumbers: 'send' } },
	],
];

const LOST: Answer = { status: 502, body: '' };
const NOT_KNOWN = expect.stringMatching(/^It is not known/) as string;

/** A campaign from all items whose answer is lost, and that nobody can ask for. */
async function lostCampaign({ isMade = true, ...options }: IDataObject = {}): Promise<RunResult> {
	service.stub.answer = (asked): Answer => {
		if (!isPost(asked)) return LOST;
		if (isMade) answer(asked);
		else service.posts++;
		return LOST;
	};
	const failed = await send(
		'campaign.sendSms',
		{ ...ALL_ITEMS, phoneField: 'phone', options },
		{ items },
	);
	expect(failed.error?.message).toMatch(/^It is not known/);
	expect(service.posts).toBe(1);
	service.stub.answer = answer;
	return failed;
}

/** A retry that shows all items. */
const retry = async (
	failed: RunResult,
	operation: string,
	parameters: IDataObject,
): Promise<RunResult> =>
	await send(operation, parameters, {
		...retryOf(failed),
		node: { onError: 'continueRegularOutput' },
	});

describe.each(WAYS)('after a campaign of unknown outcome: %s, %o', (operation, parameters) => {
	it('sends to nobody once more where the campaign was made', async () => {
		const retried = await retry(await lostCampaign(), operation, parameters);
		expect(statuses(retried)).toEqual(NAMES.map(() => 'merged'));
		expect([doubles(), service.posts]).toEqual([[], 1]);
	});

	it('sends nothing, and stops, where the campaign does not show', async () => {
		const failed = await lostCampaign();
		service.stub.answer = (asked) => (isPost(asked) ? answer(asked) : CODE_20);
		const retried = await retry(failed, operation, parameters);
		expect(retried.items.map(({ json }) => json.error)).toEqual(NAMES.map(() => NOT_KNOWN));
		expect([doubles(), service.posts]).toEqual([[], 1]);
	});
});

it.each(['sms.sendBulk', 'sms.sendIndividual'])(
	'%s: messages under own references that were there before the campaign are no proof of it',
	async (operation) => {
		const before = '2025-01-01 10:00:00';
		const own = { referenceMode: 'custom', referenceField: 'order' };
		const failed = await lostCampaign({ isMade: false, ...own });
		service.stub.answer = (asked): Answer => {
			if (isPost(asked)) return answer(asked);
			const reference = String(asked.path.split('/').at(-1));
			const msisdn = phoneOf(Number(reference.replace('order', '')));
			return { body: { error: 0, id: 7, msisdn, reference, time_in: before } };
		};
		const retried = await retry(failed, operation, {
			...ALL_ITEMS,
			phoneField: 'mobile',
			options: own,
		});
		expect(retried.items.map(({ json }) => json.error)).toEqual(NAMES.map(() => NOT_KNOWN));
		expect(service.posts).toBe(1);
	},
);

describe('after messages that went out together, of which two are unknown', () => {
	/** The answer names two of the four. */
	async function halfSent(): Promise<RunResult> {
		service.stub.answer = (asked): Answer => {
			if (!isPost(asked)) return LOST;
			const told = answer(asked);
			const { result } = told.body as { result: IDataObject[] };
			return { body: { ...(told.body as object), result: result.slice(0, 2) } };
		};
		const failed = await send('sms.sendBulk', { ...ALL_ITEMS, phoneField: 'phone' }, { items });
		expect(failed.error).toBeDefined();
		service.stub.answer = answer;
		return failed;
	}

	it.each(WAYS.filter(([, { options }]) => options === undefined))(
		'%s, %o sends to nobody once more',
		async (operation, parameters) => {
			const retried = await retry(await halfSent(), operation, parameters);
			expect(statuses(retried)).toEqual(NAMES.map(() => 'merged'));
			expect([doubles(), service.posts]).toEqual([[], 1]);
		},
	);
});

describe.each(['sms.sendBulk', 'sms.sendIndividual', 'sms.send'])(
	'after messages of unknown outcome that nobody took, %s',
	(operation) => {
		const form = operation === 'sms.send' ? { phone: '={{ $json.mobile }}' } : undefined;

		it('sends one to each number, under the reference of the first try', async () => {
			service.stub.answer = (asked): Answer => {
				if (isPost(asked)) service.posts++;
				return LOST;
			};
			const first = await send('sms.sendBulk', { ...ALL_ITEMS, phoneField: 'phone' }, { items });
			expect([service.posts, first.error?.message]).toEqual([1, NOT_KNOWN]);
			const carried = service.stub.asked.find(isPost)?.body.phones as IDataObject[];
			service.stub.answer = answer;
			const parameters = form ?? { ...ALL_ITEMS, phoneField: 'mobile' };
			const retried = await retry(first, operation, parameters);
			expect([statuses(retried), doubles()]).toEqual([NAMES.map(() => 'accepted'), []]);
			expect(new Set(service.held.keys())).toEqual(
				new Set(carried.map(({ reference }) => reference)),
			);
		});
	},
);

it('an SMS of unknown outcome whose number two items have by now goes out once', async () => {
	service.stub.answer = (asked): Answer => {
		if (isPost(asked)) service.posts++;
		return LOST;
	};
	const first = await send('sms.sendBulk', { ...ALL_ITEMS, phoneField: 'phone' }, { items });
	expect(first.error?.message).toEqual(NOT_KNOWN);
	service.stub.answer = answer;
	const retried = await retry(first, 'sms.send', {
		phone: phoneOf(2),
		options: { maxInFlight: 4 },
	});
	expect(statuses(retried).sort()).toEqual(['accepted', 'merged', 'merged', 'merged']);
	expect([service.posts, doubles()]).toEqual([2, []]);
});

it('items that went out one by one have messages of their own, which go out', async () => {
	service.instead = (post) => (post === 2 ? NO_MONEY : undefined);
	const failed = await send('sms.send', { phone: '={{ $json.phone }}' }, { items });
	expect(failed.error).toBeDefined();
	const retried = await retry(failed, 'sms.send', { phone: '={{ $json.mobile }}' });
	expect(statuses(retried)).toEqual(NAMES.map(() => 'accepted'));
});

it('a thousand numbers that have moved: each gets what it got, and those that were not reached are sent to', async () => {
	const count = 1100;
	const many = Array.from({ length: count }, (_, index) => ({
		json: { phone: phoneOf(index), mobile: phoneOf((index + 1) % count) },
	}));
	service.stub.answer = (asked): Answer => {
		if (isPost(asked)) answer(asked);
		return LOST;
	};
	const failed = await send('sms.sendBulk', { ...ALL_ITEMS, phoneField: 'phone' }, { items: many });
	expect(failed.error).toBeDefined();
	service.stub.answer = answer;
	for (const [operation, parameters] of [
		['sms.sendBulk', { ...ALL_ITEMS, phoneField: 'mobile' }],
		['sms.send', { phone: '={{ $json.mobile }}' }],
	] as const) {
		const retried = await retry(failed, operation, { ...parameters, options: { maxInFlight: 20 } });
		// The first request carried 1,000 of them; the second one never left.
		const merged = statuses(retried).filter((status) => status === 'merged');
		const accepted = statuses(retried).filter((status) => status === 'accepted');
		expect([merged.length, accepted.length]).toEqual([1000, count - 1000]);
	}
	expect(doubles()).toEqual([]);
});

it('where one number of many items is another by now, the items that were not reached are sent to', async () => {
	const count = 1010;
	const many = Array.from({ length: count }, (_, index) => ({
		json: { phone: phoneOf(index), mobile: phoneOf(index === 0 ? count : index) },
	}));
	service.stub.answer = (asked): Answer => {
		if (!isPost(asked)) return LOST;
		answer(asked);
		return LOST;
	};
	const failed = await send(
		'campaign.sendSms',
		{ phone: '={{ $json.phone }}', recipientSource: 'item' },
		{ items: many },
	);
	expect(service.posts).toBe(1);
	service.stub.answer = answer;
	const retried = await retry(failed, 'campaign.sendSms', {
		recipientSource: 'item',
		phone: '={{ $json.mobile }}',
		options: { maxInFlight: 20 },
	});
	expect(new Set(statuses(retried))).toEqual(new Set(['accepted']));
	expect(doubles()).toEqual([]);
});

describe('a number that comes twice', () => {
	const twice = [0, 1, 0].map((person) => ({
		json: { phone: phoneOf(person), list: [phoneOf(person)] },
	}));

	it.each([
		['sms.send', { phone: '={{ $json.phone }}' }],
		['sms.sendBulk', FROM_LIST],
		['campaign.sendSms', FROM_LIST],
		['sms.sendBulk', { ...ALL_ITEMS, phoneField: 'phone' }],
	])(
		'gets one message of a campaign of unknown outcome, then by %s, %o',
		async (operation, how) => {
			service.stub.answer = (asked): Answer => {
				if (isPost(asked)) answer(asked);
				return LOST;
			};
			const form = { ...ALL_ITEMS, phoneField: 'phone' };
			const failed = await send('campaign.sendSms', form, { items: twice });
			service.stub.answer = answer;
			const retried = await retry(failed, operation, how);
			expect(statuses(retried)).toEqual(['accepted', 'accepted', 'merged']);
			expect([doubles(), service.posts]).toEqual([[], 1]);
		},
	);

	it('keeps both of its messages where Send to All sent them, and the retry merges', async () => {
		const four = [0, 1, 0, 0].map((person) => ({ json: { phone: phoneOf(person) } }));
		const form = { ...ALL_ITEMS, phoneField: 'phone' };
		service.instead = (post) => (post === 3 ? NO_MONEY : undefined);
		const failed = await send(
			'sms.sendIndividual',
			{ ...form, options: { repeatedNumbers: 'send' } },
			{ items: four },
		);
		const retried = await retry(failed, 'sms.sendIndividual', form);
		expect(statuses(retried)).toEqual(['accepted', 'accepted', 'accepted', 'merged']);
	});
});

it.each([
	['campaign.sendSms', { recipientSource: 'item', phone: '={{ $json.phone }}' }],
	['campaign.sendSms', FROM_LIST],
	['sms.send', { phone: '={{ $json.phone }}' }],
])(
	'%s, %o: two requests, one of which was carried out, do not prove each other in one campaign',
	async (operation, how) => {
		const two = [0, 1].map((person) => ({
			json: { phone: phoneOf(person), list: [phoneOf(person)] },
		}));
		service.stub.answer = (asked): Answer => {
			if (!isPost(asked)) return LOST;
			if (service.posts === 0) answer(asked);
			else service.posts++;
			return LOST;
		};
		const failed = await send(operation, { ...how, options: { maxInFlight: 2 } }, { items: two });
		expect(service.posts).toBe(2);
		service.stub.answer = answer;
		const retried = await retry(failed, 'campaign.sendSms', { ...ALL_ITEMS, phoneField: 'phone' });
		const [first, second] = retried.items.map(({ json }) => json);
		expect([first?.status, second?.error]).toEqual([
			'accepted',
			expect.stringMatching(/^It is not known/),
		]);
		expect(service.posts).toBe(2);
	},
);

describe('a number that has moved to another item, and that this try leaves out', () => {
	const three = [0, 1, 2].map((person) => ({
		json: { phone: phoneOf(person), mobile: phoneOf([1, 0, 2][person] ?? 0) },
	}));
	const FORM = { ...ALL_ITEMS, phoneField: 'phone' };
	const MOVED = { ...ALL_ITEMS, phoneField: 'mobile' };

	/** The service takes all, and tells nothing of this number. */
	async function saysNothingOf(operation: string, untold: string): Promise<RunResult> {
		service.stub.answer = (asked): Answer => {
			if (!isPost(asked)) return LOST;
			const { result, ...told } = answer(asked).body as IDataObject;
			const results = (result as IDataObject[]).filter(({ msisdn }) => msisdn !== untold);
			return { body: { ...told, result: results } };
		};
		const failed = await send(operation, FORM, { items: three });
		expect([failed.error !== undefined, service.got.size]).toEqual([true, 3]);
		service.stub.answer = answer;
		return failed;
	}

	it.each([
		['accepted', phoneOf(2), 'sms.sendBulk', { leaveOutNumbers: phoneOf(0) }, {}],
		['of unknown outcome', phoneOf(0), 'sms.sendBulk', { leaveOutNumbers: phoneOf(0) }, {}],
		['accepted', phoneOf(2), 'sms.sendIndividual', { invalidRecipients: 'skip' }, { text: '{x}' }],
	])(
		'was %s: it is not said to have got nothing (%s, %s, %j)',
		async (_, untold, operation, options, more) => {
			const failed = await saysNothingOf(operation, untold);
			const retried = await send(operation, { ...MOVED, ...more, options }, retryOf(failed));
			const row = retried.items.find(({ json }) => json.phone === phoneOf(0))?.json;
			expect(row).toMatchObject({
				status: 'merged',
				reason: 'The number got the message of item 0 in an earlier try',
			});
			expect(doubles()).toEqual([]);
		},
	);

	it('stays unknown where its message does not show', async () => {
		const failed = await saysNothingOf('sms.sendBulk', phoneOf(0));
		service.stub.answer = (asked) => (isPost(asked) ? answer(asked) : CODE_20);
		const options = { leaveOutNumbers: phoneOf(0) };
		const retried = await send('sms.sendBulk', { ...MOVED, options }, retryOf(failed));
		const row = retried.items.find(({ json }) => json.phone === phoneOf(0))?.json;
		expect(row?.status).toBe('unknown');
		expect(doubles()).toEqual([]);
	});
});

it('a number that went out with all items gets no other, though an earlier try may have sent it by itself', async () => {
	const two = items.slice(0, 2);
	service.stub.answer = () => LOST;
	const first = await send('sms.send', { phone: '={{ $json.phone }}' }, { items: two });
	expect(first.error?.message).toEqual(NOT_KNOWN);
	service.stub.answer = answer;
	service.instead = (post) => (post === 2 ? NO_MONEY : undefined);
	const second = await send('sms.sendBulk', { ...ALL_ITEMS, phoneField: 'phone' }, retryOf(first));
	expect([second.error !== undefined, service.got.get(phoneOf(0))]).toEqual([true, 1]);
	const moved = { phone: `={{ $itemIndex === 1 ? '${phoneOf(0)}' : $json.mobile }}` };
	await send('sms.send', moved, retryOf(second));
	expect(service.got.get(phoneOf(0))).toBe(1);
});

const OF_ANOTHER = expect.stringContaining('belongs to a message to another number') as string;

describe('an SMS of unknown outcome, whose own reference shows a message to another number', () => {
	it.each([
		['came later', '2099-01-01 10:00:00', NOT_KNOWN],
		['tells no time', undefined, NOT_KNOWN],
		['was there before', '2025-11-01 10:00:00', OF_ANOTHER],
	])('that %s', async (_, time_in, outcome) => {
		service.stub.answer = (asked): Answer => {
			if (isPost(asked)) answer(asked);
			return LOST;
		};
		const own = { options: { referenceMode: 'custom', reference: 'order2' } };
		const form = { phone: '={{ $json.phone }}', ...own };
		const failed = await send('sms.send', form, { items: items.slice(0, 1) });
		expect(failed.error?.message).toEqual(NOT_KNOWN);
		service.stub.answer = (asked) =>
			isPost(asked)
				? answer(asked)
				: { body: { error: 0, id: 7, msisdn: phoneOf(9), reference: 'order2', time_in } };
		const { items: rows } = await retry(failed, 'sms.send', form);
		expect(rows[0]?.json.error).toEqual(outcome);
		expect(service.posts).toBe(1);
	});
});

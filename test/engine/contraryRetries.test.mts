import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import type { RunRequest, RunResult } from './harness.mts';
import { isPost, ok, statuses } from './contrarySupport.mts';
import { phoneOf } from './sendsSupport.mts';
import { KEY, openStub, pageOf } from './stubService.mts';
import type { Answer, Asked, Stub } from './stubService.mts';
import { job, listRetry } from './support/savedExecutions.mts';

// Retries whose input, key or form is another one than before. The service shows each message by its reference, and refuses a single
// message under one that it knows, as section 7 says.

let stub: Stub;
/** The phone of each reference. */
let held: Map<string, string>;
/** How many messages each phone got, or each choice of contact lists. */
let got: Map<string, number>;
let posts: number;
/** What the service answers instead of taking a send, by its number from 1. */
let instead: (post: number) => Answer | undefined;

const NO_MONEY: Answer = { status: 402, body: { code: 402, message: 'Insufficient funds' } };
const TEST_KEY = 'test_0123456789abcdef0123456789abcdef';

function isTaken({ reference, msisdn }: IDataObject): boolean {
	if (held.has(String(reference))) return false;
	if (reference !== undefined) held.set(String(reference), String(msisdn));
	got.set(String(msisdn), (got.get(String(msisdn)) ?? 0) + 1);
	return true;
}

function takeMessages({ body }: Asked): Answer {
	if (!Array.isArray(body.phones))
		return ok(isTaken(body) ? { error: 0, id: 500 + posts } : { error: 23 });
	const result = (body.phones as IDataObject[]).map((one, index) => ({
		...one,
		id: posts * 10_000 + index,
		error: isTaken(one) ? 0 : 23,
	}));
	return ok({ error: 0, task_id: posts, result });
}

function takeCampaign({ body }: Asked): Answer {
	for (const one of (body.phones ?? body.messages ?? []) as IDataObject[]) {
		const phone = String(one.number ?? one.phone);
		held.set(String(one.reference_id), phone);
		got.set(phone, (got.get(phone) ?? 0) + 1);
	}
	if (body.groups) got.set(String(body.groups), (got.get(String(body.groups)) ?? 0) + 1);
	return ok({ data: { id: 1000 + posts, sender: 'Shop', status: 'sending' } });
}

function takeApplication({ body }: Asked): Answer {
	got.set(String(body.sender), (got.get(String(body.sender)) ?? 0) + 1);
	return ok({ data: { ...body, id: posts, status: 'new' } });
}

function answer(asked: Asked): Answer {
	const { path } = asked;
	if (isPost(asked)) {
		posts++;
		const other = instead(posts);
		if (other) return other;
		if (path.startsWith('/api/senders')) return takeApplication(asked);
		return path.startsWith('/rest') ? takeMessages(asked) : takeCampaign(asked);
	}
	if (!path.startsWith('/rest/sms/')) return ok(pageOf([]));
	const reference = String(path.split('/').at(-1));
	const msisdn = held.get(reference);
	return ok(msisdn === undefined ? { error: 20 } : { error: 0, id: 7, msisdn, reference });
}

beforeAll(async () => {
	stub = await openStub();
	stub.answer = answer;
});
beforeEach(() => {
	[held, got, posts, stub.asked] = [new Map(), new Map(), 0, []];
	instead = () => undefined;
});
afterAll(async () => await stub.close());

async function send(
	operation: string,
	parameters: IDataObject,
	{ apiKey = KEY, ...request }: Omit<RunRequest, 'parameters'> & { apiKey?: string },
): Promise<RunResult> {
	const [resource = '', name = ''] = operation.split('.');
	return await stub.engine.run({
		...request,
		credential: { baseUrl: stub.baseUrl, apiKey, authentication: 'apiKey' },
		parameters: {
			resource,
			operation: name,
			sender: 'Shop',
			text: 'Sale',
			...(parameters as object),
			options: { maxInFlight: 1, retryFor: 0, ...(parameters.options as object) },
		},
	});
}

/** Retry in the list of executions, of this one. */
const retryOf = (failed: RunResult): Omit<RunRequest, 'parameters'> => ({
	saved: listRetry(failed),
	mode: 'retry',
	executionId: '2',
});

const doubles = (): string[] => [...got].filter(([, times]) => times > 1).map(([who]) => who);
const people = (indices: readonly number[]): INodeExecutionData[] =>
	indices.map((index) => ({ json: { phone: phoneOf(index) } }));
const ALL_ITEMS = { recipientSource: 'allItems', phoneField: 'phone' };
const FROM_LIST = { recipientSource: 'list', recipients: '={{ $json.list }}' };

describe('the retry of an execution that was cut off, which runs the nodes before this one again', () => {
	/** Sends; then does so again in a retry that finds nothing of it, and to which the nodes before give other items. */
	async function sendTwice(
		operation: string,
		parameters: IDataObject,
		[before, after]: readonly [INodeExecutionData[], INodeExecutionData[]],
	): Promise<RunResult> {
		const worker = job(before, 2);
		const first = await send(operation, parameters, { saved: worker(), executionId: '1' });
		expect(first.error).toBeUndefined();
		const saved: IRunExecutionData = worker();
		saved.resultData.pinData = { Start: after };
		return await send(operation, parameters, { saved, mode: 'retry', executionId: '2' });
	}

	describe.each([
		['in another order', [2, 1, 0]],
		['without the first', [1, 2]],
		['with one more in front', [9, 0, 1, 2]],
	])('%s', (_, order) => {
		it('sends no SMS twice, and each that is new', async () => {
			const retried = await sendTwice('sms.send', { phone: '={{ $json.phone }}' }, [
				people([0, 1, 2]),
				people(order),
			]);
			expect(statuses(retried)).toEqual(order.map(() => 'accepted'));
			expect(retried.items.map(({ json }) => json.already_accepted)).toEqual(
				order.map((index) => index < 3),
			);
			expect([doubles(), got.has(phoneOf(9))]).toEqual([[], order.includes(9)]);
		});

		it.each(['campaign.sendSms', 'campaign.sendPersonalizedSms'])(
			'makes no campaign again that shows: %s',
			async (operation) => {
				const retried = await sendTwice(operation, ALL_ITEMS, [people([0, 1, 2]), people(order)]);
				// What an earlier campaign need not have carried is not sent unasked.
				if (order.includes(9)) expect(retried.error?.message).toMatch(/^It is not known/);
				else expect(statuses(retried)).toEqual(order.map(() => 'accepted'));
				expect([posts, doubles()]).toEqual([1, []]);
			},
		);

		it('sends no line of a file twice by the legacy interface', async () => {
			const files = await Promise.all(
				[[0, 1, 2], order].map(async (lines) => {
					const text = `phone\n${lines.map(phoneOf).join('\n')}\n`;
					const data = await stub.engine.storeBinary(Buffer.from(text), 'list.csv');
					return [{ json: {}, binary: { data } }];
				}),
			);
			const parameters = { recipientSource: 'file', phoneField: 'phone' };
			const [before = [], after = []] = files;
			const retried = await sendTwice('sms.sendBulk', parameters, [before, after]);
			expect(retried.items[0]?.json).toMatchObject({ status: 'accepted', accepted: order.length });
			expect([doubles(), got.has(phoneOf(9))]).toEqual([[], order.includes(9)]);
		});
	});

	it('still tells several messages to one number apart', async () => {
		const both = [0, 0, 1].map((index, order) => ({ json: { phone: phoneOf(index), order } }));
		const parameters = { phone: '={{ $json.phone }}', text: '=Order {{ $json.order }}' };
		const retried = await sendTwice('sms.send', parameters, [both, both]);
		expect(retried.items.map(({ json }) => json.already_accepted)).toEqual([true, true, true]);
		expect(got.get(phoneOf(0))).toBe(2);
	});
});

it('what a test key had accepted was never sent: the retry with a live key sends it', async () => {
	const parameters = { phone: '={{ $json.phone }}' };
	instead = (post) => (post === 2 ? NO_MONEY : undefined);
	const failed = await send('sms.send', parameters, { items: people([0, 1]), apiKey: TEST_KEY });
	expect(failed.error).toBeDefined();
	[held, got] = [new Map(), new Map()];
	const retried = await send('sms.send', parameters, retryOf(failed));
	expect(statuses(retried)).toEqual(['accepted', 'accepted']);
	expect([...got.values()]).toEqual([1, 1]);
});

it('with a test key, which finds a message under any reference, a file goes out all the same', async () => {
	const data = await stub.engine.storeBinary(Buffer.from(`phone\n${phoneOf(0)}\n`), 'list.csv');
	stub.answer = (asked) =>
		isPost(asked) ? answer(asked) : ok({ error: 0, id: 9, msisdn: phoneOf(5), reference: 'r' });
	const sent = await send(
		'campaign.sendSms',
		{ recipientSource: 'file', phoneField: 'phone' },
		{ items: [{ json: {}, binary: { data } }], apiKey: TEST_KEY },
	);
	stub.answer = answer;
	expect([statuses(sent), posts]).toEqual([['accepted'], 1]);
});

it('what a live key had accepted stays so after a retry with a test key', async () => {
	const parameters = { phone: '={{ $json.phone }}', options: { referenceMode: 'none' } };
	instead = (post) => (post === 2 || post === 3 ? NO_MONEY : undefined);
	const failed = await send('sms.send', parameters, { items: people([0, 1]) });
	const tried = await send('sms.send', parameters, { ...retryOf(failed), apiKey: TEST_KEY });
	expect(tried.error).toBeDefined();
	const retried = await send('sms.send', parameters, retryOf(tried));
	expect(statuses(retried)).toEqual(['accepted', 'accepted']);
	expect([posts, doubles()]).toEqual([4, []]);
});

describe('contact lists that are others in the retry', () => {
	const operation = 'campaign.sendSmsToContactLists';

	it('are not called accepted, nor is anything sent that an earlier try sent', async () => {
		instead = (post) => (post === 2 ? NO_MONEY : undefined);
		const failed = await send(operation, { groups: [1, 3] }, { items: people([0, 1]) });
		expect(failed.error).toBeDefined();
		const other = await send(operation, { groups: [1] }, retryOf(failed));
		expect(other.error?.message).toContain('Contact Lists are other ones than in the earlier try');
		expect(other.error?.description).toContain('start the workflow anew');
		const same = await send(operation, { groups: [3, 1] }, retryOf(other));
		expect(same.items.map(({ json }) => json.already_accepted)).toEqual([true, false]);
		expect(Object.fromEntries(got)).toEqual({ '1,3': 1, '3,1': 1 });
	});

	it('go out where the service refused the earlier ones', async () => {
		instead = (post) => (post === 1 ? NO_MONEY : undefined);
		const failed = await send(operation, { groups: [1] }, { items: people([0]) });
		const retried = await send(operation, { groups: [2] }, retryOf(failed));
		expect(statuses(retried)).toEqual(['accepted']);
		expect([...got]).toEqual([['2', 1]]);
	});
});

describe('what went out before and is held back by the retry', () => {
	it('is told for each of several messages to one number', async () => {
		const list = ['one', 'two'].map((order) => ({ phone: phoneOf(0), order }));
		const parameters = { ...FROM_LIST, text: 'Order {order}' };
		const options = { repeatedNumbers: 'send', invalidRecipients: 'skip' };
		instead = (post) => (post === 2 ? { status: 502, body: '' } : undefined);
		const operation = 'campaign.sendPersonalizedSms';
		const failed = await send(
			operation,
			{ ...parameters, options },
			{ items: [{ json: { list } }] },
		);
		expect(failed.error?.message).toMatch(/^It is not known/);
		const retried = await send(
			operation,
			{ ...parameters, options: { ...options, leaveOutNumbers: phoneOf(0) } },
			retryOf(failed),
		);
		expect(retried.items[0]?.json).toMatchObject({ status: 'accepted', text: 'Order one' });
		expect(retried.items[1]?.json.status).not.toBe('accepted');
	});

	it('stays accepted where Quiet Hours allow no moment any more', async () => {
		const items = [0, 1].map((index) => ({ json: { list: [{ phone: phoneOf(index) }] } }));
		const options = { invalidRecipients: 'skip' };
		instead = (post) => (post === 2 ? NO_MONEY : undefined);
		const failed = await send('campaign.sendSms', { ...FROM_LIST, options }, { items });
		expect(failed.error).toBeDefined();
		const last = new Date(Date.now() + 29.99 * 86_400_000);
		const days = [(last.getUTCDay() + 3) % 7];
		const retried = await send(
			'campaign.sendSms',
			{
				...FROM_LIST,
				options: {
					...options,
					startAt: last.toISOString().slice(0, 19).replace('T', ' '),
					quietHours: { hours: { from: '00:00', to: '23:59', days } },
				},
			},
			retryOf(failed),
		);
		expect(statuses(retried)).toEqual(['accepted', 'refused']);
		expect(posts).toBe(2);
	});
});

describe('a file in which a number stands twice', () => {
	it.each(['merge', 'refuse'])(
		'sends to it once where its first line can be sent by the retry only: %s',
		async (repeatedNumbers) => {
			const first = { phone: phoneOf(0), nome: 'Ann' };
			const others = Array.from({ length: 1001 }, (_, index) => ({
				phone: phoneOf(index),
				name: 'Ann',
				nome: 'Ann',
			}));
			const text = [first, ...others].map((row) => JSON.stringify(row)).join('\n');
			const data = await stub.engine.storeBinary(Buffer.from(text), 'list.ndjson');
			const options = { invalidRecipients: 'skip', referenceMode: 'none', repeatedNumbers };
			const parameters = { recipientSource: 'file', phoneField: 'phone', options };
			const operation = 'sms.sendIndividual';
			instead = (post) => (post === 2 ? NO_MONEY : undefined);
			const failed = await send(
				operation,
				{ ...parameters, text: 'Hi {name}' },
				{ items: [{ json: {}, binary: { data } }] },
			);
			expect([failed.error?.message, got.size]).toEqual([expect.any(String), 1000]);
			const retried = await send(operation, { ...parameters, text: 'Hi {nome}' }, retryOf(failed));
			expect(retried.error).toBeUndefined();
			expect(retried.items[0]?.json).toMatchObject({ accepted: 1000, merged: 1 });
			expect([doubles(), got.size]).toEqual([[], 1001]);
		},
	);
});

describe('applications for senders', () => {
	const application = {
		sender: '={{ $json.sender }}',
		countryCode: 'UA',
		companyCode: '38212345',
		legalName: 'Shop Ltd',
		address: '1 Main Street, Kyiv',
		taxNumber: '382123456789',
		serviceDescription: 'Books',
		informingPurpose: 'Orders',
	};
	const items = ['ShopA', 'ShopB'].map((sender) => ({ json: { sender } }));
	const REFUSED: Answer = { status: 403, body: { code: 403, message: 'Forbidden' } };

	it('that were made with a test key are made by the retry with a live key', async () => {
		instead = (post) => (post === 2 ? REFUSED : undefined);
		const failed = await send('sender.register', application, { items, apiKey: TEST_KEY });
		expect(failed.error).toBeDefined();
		got.clear();
		const retried = await send('sender.register', application, retryOf(failed));
		expect(retried.error).toBeUndefined();
		expect(Object.fromEntries(got)).toEqual({ ShopA: 1, ShopB: 1 });
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
		instead = (post) => (post > 1 ? REFUSED : undefined);
		const failed = await send('sender.register', application, { items });
		expect([failed.error?.message, got.size]).toEqual([expect.any(String), 1]);
		const wrong = { ...application, ...change };
		const second = await send('sender.register', wrong, { ...retryOf(failed), apiKey });
		expect(second.error).toBeDefined();
		instead = () => undefined;
		const third = await send('sender.register', application, retryOf(second));
		expect(third.error).toBeUndefined();
		expect(Object.fromEntries(got)).toEqual({ ShopA: 1, ShopB: 1 });
	});
});

describe('a campaign of which nobody knows what became', () => {
	const lost = async (): Promise<RunResult> => {
		instead = (post) => (post === 1 ? { status: 504, body: '' } : undefined);
		const failed = await send('campaign.sendSms', ALL_ITEMS, { items: people([0, 1]) });
		expect(failed.error?.message).toMatch(/^It is not known/);
		return failed;
	};

	it.each(['sms.sendBulk', 'sms.sendIndividual', 'sms.send'])(
		'does not go out as messages in the retry: %s',
		async (operation) => {
			const parameters = { ...ALL_ITEMS, phone: '={{ $json.phone }}' };
			const retried = await send(operation, parameters, retryOf(await lost()));
			expect(retried.error?.message).toMatch(/^It is not known/);
			const again = await send(operation, parameters, retryOf(retried));
			expect(again.error?.message).toMatch(/^It is not known/);
			expect(posts).toBe(1);
			// The user may choose so.
			const options = { ifOutcomeUnknown: 'sendAgain' };
			const sent = await send(operation, { ...parameters, options }, retryOf(again));
			expect([sent.error, got.size]).toEqual([undefined, 2]);
		},
	);

	it('comes out as accepted messages where the service shows them', async () => {
		const failed = await lost();
		const sent = stub.asked.find(isPost)?.body.phones as IDataObject[];
		for (const { reference_id, number } of sent) held.set(String(reference_id), String(number));
		const retried = await send('sms.sendBulk', ALL_ITEMS, retryOf(failed));
		expect(statuses(retried)).toEqual(['accepted', 'accepted']);
		expect(posts).toBe(1);
	});
});

describe('a message that comes twice under one own reference', () => {
	it.each(['campaign.sendSms', 'campaign.sendPersonalizedSms', 'sms.sendBulk'])(
		'goes out once, whatever the service does with a reference that it knows: %s',
		async (operation) => {
			const list = [{ phone: phoneOf(0), reference: 'order1' }];
			const parameters = { ...FROM_LIST, options: { referenceMode: 'custom' } };
			const twice = [{ json: { list } }, { json: { list } }];
			const sent = await send(operation, parameters, { items: twice });
			expect([sent.error, Object.fromEntries(got)]).toEqual([undefined, { [phoneOf(0)]: 1 }]);
			const isCampaign = operation.startsWith('campaign');
			expect(statuses(sent)).toEqual(['accepted', isCampaign ? 'merged' : 'accepted']);
		},
	);
});

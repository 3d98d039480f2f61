import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
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
import { isPost, ok, statuses } from './contrarySupport.mts';
import { phoneOf } from './sendsSupport.mts';
import type { Answer, Asked } from './stubService.mts';

// A number that the service refuses beside others that it takes. The retry sends it alone, and the service refuses the whole then: what
// stands behind it in the send goes out all the same.

useService();

const REFUSED = phoneOf(1);
type Whole = (list: IDataObject[]) => Answer;
/** How the service answers where it is given nothing but numbers that it refuses. */
const WHOLES: Array<[string, Whole]> = [
	['a code', () => ok({ error: 21, errorDescription: 'incorrect phone number' })],
	[
		'the status 400 and a code',
		() => ({ status: 400, body: { error: '33', errorDescription: 'unresolved direction' } }),
	],
	[
		'a code and results',
		(list) => ok({ error: 21, result: list.map(({ reference }) => ({ reference, error: 21 })) }),
	],
	[
		'results',
		(list) => ok({ error: 0, result: list.map(({ reference }) => ({ reference, error: 21 })) }),
	],
];

/** Takes all but the number that it refuses. */
const picky =
	(whole: Whole) =>
	(asked: Asked): Answer => {
		if (!isPost(asked)) return answer(asked);
		const list = asked.body.phones as IDataObject[];
		const good = list.filter(({ msisdn }) => msisdn !== REFUSED);
		if (good.length === 0) {
			service.posts++;
			return whole(list);
		}
		const said = answer({ ...asked, body: { ...asked.body, phones: good } });
		if (good.length === list.length || (said.status ?? 200) >= 400) return said;
		const results = (said.body as IDataObject).result as IDataObject[];
		const result = list.map(
			({ reference }) =>
				results.find((one) => one.reference === reference) ?? { reference, error: 21 },
		);
		return { ...said, body: { ...(said.body as object), result } };
	};

describe.each(WHOLES)('a service that refuses the number alone with %s', (_, whole) => {
	beforeEach(() => {
		service.stub.answer = picky(whole);
	});

	it('a file: the lines behind the request that it stood in go out', async () => {
		const lines = Array.from({ length: 1005 }, (_, index) => phoneOf(index));
		const csv = Buffer.from(`phone\n${lines.join('\n')}\n`);
		const data = await service.stub.engine.storeBinary(csv, 'list.csv');
		service.instead = (post) => (post === 2 ? NO_MONEY : undefined);
		const form = { recipientSource: 'file', phoneField: 'phone' };
		const failed = await send('sms.sendBulk', form, { items: [{ json: {}, binary: { data } }] });
		expect([failed.error !== undefined, service.got.size]).toEqual([true, 999]);
		const retried = await send('sms.sendBulk', form, retryOf(failed));
		expect([retried.error?.message, service.got.size]).toEqual([undefined, 1004]);
		expect(retried.items[0]?.json.refused).toBe(1);
		expect(doubles()).toEqual([]);
	});

	it('all items: those of a request of unknown outcome are sent', async () => {
		const items = people(Array.from({ length: 1005 }, (_, index) => index));
		const usual = service.stub.answer;
		service.stub.answer = (asked) => {
			const isSecond = isPost(asked) && service.posts === 1;
			if (isSecond) service.posts++;
			return service.posts === 2 ? { status: 502, body: '' } : usual(asked);
		};
		const failed = await send('sms.sendBulk', ALL_ITEMS, { items });
		expect([failed.error !== undefined, service.got.size]).toEqual([true, 999]);
		service.stub.answer = usual;
		const retried = await send('sms.sendBulk', ALL_ITEMS, retryOf(failed));
		expect([retried.error?.message, service.got.size]).toEqual([undefined, 1004]);
		expect(statuses(retried).filter((status) => status !== 'accepted')).toEqual(['refused']);
		expect(doubles()).toEqual([]);
	});

	it('lists: those of the other items go out', async () => {
		const items = [[0, 1, 2], [3, 4], [5]].map((list) => ({ json: { list: list.map(phoneOf) } }));
		service.instead = (post) => (post === 2 ? NO_MONEY : undefined);
		const form = { recipientSource: 'list', recipients: '={{ $json.list }}' };
		const failed = await send('sms.sendBulk', form, { items });
		expect([failed.error !== undefined, service.got.size]).toEqual([true, 2]);
		const retried = await send('sms.sendBulk', form, retryOf(failed));
		expect([retried.error?.message, service.got.size, doubles()]).toEqual([undefined, 5, []]);
	});
});

it('of several that were put into a list before the retry, the good ones go out', async () => {
	const numbers = (...people: number[]): string[] => people.map(phoneOf);
	const bad = new Set(numbers(51, 54));
	service.stub.answer = (asked) => {
		const list = (asked.body.phones ?? []) as IDataObject[];
		if (!isPost(asked) || !list.some(({ msisdn }) => bad.has(String(msisdn)))) return answer(asked);
		service.posts++;
		return ok({ error: 21, errorDescription: 'incorrect phone number' });
	};
	service.instead = (post) => (post === 2 ? NO_MONEY : undefined);
	const lists = (...first: number[]): INodeExecutionData[] =>
		[numbers(...first), numbers(3, 4)].map((list) => ({ json: { list } }));
	const form = { recipientSource: 'list', recipients: '={{ $json.list }}' };
	const failed = await send('sms.sendBulk', form, { items: lists(0, 1) });
	expect(failed.error).toBeDefined();
	const added = numbers(50, 51, 52, 53, 54, 55);
	const recipients = `={{ $itemIndex === 0 ? $json.list.concat(${JSON.stringify(added)}) : $json.list }}`;
	const retried = await send('sms.sendBulk', { ...form, recipients }, retryOf(failed));
	expect(retried.error?.message).toBeUndefined();
	const outcome = Object.fromEntries(retried.items.map(({ json }) => [json.phone, json.status]));
	for (const phone of added)
		expect([phone, outcome[phone]]).toEqual([phone, bad.has(phone) ? 'refused' : 'accepted']);
	expect([service.got.size, doubles()]).toEqual([8, []]);
});

it('a first try in which every number is refused ends with the error of the service', async () => {
	service.stub.answer = picky(() => ok({ error: 21, errorDescription: 'incorrect phone number' }));
	const failed = await send('sms.sendBulk', ALL_ITEMS, { items: people([1]) });
	expect(failed.error?.message).toMatch(/The phone number is not correct/);
});

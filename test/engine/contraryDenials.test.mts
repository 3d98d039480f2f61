import type { IDataObject } from 'n8n-workflow';
import {
	A,
	B,
	BOTH,
	NONE,
	NOT_FOUND,
	NOT_KNOWN,
	ONE,
	isPost,
	ok,
	referencesOf,
	statuses,
} from './contrarySupport.mts';
import { openStub } from './stubService.mts';
import type { Answer, Asked, Stub } from './stubService.mts';

/* Answers to sends of many that name IDs and deny them, and places where results and the task stand. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

/** Answers every send, and shows no message. */
const answering =
	(answer: (asked: Asked) => Answer) =>
	(asked: Asked): Answer =>
		isPost(asked) ? answer(asked) : NOT_FOUND;

/** The answer to a bulk send with a result for each recipient, in order. */
const withResults =
	(of: readonly IDataObject[], beside: IDataObject, status = 200) =>
	(asked: Asked): Answer => {
		const references = referencesOf(asked);
		const result = of.map((one, index) => ({ reference: references[index], ...one }));
		return { status, body: { ...beside, result } };
	};

const IDS = [{ id: 1 }, { id: 2 }];

it.each<[string, ReturnType<typeof withResults>]>([
	['a code', withResults(IDS, { error: 8, errorDescription: 'Not enough funds' })],
	['a status', withResults(IDS, { message: 'Insufficient funds' }, 402)],
	['a sign', withResults(IDS, { success: false })],
	['words', withResults(IDS, { message: 'Insufficient funds' })],
])(
	'IDs alone accept nobody of a bulk send that is refused as a whole with %s',
	async (_, answer) => {
		stub.answer = answering(answer);
		const { error } = await stub.run('sms.sendBulk', BOTH);
		expect(error?.message).toMatch(/^It is not known.* 2 of 2 recipients/);
	},
);

it.each<IDataObject>([
	{ status: 'rejected' },
	{ message: 'Number is blocked' },
	{ errorDescription: 'incorrect phone number' },
])('an ID accepts no recipient of whom its result says %j', async (denial) => {
	stub.answer = answering(withResults([{ id: 1 }, { id: 2, ...denial }], { error: 0, task_id: 9 }));
	const { error } = await stub.run('sms.sendBulk', BOTH);
	expect(error?.message).toMatch(/^It is not known.* 1 of 2 recipients.*recipient 2\]/);
});

it('words for an error beside an ID leave a send open where no code of success stands', async () => {
	const denial = { errorDescription: 'Not enough funds' };
	for (const [operation, body, parameters] of [
		['sms.send', { id: 7, ...denial }, ONE],
		['campaign.sendSms', { data: { id: 7 }, ...denial }, BOTH],
	] as const) {
		stub.answer = answering(() => ok(body));
		const run = await stub.run(operation, { ...parameters, ...NONE });
		expect(run.error?.message).toMatch(NOT_KNOWN);
	}
});

it.each(['result', 'data'])(
	'a task speaks for a bulk send also where it stands in %s',
	async (name) => {
		stub.answer = answering(() => ok({ error: 0, [name]: { task_id: 9, totalprice: 2 } }));
		const run = await stub.run('sms.sendBulk', { ...BOTH, ...NONE });
		expect(run.items.map(({ json }) => [json.status, json.task_id])).toEqual([
			['accepted', 9],
			['accepted', 9],
		]);
	},
);

it('results by the numbers of the recipients belong to these numbers', async () => {
	stub.answer = answering(() =>
		ok({ error: 0, result: { [B]: { id: 2, error: 0 }, [A]: { id: 1, error: 0 } } }),
	);
	const run = await stub.run('sms.sendBulk', { ...BOTH, ...NONE });
	expect(run.items.map(({ json }) => json.message_id)).toEqual([1, 2]);
});

it.each(['OK', 'Success', 'none'])('%s under error is no fault', async (word) => {
	for (const name of ['error', 'error_code']) {
		stub.answer = answering(() => ok({ [name]: word, data: { id: 6 } }));
		expect(statuses(await stub.run('campaign.sendSms', BOTH))).toEqual(['accepted', 'accepted']);
	}
});

it('a service that is too slow to show messages by their IDs is asked once', async () => {
	const silent: Answer = { raw: () => undefined };
	const made = ok({
		error: 0,
		task_id: 9,
		result: [
			{ id: 1, error: 0 },
			{ id: 2, error: 0 },
		],
	});
	stub.answer = (asked) => (isPost(asked) ? made : silent);
	const run = await stub.run('sms.sendBulk', { ...BOTH, ...NONE, options: { timeout: 1 } });
	expect(statuses(run)).toEqual(['accepted', 'accepted']);
	expect(stub.count('GET')).toBe(1);
});

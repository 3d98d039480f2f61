import type { IDataObject } from 'n8n-workflow';
import {
	A,
	always,
	B,
	BOTH,
	CODE_20,
	isPost,
	NONE,
	NOT_KNOWN,
	ok,
	ONE,
	OTHER,
	referencesOf,
	statuses,
} from './contrarySupport.mts';
import { openStub } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Results of a legacy send in envelopes that the specification does not show, and results whose error is a record. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

/** What became of one recipient that was taken and of one that was refused. */
const results = ([first, second]: readonly string[]): IDataObject[] => [
	{ msisdn: A, reference: first, id: 1, error: 0 },
	{ msisdn: B, reference: second, id: 0, error: 21, errorDescription: 'incorrect phone number' },
];

describe.each<[string, (list: IDataObject[]) => IDataObject]>([
	['an error and a task, in data', (list) => ({ data: { error: 0, task_id: 7, messages: list } })],
	[
		'an error and a task, in result',
		(list) => ({ error: 0, result: { error: 0, task_id: 7, phones: list } }),
	],
	['an error alone', (list) => ({ data: { error: 0, messages: list } })],
	['an ID', (list) => ({ data: { id: 7, recipients: list } })],
])('results within an envelope that has %s of its own', (_, envelope) => {
	it.each<[string, IDataObject]>([
		['by their references', {}],
		['by their numbers', NONE],
	])('are read %s', async (__, references) => {
		stub.answer = (asked) => (isPost(asked) ? ok(envelope(results(referencesOf(asked)))) : CODE_20);
		const run = await stub.run('sms.sendBulk', { ...BOTH, ...references });
		expect(run.error?.message).toBeUndefined();
		expect(run.items.map(({ json }) => [json.status, json.message_id, json.error_code])).toEqual([
			['accepted', 1, 0],
			['refused', '-', 21],
		]);
	});
});

describe('a single SMS whose answer is a list of one result', () => {
	it.each(['messages', 'phones', 'results', 'items'])('under %s is accepted', async (name) => {
		always(stub, ok({ error: 0, [name]: [{ msisdn: A, id: 5, error: 0 }] }), CODE_20);
		const run = await stub.run('sms.send', ONE);
		expect(run.error?.message).toBeUndefined();
		expect(run.items[0]?.json).toMatchObject({ status: 'accepted', message_id: 5 });
	});

	it('keeps the ID that stands beside the list', async () => {
		always(stub, ok({ error: 0, id: 5, items: [{ id: 9, part: 1 }] }), CODE_20);
		const run = await stub.run('sms.send', ONE);
		expect(run.items[0]?.json).toMatchObject({ status: 'accepted', message_id: 5 });
	});

	it('is not accepted where the result is about another number', async () => {
		always(stub, ok({ error: 0, messages: [{ msisdn: OTHER, id: 5, error: 0 }] }));
		expect((await stub.run('sms.send', { ...ONE, ...NONE })).error?.message).toMatch(NOT_KNOWN);
	});
});

describe('a list of the parts of one long text', () => {
	const parts = [
		{ id: 51, part: 1 },
		{ id: 52, part: 2 },
	];
	const sendToOne = { ...BOTH, recipients: A };

	it.each(['messages', 'items'])('under %s leaves the message around it', async (name) => {
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			const [reference] = referencesOf(asked);
			return ok({ error: 0, task_id: 7, result: { id: 5, reference, error: 0, [name]: parts } });
		};
		const run = await stub.run('sms.sendBulk', sendToOne);
		expect(run.error?.message).toBeUndefined();
		expect(run.items[0]?.json).toMatchObject({ status: 'accepted', message_id: 5 });
	});

	it('leaves a message that has an ID and no name', async () => {
		always(stub, ok({ error: 0, result: { id: 5, error: 0, messages: parts } }), CODE_20);
		const run = await stub.run('sms.sendBulk', { ...sendToOne, ...NONE });
		expect(run.items[0]?.json).toMatchObject({ status: 'accepted', message_id: 5 });
	});

	it('is told from the results of several, which a task with an ID stands around', async () => {
		const messages = [{ id: 51 }, { id: 52 }];
		always(stub, ok({ data: { id: 7, error: 0, messages } }), CODE_20);
		const { items } = await stub.run('sms.sendBulk', { ...BOTH, ...NONE });
		expect(items.map(({ json }) => json.message_id)).toEqual([51, 52]);
	});

	it('hides no refusal', async () => {
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			const [reference] = referencesOf(asked);
			const messages = [{ id: 0, error: 21, errorDescription: 'incorrect phone number' }];
			return ok({ error: 0, result: { id: 5, reference, error: 0, messages } });
		};
		const options = { invalidRecipients: 'skip' };
		const run = await stub.run('sms.sendBulk', { ...sendToOne, options });
		expect(statuses(run)).not.toContain('accepted');
	});
});

describe('a result whose error is a record', () => {
	const error = { code: 21, message: 'incorrect phone number' };

	it('is refused with its code and its words', async () => {
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			const [first, second] = referencesOf(asked);
			const result = [
				{ reference: first, id: 1, error: { code: 0 } },
				{ reference: second, id: 0, error },
			];
			return ok({ error: 0, task_id: 7, result });
		};
		const { items } = await stub.run('sms.sendBulk', BOTH);
		expect(items.map(({ json }) => json.status)).toEqual(['accepted', 'refused']);
		expect(items[1]?.json).toMatchObject({ error_code: 21 });
		expect(items[1]?.json.reason).toMatch(/incorrect phone number$/);
	});

	it('proves that all were refused where all are', async () => {
		always(stub, ok({ error: 0, result: [A, B].map((msisdn) => ({ msisdn, error })) }), CODE_20);
		const options = { invalidRecipients: 'skip' };
		const run = await stub.run('sms.sendBulk', { ...BOTH, options });
		expect(statuses(run)).toEqual(['refused', 'refused']);
	});
});

import type { IDataObject } from 'n8n-workflow';
import {
	A,
	always,
	B,
	BOTH,
	byReference,
	CODE_20,
	isPost,
	NONE,
	NOT_FOUND,
	ok,
	ONE,
	referenceIn,
	referencesOf,
	runWith,
	statuses,
} from './contrarySupport.mts';
import { openStub } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Answers that name the campaign or the task, and some of its recipients apart. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const ONE_UNKNOWN = /1 of 2 recipients/;
const BOTH_UNKNOWN = /2 of 2 recipients/;
const [first, second] = [Number(A), Number(B)];

const APART: Array<[string, IDataObject]> = [
	['a warning with a place', { warnings: { phones1number: ['It is invalid and was left out'] } }],
	['a warning in words', { warnings: ['phones.1.number: left out'] }],
	['a sentence', { message: `The number ${B} is on the stop list` }],
	['a list of those left out', { rejected: [{ number: second, reason: 'stop list' }] }],
	['their numbers alone', { skipped: [second] }],
	['a list of those taken', { accepted: [first] }],
	['a list of the others', { entries: [{ number: first, id: 5 }] }],
	[
		'what became of each',
		{
			entries: [
				{ number: first, status: 'queued' },
				{ number: second, status: 'rejected' },
			],
		},
	],
];

describe.each<[string, IDataObject]>([
	['campaign.sendSms', { data: { id: 5 } }],
	['sms.sendBulk', { error: 0, task_id: 7 }],
])('%s: one of two recipients is not accepted whom', (operation, made) => {
	it.each(APART)('%s names', async (_, apart) => {
		stub.answer = (asked) => (isPost(asked) ? ok({ ...made, ...apart }) : NOT_FOUND);
		const run = await stub.run(operation, BOTH);
		expect(run.error?.message).toMatch(ONE_UNKNOWN);
		expect(run.error?.message).not.toContain('recipient 1]');
		const { error } = await stub.run(operation, { ...BOTH, ...NONE });
		expect(error?.message).toMatch(ONE_UNKNOWN);
	});

	it('a list names by a reference', async () => {
		stub.answer = (asked) =>
			isPost(asked)
				? ok({ ...made, failed: [{ reference_id: referencesOf(asked)[1] }] })
				: NOT_FOUND;
		expect((await stub.run(operation, BOTH)).error?.message).toContain('recipient 2]');
	});

	it.each([{ accepted: 1, rejected: 1 }, { accepted: 1 }, { rejected_count: '1' }])(
		'a count tells, nor the other one: %j',
		async (counts) => {
			stub.answer = (asked) => (isPost(asked) ? ok({ ...made, ...counts }) : NOT_FOUND);
			expect((await stub.run(operation, BOTH)).error?.message).toMatch(BOTH_UNKNOWN);
		},
	);

	it('is accepted all the same where it shows', async () => {
		stub.answer = (asked) => {
			if (isPost(asked)) return ok({ ...made, rejected: [{ number: second }] });
			const reference = referenceIn(asked);
			return byReference(asked) ? ok({ error: 0, id: 9, msisdn: B, reference }) : CODE_20;
		};
		expect(statuses(await stub.run(operation, BOTH))).toEqual(['accepted', 'accepted']);
	});

	it.each<IDataObject>([
		{ entries: [{ number: first }, { number: second }] },
		{ entries: [first, second] },
		{ accepted: 2, rejected: 0, rejected_list: [], warnings: {} },
		{ warnings: { text: ['It has two segments'] }, price: 0.1 },
		{ statistics: { sent: 0, delivered: 0 }, phone: first, body: `Call ${B}` },
		{ reference: 'r1', price: 0.05, currency: 'EUR' },
	])('both are accepted beside %j', async (beside) => {
		stub.answer = (asked) => (isPost(asked) ? ok({ ...made, ...beside }) : NOT_FOUND);
		expect(statuses(await stub.run(operation, BOTH))).toEqual(['accepted', 'accepted']);
	});
});

it.each<IDataObject>([
	{ rejected: ['380*****12'] },
	{ rejected: [1] },
	{ rejected: [{ index: 1, reason: 'stop list' }] },
	{ recipients_count: 1 },
	{ totalRecipients: 1 },
])(
	'a campaign that left out somebody whom it does not name speaks for nobody: %j',
	async (beside) => {
		const made = ok({ data: { id: 6 }, ...beside });
		stub.answer = (asked) => (isPost(asked) ? made : NOT_FOUND);
		const { error } = await stub.run('campaign.sendSms', BOTH);
		expect(error?.message).toMatch(/^It is not known.* 2 of 2 recipients/);
	},
);

it.each<IDataObject>([
	{ accepted: 1, rejected: 1, rejected_list: [{ phone: B, reason: 'stop list' }] },
	{ recipients_count: 1, rejected: [B] },
	{ rejected: { [B]: 'stop list' } },
])('a campaign that names whom it left out speaks for the others: %j', async (beside) => {
	const made = ok({ data: { id: 6 }, ...beside });
	stub.answer = (asked) => (isPost(asked) ? made : NOT_FOUND);
	const { error } = await stub.run('campaign.sendSms', BOTH);
	expect(error?.message).toMatch(/^It is not known.* 1 of 2 recipients.*recipient 2\]/);
});

it.each<IDataObject>([
	{ recipients_count: 0 },
	{ recipients_count: 2, rejected: [] },
	{ message: 'Recipients: 1, and 1 more' },
])('a campaign that left out nobody speaks for all: %j', async (beside) => {
	const made = ok({ data: { id: 6 }, ...beside });
	stub.answer = (asked) => (isPost(asked) ? made : NOT_FOUND);
	expect(statuses(await stub.run('campaign.sendSms', BOTH))).toEqual(['accepted', 'accepted']);
});

describe('a list names both recipients, and both are accepted', () => {
	const data = { id: 6, sender: 'Shop', status: 'sending' };

	it.each([
		['sent', 'pending'],
		['queued', 'processing'],
		['sent', 'read'],
		['accepted', 'in progress'],
		['sent', 'enroute'],
		['sent', 'submitted'],
	])('whose messages are %s and %s', async (one, other) => {
		const phones = [
			{ number: A, status: one },
			{ number: B, status: other },
		];
		for (const list of [phones, { [A]: one, [B]: other }]) {
			always(stub, ok({ data: { ...data, phones: list } }));
			const run = await stub.run('campaign.sendSms', BOTH);
			expect(run.error?.message).toBeUndefined();
			expect(statuses(run)).toEqual(['accepted', 'accepted']);
		}
	});

	it.each([
		'check_stop_list',
		'use_stop_list',
		'stop_list_check',
		'checkStopList',
		'skip_invalid',
		'ignore_duplicates',
		'unsubscribe_link',
	])('which is the request once more, with its option %s', async (option) => {
		const messages = [A, B].map((phone) => ({
			phone,
			sender: 'Shop',
			text: 'Sale',
			[option]: true,
		}));
		always(stub, ok({ data: { ...data, messages } }));
		const run = await stub.run('campaign.sendSms', BOTH);
		expect(run.error?.message).toBeUndefined();
		expect(statuses(run)).toEqual(['accepted', 'accepted']);
	});
});

it.each(['list', 'items', 'recipients'])(
	'results are read where they stand under %s',
	async (name) => {
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			const [a, b] = referencesOf(asked);
			const results = [
				{ reference: b, error: 21 },
				{ reference: a, id: 5, error: 0 },
			];
			return ok({ error: 0, task_id: 7, [name]: results });
		};
		expect(statuses(await stub.run('sms.sendBulk', BOTH))).toEqual(['accepted', 'refused']);
	},
);

describe('results belong to the recipients that they name', () => {
	it.each(['msisdn', 'phone', 'number', 'recipient', 'reference', 'external_id', 'reference_id'])(
		'under %s, in whatever order',
		async (name) => {
			stub.answer = (asked) => {
				if (!isPost(asked)) return NOT_FOUND;
				const [a, b] = /^reference|_id$/.test(name) ? referencesOf(asked) : [A, `+${B}`];
				const result = [
					{ [name]: b, id: 6, error: 0 },
					{ [name]: a, id: 5, error: 0 },
				];
				return ok({ error: 0, result });
			};
			const run = await stub.run('sms.sendBulk', BOTH);
			expect(run.items.map(({ json }) => json.message_id)).toEqual([5, 6]);
		},
	);

	it.each<[IDataObject, string]>([
		[{ id: 6, error: 0 }, 'accepted'],
		[{ error: 21 }, 'refused'],
	])('by their numbers where they carry no reference: %j', async (ofSecond, status) => {
		const result = [
			{ msisdn: B.slice(2), ...ofSecond },
			{ msisdn: A, id: 5, error: 0 },
		];
		stub.answer = (asked) => (isPost(asked) ? ok({ error: 0, result }) : NOT_FOUND);
		const run = await stub.run('sms.sendBulk', { ...BOTH, ...NONE });
		expect(statuses(run)).toEqual(['accepted', status]);
		expect(run.items[0]?.json.message_id).toBe(5);
	});

	it('and a count beside an ID is no number', async () => {
		const answer = ok({ error: 0, id: 5, number: 1 });
		stub.answer = (asked) => (isPost(asked) ? answer : NOT_FOUND);
		expect(statuses(await stub.run('sms.send', ONE))).toEqual(['accepted']);
	});
});

it.each<unknown>([
	[{ field: 'phones.1.number', message: 'It is invalid' }],
	[{ path: 'phones[1].number', detail: 'It is invalid' }],
	{ phones: { 1: { number: ['It is invalid'] } } },
	{ 'phones.1': { number: 'It is invalid' } },
])('whom a refusal names is left out, and the others are sent: %j', async (errors) => {
	let posts = 0;
	stub.answer = (asked) => {
		if (!isPost(asked)) return CODE_20;
		posts += 1;
		return posts > 1
			? ok({ data: { id: 6 } })
			: { status: 422, body: { message: 'Invalid', errors } };
	};
	const options = { invalidRecipients: 'skip' };
	const run = await stub.run('campaign.sendSms', { ...BOTH, options });
	expect(run.items.map(({ json }) => [json.status, json.reason])).toEqual([
		['accepted', '-'],
		['refused', 'It is invalid'],
	]);
	expect(stub.asked.filter(isPost).map((asked) => referencesOf(asked).length)).toEqual([2, 1]);
});

it('nobody is left out for a place in a list of faulty ones', async () => {
	const errors = { phones: [{ number: ['It is invalid'] }] };
	stub.answer = (asked) =>
		isPost(asked) ? { status: 422, body: { message: 'Invalid', errors } } : CODE_20;
	const options = { invalidRecipients: 'skip' };
	const run = await stub.run('campaign.sendSms', { ...BOTH, options });
	expect(run.error?.message).toMatch(/^The service did not accept/);
	expect(stub.count('POST')).toBe(1);
});

describe('the second recipient is not accepted, whom the answer refuses under its reference', () => {
	const made = { data: { id: 6 } };
	const task = { error: 0, task_id: 7 };
	type Body = (b: string, a: string) => IDataObject;

	it.each<[string, string, Body]>([
		[
			'in a map of results',
			'sms.sendBulk',
			(b, a) => ({ ...task, result: { [a]: { id: 501, error: 0 }, [b]: { error: 21 } } }),
		],
		['in a map of codes', 'sms.sendBulk', (b, a) => ({ ...task, result: { [a]: 0, [b]: 21 } })],
		['in a map of words', 'sms.sendBulk', (b) => ({ ...task, rejected: { [b]: 'wrong number' } })],
		[
			'in a map of results',
			'campaign.sendSms',
			(b, a) => ({ data: { id: 6, results: { [a]: { id: 501 }, [b]: { error: 21 } } } }),
		],
		['in a map of words', 'campaign.sendSms', (b) => ({ ...made, rejected: { [b]: 'wrong' } })],
		['in a list', 'campaign.sendSms', (b) => ({ ...made, rejected: [b] })],
		[
			'in a list, in capitals',
			'campaign.sendSms',
			(b) => ({ ...made, blocked: [b.toUpperCase()] }),
		],
		['as an ID', 'campaign.sendSms', (b) => ({ ...made, blocked: [{ id: b }] })],
		['in a sentence', 'campaign.sendSms', (b) => ({ ...made, notice: `${b} was rejected` })],
		[
			'in a field that has another name',
			'campaign.sendSms',
			(b, a) => ({
				data: {
					id: 6,
					items: [
						{ ref: a, status: 'queued' },
						{ ref: b, status: 'rejected' },
					],
				},
			}),
		],
	])('%s, to %s', async (_, operation, body) => {
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			const [a = '', b = ''] = referencesOf(asked);
			return ok(body(b, a));
		};
		const request = { node: { onError: 'continueRegularOutput' as const } };
		const run = await runWith(stub, operation, BOTH, { items: [{ json: {} }], ...request });
		expect(statuses(run)[1]).not.toBe('accepted');
	});

	it('in a map of results, which tells the ID of the first one and the code of the second', async () => {
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			const [a = '', b = ''] = referencesOf(asked);
			return ok({ error: 0, result: { [b]: { error: 21 }, [a]: { id: 501, error: 0 } } });
		};
		const { items } = await stub.run('sms.sendBulk', BOTH);
		expect(items.map(({ json }) => [json.status, json.message_id, json.error_code])).toEqual([
			['accepted', 501, 0],
			['refused', '-', 21],
		]);
	});

	const own = { sender: 'Shop', text: 'Sale', referenceMode: 'custom', referenceField: 'order' };
	const itemsWith = (...orders: string[]): Array<{ json: IDataObject }> =>
		orders.map((order, index) => ({ json: { phone: [A, B][index], order } }));

	it.each<[string, IDataObject]>([
		['the name of an entry', { rejected: { order2: 'wrong' } }],
		['an entry', { rejected: ['order2'] }],
		['an ID', { rejected: [{ id: 'order2' }] }],
		['a reference', { list: [{ ref: 'order2', status: 'rejected' }] }],
	])('be it one of the user, as %s', async (_, beside) => {
		always(stub, ok({ data: { id: 6, sender: 'Shop' }, ...beside }));
		const items = itemsWith('order1', 'order2');
		const { error } = await runWith(stub, 'campaign.sendSms', own, { items });
		expect(error?.message).toMatch(ONE_UNKNOWN);
	});

	it.each<IDataObject>([
		{ rejected: [1] },
		{ rejected: [{ id: 1 }] },
		{ entries: [{ id: 1, status: 'rejected' }] },
	])('and nobody is, where its number may be a place as well: %j', async (beside) => {
		always(stub, ok({ data: { id: 6, sender: 'Shop' }, ...beside }));
		const { error } = await runWith(stub, 'campaign.sendSms', own, { items: itemsWith('1', '2') });
		expect(error?.message).toMatch(BOTH_UNKNOWN);
	});

	it.each<IDataObject>([
		{ total: 2, errors_count: 0, price: 1, parts: 1 },
		{ segments: { 1: 1, 2: 1 }, status: 'sending' },
		{ phones: { 0: { number: A, parts: 1 }, 1: { number: B, parts: 1 } } },
		{ phones: [A, B].map((number, index) => ({ id: index + 1, number, parts: 1 })) },
	])('but a number that stands for something else names nobody: %j', async (beside) => {
		always(stub, ok({ data: { id: 6, sender: 'Shop', ...beside } }));
		const run = await runWith(stub, 'campaign.sendSms', own, { items: itemsWith('1', '2') });
		expect(run.error?.message).toBeUndefined();
		expect(statuses(run)).toEqual(['accepted', 'accepted']);
	});

	it('nor does an address that holds the reference', async () => {
		stub.answer = (asked) => {
			if (!isPost(asked)) return NOT_FOUND;
			const messages = referencesOf(asked).map((one) => ({ url: `https://sms.example/${one}` }));
			return ok({ data: { id: 6, sender: 'Shop', messages } });
		};
		expect(statuses(await stub.run('campaign.sendSms', BOTH))).toEqual(['accepted', 'accepted']);
	});
});

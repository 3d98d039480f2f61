import {
	A,
	B,
	BOTH,
	CODE_20,
	isPost,
	NONE,
	NOT_KNOWN,
	ok,
	ONE,
	referenceIn,
	referencesOf,
	RETRY,
	statuses,
} from './contrarySupport.mts';
import { openStub, seen } from './stubService.mts';
import type { Answer, Asked, Stub } from './stubService.mts';

/* An SMS that the service has, and refuses in words or with a code that mean something else. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

/** Refusals of the reference, as of a field. */
const OF_FIELD: Answer[] = [
	{ status: 422, body: { message: 'Invalid', errors: { reference: ['has already been taken'] } } },
	{ status: 422, body: { message: 'Invalid', errors: { reference: ['Значение занято'] } } },
];
/** Refusals in words that may be said of a copy of what was sent. */
const IN_WORDS: Answer[] = [
	{ status: 422, body: { message: 'External ID already exists' } },
	{ status: 400, body: { code: 400, message: 'Message with this reference already exists' } },
	{ status: 400, body: { message: 'Повторное сообщение' } },
	ok({ error: 27, errorDescription: 'SMS with this ID already present' }),
	ok({ error: 24, errorDescription: 'Duplicate request' }),
];
const HELD = [...OF_FIELD, ...IN_WORDS];
const shown = (asked: Asked): Answer =>
	ok({ error: 0, id: 9, msisdn: A, reference: referenceIn(asked), status: 'delivered' });

describe('a message that is refused', () => {
	it.each([...HELD, { status: 400, body: { error: 0, errorDescription: 'No errors' } }])(
		'is accepted where it shows under its reference: %j',
		async (answer) => {
			stub.answer = (asked) => (isPost(asked) ? answer : shown(asked));
			const run = await stub.run('sms.send', ONE, RETRY);
			expect([statuses(run), stub.count('POST')]).toEqual([['accepted'], 1]);
		},
	);

	it.each(OF_FIELD)('is refused where the service says that it has none: %j', async (answer) => {
		stub.answer = (asked) => (isPost(asked) ? answer : CODE_20);
		const run = await stub.run('sms.send', ONE);
		expect(run.error).toBeDefined();
		expect(seen(run)).not.toMatch(NOT_KNOWN);
	});

	it.each(IN_WORDS)(
		'is not known, and not sent again, where the service says that it has none: %j',
		async (answer) => {
			stub.answer = (asked) => (isPost(asked) ? answer : CODE_20);
			const run = await stub.run('sms.send', ONE);
			expect(seen(run)).toMatch(NOT_KNOWN);
			expect(stub.count('POST')).toBe(1);
		},
	);

	it.each(HELD)('is not known where the service does not tell: %j', async (answer) => {
		stub.answer = (asked) => (isPost(asked) ? answer : { status: 403, body: { message: 'No' } });
		expect(seen(await stub.run('sms.send', ONE))).toMatch(NOT_KNOWN);
	});

	it.each<Answer>([
		ok({ error: 21, errorDescription: 'incorrect phone number' }),
		ok({ error: 31, errorDescription: 'phone already in the messaging list' }),
		{ status: 402, body: { message: 'Недостатньо коштів' } },
		{ status: 422, body: { message: 'Invalid', errors: { msisdn: ['Невірний номер'] } } },
		{ status: 422, body: { message: 'This sender does not exist' } },
	])('is not asked for where the refusal speaks of something else: %j', async (answer) => {
		stub.answer = (asked) => (isPost(asked) ? answer : shown(asked));
		const run = await stub.run('sms.send', ONE);
		expect(run.error).toBeDefined();
		expect([stub.count('GET'), NOT_KNOWN.test(seen(run))]).toEqual([0, false]);
	});

	it('without a reference is refused', async () => {
		const answer = { status: 422, body: { message: 'Invalid', errors: { text: ['is too long'] } } };
		stub.answer = (asked) => (isPost(asked) ? answer : shown(asked));
		const run = await stub.run('sms.send', { ...ONE, ...NONE });
		expect(run.error?.message).toMatch(/^The service /);
	});
});

it.each([
	{ error: 27, errorDescription: 'incorrect external SMS ID' },
	{ error: 24, errorDescription: 'External ID already exists' },
])('one of many is accepted where it shows, whatever its result says: %j', async (result) => {
	let first = '';
	let isShown = true;
	stub.answer = (asked) => {
		if (!isPost(asked)) return isShown && referenceIn(asked) === first ? shown(asked) : CODE_20;
		const [a = '', b] = referencesOf(asked);
		first = a;
		const results = [
			{ reference: a, ...result },
			{ reference: b, msisdn: B, id: 10, error: 0 },
		];
		return ok({ error: 0, task_id: 7, result: results });
	};
	expect(statuses(await stub.run('sms.sendBulk', BOTH))).toEqual(['accepted', 'accepted']);
	isShown = false;
	expect(statuses(await stub.run('sms.sendBulk', BOTH))).toEqual(['refused', 'accepted']);
});

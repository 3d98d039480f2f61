import {
	A,
	byReference,
	isPost,
	LOST,
	NONE,
	NOT_FOUND,
	NOT_KNOWN,
	ok,
	ONE,
	referenceIn,
	referencesOf,
	statuses,
} from './contrarySupport.mts';
import { openStub } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Answers that write a number in another form than it was sent in, such as the one to which the service routes. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const FORMS: Array<[string, string, string]> = [
	["Mexico's old 1", '525512345678', '5215512345678'],
	["Argentina without its mobiles' 9", '5491123456789', '541123456789'],
	['Brazil without the ninth digit', '5511987654321', '551187654321'],
	['Russia with the 8 that is dialled there', '79161234567', '89161234567'],
];

describe.each(FORMS)('a message to a number in another form (%s)', (_, phone, msisdn) => {
	/** Answers a send, and shows its message with the number in the other form. */
	const shows = (send: (reference?: string) => ReturnType<typeof ok>): void => {
		stub.answer = (asked) =>
			isPost(asked)
				? send(referencesOf(asked)[0])
				: byReference(asked)
					? ok({ error: 0, id: 5, msisdn, reference: referenceIn(asked), status: 'sent' })
					: NOT_FOUND;
	};

	it('is the one that was accepted', async () => {
		shows((reference) => ok({ error: 0, errorDescription: 'No errors', id: 5, msisdn, reference }));
		const run = await stub.run('sms.send', { ...ONE, phone });
		expect(run.error?.message).toBeUndefined();
		expect(statuses(run)).toEqual(['accepted']);
	});

	it('proves a send whose answer was lost', async () => {
		shows(() => LOST);
		const run = await stub.run('sms.send', { ...ONE, phone, options: { retryFor: 4 } });
		expect(run.error?.message).toBeUndefined();
		expect(stub.count('POST')).toBe(1);
		expect(statuses(run)).toEqual(['accepted']);
	});
});

/** Two numbers of Argentina: as it stands, each is the other one in another form. */
const [MOBILE, LANDLINE] = ['5491123456789', '541123456789'];
const ALIKE = {
	sender: 'Shop',
	text: 'Sale',
	recipientSource: 'list',
	recipients: `${MOBILE}, ${LANDLINE}`,
};

it('two recipients whose numbers are forms of one keep their own results, references or none', async () => {
	const results = [
		{ msisdn: LANDLINE, id: 2, error: 0 },
		{ msisdn: MOBILE, id: 1, error: 0 },
	];
	stub.answer = (asked) => (isPost(asked) ? ok({ error: 0, task_id: 7, results }) : NOT_FOUND);
	for (const references of [{}, NONE]) {
		const { items } = await stub.run('sms.sendBulk', { ...ALIKE, ...references });
		expect(items.map(({ json }) => json.message_id)).toEqual([1, 2]);
	}
});

it("a result under the reference of one, with the other's number as it stands, is believed of neither", async () => {
	stub.answer = (asked) => {
		if (!isPost(asked)) return NOT_FOUND;
		const [first, second] = referencesOf(asked);
		const results = [
			{ reference: first, msisdn: LANDLINE, id: 1, error: 0 },
			{ reference: second, msisdn: MOBILE, id: 2, error: 0 },
		];
		return ok({ error: 0, results });
	};
	expect((await stub.run('sms.sendBulk', ALIKE)).error?.message).toMatch(NOT_KNOWN);
});

it('IDs that the order gives to two of one form are not told where they are swapped', async () => {
	const results = [
		{ id: 1, error: 0 },
		{ id: 2, error: 0 },
	];
	stub.answer = (asked) =>
		isPost(asked)
			? ok({ error: 0, results })
			: asked.path === '/rest/sms/1'
				? ok({ error: 0, id: 1, msisdn: LANDLINE, status: 'sent' })
				: NOT_FOUND;
	const run = await stub.run('sms.sendBulk', { ...ALIKE, ...NONE });
	expect(statuses(run)).toEqual(['accepted', 'accepted']);
	expect(run.items.map(({ json }) => json.message_id)).not.toContain(1);
});

it.each([
	['a mobile number with one digit less', '4366491234567', '436641234567'],
	['the same end behind another area', A, A.replace(/^380../, '38067')],
])('%s is the number of somebody else', async (_, phone, msisdn) => {
	expect(msisdn).not.toBe(phone);
	stub.answer = (asked) => (isPost(asked) ? ok({ error: 0, id: 5, msisdn }) : NOT_FOUND);
	const run = await stub.run('sms.send', { ...ONE, phone });
	expect(run.error?.message).toMatch(NOT_KNOWN);
});

describe('a number that was mistyped, and corrected under the same reference of the user', () => {
	it.each([
		['+3805501234567', '+380501234567'],
		['+44791123456', '+447911123456'],
		['+91812345678', '+919812345678'],
		['+863812345678', '+8613812345678'],
		['+551132345678', '+5511932345678'],
		['+38051234567', '+380501234567'],
	])('%s is not %s', async (typo, phone) => {
		stub.answer = (asked) => {
			if (isPost(asked))
				return ok({ error: 23, errorDescription: 'SMS with this ID already present' });
			if (!byReference(asked)) return NOT_FOUND;
			return ok({
				error: 0,
				id: 5,
				msisdn: typo,
				reference: referenceIn(asked),
				status: 'rejected',
			});
		};
		const own = { referenceMode: 'custom', reference: 'order7', options: { retryFor: 0 } };
		const run = await stub.run('sms.send', { ...ONE, phone, ...own });
		expect([run.error?.message, run.items]).toEqual([
			expect.stringContaining('The reference order7 belongs to a message to another number'),
			[],
		]);
	});
});

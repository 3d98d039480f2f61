import type { IDataObject } from 'n8n-workflow';
import {
	CODE_20,
	LOST,
	NOT_KNOWN,
	ONE,
	always,
	answers,
	byReference,
	ok,
	refusal,
	referenceIn,
	statuses,
} from './contrarySupport.mts';
import { openStub } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Refusals of a single message that no document explains, and those that give no reason. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

describe('a code that no document explains, to a message of its own', () => {
	const STOP_LIST = ok({ error: 37, errorDescription: 'Number is on your stop list' });

	it('is a refusal where the service has no such message', async () => {
		always(stub, STOP_LIST, CODE_20);
		const { error } = await stub.run('sms.send', ONE);
		expect(error?.message).toMatch(/^The service refused the request \(code 37\)/);
		expect(stub.count('POST')).toBe(1);
	});

	it('is none where the service shows it, nor where it does not tell', async () => {
		stub.answer = (asked) =>
			byReference(asked) ? ok({ error: 0, id: 5, reference: referenceIn(asked) }) : STOP_LIST;
		expect(statuses(await stub.run('sms.send', ONE))).toEqual(['accepted']);
		always(stub, STOP_LIST);
		expect((await stub.run('sms.send', ONE)).error?.message).toMatch(NOT_KNOWN);
	});

	it.each<IDataObject>([{ id: 5 }, { errorDescription: 'Your message is queued' }])(
		'is none beside %j',
		async (beside) => {
			always(stub, ok({ error: 37, ...beside }), CODE_20);
			expect((await stub.run('sms.send', ONE)).error?.message).toMatch(NOT_KNOWN);
		},
	);
});

it.each([
	refusal(400, 'Bad Request'),
	{ status: 422, body: { message: 'The given data was invalid.', errors: {} } },
])(
	'a repetition that is refused without a reason says nothing of the message before: %j',
	async (answer) => {
		answers(stub, LOST, answer, CODE_20);
		const run = await stub.run('sms.send', { ...ONE, options: { retryFor: 5 } });
		expect(run.error?.message).toMatch(NOT_KNOWN);
		expect(stub.count('POST')).toBe(2);
	},
);

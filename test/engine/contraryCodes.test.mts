import type { IDataObject } from 'n8n-workflow';
import {
	CODE_20,
	LOST,
	NOT_FOUND,
	NOT_KNOWN,
	ONE,
	answers,
	byReference,
	isPost,
	ok,
	referenceIn,
	statuses,
} from './contrarySupport.mts';
import { openStub } from './stubService.mts';
import type { Answer, Stub } from './stubService.mts';

/* Refusals of a single message that no document explains, and those that give no reason. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

/** The service answers every send in one way, and questions in another. */
function always(answer: Answer, question: Answer = NOT_FOUND): void {
	stub.answer = (asked) => (isPost(asked) ? answer : question);
}

const refusal = (status: number, message: string): Answer => ({
	status,
	body: { code: status, message },
});

describe('a code that no document explains, to a message of its own', () => {
	const STOP_LIST = ok({ error: 37, errorDescription: 'Number is on your stop list' });

	it('is a refusal where the service has no such message', async () => {
		always(STOP_LIST, CODE_20);
		const { error } = await stub.run('sms.send', ONE);
		expect(error?.message).toMatch(/^The service refused the request \(code 37\)/);
		expect(stub.count('POST')).toBe(1);
	});

	it('is none where the service shows it, nor where it does not tell', async () => {
		stub.answer = (asked) =>
			byReference(asked) ? ok({ error: 0, id: 5, reference: referenceIn(asked) }) : STOP_LIST;
		expect(statuses(await stub.run('sms.send', ONE))).toEqual(['accepted']);
		always(STOP_LIST);
		expect((await stub.run('sms.send', ONE)).error?.message).toMatch(NOT_KNOWN);
	});

	it.each<IDataObject>([{ id: 5 }, { errorDescription: 'Your message is queued' }])(
		'is none beside %j',
		async (beside) => {
			always(ok({ error: 37, ...beside }), CODE_20);
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
		const run = await stub.run('sms.send', { ...ONE, options: { retryFor: 2 } });
		expect(run.error?.message).toMatch(NOT_KNOWN);
		expect(stub.count('POST')).toBe(2);
	},
);

import type { IDataObject } from 'n8n-workflow';
import {
	A,
	B,
	BOTH,
	CODE_20,
	NOT_FOUND,
	ONE,
	always,
	byReference,
	isPost,
	LOST,
	ok,
	referenceIn,
	referencesOf,
	statuses,
} from './contrarySupport.mts';
import {
	beginStub,
	endStub,
	polls,
	stub as triggerStub,
	trigger,
} from './contraryTriggerSupport.mts';
import { openStub, seen } from './stubService.mts';
import type { Stub } from './stubService.mts';

/*
 * Messages that tell more than their state: why they failed, or their text. That is no refusal of the question, and it hides neither the
 * message nor the others.
 */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
	await beginStub();
});
afterAll(async () => {
	await stub.close();
	await endStub();
});

/** A message as 4.3 shows it. */
const message = (more: IDataObject): IDataObject => ({
	error: 0,
	errorDescription: 'No errors',
	id: 5,
	msisdn: A,
	reference: 'r1',
	time_in: '2024-11-21 10:00:00',
	price: 0.05,
	currency: 'EUR',
	status: 'undelivered',
	...more,
});

const get = async (body: unknown): Promise<string> => {
	always(stub, NOT_FOUND, ok(body));
	return seen(await stub.run('sms.get', { messageId: '5' }));
};

describe('a message that failed', () => {
	it.each<[IDataObject]>([
		[{ error_code: 27 }],
		[{ errorCode: '27' }],
		[{ code: 404 }],
		[{ errors: ['Absent subscriber'] }],
		[{ accepted: false }],
		[{ message: 'Not delivered: the phone is off' }],
		[{ error: undefined, error_code: 27 }],
	])('is read with what it says of that: %j', async (more) => {
		expect(await get(message(more))).toMatch(/"status":"undelivered"/);
		expect(await get({ data: message(more) })).toMatch(/"status":"undelivered"/);
	});

	it('is read where its state is a word that no document names', async () => {
		expect(await get(message({ status: 'Failure' }))).toMatch(/"status":"failure"/);
	});

	it('leaves the others their status in Wait for Delivery', async () => {
		stub.answer = ({ path }) =>
			path === '/rest/sms/5'
				? ok(message({ error_code: 27 }))
				: ok(message({ id: 6, msisdn: B, status: 'delivered' }));
		const run = await stub.engine.run({
			items: [{ json: { message_id: 6 } }, { json: { message_id: 5 } }],
			credential: stub.engine.store({
				baseUrl: stub.baseUrl,
				apiKey: `live_${'a'.repeat(32)}`,
				authentication: 'apiKey',
			}),
			parameters: {
				resource: 'sms',
				operation: 'waitForDelivery',
				identifyBy: 'id',
				messageId: '={{ $json.message_id }}',
				waitMinutes: 0,
				outputMode: 'single',
				options: { retryFor: 0 },
			} as never,
		});
		expect(run.error).toBeUndefined();
		expect(statuses(run)).toEqual(['delivered', 'undelivered']);
	});

	it('proves that the campaign was made whose reply was lost', async () => {
		stub.answer = (asked) => {
			if (isPost(asked)) return LOST;
			if (!byReference(asked)) return NOT_FOUND;
			return ok(message({ error_code: 27, reference: referenceIn(asked) }));
		};
		const run = await stub.run('campaign.sendSms', { ...BOTH, recipients: A });
		expect(run.error).toBeUndefined();
		expect(statuses(run)).toEqual(['accepted']);
	});

	it('is the one of which the service says that its reference is there', async () => {
		stub.answer = (asked) => {
			if (isPost(asked))
				return ok({ error: 23, errorDescription: 'SMS with this ID already present' });
			if (!byReference(asked)) return NOT_FOUND;
			return ok(message({ error_code: 27, reference: referenceIn(asked) }));
		};
		const run = await stub.run('sms.send', ONE);
		expect(run.error).toBeUndefined();
		expect(statuses(run)).toEqual(['accepted']);
	});

	it.each([2, 6])('is told by the trigger, as one of %d that are named', async (count) => {
		let isLate = false;
		const of = (id: number) =>
			message({ id, ...(id === 2 && isLate ? { error_code: 27 } : { status: 'sent' }) });
		const ids = Array.from({ length: count }, (_, at) => at + 1);
		triggerStub.answer = ({ path }) =>
			path === '/rest/sms/getStatus'
				? { body: { result: ids.map(of) } }
				: { body: of(Number(path.split('/').at(-1))) };
		const poll = trigger({ event: 'messageStatusChanged', messageIds: ids.join(',') });
		await poll();
		isLate = true;
		expect(await polls(3, poll)).toMatchObject([{ message_id: 2, status: 'undelivered' }]);
	});
});

describe('a refusal that repeats the ID of the question', () => {
	it.each<[unknown]>([
		[{ error: 20, id: 5, msisdn: A, status: 'undelivered', time_in: '2024-11-21 10:00:00' }],
		[{ error: 0, id: 5, error_code: 20, message: 'SMS not found' }],
		[{ error: 0, id: 5, status: 'unknown', error_code: 20 }],
		[{ id: 5, status: 'rejected', message: 'Access denied' }],
		[{ id: 5, msisdn: A, status: 'rejected', code: 403, message: 'Forbidden' }],
		[{ id: 5, msisdn: A, status: 'error', message: 'Forbidden' }],
		[{ error: 0, success: false, id: 5, msisdn: A, status: 'unknown' }],
		[{ success: false, data: { id: 5, msisdn: A, status: 'unknown' } }],
		[{ error: 0, result: { id: 5, errorDescription: 'SMS not found', message: 'No such SMS' } }],
		[{ error: 0, id: 5, error_code: 20, status: 'unknown', time_in: '0000-00-00 00:00:00' }],
	])('is no message: %j', async (body) => {
		always(stub, NOT_FOUND, ok(body));
		expect((await stub.run('sms.get', { messageId: '5' })).error).toBeDefined();
	});

	it.each<[IDataObject]>([
		[{}],
		[{ time_in: '0000-00-00 00:00:00', errorDescription: 'SMS not found' }],
	])('is no status among others, with %j', async (more) => {
		const echo = { id: '2', error_code: 20, status: 'unknown', ...more };
		let isGone = false;
		triggerStub.answer = ({ path }) => {
			const of = (id: number) => message({ id, status: 'sent' });
			return path === '/rest/sms/getStatus'
				? { body: { result: [...[1, 3, 4, 5, 6].map(of), isGone ? echo : of(2)] } }
				: { body: of(Number(path.split('/').at(-1))) };
		};
		const poll = trigger({ event: 'messageStatusChanged', messageIds: '1,2,3,4,5,6' });
		await poll();
		isGone = true;
		expect(await polls(2, poll)).toEqual([]);
	});
});

describe('the text of a message that stands within a reply with the code of success', () => {
	it.each<[unknown]>([
		[message({ status: 'delivered', message: 'Do not miss our sale' })],
		[
			{
				error: 0,
				errorDescription: 'No errors',
				result: message({ error: undefined, status: 'delivered', message: 'Do not miss our sale' }),
			},
		],
	])('is no refusal of the question: %j', async (body) => {
		expect(await get(body)).toMatch(/"status":"delivered"/);
	});

	it('is none either where the message does not show its state', async () => {
		const result = { id: 5, msisdn: A, message: 'Do not miss our sale' };
		expect(await get({ error: 0, result })).toMatch(/"message_id":5/);
	});

	const send = async (result: IDataObject): Promise<string> => {
		always(stub, ok({ error: 0, result: { id: 5, ...result } }), CODE_20);
		return seen(await stub.run('sms.send', { ...ONE, text: 'Do not miss our sale.' }));
	};

	it('is no refusal of the send', async () => {
		expect(await send({ message: 'Do not miss our sale. STOP 12345' })).toMatch(
			/"status":"accepted"/,
		);
	});

	it.each<[IDataObject]>([[{}], [{ referenceMode: 'none' }]])(
		'is no refusal of a bulk of one, with %j',
		async (more) => {
			stub.answer = (asked) => {
				if (!isPost(asked)) return CODE_20;
				const reference = referencesOf(asked)[0];
				const result = { id: 5, reference, message: 'Do not miss our sale. STOP 12345' };
				return ok({ error: 0, task_id: 7, result });
			};
			const run = await stub.run('sms.sendBulk', {
				...BOTH,
				...more,
				recipients: A,
				text: 'Do not miss our sale.',
				options: { retryFor: 0 },
			});
			expect(run.error).toBeUndefined();
			expect(statuses(run)).toEqual(['accepted']);
		},
	);

	it.each<[IDataObject]>([
		[{ error: 33 }],
		[{ error_code: 33 }],
		[{ code: 403 }],
		[{ code: 'NOT_ALLOWED' }],
		[{ success: false }],
		[{ errors: ['The number is not allowed'] }],
		[{ errorDescription: 'The number is not allowed' }],
		[{ status: 'rejected' }],
	])('is one beside a word of its own that the send went wrong: %j', async (more) => {
		expect(await send({ message: 'The number is not allowed', ...more })).not.toMatch(
			/"status":"accepted"/,
		);
	});
});

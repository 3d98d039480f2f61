import { bulkEndpoint, campaignEndpoint } from '../../nodes/MessagingService/sending/requests.ts';
import { ready } from '../../nodes/MessagingService/sending/outcomes.ts';
import {
	eventsOfReply,
	refusedRecipients,
} from '../../nodes/MessagingService/sending/replyEvents.ts';

const recipients = (...references: string[]) =>
	references.map((reference, item) =>
		ready({
			item,
			position: -1,
			phone: '380991112233',
			sender: 'S',
			text: 'T',
			reference,
			round: 0,
		}),
	);

describe('a reply to a send', () => {
	const read = (references: string[], result: object[]) =>
		eventsOfReply(
			bulkEndpoint,
			bulkEndpoint.readReply({ task_id: 4, result }, 'UTC'),
			recipients(...references),
		);

	it('says of each recipient what became of it, by its reference', () => {
		expect(
			read(
				['a', 'b'],
				[
					{ reference: 'b', id: 3 },
					{ reference: 'a', error: 21 },
				],
			),
		).toMatchObject([
			{ type: 'refused', answer: { fields: { task_id: 4, error_code: 21 } } },
			{ type: 'accepted', already: false, answer: { fields: { task_id: 4, id: 3 } } },
		]);
	});

	it('gives a result without a reference to the recipient that no other result names', () => {
		const result = [
			{ reference: 'b', id: 2, error: 0 },
			{ reference: null, error: 21 },
		];
		expect(read(['a', 'b'], result)).toMatchObject([
			{ type: 'refused', answer: { fields: { error_code: 21 } } },
			{ type: 'accepted', answer: { fields: { id: 2 } } },
		]);
	});

	it('leaves open what the service has already, but only under a reference', () => {
		expect(read(['a'], [{ error: 23 }])).toMatchObject([{ type: 'ask', taken: true }]);
		expect(read([''], [{ error: 23 }])).toMatchObject([{ type: 'refused' }]);
	});

	it('proves nothing of the only recipient where its list is empty, but by a task without a list', () => {
		expect(read(['a'], [])).toMatchObject([{ type: 'ask' }]);
		const task = bulkEndpoint.readReply({ task_id: 4 }, 'UTC');
		expect(eventsOfReply(bulkEndpoint, task, recipients('a'))).toMatchObject([
			{ type: 'accepted', answer: { fields: { task_id: 4 } } },
		]);
	});

	it('proves nothing of a recipient that it leaves out', () => {
		const reason = 'The answer of the service does not name this recipient';
		expect(read(['a', 'b'], [{ reference: 'b', id: 1 }])).toMatchObject([
			{ type: 'ask', reason },
			{ type: 'accepted' },
		]);
	});

	it('proves by its task what it names without an ID, and nothing without a task', () => {
		const result = [{ reference: 'a', error: 0, id: 0 }];
		expect(read(['a'], result)).toMatchObject([
			{ type: 'accepted', answer: { fields: { task_id: 4, id: null } } },
		]);
		const reply = bulkEndpoint.readReply({ error: 0, result }, 'UTC');
		expect(eventsOfReply(bulkEndpoint, reply, recipients('a'))).toMatchObject([{ type: 'ask' }]);
	});

	it('proves nothing of whom its list gives neither an ID nor a code, task or not', () => {
		const result = [
			{ reference: 'a', id: 1 },
			{ reference: 'b', id: null },
		];
		expect(read(['a', 'b'], result)).toMatchObject([{ type: 'accepted' }, { type: 'ask' }]);
		expect(read(['', ''], [{ id: 1 }, { id: null }])).toMatchObject([
			{ type: 'accepted' },
			{ type: 'ask' },
		]);
	});

	it('proves nothing by one ID for several, unless references tell whose results they are', () => {
		const shared = [
			{ id: 1, error: 0 },
			{ id: '1', error: 0 },
		];
		const reason = 'The answer of the service gives several recipients the same ID';
		expect(read(['', ''], shared)).toMatchObject([
			{ type: 'ask', reason },
			{ type: 'ask', reason },
		]);
	});

	it('proves by its task alone where it lists nobody', () => {
		for (const body of [{ task_id: '4' }, { task_id: 4, id: 9, reference: 'zz', price: 1 }])
			expect(
				eventsOfReply(bulkEndpoint, bulkEndpoint.readReply(body, 'UTC'), recipients('a', 'b', 'c')),
			).toMatchObject([{ type: 'accepted' }, { type: 'accepted' }, { type: 'accepted' }]);
	});

	it('keeps accepted what it names twice', () => {
		const result = [
			{ reference: 'a', id: 77, error: 0 },
			{ reference: 'a', error: 31 },
		];
		for (const order of [result, result.toReversed()])
			expect(read(['a'], order)).toMatchObject([{ type: 'accepted' }]);
	});

	it('is not believed in its order where it says different things without references', () => {
		const result = [{ id: 1, error: 0 }, { error: 21 }];
		expect(read(['a', 'b'], result)).toMatchObject([{ type: 'ask' }, { type: 'ask' }]);
		expect(read(['', ''], result)).toMatchObject([{ type: 'ask' }, { type: 'ask' }]);
		const alike = [{ id: 1 }, { id: '2' }];
		expect(read(['', ''], alike)).toMatchObject([{ type: 'accepted' }, { type: 'accepted' }]);
	});

	it('is not believed by a number that several of its recipients have, nor in a number that comes twice', () => {
		const msisdn = '380991112233';
		const result = [
			{ id: 1, msisdn, error: 0 },
			{ error: 21, msisdn },
		];
		expect(read(['', ''], result)).toMatchObject([{ type: 'ask' }, { type: 'ask' }]);
		expect(read([''], result)).toMatchObject([{ type: 'accepted' }]);
		const refusals = [
			{ msisdn, error: 21 },
			{ msisdn, error: 31 },
		];
		expect(read([''], refusals)).toMatchObject([{ type: 'ask' }]);
	});

	it('finds a reference that comes back in another letter case, where only one of ours may be it', () => {
		const result = [
			{ reference: 'DEF', id: 2, error: 0 },
			{ reference: 'ABC', id: 1, error: 0 },
		];
		const events = read(['abc', 'def'], result);
		expect(events).toMatchObject([
			{ type: 'accepted', answer: { fields: { id: 1 } } },
			{ type: 'accepted', answer: { fields: { id: 2 } } },
		]);
		expect(events.some((event) => 'byOrder' in event)).toBe(false);
		// The service may write both in capitals.
		expect(read(['abc', 'ABC'], result.slice(1))).toMatchObject([{ type: 'ask' }, { type: 'ask' }]);
		const either = [
			{ reference: 'Abc', id: 1, error: 0 },
			{ reference: 'aBC', id: 2, error: 0 },
		];
		expect(read(['abc', 'ABC'], either)).toMatchObject([{ type: 'ask' }, { type: 'ask' }]);
	});

	it('takes words in place of a code for a refusal only where they refuse', () => {
		const asked = (error: string): object | undefined =>
			read(['a'], [{ reference: 'a', error }])[0];
		expect(asked('Insufficient funds')).toMatchObject({
			type: 'ask',
			otherwise: { type: 'refused' },
		});
		expect(asked('Queued for later')).toMatchObject({ type: 'ask', otherwise: undefined });
	});

	it.each([
		{ success: false },
		{ errors: ['Insufficient funds'] },
		{ error: 'Insufficient funds' },
	])('takes no ID beside %j for success', (beside) => {
		const [event] = read(['a'], [{ reference: 'a', id: 5, error: 0, ...beside }]);
		expect(event).toMatchObject({ type: 'ask' });
	});

	it('keeps what the service says of a refusal, and takes a code that nobody documents for one only where no message is there', () => {
		const said = 'Number is on your stop list';
		expect(
			read(
				['a', 'b'],
				[
					{ reference: 'a', error: 21, errorDescription: said },
					{ reference: 'b', error: '37', errorDescription: said },
				],
			),
		).toMatchObject([
			{
				type: 'refused',
				refusal: { message: `The phone number is not correct (code 21): ${said}` },
			},
			{
				type: 'ask',
				otherwise: {
					type: 'refused',
					refusal: { message: `The service refused the request (code 37): ${said}` },
				},
			},
		]);
	});

	it('tells of a campaign nothing but its id', () => {
		const reply = campaignEndpoint.readReply({ data: { id: 7 } }, 'UTC');
		expect(eventsOfReply(campaignEndpoint, reply, recipients('a'))).toMatchObject([
			{ type: 'accepted', answer: { fields: { campaign_id: 7 }, summary: { id: 7 } } },
		]);
	});
});

it('reads which recipients a campaign was refused for, and the field that is worst', () => {
	const reference = { field: 'reference_id', text: 'taken' };
	const phone = { field: 'phone', text: 'The phone is odd.' };
	const expected = new Map([
		[0, reference],
		[10, reference],
		[2, phone],
	]);
	expect(
		refusedRecipients({
			message: 'x',
			errors: {
				messages0reference_id: ['taken'],
				phones10reference_id: 'taken',
				messages2phone: ['The phone is odd.'],
				messages2reference_id: ['taken'],
				sender: ['no'],
			},
		}),
	).toEqual(expected);
	expect(
		refusedRecipients({
			errors: [
				'messages.0.reference_id: taken',
				'messages.10.reference_id: taken',
				'messages.2.phone: The phone is odd.',
			],
		}),
	).toEqual(expected);
	for (const body of [undefined, null, 'text', {}, { errors: null }])
		expect(refusedRecipients(body)).toEqual(new Map());
});

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
		expect(read(['a'], [{ error: 23 }])).toEqual([undefined]);
		expect(read([''], [{ error: 23 }])).toMatchObject([{ type: 'refused' }]);
	});

	it('says where it is silent', () => {
		expect(read(['a', 'b'], [{ reference: 'b', id: 1 }])).toMatchObject([
			{ type: 'accepted', reason: expect.stringContaining('does not name') as string },
			{ type: 'accepted', reason: undefined },
		]);
	});

	it('tells of a campaign nothing but its id', () => {
		const reply = campaignEndpoint.readReply({ data: { id: 7 } }, 'UTC');
		expect(eventsOfReply(campaignEndpoint, reply, recipients('a'))).toMatchObject([
			{ type: 'accepted', answer: { fields: { campaign_id: 7 }, summary: { id: 7 } } },
		]);
	});
});

it('reads which recipients a campaign was refused for', () => {
	const expected = { taken: new Set([0, 10]), other: new Map([[2, 'The phone is odd.']]) };
	expect(
		refusedRecipients({
			message: 'x',
			errors: {
				messages0reference_id: ['The reference id has already been taken.'],
				phones10reference_id: 'taken',
				messages2phone: ['The phone is odd.'],
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
		expect(refusedRecipients(body)).toEqual({ taken: new Set(), other: new Map() });
});

import { inWordsOfForm } from '../../../nodes/MessagingService/sending/fieldFaults.ts';
import type { Message, Refused } from '../../../nodes/MessagingService/sending/message.ts';
import { Reasons, refusalOfMany } from '../../../nodes/MessagingService/sending/refusals.ts';

// However many reasons there are, an error names three of them, and the cures of these three.

const messageOf = (item: number): Message => ({
	item,
	position: -1,
	nth: 0,
	identity: '',
	phone: '',
	sender: 'Shop',
	text: '',
	reference: '',
	terms: {},
});
const MESSAGES = [0, 1, 2, 3, 4].map(messageOf);

it('of what the checks refuse', () => {
	const refused = MESSAGES.map(
		(message): Refused => ({
			status: 'refused',
			message,
			refusal: {
				field: 'Text',
				message: `reason ${message.item}`,
				description: `Cure ${message.item}.`,
			},
		}),
	);
	const { message, description } = refusalOfMany(new Reasons().add(refused), {
		ofAll: 'of 5 recipients',
		sofar: 'Nothing was sent',
		isForAll: true,
	});
	expect(message).toBe(
		'Nothing was sent: 5 of 5 recipients cannot be used: [item 1] reason 0; [item 2] reason 1; [item 3] reason 2; and 2 more',
	);
	expect(description).toBe('Cure 0. Cure 1. Cure 2.');
});

it('of what the service refuses', () => {
	const errors = Object.fromEntries(
		MESSAGES.map(({ item }) => [`messages.${item}.text`, [`reason ${item}.`]]),
	);
	const fault = {
		message: 'refused',
		description: '',
		retryable: false,
		outcome: 'rejected',
		httpStatus: 422,
	} as const;
	expect(inWordsOfForm({ fault, statusCode: 422, body: { errors } }, MESSAGES).message).toBe(
		'[item 1] Text: reason 0; [item 2] Text: reason 1; [item 3] Text: reason 2 (HTTP 422)',
	);
});

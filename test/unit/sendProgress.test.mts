import { describe, expect, it } from '@jest/globals';
import { ready, type Recipient } from '../../nodes/MessagingService/sending/outcomes.ts';
import { Progress } from '../../nodes/MessagingService/sending/progress.ts';

const recipients = Array.from(
	{ length: 5 },
	(_, item): Recipient =>
		ready({ item, position: -1, phone: '', sender: '', text: '', reference: '', round: 0 }),
);
const [first, second, , fourth] = recipients as [Recipient, Recipient, Recipient, Recipient];

describe('The recipients of a request under way', () => {
	it('are found in their order, in any other, and more than once', () => {
		const progress = new Progress(recipients);
		progress.advanceAll(recipients, { type: 'sending' });
		for (const one of [fourth, first, first, second])
			progress.advance(one, { type: 'skipped', reason: 'Out of turn' });
		expect(progress.recipients.map(({ status }) => status)).toEqual([
			'skipped',
			'skipped',
			'unknown',
			'skipped',
			'unknown',
		]);
		expect(progress.open.map(({ message }) => message.item)).toEqual([2, 4]);
		expect(progress.of(fourth)?.status).toBe('skipped');
		expect(progress.recipients.map(({ message }) => message)).toEqual(
			recipients.map(({ message }) => message),
		);
	});

	it('do not include one that the request does not carry', () => {
		const progress = new Progress(recipients.slice(0, 2));
		progress.advance(fourth, { type: 'sending' });
		expect(progress.of(fourth)).toBeUndefined();
		expect(progress.recipients).toEqual(recipients.slice(0, 2));
		expect(new Progress([]).of(first)).toBeUndefined();
	});
});

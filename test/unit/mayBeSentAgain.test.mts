import type { Finding } from '../../nodes/MessagingService/sending/ask.ts';
import { mayBeSentAgain } from '../../nodes/MessagingService/sending/mayBeSentAgain.ts';
import { EARLIER_TRY } from '../../nodes/MessagingService/sending/unknownOutcome.ts';

const passing = { ...EARLIER_TRY, retryable: true };
const lasting = { ...EARLIER_TRY, retryable: false };

it.each<[string, Finding]>([
	['the service holds it', { is: 'there', record: { id: 1 } }],
	['the service does not tell', { is: 'hidden' }],
	['the question fails', { is: 'hidden', fault: passing }],
])('a send is not made again when %s', (_, finding) => {
	expect([mayBeSentAgain(passing, finding), mayBeSentAgain(lasting, finding)]).toEqual([
		false,
		false,
	]);
});

it('a send is made again when the service says that it does not have it, after a fault that passes', () => {
	expect(mayBeSentAgain(passing, { is: 'notThere' })).toBe(true);
	expect(mayBeSentAgain(lasting, { is: 'notThere' })).toBe(false);
});

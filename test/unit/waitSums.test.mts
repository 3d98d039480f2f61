import { waitSums } from '../../nodes/MessagingService/resources/sms/waitSums.ts';

const ended = (status: string) => ({ status, done: true, failedToAsk: false });
const open = (status: string) => ({ status, done: false, failedToAsk: false });

test.each([
	[
		[ended('delivered'), ended('read'), ended('delivered'), ended('expired'), open('sent')],
		'5 messages: 3 delivered, 1 failed, 1 still on the way.',
	],
	[[open('accepted')], '1 message: 1 still on the way.'],
	[[open('')], '1 message: 1 not found so far.'],
	// An unknown status says nothing of the end.
	[[open('teleported'), ended('delivered')], '2 messages: 1 delivered, 1 still on the way.'],
	[
		[ended('not sent'), ended('unknown'), { ...ended(''), failedToAsk: true }],
		'3 messages: 1 with an unknown outcome, 1 not sent, 1 that could not be asked for.',
	],
])('sums up what was waited for: %#', (messages, sums) => {
	expect(waitSums(messages)).toBe(sums);
});

import type { Recipient } from './outcomes';

/** Takes recipients and what tells which of them belong together; returns them in groups, in the order of the first of each. */
function groupBy<Key>(
	recipients: readonly Recipient[],
	keyOf: (recipient: Recipient) => Key,
): Recipient[][] {
	const groups = new Map<Key, Recipient[]>();
	for (const recipient of recipients) {
		const key = keyOf(recipient);
		const group = groups.get(key);
		if (group) group.push(recipient);
		else groups.set(key, [recipient]);
	}
	return [...groups.values()];
}

const startOf = (group: readonly Recipient[]): number => group[0]?.message.start ?? 0;

/**
 * Takes the recipients of a send; returns those of each request, in the order in which the requests go out: at most `size` in each,
 * those that go out at one moment together, and of the messages to a repeated number each one in a later round than the one before.
 * What is refused, skipped or merged goes into none. The body of a request is made by its endpoint (requests.ts).
 *
 * What an earlier try may have sent stays apart by its requests: the answer to one of them says nothing of the others, nor of what was
 * not sent so far.
 */
export function intoRequests(recipients: readonly Recipient[], size: number): Recipient[][] {
	const rounds: Recipient[][] = [];
	for (const recipient of recipients) {
		if (recipient.status === 'ready') (rounds[recipient.message.round] ??= []).push(recipient);
	}
	const requests: Recipient[][] = [];
	for (const round of rounds) {
		const groups = groupBy(
			round,
			({ message: { start = '', before } }) =>
				`${start} ${before?.state === 'unknown' ? `unknown ${before.request ?? ''}` : ''}`,
		).sort((one, other) => startOf(one) - startOf(other));
		for (const group of groups) {
			for (let start = 0; start < group.length; start += size)
				requests.push(group.slice(start, start + size));
		}
	}
	return requests;
}

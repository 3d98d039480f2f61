import type { Recipient } from './outcomes';

/**
 * Takes the recipients of a send; returns those of each request, in the order in which the requests go out: at most `size` in each,
 * and of the messages to a repeated number each one in a later round than the one before. What is refused, skipped or merged goes
 * into none. The body of a request is made by its endpoint (requests.ts).
 */
export function intoRequests(recipients: readonly Recipient[], size: number): Recipient[][] {
	const rounds: Recipient[][] = [];
	for (const recipient of recipients) {
		if (recipient.status === 'ready') (rounds[recipient.message.round] ??= []).push(recipient);
	}
	const requests: Recipient[][] = [];
	for (const round of rounds) {
		for (let start = 0; start < round.length; start += size)
			requests.push(round.slice(start, start + size));
	}
	return requests;
}

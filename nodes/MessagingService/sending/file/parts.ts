import type { Recipient } from '../outcomes';

/** A part of a file: the recipients of one request, or such that go into none. */
export interface Part {
	/** Those of one request, in the order of the file; none where nothing is to be sent. */
	request: readonly Recipient[];
	/** Refused, merged and skipped ones. */
	others: readonly Recipient[];
	/** The line with which the next request begins; undefined after the last. */
	nextLine?: number;
}

/**
 * Takes judged recipients as they come, and how many a request takes at most; returns the parts in which they go out. The numbers of
 * one line go out together as far as a request has room, so that what is sent can be told by lines.
 */
export async function* intoParts(
	judged: AsyncIterable<readonly Recipient[]>,
	size: number,
): AsyncGenerator<Part> {
	let pending: Recipient[] = [];
	for await (const recipients of judged) {
		const others = recipients.filter(({ status }) => status !== 'ready');
		if (others.length > 0) yield { request: [], others };
		for (const recipient of recipients) {
			if (recipient.status !== 'ready') continue;
			if (pending.length === size) {
				const { line } = recipient.message;
				const begin = pending.findIndex(({ message }) => message.line === line);
				const end = begin > 0 ? begin : size;
				yield { request: pending.slice(0, end), others: [], nextLine: line };
				pending = pending.slice(end);
			}
			pending.push(recipient);
		}
	}
	if (pending.length > 0) yield { request: pending, others: [] };
}

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

/** So many requests are collected at a time. Where there are more groups than that, the largest one goes out before it is full. */
const COLLECTED_AT_MOST = 20;

const largest = (groups: Iterable<Recipient[]>): Recipient[] =>
	[...groups].reduce((most, group) => (group.length > most.length ? group : most), []);

/**
 * Takes judged recipients as they come, how many a request takes at most, and which of them belong together; returns the parts in
 * which they go out. The numbers of one line go out together as far as a request has room, so that what is sent can be told by lines.
 */
export async function* intoParts(
	judged: AsyncIterable<readonly Recipient[]>,
	size: number,
	groupOf: (recipient: Recipient) => string = () => '',
): AsyncGenerator<Part> {
	const groups = new Map<string, Recipient[]>();
	let held = 0;
	for await (const recipients of judged) {
		const others = recipients.filter(({ status }) => status !== 'ready');
		if (others.length > 0) yield { request: [], others };
		for (const recipient of recipients) {
			if (recipient.status !== 'ready') continue;
			const key = groupOf(recipient);
			const group = groups.get(key) ?? [];
			groups.set(key, group);
			if (group.length === size) {
				const { line } = recipient.message;
				const begin = group.findIndex(({ message }) => message.line === line);
				const end = begin > 0 ? begin : size;
				held -= end;
				yield { request: group.splice(0, end), others: [], nextLine: line };
			} else if (held === size * COLLECTED_AT_MOST) {
				const most = largest(groups.values());
				held -= most.length;
				yield { request: most.splice(0), others: [], nextLine: recipient.message.line };
			}
			group.push(recipient);
			held++;
		}
	}
	for (const group of groups.values()) if (group.length > 0) yield { request: group, others: [] };
}

import type { Message, Ready, Recipient } from '../settle';

/** A part of a file: the recipients of one request, or some that go into none. */
export interface Part {
	/** Those of one request, in the order of the file; none where nothing is to be sent. */
	request: readonly Ready[];
	/** Refused, duplicate and skipped ones. */
	others: readonly Recipient[];
}

/** So many requests are collected at a time. Where there are more groups than that, the largest one goes out before it is full. */
const COLLECTED_AT_MOST = 20;

/** What orders the messages to one number, which go in requests of their own: 0 for its first. */
export const roundOf = ({ isFurther, nth }: Message): number => (isFurther ? nth : 0);

const roundOfGroup = ([first]: Ready[]): number => (first ? roundOf(first.message) : 0);

/** The groups that leave before a full one: all of earlier rounds, if they hold an earlier message to one of its numbers. */
function earlierThan(full: readonly Ready[], groups: Iterable<Ready[]>): Ready[][] {
	const [first] = full;
	if (!first || roundOf(first.message) === 0) return [];
	const phones = new Set(full.map(({ message }) => message.phone));
	const earlier = [...groups]
		.filter((group) => roundOfGroup(group) < roundOf(first.message))
		.sort((a, b) => roundOfGroup(a) - roundOfGroup(b));
	return earlier.flat().some(({ message }) => phones.has(message.phone)) ? earlier : [];
}

const largest = (groups: Iterable<Ready[]>): Ready[] =>
	[...groups].reduce((most, group) => (group.length > most.length ? group : most), []);

/**
 * Collects judged recipients, as they come, into the parts in which they go out: a request takes `size` of them at most, all of one group,
 * which has one round (`roundOf`).
 */
export async function* intoParts(
	judged: AsyncIterable<readonly Recipient[]>,
	size: number,
	groupOf: (recipient: Ready) => string,
): AsyncGenerator<Part> {
	const groups = new Map<string, Ready[]>();
	let held = 0;
	for await (const recipients of judged) {
		const others = recipients.filter(({ status }) => status !== 'ready');
		if (others.length > 0) yield { request: [], others };
		for (const recipient of recipients) {
			if (recipient.status !== 'ready') continue;
			const key = groupOf(recipient);
			const group = groups.get(key) ?? [];
			groups.set(key, group);
			const full =
				group.length === size
					? group
					: held === size * COLLECTED_AT_MOST
						? largest(groups.values())
						: undefined;
			for (const leaving of full ? [...earlierThan(full, groups.values()), full] : []) {
				held -= leaving.length;
				if (leaving.length > 0) yield { request: leaving.splice(0), others: [] };
			}
			group.push(recipient);
			held++;
		}
	}
	// The first message to a number leaves before its second, whichever group began before.
	const left = [...groups.values()].sort((a, b) => roundOfGroup(a) - roundOfGroup(b));
	for (const group of left) if (group.length > 0) yield { request: group, others: [] };
}

/**
 * Gives parts on in the order in which they come, and reads the next one while the caller works with a part: a request and the reading of
 * the next one's recipients go side by side. What goes wrong in reading is thrown when that part is asked for.
 */
export async function* readAhead<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
	const iterator = parts[Symbol.asyncIterator]();
	const read = async (): Promise<IteratorResult<Part>> => await iterator.next();
	let next = read();
	try {
		for (let part = await next; part.done !== true; part = await next) {
			next = read();
			// It is awaited later, or never where the sending stops before.
			next.catch(() => undefined);
			yield part.value;
		}
	} finally {
		await next.catch(() => undefined);
		await iterator.return?.();
	}
}

import type { Remembered, RunMemory } from '../dispatch/memory';
import { advance, placeKey, placeOf, ready, type Message, type Recipient } from './outcomes';
import type { Cleaning } from './parameters';
import { asBefore } from './references';

/*
 * Numbers that are new in their item, though an earlier try of the run sent to them from another item, which has another number by now: a
 * retry may read another field, or a corrected list.
 *
 * - Of items that go out together each number gets one message, whichever item it is of. So nothing is sent to the number: what went out
 *   stands for it. The same goes for what went out together then, or in a campaign of unknown outcome, however it goes out now.
 * - Each of several items that go out one by one, or under Send to All, has a message of its own. It goes out, with a reference of its own.
 */

/** Recipients that go out together, of which nothing is sent so far. */
export interface Going {
	readonly items: readonly number[];
	readonly repeated: Cleaning['repeated'];
	readonly recipients: Recipient[];
}

/** What becomes of them. */
export interface Heeded {
	/** The recipients of each, in the order that they were given in. */
	readonly recipients: ReadonlyArray<Recipient[]>;
	/** Numbers to which another message of the run went or may have gone, which has the reference of a single message to the number. */
	readonly taken: ReadonlySet<string>;
}

/** How often an entry is looked up at most, to find numbers that were sent to from other items; a second or two. */
const LOOKUPS_AT_MOST = 1_000_000;

/** What an earlier try sent to a number, or may have sent, and the item that it did so for. */
interface Sent {
	readonly item: number;
	readonly before: Remembered;
}

/** Whether the message that an earlier try sent to a number stands for that of another item, however that goes out now. */
const standsForOthers = ({ state, campaign, together }: Remembered): boolean =>
	together === true || (state === 'unknown' && campaign === true);

/** A recipient whose number got the message of another item in an earlier try, or may have got it. */
function asOfItem(run: string, recipient: Recipient, { item, before }: Sent): Recipient {
	const place = placeOf({ item, position: -1 });
	const ifFound = `The number got the message of ${place} in an earlier try`;
	if (before.state === 'accepted') return advance(recipient, { type: 'merged', reason: ifFound });
	const sent = advance(ready(asBefore(run, recipient.message, before)), { type: 'sending' });
	const reason = `An earlier try may have sent the message of ${place} to the number`;
	return advance(sent, { type: 'unknown', reason, ifFound });
}

/** A recipient of which nobody knows whether an earlier try sent to its number from another item. */
function asOfAnyItem(run: string, { message }: Recipient): Recipient {
	const { reference } = message;
	const before = { state: 'unknown', campaign: true } as const;
	const asked = reference === '' ? asBefore(run, message, before) : { ...message, before };
	const sent = advance(ready(asked), { type: 'sending' });
	return advance(sent, {
		type: 'unknown',
		reason:
			'An earlier try may have sent it: so many items have other numbers by now that it cannot be told',
		ifFound: 'The number got a message in an earlier try',
	});
}

/** Returns what finds the messages that an earlier try sent to a number; undefined where there are too many numbers to look each up. */
function finderOf(
	memory: RunMemory,
	numbers: ReadonlySet<string>,
	itemCount: number,
): ((phone: string) => Sent[]) | undefined {
	if (numbers.size * itemCount > LOOKUPS_AT_MOST) return undefined;
	const items = Array.from({ length: itemCount }, (_, item) => item);
	return (phone) =>
		items.flatMap((item) => {
			const before = memory.recall(placeKey({ item, phone }));
			return before ? [{ item, before }] : [];
		});
}

/** Takes all recipients of a run that has `itemCount` items; returns what becomes of those with a number that was another item's. */
export function heedMovedNumbers(
	memory: RunMemory,
	all: readonly Going[],
	itemCount: number,
): Heeded {
	const taken = new Set<string>();
	const unchanged = { recipients: all.map(({ recipients }) => recipients), taken };
	if (memory.size === 0) return unchanged;
	const inPlace = new Set<string>();
	for (const { recipients } of all)
		for (const { message } of recipients) {
			const key = placeKey(message);
			if (memory.recall(key)) inPlace.add(key);
		}
	// As long as each message of the earlier tries is still there, none is in the place of another.
	if (inPlace.size >= memory.size) return unchanged;

	const isNew = ({ status, message }: Recipient): boolean =>
		status === 'ready' && !inPlace.has(placeKey(message));
	const numbers = new Set(
		all.flatMap(({ recipients }) => recipients.filter(isNew).map(({ message }) => message.phone)),
	);
	const find = finderOf(memory, numbers, itemCount);

	/** Whether what an earlier try sent to a number is all that goes to it. */
	function isAll({ items, repeated }: Going, { phone }: Message, { item, before }: Sent): boolean {
		if (repeated !== 'send') return items.length > 1 || standsForOthers(before);
		return standsForOthers(before) && !inPlace.has(placeKey({ item, phone }));
	}

	const doesAnyStand = !find && memory.hasAny(standsForOthers);

	/** Whether an earlier try may have sent to a number all that goes to it, where nobody can look it up. */
	const mayBeAll = ({ items, repeated }: Going): boolean =>
		doesAnyStand || (items.length > 1 && repeated !== 'send');

	function heed(going: Going, recipient: Recipient): Recipient {
		const { message } = recipient;
		const sent = find?.(message.phone) ?? [];
		const holders = sent.filter((one) => isAll(going, message, one));
		const holder = holders.find(({ before }) => before.state === 'accepted') ?? holders[0];
		if (holder) return asOfItem(memory.run, recipient, holder);
		if (!find && mayBeAll(going)) return asOfAnyItem(memory.run, recipient);
		if (!find || sent.length > 0) taken.add(message.phone);
		return recipient;
	}

	const recipients = all.map((going) =>
		going.recipients.map((one) => (isNew(one) ? heed(going, one) : one)),
	);
	return { recipients, taken };
}

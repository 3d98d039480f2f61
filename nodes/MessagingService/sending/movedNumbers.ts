import type { Remembered, RunMemory } from '../dispatch/memory';
import { advance, itemOfPlace, placeKey, placeOf, ready, type Recipient } from './outcomes';
import type { Cleaning } from './parameters';
import { asBefore } from './references';

/*
 * Numbers that are new in their item, though an earlier try of the run sent to them from another item, which has another number by now: a
 * retry may read another field, or a corrected list.
 *
 * - Of items that go out together each number gets one message, whichever item it is of. So nothing is sent to the number: what went out
 *   stands for it. The same goes for what went out together then, however it goes out now.
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

/** What an earlier try sent to a number, or may have sent, and the item that it did so for. */
interface Sent {
	readonly item: number;
	readonly before: Remembered;
}

/** A recipient whose number got the message of another item in an earlier try, or may have got it. */
function asOfItem(run: string, recipient: Recipient, { item, before }: Sent): Recipient {
	const place = placeOf({ item, position: -1 });
	const merged = {
		type: 'merged',
		reason: `The number got the message of ${place} in an earlier try`,
	} as const;
	if (before.state === 'accepted') return advance(recipient, merged);
	const sent = advance(ready(asBefore(run, recipient.message, before)), { type: 'sending' });
	const reason = `An earlier try may have sent the message of ${place} to the number`;
	return advance(sent, { type: 'unknown', reason, ifFound: merged.reason });
}

/** Takes all recipients of a run; returns what becomes of those with a number that was another item's. */
export function heedMovedNumbers(memory: RunMemory, all: readonly Going[]): Heeded {
	const taken = new Set<string>();
	if (memory.size === 0) return { recipients: all.map(({ recipients }) => recipients), taken };

	function heed({ items, repeated }: Going, recipient: Recipient): Recipient {
		const { status, message } = recipient;
		if (status !== 'ready' || memory.recall(placeKey(message))) return recipient;
		const sent = memory
			.recallAll(message.phone)
			.map(({ place, what }): Sent => ({ item: itemOfPlace(place), before: what }));
		const isOncePerNumber = items.length > 1 && repeated !== 'send';
		const holders = sent.filter(({ before }) => isOncePerNumber || before.together === true);
		const holder = holders.find(({ before }) => before.state === 'accepted') ?? holders[0];
		if (holder) return asOfItem(memory.run, recipient, holder);
		if (sent.length > 0) taken.add(message.phone);
		return recipient;
	}

	const recipients = all.map((going) => going.recipients.map((one) => heed(going, one)));
	return { recipients, taken };
}

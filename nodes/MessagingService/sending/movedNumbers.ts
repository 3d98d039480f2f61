import type { RememberedPlace, RunMemory } from '../dispatch/memory';
import { asLeft } from './earlierTries';
import {
	advance,
	isLeftOut,
	itemOfPlace,
	keyAtPlace,
	placeKey,
	placeOf,
	ready,
	type Recipient,
} from './outcomes';
import type { SendParameters } from './parameters';
import { asBefore } from './references';

/*
 * Numbers that are new in their item, though an earlier try of the run sent to them from another item, which has another number by now: a
 * retry may read another field, or a corrected list.
 *
 * - Of recipients that go out together each number gets one message, whichever item it is of. So what went out to the number stands for
 *   this one. What may have gone out is asked for, and sent only as it would be from its own item: under the same reference. The same
 *   goes for what went out together then, however it goes out now.
 * - Each of several items that go out one by one, or under Send to All, has a message of its own. It goes out, with a reference of its own.
 */

/** What becomes of the recipients of a run. */
export interface Heeded {
	/** The recipients of each batch, in the order that they were given in. */
	readonly recipients: ReadonlyArray<Recipient[]>;
	/** Numbers to which another message of the run went or may have gone, which has the reference of a single message to the number. */
	readonly taken: ReadonlySet<string>;
}

/**
 * Takes a recipient whose number got the message of another item in an earlier try, or may have got it; returns what it is for that, also
 * where this try leaves it out.
 */
function asOfItem(run: string, recipient: Recipient, { place, what }: RememberedPlace): Recipient {
	const { message } = recipient;
	const item = placeOf({ item: itemOfPlace(place), position: -1 });
	const merged = {
		type: 'merged',
		reason: `The number got the message of ${item} in an earlier try`,
	} as const;
	const moved = { key: keyAtPlace(message.phone, place), ifFound: merged.reason };
	if (isLeftOut(recipient))
		return asLeft({ ...recipient, message: { ...message, moved } }, what, run);
	if (what.state === 'accepted') return advance(recipient, merged);
	return ready({ ...asBefore(run, message, what), moved });
}

/** Takes all recipients of a run, by batches; returns what becomes of those with a number that was another item's. */
export function heedMovedNumbers(
	memory: RunMemory,
	{ isOncePerNumber }: Pick<SendParameters, 'isOncePerNumber'>,
	batches: ReadonlyArray<Recipient[]>,
): Heeded {
	const taken = new Set<string>();
	if (memory.size === 0) return { recipients: batches, taken };

	/** The recipients that go out for what an earlier try may have sent, by the keys of its entries. */
	const holders = new Map<string, Recipient>();
	for (const recipient of batches.flat()) {
		const key = placeKey(recipient.message);
		if (recipient.status === 'ready' && memory.recall(key)) holders.set(key, recipient);
	}

	function heed(recipient: Recipient): Recipient {
		const { status, message } = recipient;
		const isReady = status === 'ready';
		if (!isReady && !isLeftOut(recipient)) return recipient;
		if (memory.recall(placeKey(message))) return recipient;
		const sent = memory.recallAll(message.phone);
		// Of several messages of one item to the number, under Send to All, none stands for another.
		const standing = sent.filter(
			({ place, what }) =>
				isOncePerNumber || (what.together === true && itemOfPlace(place) !== message.item),
		);
		const earlier = standing.find(({ what }) => what.state === 'accepted') ?? standing[0];
		if (!earlier) {
			if (isReady && sent.length > 0) taken.add(message.phone);
			return recipient;
		}
		const heeded = asOfItem(memory.run, recipient, earlier);
		const { moved } = heeded.message;
		if (!moved) return heeded;
		const holder = holders.get(moved.key);
		if (holder) {
			const reason = `The same number as ${placeOf(holder.message)}`;
			return advance(recipient, { type: 'merged', reason });
		}
		if (isReady) holders.set(moved.key, recipient);
		return heeded;
	}

	return { recipients: batches.map((batch) => batch.map(heed)), taken };
}

import type { Remembered, RunMemory } from '../dispatch/memory';
import {
	advance,
	isLeftOut,
	OTHER_TEXT,
	placeKey,
	placeOf,
	ready,
	reasonOf,
	type Message,
	type Recipient,
} from './outcomes';
import { automaticReference } from './references';

/*
 * What an earlier try of the run sent counts, whatever this try makes of it. A text may have been changed since so that a check refuses
 * it now, a number may be in Leave Out Numbers by now, and an item that was refused then may now be the first one with its number. None
 * of this takes back what went out.
 */

/** How often an entry is looked up at most, to find numbers that were sent to from other items; a second or two. */
const LOOKUPS_AT_MOST = 1_000_000;

const MAY_BE_SENT = 'An earlier try may have sent it';

/** A recipient that goes into no request of this try, as an earlier try left it. */
function asLeft(recipient: Recipient, earlier: Remembered, run: string): Recipient {
	const { reference = automaticReference(run, recipient.message.phone) } = earlier;
	const sent = advance(ready({ ...recipient.message, reference }), { type: 'sending' });
	if (earlier.state === 'accepted') {
		const { result: fields = {}, summary } = earlier;
		return advance(sent, { type: 'accepted', answer: { fields, summary }, already: true });
	}
	const reason = [reasonOf(recipient)?.replace(/\.$/, ''), MAY_BE_SENT].filter(Boolean).join('. ');
	const refusal =
		recipient.status === 'refused' ? { ...recipient.refusal, message: reason } : undefined;
	return advance(sent, { type: 'unknown', reason, refusal });
}

/** Takes a recipient; returns it as an earlier try left it, where this try refuses it or leaves it out, else as it is. */
export function recallLeftOut(memory: RunMemory, recipient: Recipient): Recipient {
	if (memory.size === 0 || !isLeftOut(recipient)) return recipient;
	const earlier = memory.recall(placeKey(recipient.message));
	return earlier ? asLeft(recipient, earlier, memory.run) : recipient;
}

/** The first recipient with each number that an earlier try sent, or may have sent. */
function triedByNumber(
	memory: RunMemory,
	recipients: readonly Recipient[],
): ReadonlyMap<string, Message> {
	const tried = new Map<string, Message>();
	for (const { message } of recipients)
		if (!tried.has(message.phone) && memory.recall(placeKey(message)))
			tried.set(message.phone, message);
	return tried;
}

/**
 * Takes the items of recipients that go out together, and a recipient that is new though an earlier try sent to its number from another
 * of these items, which has another number by now; returns it as that try left it: its number gets one message, whichever item it is of.
 */
function asOfOtherItem(
	memory: RunMemory,
	recipient: Recipient,
	items: readonly number[],
): Recipient {
	const { message } = recipient;
	for (const item of items) {
		const earlier = memory.recall(placeKey({ item, phone: message.phone }));
		if (!earlier) continue;
		if (earlier.state === 'accepted')
			return advance(recipient, {
				type: 'merged',
				reason: `The number got the message of ${placeOf({ item, position: -1 })} in an earlier try`,
			});
		const { reference = automaticReference(memory.run, message.phone) } = earlier;
		const sent = advance(ready({ ...message, reference }), { type: 'sending' });
		const reason = `An earlier try may have sent the message of ${placeOf({ item, position: -1 })} to the number`;
		return advance(sent, { type: 'unknown', reason });
	}
	return recipient;
}

/** A recipient with a number that is new in its item, of which nobody knows whether an earlier try sent to it from another one. */
function asOfAnyItem(memory: RunMemory, { message }: Recipient): Recipient {
	const reference = message.reference || automaticReference(memory.run, message.phone);
	const sent = advance(ready({ ...message, reference }), { type: 'sending' });
	const reason = `${MAY_BE_SENT}: so many items have other numbers by now that it cannot be told`;
	return advance(sent, { type: 'unknown', reason });
}

/**
 * Takes the cleaned recipients that go out together; returns them so that what an earlier try sent is neither refused nor sent to the
 * same number from another item. Where each message to a repeated number goes out (`repeated` is 'send'), none stands for another.
 * `items` are those that they come from.
 */
export function heedEarlierTries(
	recipients: Recipient[],
	memory: RunMemory,
	repeated: 'merge' | 'refuse' | 'send',
	items: readonly number[],
): Recipient[] {
	if (memory.size === 0) return recipients;
	const tried = triedByNumber(memory, recipients);
	const heeded = heedSameItem(recipients, memory, repeated, tried);
	if (repeated === 'send' || items.length === 1) return heeded;
	const isNew = ({ status, message }: Recipient): boolean =>
		status === 'ready' && !tried.has(message.phone);
	const fresh = heeded.filter(isNew).length;
	// As long as each message of the earlier tries is still there, none is in the place of another.
	if (fresh === 0 || tried.size >= memory.size) return heeded;
	// Too many to look each up. What an earlier try sent to a number is not sent to it again, so they wait for an answer of the service.
	const isTooMany = fresh * items.length > LOOKUPS_AT_MOST;
	return heeded.map((one) => {
		if (!isNew(one)) return one;
		return isTooMany ? asOfAnyItem(memory, one) : asOfOtherItem(memory, one, items);
	});
}

/** The same, as far as an earlier try sent from an item that has the number still. */
function heedSameItem(
	recipients: Recipient[],
	memory: RunMemory,
	repeated: 'merge' | 'refuse' | 'send',
	tried: ReadonlyMap<string, Message>,
): Recipient[] {
	if (tried.size === 0) return recipients;
	const going = new Set(
		recipients.flatMap(({ status, message }) => (status === 'ready' ? [placeKey(message)] : [])),
	);
	return recipients.map((recipient) => {
		const { status, message } = recipient;
		const holder = tried.get(message.phone);
		if (!holder) return recipient;
		const key = placeKey(message);
		if (status === 'ready') {
			const isOther = repeated !== 'send' && placeKey(holder) !== key && !memory.recall(key);
			return isOther ? mergedInto(holder, message) : recipient;
		}
		if (going.has(key)) return recipient;
		// The same number twice in one list shares a place: what went out under it is told once.
		const isSame = repeated !== 'send' && holder !== message && placeKey(holder) === key;
		if (isSame && isLeftOut(recipient)) return mergedInto(holder, message);
		return status === 'merged' && holder === message
			? ready(message)
			: recallLeftOut(memory, recipient);
	});
}

/** A message whose number gets the one that an earlier try sent from another item. */
function mergedInto(holder: Message, message: Message): Recipient {
	const difference = holder.text === message.text ? '' : OTHER_TEXT;
	return advance(ready(message), {
		type: 'merged',
		reason: `The same number as ${placeOf(holder)}${difference}`,
	});
}

/**
 * Takes the recipients of items that go out by themselves, all recipients of the run, and the number of its items; returns the numbers
 * of those that are new, though an earlier try sent to the number from an item that has another one by now. That message was another
 * one, and has the reference of a single message to the number.
 */
export function numbersOfOtherItems(
	memory: RunMemory,
	alone: readonly Recipient[],
	all: readonly Recipient[],
	itemCount: number,
): readonly string[] {
	if (memory.size === 0) return [];
	const recalled = new Set<string>();
	for (const { message } of all) {
		const key = placeKey(message);
		if (memory.recall(key)) recalled.add(key);
	}
	// As long as each message of the earlier tries is still there, none is in the place of another.
	if (recalled.size >= memory.size) return [];
	const phones = new Set(
		alone.flatMap(({ status, message }) =>
			status === 'ready' && !recalled.has(placeKey(message)) ? [message.phone] : [],
		),
	);
	if (phones.size * itemCount > LOOKUPS_AT_MOST) return [...phones];
	const items = Array.from({ length: itemCount }, (_, item) => item);
	return [...phones].filter((phone) =>
		items.some((item) => memory.recall(placeKey({ item, phone })) !== undefined),
	);
}

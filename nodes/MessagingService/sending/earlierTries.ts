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
import type { Cleaning } from './parameters';
import { asBefore } from './references';

/*
 * What an earlier try of the run sent counts, whatever this try makes of it. A text may have been changed since so that a check refuses
 * it now, a number may be in Leave Out Numbers by now, and an item that was refused then may now be the first one with its number. None
 * of this takes back what went out.
 */

const MAY_BE_SENT = 'An earlier try may have sent it';

const NONE: ReadonlyMap<string, Message> = new Map();

/** Takes a recipient that goes into no request of this try; returns it as an earlier try left it. */
export function asLeft(recipient: Recipient, earlier: Remembered, run: string): Recipient {
	const sent = advance(ready(asBefore(run, recipient.message, earlier)), { type: 'sending' });
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
 * Takes the cleaned recipients that go out together; returns them so that what an earlier try sent is not refused, and goes to no number
 * of another item once more. Where each message to a repeated number goes out (`repeated` is 'send'), none stands for another.
 */
export function heedEarlierTries(
	recipients: Recipient[],
	memory: RunMemory,
	repeated: Cleaning['repeated'],
): Recipient[] {
	const tried = memory.size === 0 ? NONE : triedByNumber(memory, recipients);
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
		// A message of its own that went out before, though its number comes twice, is not merged by now.
		const hadOwn = status === 'merged' && placeKey(holder) !== key && memory.recall(key);
		return hadOwn || (status === 'merged' && holder === message)
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

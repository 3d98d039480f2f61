import { bareSender, isOfOtherChannel } from '../../shared/reply';
import { LIMITS } from '../../shared/spec';
import type { Fields } from './answer';

/*
 * Whether an answer with an ID speaks of what was sent. A proxy may mix answers up, and a campaign of somebody else says nothing of ours,
 * so that one which names another sender or another type of message is no evidence.
 */

/** A sender as it is compared: a number may have a + or 00 before its country code. */
const comparable = (sender: string): string => bareSender(sender).replace(/^00(?=\d+$)/, '');

/** Whether two senders are the same, where a service may have cut the longer one off. */
function isSameSender(one: string, other: string): boolean {
	const [first, second] = [comparable(one), comparable(other)];
	return first.startsWith(second) || second.startsWith(first);
}

/**
 * Whether what a list has for a sender may be this one. What is shorter than the longest name was not cut off: an account may have one
 * sender whose name begins with that of another.
 */
export function isSenderAsListed(listed: string, sender: string): boolean {
	const [shown, own] = [comparable(listed), comparable(sender)];
	const mayBeCutOff = listed.trim().length >= LIMITS.sender.alphanumeric;
	return shown === own || (mayBeCutOff && own.startsWith(shown));
}

/** The first text or number among values, as text; undefined where there is none. */
function firstTold(values: readonly unknown[]): string | undefined {
	return values
		.filter((value) => typeof value === 'string' || typeof value === 'number')
		.map((value) => String(value).trim())
		.find((value) => value !== '');
}

/** Whether what stands in the place of a sender may be one. Where ours is a name, a number is the ID of one. */
const mayBeSender = (told: unknown, own: string): boolean =>
	typeof told === 'string' || !/\p{L}/u.test(own);

/**
 * Takes the places of an answer where an ID may stand, and the senders of the request; returns in words what they tell of another send,
 * and undefined where they tell nothing of the kind. Of a request with several senders the service may name any, or say that there are
 * several. All sends of the node are SMS (4.4 to 4.9); 2.1 names the field of the type, and spells it in two ways.
 */
export function tellsOfAnother(
	places: readonly Fields[],
	senders: readonly string[],
): string | undefined {
	const [own, ...others] = new Set(senders);
	if (own !== undefined && others.length === 0) {
		const named = places.flatMap(({ sender, originator }) => [sender, originator]);
		const told = firstTold(named.filter((one) => mayBeSender(one, own)));
		if (told !== undefined && !isSameSender(told, own)) return `the sender ${told}`;
	}
	const type = firstTold(
		places.flatMap(({ message_type, mesage_type }) => [message_type, mesage_type]),
	);
	return isOfOtherChannel(type, 'sms') ? `messages of the type ${type}` : undefined;
}

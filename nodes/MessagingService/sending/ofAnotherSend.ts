import type { Fields } from './answer';

/*
 * Whether an answer with an ID speaks of what was sent. A proxy may mix answers up, and a campaign of somebody else says nothing of ours,
 * so that one which names another sender or another type of message is no evidence.
 */

/** Senders are compared by their letters and digits: services write them in capitals, or with a + before a number. */
const bare = (sender: string): string =>
	sender
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '') || sender.trim();

/** Whether two senders are the same, where a service may have cut the longer one off. */
function isSameSender(one: string, other: string): boolean {
	const [first, second] = [bare(one), bare(other)];
	return first.startsWith(second) || second.startsWith(first);
}

/** The first text or number among values, as text; undefined where there is none. */
function firstTold(values: readonly unknown[]): string | undefined {
	return values
		.filter((value) => typeof value === 'string' || typeof value === 'number')
		.map((value) => String(value).trim())
		.find((value) => value !== '');
}

/**
 * Takes the places of an answer where an ID may stand, and the senders of the request; returns in words what they tell of another send,
 * and undefined where they tell nothing of the kind. Of a request with several senders the service may name any, or say that there are
 * several. All sends of the node are SMS (4.4 to 4.9); 2.1 names the field of the type, and spells it in two ways.
 */
export function tellsOfAnother(
	places: readonly Fields[],
	senders: readonly string[],
): string | undefined {
	const told = firstTold(places.flatMap(({ sender, originator }) => [sender, originator]));
	const [own, ...others] = new Set(senders);
	if (told !== undefined && own !== undefined && others.length === 0 && !isSameSender(told, own))
		return `the sender ${told}`;
	const type = firstTold(
		places.flatMap(({ message_type, mesage_type }) => [message_type, mesage_type]),
	);
	return type === undefined || /sms/i.test(type) ? undefined : `messages of the type ${type}`;
}

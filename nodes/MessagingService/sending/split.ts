import type { Ready, Recipient } from './settle';

const startOf = ([first]: readonly Ready[]): number => first?.message.start ?? 0;

/**
 * Shares the recipients that are ready out among requests of at most `size`, in the order of the input. A request has one sender, one
 * start and one set of terms, and each number at most once (code 31). What an earlier request may have carried stays together, as
 * `requestOf` says: what is learned of it says nothing of the others.
 */
export function intoRequests(
	recipients: readonly Recipient[],
	size: number,
	requestOf: (recipient: Ready) => object | undefined = () => undefined,
): Ready[][] {
	const ids = new Map<object, number>();
	const idOf = (one: object | undefined): number => {
		if (!one) return 0;
		const id = ids.get(one) ?? ids.size + 1;
		ids.set(one, id);
		return id;
	};
	const rounds = new Map<string, number>();
	const groups = new Map<string, Ready[]>();
	for (const recipient of recipients) {
		if (recipient.status !== 'ready') continue;
		const { phone, sender, terms, start = 0 } = recipient.message;
		const round = rounds.get(phone) ?? 0;
		rounds.set(phone, round + 1);
		const key = `${round} ${start} ${idOf(terms)} ${idOf(requestOf(recipient))} ${sender}`;
		const group = groups.get(key);
		if (group) group.push(recipient);
		else groups.set(key, [recipient]);
	}
	// Those whose time has come go out first.
	const inOrder = [...groups.values()].sort((one, other) => startOf(one) - startOf(other));
	return inOrder.flatMap((group) =>
		Array.from({ length: Math.ceil(group.length / size) }, (_, part) =>
			group.slice(part * size, (part + 1) * size),
		),
	);
}

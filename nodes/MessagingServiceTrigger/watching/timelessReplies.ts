/**
 * Replies that tell no time. They never leave the window by themselves, and a service may show all that ever came: what is known of
 * them is bounded by forgetting those in the middle of the list. New ones come at an end of it, so that both ends stay known, and one
 * that stands between two known ones is then taken for a forgotten one.
 */
import { timeOfReply, type SeenReply } from '../events/received';
import { idOfKey } from '../state/state';

/** Characters of stored JSON that the known ones may take: 2,000 of them, where they are not equal. */
const CHARACTERS = 26_000;
/** Characters that an ID takes in a list beside itself: two quotes and a comma. */
const AROUND = 3;

/** Whether the ID of a reply tells that it had no time. */
export const isTimeless = (id: string): boolean => timeOfReply(id) === 0;

/** Takes replies in the order of the list and the known IDs; returns the IDs without a time that are not known and stand between two that are. */
export function amongKnown(
	replies: readonly SeenReply[],
	known: ReadonlySet<string>,
): ReadonlySet<string> {
	const ids = replies.map(({ key }) => idOfKey(key)).filter(isTimeless);
	const places = ids.flatMap((id, place) => (known.has(id) ? [place] : []));
	const between = ids.slice(places[0] ?? ids.length, places.at(-1));
	return new Set(between.filter((id) => !known.has(id)));
}

/** As many IDs from the beginning as take no more than half of the characters. */
function firstHalf(ids: readonly string[]): string[] {
	const half: string[] = [];
	let room = CHARACTERS / 2;
	for (const id of ids) {
		room -= id.length + AROUND;
		if (room < 0) break;
		half.push(id);
	}
	return half;
}

/** Takes IDs without a time in the order of the list; returns those that stay known: all, or the ones at both ends. */
export function bothEnds(ids: readonly string[]): readonly string[] {
	const size = ids.reduce((sum, id) => sum + id.length + AROUND, 0);
	return size <= CHARACTERS ? ids : [...firstHalf(ids), ...firstHalf([...ids].reverse()).reverse()];
}

/**
 * How the lists of campaigns and of sender applications are watched.
 *
 * 1. New ones (newOnes.ts): the list is read by id, newest first, down to what is known. In most polls that is one page, of up
 *    to 500, for each list, and it shows the young unfinished ones as well.
 * 2. Unfinished ones that it did not show (unfinishedOnes.ts): where the service sorts by status, they lie side by side between
 *    `stopped` and `done`, and one page shows them all, however old they are. Who is not among them has ended, and is looked up
 *    by itself. Where the service does not sort so, all of them are looked up, in turn.
 * 3. The first look (firstLook.ts) notes the newest as known and finds the unfinished ones in the same way; where the service
 *    does not sort by status it reads the history page by page instead, the rest of it with the next polls.
 *
 * A poll asks for at most 8 pages of each list, unless more is new, or more waits for a look-up, than they suffice for: every
 * second object that waits for a look-up has it at each poll (30 at most), so that a change is noticed at the next poll or the
 * one after.
 *
 * Nothing here goes by a clock: ids tell what is new, the service's own times of creation only where to look for one object.
 */
import type { FirstSight } from '../events';
import { idOfKey } from '../state/state';
import { eachList } from './eachList';
import { firstLook, readHistory } from './firstLook';
import { watchNewOnes } from './newOnes';
import type { Session } from './session';
import type { ListSource } from './source';
import { watchUnfinishedOnes } from './unfinishedOnes';

/** Requests of one poll for each list, unless more is new, or more waits for a look-up, than they suffice for. */
export const REQUESTS = 8;
/** Objects that are looked up by themselves only to emit their events again; the events of others carry what is known of them. */
const REPEATED_LOOK_UPS = 40;

/** Looks at lists. `first` says how to take what a first look finds. Changes the session's state. */
export async function watchLists(
	lists: ListSource[],
	session: Session,
	first: FirstSight,
): Promise<void> {
	const known: ListSource[] = [];
	const read = await eachList(lists, session, first, async (list) => {
		const position = session.state.lists[list.name];
		if (position === undefined) await firstLook(list, session, first);
		else {
			await watchNewOnes(list, position, session);
			known.push(list);
		}
	});
	for (const list of lists) if (!read.includes(list)) session.noteUnread(list);
	await watchUnfinishedOnes(known, session, REQUESTS * known.length);
	for (const list of known) {
		const position = session.state.lists[list.name];
		if (position) await readHistory(list, position, session);
	}
}

/** Looks at some objects again, to emit their events once more with full records. */
export async function lookUpInLists(
	lists: ListSource[],
	session: Session,
	keys: string[],
): Promise<void> {
	const hidden = keys.filter((key) => !session.shown.has(key));
	for (const key of hidden.slice(0, REPEATED_LOOK_UPS)) {
		const list = lists.find(({ letter }) => key.startsWith(letter));
		if (!list || session.late) continue;
		await session.page(list, { sort: 'id', way: 'desc', id: idOfKey(key) });
	}
}

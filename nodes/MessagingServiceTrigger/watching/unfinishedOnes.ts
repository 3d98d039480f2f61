import type { FirstSight, Observation } from '../events';
import {
	BOUNDS,
	compareIds,
	idOfKey,
	missed,
	toEndOfLine,
	type ListPosition,
} from '../state/state';
import { findBoundary } from './boundary';
import { otherListOf } from './campaignTypes';
import { isNew } from './knownIds';
import { isOutage } from './outage';
import type { Session } from './session';
import { periodSince } from './time';
import { SMALL_PAGE, type ListQuery, type ListSource, type Page } from './source';

/** In descending order of status the unfinished ones lie between these two, but for those still in `creation`, behind `done`. */
const BEFORE = 'stopped';
const AFTER = 'done';
/** Records read before the place where the unfinished ones began at the last poll: some finished ones may have left the list. */
const MARGIN = 5;
/** Pages that are read while nothing proves that the list is sorted by status. */
const UNPROVEN = 4;
/** So few are looked up one by one at once. */
const FEW = 3;
/** Look-ups of one poll at most; each waiting one has its turn at every second poll as long as no more than twice as many wait. */
const MOST_LOOK_UPS = 30;

const isDescending = (page: Page): boolean =>
	page.seen.every(({ status }, index) => status <= (page.seen[index - 1]?.status ?? status));
/** Whether the records of a page lie in one order by ID, as those of a list that heeds another sorting only. */
const isOneWay = ({ seen }: Page): boolean => {
	const signs = seen.slice(1).map(({ key }, index) => {
		const before = seen[index]?.key ?? key;
		return Math.sign(compareIds(idOfKey(key), idOfKey(before)));
	});
	return !(signs.includes(1) && signs.includes(-1));
};
/** Whether a page can only come from a list that is sorted by status: it holds several of them, and its IDs lie in no order. */
const provesSorting = (page: Page): boolean =>
	new Set(page.seen.map(({ status }) => status)).size > 1 && !isOneWay(page);
const isUnfinishedOrBehind = ({ status }: Observation): boolean => status < BEFORE;

/**
 * Takes a page that may show anything: watched ones are looked at; what is unfinished and old, but not watched, is taken up as
 * `adopt` says, up to so many. Changes the session's state.
 */
export function take(
	page: Page,
	position: ListPosition,
	session: Session,
	adopt: FirstSight,
	room: number,
): void {
	const { watched } = session.state;
	let left = room;
	for (const seen of page.seen) {
		if (watched[seen.key]) session.observe(seen, 'silent');
		else if (left > 0 && !seen.final && !isNew(position, seen)) {
			session.observe(seen, adopt);
			if (watched[seen.key]) left--;
		}
	}
}

/** How many more objects the state has room for. */
export const roomIn = ({ state }: Session): number =>
	BOUNDS.watched - Object.values(state.watched).filter(({ parked }) => !parked).length;

/**
 * Reads the part of the list, sorted by status, in which all unfinished ones lie side by side, however old they are: a page or
 * two. Whether the service sorts so is learnt here: it does when several statuses come in order on a page that shows what is older
 * than the newest page by id, and that is in no order of its IDs; it does not when they come out of order, and then it is not asked
 * again. A page of one status proves nothing: the order may be another than that of the letters.
 * Returns whether all unfinished ones were shown. Changes the session's state.
 */
export async function readByStatus(
	list: ListSource,
	position: ListPosition,
	session: Session,
	adopt: FirstSight = 'silent',
	room = roomIn(session),
): Promise<boolean> {
	const newest = [...session.shown.keys()].filter((key) => key.startsWith(list.letter));
	const oldest = newest.map(idOfKey).sort(compareIds)[0] ?? '';
	const isOlder = ({ key }: Observation) => compareIds(idOfKey(key), oldest) < 0;
	const read = async (offset: number): Promise<Page | undefined> => {
		if (session.late || position.sortsByStatus === false) return undefined;
		const page = await session.page(list, { sort: 'status', way: 'desc', offset });
		if (!isDescending(page)) position.sortsByStatus = false;
		else if (page.seen.some(isOlder) && provesSorting(page)) position.sortsByStatus = true;
		return position.sortsByStatus === false ? undefined : page;
	};
	const start = Math.max(0, (position.unfinishedAt ?? 0) - MARGIN);
	const found = await findBoundary(read, isUnfinishedOrBehind, start);
	if (!found) return false;
	const begin = found.page.seen.findIndex(isUnfinishedOrBehind);
	position.unfinishedAt = found.offset + (begin < 0 ? found.page.length : begin);
	let { page, offset } = found;
	for (let pages = 0; position.sortsByStatus === true || pages < UNPROVEN; pages++) {
		take(page, position, session, adopt, room);
		if (page.end || (page.seen.at(-1)?.status ?? '') <= AFTER)
			return position.sortsByStatus === true;
		offset += page.length;
		const next = await read(offset);
		if (!next) return false;
		page = next;
	}
	return false;
}

/**
 * Looks for one watched object in a list. The page begins where it was created and shows those created next as well; where more were created
 * in that second than the page holds, and where the time is not known, it is asked for by its id. Returns whether the list says that it is
 * none of those that were asked for.
 */
async function lookIn(list: ListSource, key: string, session: Session): Promise<boolean> {
	const { state } = session;
	const { created = '' } = state.watched[key] ?? {};
	const period = list.sortable ? periodSince(created, session.now) : {};
	const queries: Array<Partial<ListQuery>> = [
		...('from' in period ? [period] : []),
		{ ...period, id: idOfKey(key) },
	];
	const ownKey = list.letter + idOfKey(key);
	let isOther = false;
	for (const query of queries) {
		// What is no longer watched under its key goes on under that of the other list.
		if (session.shown.has(key) || !state.watched[key]) break;
		const page = await session.page(list, {
			sort: 'id',
			way: 'asc',
			limit: SMALL_PAGE,
			...query,
		});
		for (const seen of page.seen) if (state.watched[seen.key]) session.observe(seen, 'silent');
		isOther ||= page.seen.some((seen) => seen.key === ownKey && seen.other);
	}
	return isOther;
}

/**
 * Looks one object up in its list, and a campaign that told no type and is not shown there in the other one of the lists too: it may tell
 * now that it is one of those, and goes on there.
 */
export async function lookUp(
	list: ListSource,
	key: string,
	session: Session,
	lists: readonly ListSource[],
): Promise<void> {
	const { state } = session;
	const isOther = await lookIn(list, key, session);
	if (session.shown.has(key)) return;
	session.soughtInVain.add(key);
	const other = otherListOf(state, key, lists);
	if (other.list) await lookIn(other.list, key, session);
	// A list that shows nothing at all tells of no single object that it is gone, and neither does one where another could show it.
	if (other.isAway) return;
	if (isOther || session.hasShown(list)) missed(state, key);
}

/**
 * Sees to the unfinished ones that the newest pages of this poll did not show: where more than a few are left, through the
 * list sorted by status, which shows all that are unfinished still. Those that it does not show have ended; they, and all of
 * them where the service does not sort by status, are looked up one by one, whoever waited in vain at the last poll first: all
 * of those and at least every second one, so that each is seen at this poll or the next, and more as long as the poll has
 * requests left.
 * Changes the session's state.
 */
export async function watchUnfinishedOnes(
	lists: ListSource[],
	session: Session,
	mostRequests: number,
): Promise<void> {
	const { state } = session;
	for (const list of lists) {
		const position = state.lists[list.name];
		if (position && list.sortable && session.unseenOf(list).length > FEW)
			await readByStatus(list, position, session);
	}
	const isOverdue = (key: string) => state.watched[key]?.waited === true;
	// Those that tell no sender may be anybody's: they have what the others leave.
	const isParked = (key: string) => state.watched[key]?.parked !== undefined;
	const unseen = lists.flatMap((list) => session.unseenOf(list));
	const known = unseen.filter((key) => !isParked(key));
	const overdue = known.filter(isOverdue);
	const inTurn = [
		...overdue,
		...known.filter((key) => !isOverdue(key)),
		...unseen.filter(isParked),
	];
	const least = Math.min(MOST_LOOK_UPS, Math.max(overdue.length, Math.ceil(known.length / 2)));
	let lookUps = 0;
	for (const key of inTurn) {
		const list = lists.find(({ letter }) => key.startsWith(letter));
		const watched = state.watched[key];
		// A look-up may have shown those that were created next.
		if (!list || !watched || session.shown.has(key)) continue;
		if (session.late || (lookUps >= least && session.requests >= mostRequests)) {
			watched.waited = true;
			continue;
		}
		delete watched.waited;
		toEndOfLine(state, key);
		lookUps++;
		const fault = await lookUp(list, key, session, lists).then(
			() => undefined,
			(error: unknown) => ({ error }),
		);
		if (!fault) continue;
		if (isOutage(fault.error)) throw fault.error;
		// The service refuses this look-up, and not the next one.
		watched.waited = true;
		session.notes.push(`could not look up ${idOfKey(key)}: ${(fault.error as Error).message}`);
	}
}

/**
 * How the lists of campaigns and of sender applications are watched, in at most 8 requests a poll for each list:
 *
 * 1. New ones: pages from the newest until known entries, mostly one page of 500. It shows the young unfinished ones as well.
 * 2. Older unfinished ones, which no page of this poll has shown: of campaigns the part of the list by status in which they all
 *    stand (byStatus.ts), then what it does not show any more; of others some by turns, each within 25 polls.
 * 3. The first look notes the newest as known and reads the list back for unfinished ones, as far as its requests go; later polls
 *    go on with what theirs leave.
 *
 * Nothing here goes by a clock: IDs tell what is new, the service's own times only where to look for one object.
 */
import { LIMITS } from '../../shared/spec';
import { stepAfter } from '../../shared/service';
import { matches, type Rule } from '../events/change';
import { compareIds, idOfKey, type FirstSight, type Observation } from '../events/event';
import { isNewIn, noteKnown, type ListPosition } from '../state';
import { readPage, note, type Asking, type List, type Poll, type Watcher } from './asking';
import { isAmongUnfinished, readUnfinished } from './byStatus';
import { AS_EVENTS, canPostpone, missed, postpone, type Taking } from './observe';
import { DAY, periodSince, shiftTime } from './time';
import { caught, tryEach } from './tryEach';

/** Objects that are looked up only to emit their events again; the events of others hold what is known of them. */
const REPEATED_LOOK_UPS = 40;
/** So few that no page shows are looked up by turns at once: a page by status would cost as much. */
const AT_ONCE = 3;

/** When an object was last heard of, in the service's own words; '' = it does not say. */
const lastTime = ({ finished = '', created = '' }: Observation) => finished || created;

/** One list in one poll. */
interface ListLook {
	list: List;
	position: ListPosition;
	poll: Poll;
	taking: Taking;
	/** Whether another request may be made for the list, and so many may stay. */
	mayAsk: (left?: number) => boolean;
}

/** Requests that the reading of new ones leaves to older ones, which would never have their turn otherwise if many wait. */
const FOR_OLDER = 1;

const idsOf = (seen: readonly Observation[]): string[] => seen.map(({ key }) => idOfKey(key));

/** Takes what is watched of a page. Changes the poll. */
function takeWatched({ poll, taking }: ListLook, shown: Iterable<Observation>): void {
	for (const seen of shown)
		if (poll.state.watched[seen.key]) taking.take(poll, taking.judge(poll, seen, 'silent'));
}

/** Takes what a first look finds, or leaves it to a later poll. Changes the poll. @returns for how many the state has no room */
function takeFirst({ poll, taking }: ListLook, shown: Observation[], first: FirstSight): number {
	let left = 0;
	for (const seen of shown) {
		const finding = taking.judge(poll, seen, first);
		taking.take(poll, finding);
		if (finding.is !== 'waits') continue;
		if (canPostpone(poll, seen)) postpone(poll, seen, first);
		else left++;
	}
	return left;
}

/** Notes the newest as known, and takes what is unfinished among them; if the state was lost, also what ended within a day before the latest. Changes the poll. */
function* beginList(look: ListLook, first: FirstSight): Asking {
	const { list, position, poll } = look;
	const page = yield* readPage(poll, list, { way: 'desc' }, true);
	if (!page) return;
	poll.state.lists[list.name] = position;
	const ids = idsOf(page.seen);
	if (!page.isEnd) position.floor = ids.at(-1) ?? '';
	noteKnown(position, ids, poll.bounds.known);
	const latest = page.seen.map(lastTime).sort().at(-1) ?? '';
	const isRecent = (seen: Observation) =>
		first === 'recovered' && (lastTime(seen) === '' || lastTime(seen) > shiftTime(latest, -DAY));
	takeFirst(
		look,
		page.seen.filter((seen) => !seen.final || isRecent(seen)),
		first,
	);
	if (!page.isEnd) Object.assign(position, { history: page.length, first });
}

/** Goes on with the first look, downwards by ID; what is created meanwhile only shows some entries again. Changes the poll. */
function* readHistory(look: ListLook): Asking {
	const { list, position, poll, mayAsk } = look;
	while (position.history !== undefined && mayAsk()) {
		const page = yield* readPage(poll, list, { way: 'desc', offset: position.history });
		if (!page) return;
		const wanted = page.seen.filter(
			(seen) =>
				poll.state.watched[seen.key] !== undefined ||
				(!seen.final && !isNewIn(position, idOfKey(seen.key))),
		);
		// A later poll reads the same page again.
		if (takeFirst(look, wanted, position.first ?? 'silent') > 0) return;
		position.history += page.length;
		if (!page.isEnd) continue;
		delete position.history;
		delete position.first;
	}
}

/**
 * Reads what was created since the last poll, the oldest first: if one has to wait, so do all newer ones. If more is new than a poll
 * can read, it reads down to what is known first and then upwards, a part in each poll. Changes the poll.
 */
function* readNew(look: ListLook): Asking {
	const { list, position, poll, taking, mayAsk } = look;
	const newest = position.known.at(-1) ?? position.floor;
	const begin = position.backlog ?? 0;
	const shown = new Map<string, Observation>();
	let [offset, step, isMet] = [begin, 1, false];
	while (!isMet && mayAsk(FOR_OLDER)) {
		const page = yield* readPage(poll, list, { way: 'desc', offset });
		if (!page) break;
		for (const one of page.seen) shown.set(one.key, one);
		const [lowest] = idsOf(page.seen.slice(-1));
		isMet = page.isEnd || (lowest !== undefined && compareIds(lowest, newest) <= 0);
		step = stepAfter(page.length);
		offset += step;
	}
	takeWatched(look, shown.values());
	if (!isMet) {
		position.backlog = offset;
		note(poll, `more is new in the list ${list.name} than a poll reads; the next one goes on`);
		return;
	}
	const fresh = [...shown.values()]
		.filter(({ key }) => isNewIn(position, idOfKey(key)))
		.sort((one, other) => compareIds(idOfKey(one.key), idOfKey(other.key)));
	let taken = 0;
	for (const seen of fresh) {
		const finding = taking.judge(poll, seen, 'new');
		taking.take(poll, finding);
		if (finding.is === 'waits') break;
		taken++;
	}
	noteKnown(position, idsOf(fresh.slice(0, taken)), poll.bounds.known);
	if (taken < fresh.length) {
		note(poll, `${fresh.length - taken} new ones of the list ${list.name} wait in the service`);
		return;
	}
	// A reading that began at a backlog has seen nothing of what is newer: the next one begins so far above that its pages come down
	// to here, until one begins at the top.
	const above = begin - (poll.bounds.listRequests - FOR_OLDER - 1) * step;
	if (above > 0) position.backlog = above;
	else delete position.backlog;
}

/**
 * Looks for one watched object: the page begins where it was created, and shows those created next as well. One that was not found
 * so is asked for by its ID the next time. Changes the poll.
 */
function* lookUp(look: ListLook, key: string): Asking {
	const { list, poll } = look;
	const { created = '', misses = 0 } = poll.state.watched[key] ?? {};
	const isByTime = list.isOfCampaigns && created !== '' && misses === 0;
	const query = isByTime ? periodSince(created, poll.now) : { id: idOfKey(key) };
	const page = yield* readPage(poll, list, { way: 'asc', ...query });
	if (!page) return;
	takeWatched(look, page.seen);
	if (!poll.shown.has(key)) missed(poll, key);
}

/** The watched ones of a list that no page of this poll has shown; those that waited longest come first. */
function waitingIn({ list, poll }: ListLook): string[] {
	const { watched } = poll.state;
	const lookedAt = (key: string) => watched[key]?.lookedAt ?? 0;
	return Object.keys(watched)
		.filter((key) => key.startsWith(list.letter) && !poll.shown.has(key))
		.sort((one, other) => lookedAt(one) - lookedAt(other));
}

/** Sees to older unfinished ones: what a page has shown needs no look of its own. Changes the poll. */
function* watchOlder(look: ListLook): Asking {
	const { list, position, poll, mayAsk } = look;
	const before = waitingIn(look);
	let gone: string[] = [];
	if (list.isOfCampaigns && before.length > AT_ONCE) {
		const read = yield* readUnfinished(look);
		takeWatched(look, read.seen);
		// What stands no longer among the unfinished ones has most likely ended.
		if (read.isWhole) gone = waitingIn(look).filter((key) => isAmongUnfinished(poll, key));
	}
	const waiting = waitingIn(look);
	const turns = waiting.slice(0, Math.ceil(waiting.length / poll.bounds.turns));
	for (const key of position.history === undefined ? [...gone, ...turns] : turns)
		if (poll.state.watched[key] && !poll.shown.has(key) && mayAsk()) yield* lookUp(look, key);
}

/**
 * Looks at lists: one that cannot be read does not stop the others, but at a first look, which is all or nothing.
 * Changes the poll. @param first how to take what a first look finds
 */
export function* watchLists(
	lists: readonly List[],
	poll: Poll,
	first: FirstSight,
	taking: Taking = AS_EVENTS,
): Asking {
	function* watchList(list: List): Asking {
		const most = poll.requests + poll.bounds.listRequests;
		const mayAsk = (left = 0) => poll.requests + left < most && !poll.isLate;
		const begun = poll.state.lists[list.name];
		const position = begun ?? { known: [], floor: '' };
		const look: ListLook = { list, position, poll, taking, mayAsk };
		if (begun) {
			yield* readNew(look);
			yield* watchOlder(look);
		} else yield* beginList(look, first);
		yield* readHistory(look);
	}
	if (first === 'final')
		yield* tryEach(lists, poll, {
			what: 'lists',
			*work(some) {
				const errors: unknown[] = [];
				for (const list of some) errors.push(yield* caught(watchList(list)));
				return errors;
			},
			isOver: () => poll.isLate,
		});
	else for (const list of lists) yield* watchList(list);
}

/** The watcher of what stands in lists. */
export const watcherOfLists = (lists: readonly List[], rule: Rule): Watcher => ({
	watch: (poll, first) => watchLists(lists, poll, first),
	*lookUp(poll, keys) {
		const hidden = keys.filter((key) => !poll.shown.has(key));
		for (const key of hidden.slice(0, REPEATED_LOOK_UPS)) {
			const list = lists.find(({ letter }) => key.startsWith(letter));
			if (!list || poll.isLate) continue;
			yield* readPage(poll, list, { way: 'desc', limit: LIMITS.page.pageMin, id: idOfKey(key) });
		}
	},
	*example(poll) {
		const { statuses, mode } = rule;
		for (const list of lists) {
			const page = yield* readPage(poll, list, { way: 'desc', limit: LIMITS.page.pageMin });
			const found = page?.seen.find(
				(one) =>
					matches(rule, one) &&
					(statuses.length === 0 || statuses.includes(one.status)) &&
					(mode !== 'finished' || one.final),
			);
			if (found) return found;
		}
		return undefined;
	},
});

/**
 * How the lists of campaigns and of sender applications are watched, in at most 8 requests a poll for each list:
 *
 * 1. New ones: pages from the newest until known entries, mostly one page of 500. It shows the young unfinished ones as well.
 * 2. Older unfinished ones, which no page of this poll has shown, are looked up by turns, each within 25 polls.
 * 3. The first look notes the newest as known and reads the list back for unfinished ones, as far as its requests go; later polls
 *    go on with what theirs leave.
 *
 * Nothing here goes by a clock: IDs tell what is new, the service's own times only where to look for one object.
 */
import { stepAfter } from '../../shared/service';
import { matches, type Rule } from '../events/change';
import { compareIds, idOfKey, type FirstSight, type Observation } from '../events/event';
import { isNewIn, noteKnown, type ListPosition } from '../state';
import type { Session, Watcher } from './session';
import { SMALL_PAGE, type ListSource } from './source';
import { DAY, periodSince, shiftTime } from './time';
import { tryEach } from './tryEach';

/** Requests of one poll for each list. */
const REQUESTS = 8;
/** Polls within which each older unfinished one has its turn, as long as the requests suffice. */
const TURNS = 25;
/** Objects that are looked up only to emit their events again; the events of others hold what is known of them. */
const REPEATED_LOOK_UPS = 40;

/** When an object was last heard of, in the service's own words; '' = it does not say. */
const lastTime = ({ finished = '', created = '' }: Observation) => finished || created;

/** One list in one poll. */
interface Look {
	list: ListSource;
	position: ListPosition;
	session: Session;
	/** Whether another request may be made for the list. */
	mayAsk: () => boolean;
}

const idsOf = (seen: readonly Observation[]): string[] => seen.map(({ key }) => idOfKey(key));

/** Notes the newest as known, and takes what is unfinished among them; where the state was lost, also what ended within a day before the latest. Changes the state. */
async function beginList({ list, position, session }: Look, first: FirstSight): Promise<void> {
	const page = await session.page(list, { way: 'desc' });
	const ids = idsOf(page.seen);
	if (!page.end) position.floor = ids.at(-1) ?? '';
	noteKnown(position, ids);
	const latest = page.seen.map(lastTime).sort().at(-1) ?? '';
	const isRecent = (seen: Observation) =>
		first === 'recovered' && (lastTime(seen) === '' || lastTime(seen) > shiftTime(latest, -DAY));
	for (const seen of page.seen)
		if ((!seen.final || isRecent(seen)) && !session.observe(seen, first))
			session.postpone(seen, first);
	if (!page.end) Object.assign(position, { history: page.length, first });
}

/** Goes on with the first look, downwards by ID; what is created meanwhile only shows some entries again. Changes the state. */
async function readHistory({ list, position, session, mayAsk }: Look): Promise<void> {
	while (position.history !== undefined && mayAsk()) {
		const page = await session.page(list, { way: 'desc', offset: position.history });
		const { first = 'silent' } = position;
		const isWanted = (seen: Observation) =>
			session.state.watched[seen.key] !== undefined ||
			(!seen.final && !isNewIn(position, idOfKey(seen.key)));
		const hasRoom = page.seen
			.filter(isWanted)
			.every((seen) => session.observe(seen, first) || session.postpone(seen, first));
		// A later poll reads the same page again.
		if (!hasRoom) return;
		position.history += page.length;
		if (!page.end) continue;
		delete position.history;
		delete position.first;
	}
}

/**
 * Reads what was created since the last poll, the oldest first: where one has to wait, so do all newer ones. Where more is new than a poll
 * can read, it reads down to what is known first and then upwards, a part in each poll. Changes the state.
 */
async function readNew({ list, position, session, mayAsk }: Look): Promise<void> {
	const { watched } = session.state;
	const newest = position.known.at(-1) ?? position.floor;
	const begin = position.backlog ?? 0;
	const seen = new Map<string, Observation>();
	let [offset, step, isMet] = [begin, 1, false];
	while (!isMet && mayAsk()) {
		const page = await session.page(list, { way: 'desc', offset });
		for (const one of page.seen) seen.set(one.key, one);
		const [lowest] = idsOf(page.seen.slice(-1));
		isMet = page.end || (lowest !== undefined && compareIds(lowest, newest) <= 0);
		step = stepAfter(page.length);
		offset += step;
	}
	for (const one of seen.values()) if (watched[one.key]) session.observe(one, 'silent');
	if (!isMet) {
		position.backlog = offset;
		session.note(`more is new in the list ${list.name} than a poll reads; the next one goes on`);
		return;
	}
	const fresh = [...seen.values()]
		.filter(({ key }) => isNewIn(position, idOfKey(key)))
		.sort((one, other) => compareIds(idOfKey(one.key), idOfKey(other.key)));
	const wait = fresh.findIndex((one) => !session.observe(one, 'new'));
	noteKnown(position, idsOf(wait < 0 ? fresh : fresh.slice(0, wait)));
	if (wait >= 0) {
		session.note(`${fresh.length - wait} new ones of the list ${list.name} wait in the service`);
		return;
	}
	// A reading that began at a backlog has seen nothing of what is newer: the next one begins so far above that its pages come down
	// to here, until one begins at the top.
	const above = begin - (REQUESTS - 1) * step;
	if (above > 0) position.backlog = above;
	else delete position.backlog;
}

/**
 * Looks for one watched object: the page begins where it was created, and shows those created next as well. One that was not found
 * so is asked for by its ID the next time. Changes the state.
 */
async function lookUp({ list, session }: Look, key: string): Promise<void> {
	const { watched } = session.state;
	const { created = '', misses = 0 } = watched[key] ?? {};
	const isByTime = list.hasPeriod && created !== '' && misses === 0;
	const query = isByTime ? periodSince(created, session.options.now) : { id: idOfKey(key) };
	const page = await session.page(list, { way: 'asc', ...query });
	for (const seen of page.seen) if (watched[seen.key]) session.observe(seen, 'silent');
	if (!session.shown.has(key)) session.missed(key);
}

/** Looks up older unfinished ones; those that waited longest come first. What a page has shown counts as looked up. Changes the state. */
async function lookUpByTurns(look: Look): Promise<void> {
	const { list, session, mayAsk } = look;
	const { watched } = session.state;
	const lookedAt = (key: string) => watched[key]?.lookedAt ?? 0;
	const waiting = Object.keys(watched)
		.filter((key) => key.startsWith(list.letter) && !session.shown.has(key))
		.sort((one, other) => lookedAt(one) - lookedAt(other));
	for (const key of waiting.slice(0, Math.ceil(waiting.length / TURNS)))
		if (watched[key] && !session.shown.has(key) && mayAsk()) await lookUp(look, key);
}

/**
 * Looks at lists: one that cannot be read does not stop the others, but at a first look, which is all or nothing.
 * Changes the session's state. @param first how to take what a first look finds
 */
export async function watchLists(
	lists: readonly ListSource[],
	session: Session,
	first: FirstSight,
): Promise<void> {
	const watchList = async (list: ListSource): Promise<void> => {
		const { state } = session;
		const most = session.requests + REQUESTS;
		const mayAsk = () => session.requests < most && !session.late;
		const isBegun = state.lists[list.name] !== undefined;
		const position = (state.lists[list.name] ??= { known: [], floor: '' });
		const look: Look = { list, position, session, mayAsk };
		if (isBegun) {
			await readNew(look);
			await lookUpByTurns(look);
		} else await beginList(look, first);
		await readHistory(look);
	};
	if (first === 'final') await tryEach(lists, session, { what: 'lists' }, watchList);
	else for (const list of lists) await watchList(list);
}

/** The watcher of what stands in lists. */
export const watcherOfLists = (lists: readonly ListSource[], rule: Rule): Watcher => ({
	watch: async (session, first) => await watchLists(lists, session, first),
	async lookUp(session, keys) {
		const hidden = keys.filter((key) => !session.shown.has(key));
		for (const key of hidden.slice(0, REPEATED_LOOK_UPS)) {
			const list = lists.find(({ letter }) => key.startsWith(letter));
			if (list && !session.late)
				await session.page(list, { way: 'desc', limit: SMALL_PAGE, id: idOfKey(key) });
		}
	},
	async example() {
		const { statuses, mode } = rule;
		for (const list of lists) {
			const { seen } = await list.page({ way: 'desc', limit: SMALL_PAGE });
			const found = seen.find(
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

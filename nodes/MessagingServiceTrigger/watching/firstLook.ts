import type { FirstSight, Observation } from '../events';
import { idOfKey, type ListPosition } from '../state/state';
import { note } from './knownIds';
import { pageFrom } from './pageFrom';
import type { Session } from './session';
import type { ListSource, Page } from './source';
import { shiftTime } from './time';
import { readByStatus, roomIn, take } from './unfinishedOnes';

/** The newest that a first look reads in any case. */
const NEWEST = 500;
/** What ended within so many seconds before the latest is reported where the state was lost. */
const RECENT = 24 * 60 * 60;
/** Pages of the history that a first look and each later poll read where the service does not sort by status. */
const FIRST_PAGES = 40;
const LATER_PAGES = 4;

/** When an object was last heard of, in the service's own words; '' = it does not say. */
const lastTime = ({ finished = '', created = '' }: Observation) => finished || created;

/** The first page of a first look, and where the next one begins. */
async function beginning(
	list: ListSource,
	session: Session,
): Promise<{ page: Page; next: number }> {
	const page = await session.page(list, { sort: 'id', way: 'desc', offset: 0, begins: true });
	return { page, next: page.length };
}

/**
 * The first look at a list: reads the newest, from which on every id that is not known is new, and finds what is unfinished
 * among the older ones: through the list sorted by status, or, where the service does not sort so, by reading the history,
 * some of it now and some at each later poll. `first` says how to take what is found. Changes the session's state.
 */
export async function firstLook(
	list: ListSource,
	session: Session,
	first: FirstSight,
): Promise<void> {
	const position: ListPosition = { ids: [], floor: '', backlog: 0 };
	session.state.lists[list.name] = position;
	const newest: Observation[] = [];
	const known = new Set<string>();
	let page: Page;
	let offset = 0;
	let isEnd: boolean;
	do {
		({ page, next: offset } =
			offset === 0 ? await beginning(list, session) : await pageFrom(list, session, offset));
		// A list that shows the same page at every offset would be read for ever.
		isEnd = page.end || (page.seen.length > 0 && page.seen.every(({ key }) => known.has(key)));
		newest.push(...page.seen.filter(({ key }) => !known.has(key)));
		for (const { key } of page.seen) known.add(key);
	} while (!isEnd && offset < NEWEST && !session.late);
	if (isEnd && known.size < (page.total ?? 0))
		session.notes.push(
			`the service counts ${page.total} in the list ${list.name} and shows ${known.size} of them: older ones that are unfinished may be missed`,
		);
	const oldest = newest.at(-1);
	if (oldest && !page.end) position.floor = idOfKey(oldest.key);
	note(
		position,
		newest.filter(({ waits }) => !waits).map(({ key }) => key),
	);
	const latest = newest.map(lastTime).sort().at(-1) ?? '';
	const isRecent = (seen: Observation) =>
		first === 'recovered' && (lastTime(seen) === '' || lastTime(seen) > shiftTime(latest, -RECENT));
	for (const seen of newest) if (!seen.final || isRecent(seen)) session.observe(seen, first);
	if (isEnd) return;
	if (list.sortable && (await readByStatus(list, position, session, first, Infinity))) {
		// What is still being created comes at the other end of the list.
		const others = await session.page(list, { sort: 'status', way: 'asc' });
		take(others, position, session, first, Infinity);
		return;
	}
	position.history = offset;
	await readHistory(list, position, session, first, FIRST_PAGES, Infinity);
}

/** Reads on in the history, downwards by id; what is created meanwhile only shows some records again. Changes the position. */
export async function readHistory(
	list: ListSource,
	position: ListPosition,
	session: Session,
	adopt: FirstSight = 'silent',
	pages = LATER_PAGES,
	room = roomIn(session),
): Promise<void> {
	for (let count = 0; position.history !== undefined && count < pages; count++) {
		if (session.late) return;
		const { page, next } = await pageFrom(list, session, position.history);
		take(page, position, session, adopt, room);
		if (page.end) delete position.history;
		else position.history = next;
	}
}

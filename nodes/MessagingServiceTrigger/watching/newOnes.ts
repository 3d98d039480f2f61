import type { Observation } from '../events';
import { compareIds, idOfKey, type ListPosition } from '../state/state';
import { findBoundary } from './boundary';
import { isNew, note } from './knownIds';
import { pageFrom } from './pageFrom';
import type { Session } from './session';
import { SMALL_PAGE, type ListSource } from './source';

/** Known records that a further page shows again: what is created meanwhile pushes the others down. */
const OVERLAP = 10;
/** After so many polls in a row that searched in vain for what is known, the newest page is taken. */
const VAIN_POLLS = 3;

/**
 * Where a full reading did not find the place at which new and known ones meet: says so in the log. A service that shows the same
 * page at every offset will never show that place, so what its one page shows is taken, and the watch goes on from there; elsewhere
 * the next poll begins anew, but for a list that stays so. Changes the session's state.
 */
async function takeNewest(
	list: ListSource,
	position: ListPosition,
	session: Session,
): Promise<void> {
	position.backlog = 0;
	const newest = await session.page(list, { sort: 'id', way: 'desc', offset: 0 });
	const next = await session.page(list, { sort: 'id', way: 'desc', offset: newest.length });
	const [keys, nextKeys] = [newest, next].map(({ seen }) => seen.map(({ key }) => key).join());
	position.vain = (position.vain ?? 0) + 1;
	const isStuck = keys === nextKeys;
	const isLast = isStuck || position.vain >= VAIN_POLLS;
	const cause = isStuck
		? 'the service shows the same page at every offset, so what is not on it is missed'
		: isLast
			? 'the list changes faster than it is read, so what is not on its newest page is missed'
			: 'the list changes faster than it is read; the next poll begins anew';
	session.notes.push(`did not find what was known of the list ${list.name}: ${cause}`);
	if (!isLast) return;
	delete position.vain;
	const fresh = [...newest.seen].reverse().filter((seen) => isNew(position, seen));
	const taken = fresh.filter((seen) => session.observe(seen, 'new')).map(({ key }) => key);
	note(position, taken);
}

/**
 * Takes what was created since the last poll. The list is read by id, newest first: the first page mostly reaches down to what
 * is known. Where it does not, the place where new and known ones meet is looked for and read upwards from there, oldest
 * first, so that a poll that may emit no more (or has no time left) leaves the newer ones to the next: `backlog` says where.
 * Each page overlaps what is known, so nothing is passed over, however many were created at once and however small the pages
 * are. Watched ones on these pages are looked at as well. Changes the session's state.
 */
export async function watchNewOnes(
	list: ListSource,
	position: ListPosition,
	session: Session,
): Promise<void> {
	const { watched } = session.state;
	const read = async (offset: number) =>
		session.late ? undefined : (await pageFrom(list, session, offset)).page;
	let offset = position.backlog;
	let reached = Infinity;
	for (;;) {
		const newest = [...position.ids].sort(compareIds).at(-1) ?? position.floor;
		const isKnown = ({ key }: Observation) => compareIds(idOfKey(key), newest) <= 0;
		const found = await findBoundary(read, isKnown, offset);
		if (!found) {
			if (!session.late) await takeNewest(list, position, session);
			return;
		}
		position.backlog = found.offset;
		delete position.vain;
		const last = found.page.seen.at(-1);
		// A list of a few new ones alone may have lost the others with the months.
		const isPart = found.offset > 0 || found.page.length >= SMALL_PAGE;
		if (isPart && newest !== '' && last && !isKnown(last)) {
			const cause = 'the service may show the same page at every offset, and some may be missed';
			session.notes.push(
				`read the list ${list.name} to its end and met none that it knew: ${cause}`,
			);
		}
		const taken: string[] = [];
		let full = false;
		for (const seen of [...found.page.seen].reverse()) {
			if (isNew(position, seen)) {
				full ||= !session.observe(seen, 'new');
				if (!full) taken.push(seen.key);
			} else if (watched[seen.key]) session.observe(seen, 'silent');
		}
		note(position, taken);
		// Each page lies above the last one; where the list has moved too far for that, the next poll goes on.
		if (full || found.offset === 0 || found.offset >= reached) return;
		reached = found.offset;
		offset = Math.max(0, found.offset - Math.max(1, found.page.length - OVERLAP));
	}
}

import type { Observation } from '../events';
import { SMALL_PAGE, type Page } from './source';

/** A guard against a list that changes faster than it is read. */
const MOST_PAGES = 60;

/**
 * Finds, in a list that is sorted so, where records "before" a boundary give way to records "behind" it: it leaps down until a
 * page lies behind, and then halves the distance. Takes how a page at an offset is read (undefined = no more may be asked),
 * what lies behind, and where the boundary was last: there it mostly still is.
 * Returns the page that holds the boundary (the first one when nothing lies before it, the last one when nothing lies behind
 * it, or when what is behind begins with the next page) and its offset; undefined when it was not found yet.
 */
export async function findBoundary(
	read: (offset: number) => Promise<Page | undefined>,
	isBehind: (seen: Observation) => boolean,
	start: number,
): Promise<{ page: Page; offset: number } | undefined> {
	let offset = start;
	let leap = 0;
	let pageSize = SMALL_PAGE;
	/** Offsets of the last record known to lie before the boundary, and of the first known to lie behind it. */
	let [before, behind] = [0, Infinity];
	/** The furthest page of which all lies before the boundary. */
	let furthest: { page: Page; offset: number } | undefined;
	for (let pages = 0; pages < MOST_PAGES; pages++) {
		const page = await read(offset);
		if (page === undefined) return undefined;
		const [first, last] = [page.seen[0], page.seen.at(-1)];
		pageSize = Math.max(pageSize, page.length);
		const isEmpty = page.length === 0;
		// Nothing is shown where the list would go on: that is its end, also where the page that was shown is not shown again.
		if (isEmpty && furthest && offset <= before + 1) return furthest;
		if (offset > 0 && (isEmpty || (first !== undefined && isBehind(first)))) behind = offset;
		else if (!page.end && (last === undefined || !isBehind(last))) {
			before = offset + page.length - 1;
			furthest = { page, offset };
		} else return { page, offset };
		// The list has moved meanwhile: the search begins anew around this place.
		if (before >= behind) {
			[before, behind] = [Math.max(0, offset - pageSize), Infinity];
			furthest = undefined;
		}
		if (furthest && behind - before === 1) return furthest;

		let next = before;
		if (behind === Infinity) {
			next = before + leap;
			leap = Math.max(pageSize, 2 * leap);
		} else if (behind - before >= pageSize) next = Math.floor((before + behind) / 2);
		// A page that holds a single record brings the search no further.
		offset = next === offset ? before + 1 : next;
	}
	return undefined;
}

/**
 * All unfinished campaigns stand side by side in the list by status (4.10), however old they are: between those that were stopped
 * and those that are done, as the letters of the statuses go. A page or two shows them all.
 */
import { stepAfter } from '../../shared/service';
import type { Observation } from '../events/event';
import type { ListPosition } from '../state';
import { readPage, type Asking, type List, type Page, type Poll } from './asking';

/** In descending order of their letters, unfinished ones stand between these two; those in `creation`, which pass soon, do not. */
const BEFORE = 'stopped';
const AFTER = 'done';
/** Records above the place where the unfinished ones began last, which are read again: some stopped ones may have left the list. */
const MARGIN = 5;

interface StatusLook {
	list: List;
	position: ListPosition;
	poll: Poll;
	mayAsk: () => boolean;
}

const isDescending = ({ seen }: Page): boolean =>
	seen.every(({ status }, place) => status <= (seen[place - 1]?.status ?? status));

/** Whether a campaign stood among the unfinished ones at the last look. */
export function isAmongUnfinished({ state }: Poll, key: string): boolean {
	const { status = '' } = state.watched[key] ?? {};
	return status > AFTER && status < BEFORE;
}

/** Reads one page by status. A service that sorts otherwise is not asked again. Changes the position. */
function* readSorted(
	{ list, position, poll }: StatusLook,
	offset: number,
): Asking<Page | undefined> {
	const page = yield* readPage(poll, list, { sort: 'status', way: 'desc', offset });
	if (!page || isDescending(page)) return page;
	position.unsorted = true;
	return undefined;
}

/** Finds the page on which the unfinished ones begin, from where they began last: down by leaps, then halving the distance. Changes the position. */
function* findUnfinished(look: StatusLook): Asking<Page | undefined> {
	const { position, mayAsk } = look;
	/** All before the one offset stand before them, and the other one stands among or after them. */
	let [above, below, leap] = [0, Infinity, 0];
	let offset = Math.max(0, (position.unfinishedAt ?? 0) - MARGIN);
	while (mayAsk()) {
		const page = yield* readSorted(look, offset);
		if (!page) return undefined;
		const begin = page.seen.findIndex(({ status }) => status < BEFORE);
		const isAbove = offset > 0 && (begin === 0 || page.length === 0);
		if (!isAbove && (begin >= 0 || page.isEnd)) {
			position.unfinishedAt = offset + (begin < 0 ? page.length : begin);
			return page;
		}
		if (isAbove) below = offset;
		else above = offset + page.length;
		// The list has moved meanwhile.
		if (above >= below) [above, below, leap] = [0, offset, 0];
		leap = Math.max(page.length, 2 * leap);
		position.unfinishedAt = above;
		offset = below === Infinity ? above + leap : Math.floor((above + below) / 2);
	}
	return undefined;
}

/** Reads the unfinished campaigns of a list. Changes the position. @returns what was shown, and whether that is all of them */
export function* readUnfinished(
	look: StatusLook,
): Asking<{ seen: Observation[]; isWhole: boolean }> {
	const { position, mayAsk } = look;
	if (position.unsorted) return { seen: [], isWhole: false };
	const first = yield* findUnfinished(look);
	if (!first) return { seen: [], isWhole: false };
	const seen = [...first.seen];
	const isPast = (page: Page) => page.isEnd || (page.seen.at(-1)?.status ?? BEFORE) <= AFTER;
	let [page, offset] = [first, (position.unfinishedAt ?? 0) - indexOf(first)];
	while (!isPast(page) && mayAsk()) {
		offset += stepAfter(page.length);
		const further = yield* readSorted(look, offset);
		if (!further) return { seen, isWhole: false };
		page = further;
		seen.push(...page.seen);
	}
	return { seen, isWhole: isPast(page) };
}

/** The place on its page at which the unfinished ones begin. */
function indexOf({ seen, length }: Page): number {
	const begin = seen.findIndex(({ status }) => status < BEFORE);
	return begin < 0 ? length : begin;
}

/**
 * How clicks on short links are watched. Their list has whole days, numbered pages and no order, and their IDs are drawn at random:
 * every page of the days that are open is read, and the state holds which clicks of these days are known. Where the list counts as
 * many as when all of them were known, its first page suffices for an hour.
 *
 * A day is closed by a poll that has read all of it, after a click was shown that came two hours after its end, or when another day
 * has passed. It stays open while one of its clicks waits or may be emitted once more. If n8n was away for so long that a poll cannot
 * read all open days, they are read two at a time.
 */
import { hash } from 'crypto';
import { LIMITS } from '../../shared/spec';
import { formatServiceTime, MS_PER_DAY } from '../../shared/time';
import { isWantedClick, type ClickedRule, type SeenClick } from '../events/clicked';
import type { FirstSight } from '../events/event';
import {
	ask,
	askOne,
	IN_FLIGHT,
	note,
	show,
	type Asking,
	type Days,
	type Page,
	type Poll,
	type Watcher,
} from './asking';
import { AS_EVENTS } from './observe';
import { DAY, KEPT, shiftTime } from './time';

/** What the watch of clicks goes by. @param zone the service's */
interface ClickWatch {
	clicked: ClickedRule;
	zone: string;
}

/** So long after the end of a day one of its clicks may still appear. */
const LATE_MS = 2 * 60 * 60_000;
/** So long its first page suffices: if as many clicks were removed as came, the list counts as many as before. */
const SUFFICES_MS = 60 * 60_000;
/** Characters of a click's name in the state: 48 bits. Of 20,000 clicks a day two have the same one once in thousands of years. */
const NAME_LENGTH = 8;

const nameOf = (key: string): string => hash('sha256', key, 'base64url').slice(0, NAME_LENGTH);
const earliest = (days: readonly string[]): string => [...days].sort()[0] ?? '';
const latest = (days: readonly string[]): string => [...days].sort().at(-1) ?? '';
const dayOf = (time: number, zone: string): string => formatServiceTime(time, zone).slice(0, 10);
const dayAfter = (day: string): string => shiftTime(`${day} 00:00:00`, DAY).slice(0, 10);

/** From a day until tomorrow, as clocks differ. */
const daysFrom = (from: string, { now }: Poll, zone: string): Days => ({
	from,
	to: latest([dayOf(now + MS_PER_DAY, zone), dayAfter(from)]),
});

/** The names of the clicks that are known, by day. */
type KnownClicks = Map<string, Set<string>>;

const unpack = (known: Readonly<Record<string, string>>): KnownClicks =>
	new Map(
		Object.entries(known).map(([day, names]) => [
			day,
			new Set(names.match(new RegExp(`.{${NAME_LENGTH}}`, 'g'))),
		]),
	);
const pack = (known: KnownClicks): Record<string, string> =>
	Object.fromEntries([...known].map(([day, names]) => [day, [...names].join('')]));

/** What was read of some days. */
interface ClickReading {
	clicks: readonly SeenClick[];
	/** How many the list counts. */
	total: number;
	/** Whether all of them were read, or as many as a poll reads. */
	isWhole: boolean;
}

/** Pages that a list has, as its first one shows. */
const pagesOf = ({ isEnd, length }: Page, total: number): number =>
	isEnd ? 1 : Math.ceil(total / length);

/** Reads the first page of some days. @throws the fault of the request */
const readFirst = (poll: Poll, days: Days) =>
	askOne(poll, { is: 'clicks', days, page: 1, must: true });

/** Reads the other pages, some of them side by side, until all are there that the list counts by then. @throws the first fault */
function* readOthers(poll: Poll, days: Days, first: Page, must: boolean): Asking<ClickReading> {
	const clicks = new Map(first.seen.map((one) => [one.key, one as SeenClick]));
	const most = poll.bounds.clickRequests;
	let { total = 0 } = first;
	let read = 1;
	for (let last = pagesOf(first, total); read < Math.min(last, most) && !poll.isLate; ) {
		const some = Math.min(last, most) - read;
		const pages = Array.from({ length: Math.min(some, IN_FLIGHT) }, (_, place) => read + place + 1);
		const answers = yield* ask(
			poll,
			pages.map((page) => ({ is: 'clicks', days, page, ...(must && { must }) })),
		);
		for (const answer of answers) {
			if (answer.is === 'fault') throw answer.error;
			if (answer.is !== 'page') continue;
			for (const one of answer.seen) clicks.set(one.key, one as SeenClick);
			total = Math.max(total, answer.total ?? 0);
		}
		read += pages.length;
		last = pagesOf(first, total);
	}
	const isCut = pagesOf(first, total) > most;
	if (isCut) note(poll, 'cannot read all clicks of two days: some are not reported');
	const shown = [...clicks.values()];
	for (const one of shown) show(poll, one);
	return { clicks: shown, total, isWhole: !poll.isLate && (isCut || clicks.size >= total) };
}

/** Looks at the clicks that came. Changes the poll. */
function* watchClicks({ clicked, zone }: ClickWatch, poll: Poll, sight: FirstSight): Asking {
	const { state, now, bounds } = poll;
	const before = state.clicks;
	const yesterday = dayOf(now - MS_PER_DAY, zone);
	const floor = before?.floor ?? yesterday;
	const known = unpack(before?.known ?? {});
	const namesOf = (day: string) => known.get(day) ?? new Set<string>();

	let days = daysFrom(floor, poll, zone);
	let first = yield* readFirst(poll, days);
	const isTooLong = first && pagesOf(first, first.total ?? 0) > bounds.clickRequests;
	const isNarrow = isTooLong === true && floor < yesterday;
	if (isNarrow) {
		days = { from: floor, to: dayAfter(floor) };
		first = yield* readFirst(poll, days);
	}
	if (!first) return;

	/** Days that stay open: of what may be emitted once more, unless it is that alone which keeps all others from being read. */
	const heldDays = (): string[] => {
		const emitted = state.emitted.filter(
			({ lastAt }) => !isNarrow || Math.abs(now - lastAt) < KEPT * 1000,
		);
		const names = [...emitted, ...poll.events].map(({ key }) => nameOf(key));
		return [...known].flatMap(([day, its]) => (names.some((name) => its.has(name)) ? [day] : []));
	};
	/** The first day that stays open. Of the last poll and this one the earlier counts: a clock that was ahead leaves no mark. */
	const nextFloor = (newest: number, waiting: readonly string[]): string => {
		const passed = Math.min(before?.readAt ?? now, now) - MS_PER_DAY;
		const reached = dayOf(Math.max(Math.min(newest, now) - LATE_MS, passed), zone);
		const open = [...heldDays(), ...waiting, ...(isNarrow ? [days.to] : [])];
		return latest([floor, earliest([reached, ...open])]);
	};
	const isUnknown = ({ day, key }: SeenClick) => day >= floor && !namesOf(day).has(nameOf(key));
	const isNews = (click: SeenClick) => isWantedClick(click, clicked) && isUnknown(click);
	const isOverfull = ({ day }: SeenClick) => namesOf(day).size >= bounds.clicks;

	const head = first.seen as SeenClick[];
	const isFresh = before !== undefined && Math.abs(now - before.readAt) < SUFFICES_MS;
	const isStill = isFresh && !isNarrow && before.total === first.total;
	if (isStill && head.every((one) => !isNews(one) || isOverfull(one))) {
		for (const one of head) show(poll, one);
		return;
	}

	const { clicks, total, isWhole } = yield* readOthers(poll, days, first, before === undefined);
	const waiting: string[] = [];
	for (const click of clicks.filter(isNews).sort((one, other) => one.at - other.at)) {
		if (isOverfull(click)) {
			note(
				poll,
				`knows ${bounds.clicks} clicks of a day: further ones of that day are not reported`,
			);
			continue;
		}
		const finding = AS_EVENTS.judge(poll, click, before ? 'new' : sight);
		AS_EVENTS.take(poll, finding);
		if (finding.is === 'waits') waiting.push(click.day);
		else known.set(click.day, namesOf(click.day).add(nameOf(click.key)));
	}
	if (waiting.length > 0) note(poll, `${waiting.length} clicks wait in the service`);
	const newest = clicks.reduce((last, { at }) => Math.max(last, at), 0);
	const next = isWhole ? nextFloor(newest, waiting) : floor;
	for (const day of known.keys()) if (day < next) known.delete(day);
	const isAllKnown = isWhole && waiting.length === 0 && !isNarrow && next === floor;
	state.clicks = { floor: next, readAt: now, known: pack(known), ...(isAllKnown && { total }) };
}

/** The watcher of clicks. @param zone the service's */
export function watcherOfClicks(clicked: ClickedRule, zone: string): Watcher {
	return {
		watch: (poll, first) => watchClicks({ clicked, zone }, poll, first),
		// What may be emitted once more is of an open day; the watch may have read only its first page.
		*lookUp(poll, keys) {
			if (keys.every((key) => poll.shown.has(key))) return;
			const days = daysFrom(poll.state.clicks?.floor ?? '', poll, zone);
			const first = yield* readFirst(poll, days);
			if (first) yield* readOthers(poll, days, first, false);
		},
		/** The newest one on the first page of the last three months. */
		*example(poll) {
			const from = dayOf(poll.now - LIMITS.listDays * MS_PER_DAY, zone);
			const page = yield* readFirst(poll, daysFrom(from, poll, zone));
			const wanted = (page?.seen as SeenClick[] | undefined)?.filter((one) =>
				isWantedClick(one, clicked),
			);
			return wanted?.sort((one, other) => one.at - other.at).at(-1);
		},
	};
}

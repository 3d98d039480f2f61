/**
 * How replies to our messages are watched. Their list has no pages: each poll asks for a window that overlaps the last one, and the
 * state holds which ones of it are known. The window begins two hours before the newest reply that is known, in the service's own
 * time, or a day before the last poll, whichever is later; what may not be emitted yet waits in the service: the window does not
 * pass it. Not every service keeps to the period: what lies before the window is not looked at.
 */
import { MS_PER_DAY } from '../../shared/time';
import { matches, type Rule } from '../events/change';
import type { FirstSight } from '../events/event';
import { isWanted, likelyAnswered, type ReceivedRule, type SeenReply } from '../events/received';
import type { KnownReplies } from '../state';
import { ask, askOne, note, show, type Asking, type Poll, type Watcher } from './asking';
import { AS_EVENTS } from './observe';

/** What the watch of replies goes by. @param zone the service's */
interface ReplyWatch {
	received: ReceivedRule;
	zone: string;
}

/** The service writes whole seconds. */
const SECOND_MS = 1000;
/** So far before the newest reply one may still appear; more than an hour, which a change to winter time repeats. */
const OVERLAP_MS = 2 * 60 * 60_000;
/** How long before a reply the message that it answers may have been sent. */
const ANSWERED_DAYS = 7;

/** The replies since a time, the oldest first. @throws the fault of the request */
function* readReplies(poll: Poll, from: number): Asking<SeenReply[]> {
	const page = yield* askOne(poll, { is: 'replies', from, now: poll.now });
	for (const fault of page?.faults ?? []) note(poll, fault);
	return (page?.seen ?? []) as SeenReply[];
}

/** Adds to new replies which of our messages they most likely answer, if the service lists messages. */
function* guess({ zone }: ReplyWatch, poll: Poll, replies: SeenReply[]): Asking<SeenReply[]> {
	const oldest = replies.find(({ at }) => !Number.isNaN(at));
	if (!oldest) return replies;
	const [answered] = yield* ask(poll, [
		{ is: 'delivered', since: oldest.at - ANSWERED_DAYS * MS_PER_DAY },
	]);
	// A reply does not wait for what is a guess, and not every service lists messages.
	if (answered?.is !== 'page') return replies;
	const { records = [] } = answered;
	return replies.map((reply) => ({
		...reply,
		record: { ...reply.record, ...likelyAnswered(reply, records, zone) },
	}));
}

/** Where the window of this poll begins. A clock that was ahead for a while leaves no mark: of the last poll and this one the earlier counts. */
function beginningOf(before: KnownReplies | undefined, now: number): number {
	if (!before) return now - MS_PER_DAY;
	const { floor, readAt } = before;
	return readAt === undefined ? floor : Math.max(floor, Math.min(readAt, now) - MS_PER_DAY);
}

/** Where the next window may not begin later, in milliseconds, and how many replies are known one by one. */
interface Window {
	from: number;
	now: number;
	/** The first reply that waits, and the first that may be emitted once more. */
	waiting: number;
	emitted: number;
	most: number;
}

/** What is known from now on. */
function nextKnown(
	known: ReadonlyMap<string, number>,
	{ from, now, waiting, emitted, most }: Window,
): KnownReplies {
	const newestFirst = [...known].sort(([, one], [, other]) => other - one);
	const newest = Math.min(newestFirst[0]?.[1] ?? 0, now);
	const overlapping = Math.min(emitted, Math.max(from, newest - OVERLAP_MS));
	// If too many are known, the window begins later: what it shows and is not known would come again. None is lost for that.
	const tooOld = newestFirst[most]?.[1] ?? -Infinity;
	const earliest = Math.min(waiting, Math.max(overlapping, tooOld + SECOND_MS));
	const floor = Math.floor(earliest / SECOND_MS) * SECOND_MS;
	const timed = newestFirst.filter(([, at]) => at !== 0 && at >= floor);
	const timeless = newestFirst.filter(([, at]) => at === 0).slice(0, most);
	const isOfToday = Math.min(waiting, emitted) >= now - MS_PER_DAY;
	return {
		floor,
		...(isOfToday && { readAt: now }),
		known: Object.fromEntries([...timed, ...timeless]),
	};
}

/** Looks at the replies that came. Changes the poll. */
function* watchReplies(watch: ReplyWatch, poll: Poll, first: FirstSight): Asking {
	const { state, now, bounds } = poll;
	const before = state.replies;
	const from = beginningOf(before, now);
	const shown = yield* readReplies(poll, from);
	for (const reply of shown) show(poll, reply);
	const known = new Map(Object.entries(before?.known ?? {}));
	const isInWindow = ({ at }: SeenReply) => !(at < Math.floor(from / SECOND_MS) * SECOND_MS);
	let fresh = shown.filter(
		(reply) => isInWindow(reply) && !known.has(reply.key) && isWanted(reply, watch.received),
	);
	if (before || first !== 'silent') fresh = yield* guess(watch, poll, fresh);
	// The oldest come first: if one has to wait, so do all newer ones.
	let taken = 0;
	for (const reply of fresh) {
		const finding = AS_EVENTS.judge(poll, reply, before ? 'new' : first);
		AS_EVENTS.take(poll, finding);
		if (finding.is === 'waits') break;
		known.set(reply.key, reply.at || 0);
		taken++;
	}
	if (taken < fresh.length) note(poll, `${fresh.length - taken} replies wait in the service`);
	// The window passes neither what waits nor what may be emitted once more. One without a time stands before all others.
	const times = [...state.emitted, ...poll.events].map(({ key }) => known.get(key) || Infinity);
	const next = fresh[taken];
	state.replies = nextKnown(known, {
		from,
		now,
		waiting: next ? next.at || from : Infinity,
		emitted: Math.min(...times),
		most: bounds.replies,
	});
}

/** The watcher of replies. @param zone the service's */
export function watcherOfReplies(received: ReceivedRule, zone: string, rule: Rule): Watcher {
	const watch = { received, zone };
	return {
		watch: (poll, first) => watchReplies(watch, poll, first),
		// The window of the watch has shown them, or they are too old for it.
		*lookUp() {},
		*example(poll) {
			const replies = yield* readReplies(poll, poll.now - MS_PER_DAY);
			const last = replies.filter((one) => isWanted(one, received) && matches(rule, one)).at(-1);
			return last && (yield* guess(watch, poll, [last]))[0];
		},
	};
}

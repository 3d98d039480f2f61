/**
 * How replies to our messages are watched. Their list has no pages: each poll asks for a window that overlaps the last one, and the
 * state holds which ones of it are known. The window begins two hours before the newest reply that is known, in the service's own
 * time, or a day before the last poll, whichever is later; what may not be emitted yet waits in the service: the window does not
 * pass it. Not every service keeps to the period: what lies before the window is not looked at.
 */
import { formatServiceTime } from '../../shared/time';
import { matches, type Rule } from '../events/change';
import type { FirstSight } from '../events/event';
import {
	isWanted,
	likelyAnswered,
	seeReplies,
	type ReceivedRule,
	type SeenReply,
} from '../events/received';
import { BOUNDS, type KnownReplies } from '../state';
import type { Session, Watcher } from './session';
import { readDelivered, readReceived, type Source } from './source';

/** What the watch of replies goes by. */
interface ReplyWatch {
	source: Source;
	received: ReceivedRule;
}

/** The service writes whole seconds. */
const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60_000;
/** So far before the newest reply one may still appear; more than an hour, which a change to winter time repeats. */
const OVERLAP_MS = 2 * 60 * 60_000;
/** So far the service's clock may be behind n8n's where it takes no end ahead of its own now. */
const BEHIND_MS = 60_000;
/** How long before a reply the message that it answers may have been sent. */
const ANSWERED_DAYS = 7;

/** The replies since a time, the oldest first. The end lies ahead, as clocks differ, where the service takes such an end. */
async function readReplies(
	{ source, received }: ReplyWatch,
	from: number,
	now: number,
	session?: Session,
): Promise<SeenReply[]> {
	const zone = source.service.timeZone;
	const write = (time: number): string => formatServiceTime(time, zone);
	const period = { start_date: write(from), end_date: write(now + DAY_MS) };
	const { entries, total = 0 } = await readReceived(
		source,
		period,
		[now, now - BEHIND_MS].map(write),
	);
	if (entries.length < total)
		session?.note('error: the service counts more replies than it shows: some may be missed');
	return seeReplies(entries, zone, received.optOutWords);
}

/** Adds to new replies which of our messages they most likely answer, where the service lists messages. */
async function guess({ source }: ReplyWatch, replies: SeenReply[]): Promise<void> {
	const oldest = replies.find(({ at }) => !Number.isNaN(at));
	if (!oldest) return;
	const zone = source.service.timeZone;
	try {
		const since = formatServiceTime(oldest.at - ANSWERED_DAYS * DAY_MS, zone);
		const messages = await readDelivered(source, since);
		for (const reply of replies) Object.assign(reply.record, likelyAnswered(reply, messages, zone));
	} catch {
		// A reply does not wait for what is a guess, and not every service lists messages.
	}
}

/** Where the window of this poll begins. A clock that was ahead for a while leaves no mark: of the last poll and this one the earlier counts. */
function beginningOf(before: KnownReplies | undefined, now: number): number {
	if (!before) return now - DAY_MS;
	const { floor, readAt } = before;
	return readAt === undefined ? floor : Math.max(floor, Math.min(readAt, now) - DAY_MS);
}

/** What is known from now on. @param ceiling the window does not begin later */
function nextKnown(
	known: ReadonlyMap<string, number>,
	{ from, now, ceiling }: { from: number; now: number; ceiling: number },
): KnownReplies {
	// Where too many are known, the window begins later.
	const newestFirst = [...known].sort(([, one], [, other]) => other - one);
	const tooOld = newestFirst[BOUNDS.replies]?.[1] ?? -Infinity;
	const newest = Math.min(newestFirst[0]?.[1] ?? 0, now);
	const earliest = Math.min(ceiling, Math.max(from, newest - OVERLAP_MS, tooOld + SECOND_MS));
	const floor = Math.floor(earliest / SECOND_MS) * SECOND_MS;
	const kept = newestFirst.filter(([, at]) => at === 0 || at >= floor).slice(0, BOUNDS.replies);
	const isOfToday = ceiling >= now - DAY_MS;
	return { floor, ...(isOfToday && { readAt: now }), known: Object.fromEntries(kept) };
}

/** Looks at the replies that came. Changes the session's state. */
async function watchReplies(watch: ReplyWatch, session: Session, first: FirstSight): Promise<void> {
	const { state } = session;
	const { now } = session.options;
	const before = state.replies;
	const from = beginningOf(before, now);
	const shown = await readReplies(watch, from, now, session);
	for (const reply of shown) session.show(reply);
	const known = new Map(Object.entries(before?.known ?? {}));
	const isInWindow = ({ at }: SeenReply) => !(at < Math.floor(from / SECOND_MS) * SECOND_MS);
	const fresh = shown.filter(
		(reply) => isInWindow(reply) && !known.has(reply.key) && isWanted(reply, watch.received),
	);
	if (before || first !== 'silent') await guess(watch, fresh);
	// The oldest come first: where one has to wait, so do all newer ones.
	const place = fresh.findIndex((reply) => !session.observe(reply, before ? 'new' : first));
	const taken = place < 0 ? fresh : fresh.slice(0, place);
	for (const { key, at } of taken) known.set(key, at || 0);
	if (place >= 0) session.note(`${fresh.length - place} replies wait in the service`);
	// The window passes neither what waits nor what may be emitted once more. One without a time stands before all others.
	const emitted = [...state.emitted, ...session.events].map(
		({ key }) => known.get(key) || Infinity,
	);
	const waiting = fresh[place];
	const ceiling = Math.min(waiting ? waiting.at || from : Infinity, ...emitted);
	state.replies = nextKnown(known, { from, now, ceiling });
}

/** The watcher of replies. */
export function watcherOfReplies(source: Source, received: ReceivedRule, rule: Rule): Watcher {
	const watch = { source, received };
	return {
		watch: async (session, first) => await watchReplies(watch, session, first),
		// The window of the watch has shown them, or they are too old for it.
		lookUp: async () => await Promise.resolve(),
		async example() {
			const now = Date.now();
			const replies = await readReplies(watch, now - DAY_MS, now);
			const last = replies.filter((one) => isWanted(one, received) && matches(rule, one)).at(-1);
			if (last) await guess(watch, [last]);
			return last;
		},
	};
}

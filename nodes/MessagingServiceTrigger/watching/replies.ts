/**
 * How replies to our messages are watched. The list that the service has knows no pages, and no IDs in one of its forms: each poll asks
 * for a window that overlaps the last one, and the state holds what is known of it. A poll mostly makes one request for the replies, and
 * more where the service does not show all of a window (replyReading.ts), and, where there are new ones, one for the messages that they
 * may answer.
 *
 * The window begins an hour or two before the newest reply that is known, in the service's own time, or a day before the last poll,
 * whichever is later; a reply that the service shows later than that is not noticed, and one that is dated ahead moves nothing. Not
 * every service keeps to the period: what lies before the window is not looked at. What a poll may not emit any more waits in the
 * service: the window does not pass it.
 */
import { listOf } from '../../shared/reply';
import { ENDPOINTS, LIMITS } from '../../shared/spec';
import { formatServiceTime } from '../../shared/time';
import type { FirstSight } from '../events';
import { isWanted, likelyAnswered, timeOfReply, type SeenReply } from '../events/received';
import { idOfKey, type ListPosition } from '../state/state';
import { readReplies, type ReplyWatch } from './replyReading';
import type { Session } from './session';
import { amongKnown, bothEnds, isTimeless } from './timelessReplies';

/** The name of the list in the state. */
const LIST = 'replies';
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** So far behind the newest reply one may still appear; more than an hour, which a change to winter time repeats. */
const OVERLAP_MS = 2 * HOUR_MS;
/** Replies of the window that the state knows at most; under more of them the overlap is shorter. */
const KNOWN = 1_000;
/** How long before a reply the message that it answers may have been sent. */
const ANSWERED_DAYS = 7;

/** Adds to new replies which of our messages they most likely answer, where the service tells of messages. */
async function guess({ read, zone }: ReplyWatch, replies: SeenReply[]): Promise<void> {
	const oldest = replies.find(({ at }) => !Number.isNaN(at));
	if (!oldest) return;
	try {
		const body = await read(ENDPOINTS.listMessages.path, {
			'filter[from]': formatServiceTime(oldest.at - ANSWERED_DAYS * DAY_MS, zone),
			sort: 'delivered',
			way: 'desc',
			'page[offset]': 0,
			'page[limit]': LIMITS.page.pageMax,
		});
		const messages = listOf(body).records;
		for (const reply of replies) Object.assign(reply.record, likelyAnswered(reply, messages, zone));
	} catch {
		// A reply does not wait for what is a guess, and not every service lists messages.
	}
}

/** Whether a reply of a time lies in the window from `floor` on; of one without a time nobody knows. Whole seconds, as the service writes them. */
const isWithin = (time: number, floor: number): boolean =>
	time === 0 || time >= Math.floor(floor / 1000) * 1000;

/**
 * Where the window of this poll begins, in milliseconds: at the floor, which replies alone have moved, or a day before the last poll.
 * A clock that was ahead for a while leaves no mark: of the last poll and this one the earlier counts.
 */
function beginningOf(position: ListPosition | undefined, now: number): number {
	if (!position) return now - DAY_MS;
	const { ids, readAt } = position;
	const floor = Number(position.floor);
	// A first look begins by the clock: a floor ahead of it, of which nothing is known, comes from a clock that was ahead.
	if (floor > now && ids.length === 0) return now - DAY_MS;
	return readAt === undefined ? floor : Math.max(floor, Math.min(readAt, now) - DAY_MS);
}

/** How to take a reply: one that had to wait since the first look of a life is taken as that look would have. */
function sightOf(
	position: ListPosition | undefined,
	{ at }: SeenReply,
	first: FirstSight,
): FirstSight {
	if (!position) return first;
	const { firstUntil = -Infinity } = position;
	return position.first && !(at > firstUntil) ? position.first : 'new';
}

/** What is kept of a first look of which some replies have to wait: how it took them, and the time of its last one. */
function firstOf(
	position: ListPosition | undefined,
	fresh: readonly SeenReply[],
	first: FirstSight,
): Pick<ListPosition, 'first' | 'firstUntil'> {
	if (position) return { first: position.first, firstUntil: position.firstUntil };
	return { first, firstUntil: fresh.at(-1)?.at || 0 };
}

/** What was found in a poll. Times are milliseconds. */
interface Found {
	/** What the window shows, the oldest first. */
	replies: readonly SeenReply[];
	/** IDs of all that are known now. */
	ids: ReadonlySet<string>;
	/** Where the window began. */
	from: number;
	/** The first one that has to wait. */
	waiting: SeenReply | undefined;
	/** Whether some without a time were taken for known, as they stand among known ones. */
	passed: boolean;
	/** Whether newer ones could not be read any more. */
	isCut: boolean;
}

/** Takes what was known, what was found and n8n's clock; returns what is known of the list from now on. */
function nextPosition(
	position: ListPosition | undefined,
	{ replies, ids, from, waiting, passed, isCut }: Found,
	now: number,
): ListPosition {
	// One without a time stands before all others, so that the whole window waits with it.
	const ceiling = waiting ? waiting.at || from : Infinity;
	const base = waiting || !position ? from : Math.min(from, Number(position.floor));
	const newest = replies.reduce((latest, { at }) => (at > latest ? at : latest), -Infinity);
	let floor = Math.min(ceiling, Math.max(base, Math.min(newest, now) - OVERLAP_MS));
	const raise = (time: number) => (floor = Math.max(floor, Math.min(ceiling, time)));
	// What could not be read lies behind the newest one: the next window begins with that, as another overlap would be read in its place.
	if (isCut) raise(newest);
	// What is known of the window is kept, the newest first; where it is too much, the window begins later.
	const kept = [...ids].sort((one, other) => timeOfReply(other) - timeOfReply(one));
	const tooOld = kept[KNOWN];
	if (tooOld !== undefined) raise(timeOfReply(tooOld) + 1000);
	let timeless = kept.filter(isTimeless);
	// What tells no time never leaves the window by itself: too many of those go with what the service shows no more.
	if (timeless.length > KNOWN) {
		raise(Math.min(position?.readAt ?? now, now) - OVERLAP_MS);
		timeless = replies.map(({ key }) => idOfKey(key)).filter((id) => isTimeless(id) && ids.has(id));
	}
	const known = bothEnds(timeless);
	const hasGap = position?.gap && (passed || known.length > KNOWN);
	return {
		ids: [...kept.filter((id) => !isTimeless(id) && isWithin(timeOfReply(id), floor)), ...known],
		floor: String(floor),
		backlog: 0,
		...(!waiting && !isCut && { readAt: now }),
		...((hasGap || known.length < timeless.length) && { gap: true }),
	};
}

/** Looks at the replies that came. Changes the session's state. */
export async function watchReplies(
	watch: ReplyWatch,
	session: Session,
	first: FirstSight,
): Promise<void> {
	const { state, now } = session;
	const position = state.lists[LIST];
	const from = beginningOf(position, now);
	// What is emitted once more may lie before the window: one request shows that as well.
	const again = session.again.map((key) => timeOfReply(idOfKey(key))).filter((time) => time > 0);
	const earliest = Math.min(from, ...again);
	const { replies: shown, isCut } = await readReplies(
		watch,
		{ from: earliest, now, begins: position === undefined },
		session,
	);
	for (const reply of shown) session.show(reply);
	const replies = shown.filter(({ key }) => isWithin(timeOfReply(idOfKey(key)), from));
	const known = new Set(position?.ids);
	const passed = position?.gap ? amongKnown(replies, known) : new Set<string>();
	if (passed.size > 0)
		session.notes.push(
			`knows only the first and the last of the replies without a time, as the service shows too many of them; ${passed.size} between those were taken for known, and a new one among them is missed`,
		);
	const ids = new Set(known);
	const isFresh = ({ key }: SeenReply) => !known.has(idOfKey(key)) && !passed.has(idOfKey(key));
	const fresh = replies.filter((reply) => isFresh(reply) && isWanted(reply, watch.received));
	if (position || first !== 'silent') await guess(watch, fresh);
	// The oldest come first: where one has to wait, so do all behind it.
	const places = fresh.findIndex(
		(reply) => !session.observe(reply, sightOf(position, reply, first)),
	);
	const taken = places < 0 ? fresh : fresh.slice(0, places);
	for (const { key } of taken) ids.add(idOfKey(key));
	const waiting = fresh[places];
	const found: Found = { replies, ids, from, waiting, passed: passed.size > 0, isCut };
	state.lists[LIST] = {
		...nextPosition(position, found, now),
		...(waiting && firstOf(position, fresh, first)),
	};
}

/** The latest reply that the user wants to hear of, or undefined. */
export async function exampleOfReply(
	watch: ReplyWatch,
	now: number,
	fits: (reply: SeenReply) => boolean,
): Promise<SeenReply | undefined> {
	const { replies } = await readReplies(watch, { from: now - DAY_MS, now });
	const last = replies.filter((reply) => isWanted(reply, watch.received) && fits(reply)).at(-1);
	if (last) await guess(watch, [last]);
	return last;
}

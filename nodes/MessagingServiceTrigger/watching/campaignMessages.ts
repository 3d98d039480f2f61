/**
 * How the messages of campaigns are watched. The campaigns are found in their lists (lists.ts), or named by the user. Of each the
 * list of messages is read by ID from its beginning to its end, a page of 500 at a time, 20 pages a poll, the campaign that waited
 * longest first; a reading that a poll does not suffice for goes on at the next one.
 *
 * Every message is known by its ID, as the service draws IDs at random (2.2): nothing depends on the order in which messages are
 * created or end. Only where the IDs of those that ended take too much room are they replaced by a mark: all up to it are known.
 *
 * A campaign is left after a reading that began ten minutes after its end and the last news, and found nothing open; at the latest
 * when it is read 73 hours after its end, when no message can still be valid.
 */
import { stepAfter } from '../../shared/service';
import { diff, matches, type Rule } from '../events/change';
import {
	compareIds,
	idOfKey,
	partsOfKey,
	type FirstSight,
	type Observation,
} from '../events/event';
import { BOUNDS, ENDED, type FollowedCampaign } from '../state';
import { watchLists } from './lists';
import type { Session, Watcher } from './session';
import { messageList, SMALL_PAGE, type ListSource, type Source } from './source';
import { isDue, LONGEST_VALIDITY, UNREADABLE } from './time';
import { tryEach } from './tryEach';

/** Pages of messages of a poll. */
const REQUESTS = 20;
/** Requests of a poll for what is emitted once more after a restart. */
const LOOK_UPS = 100;
/** Campaigns of a list in which an example is looked for. */
const EXAMPLES = 2;
/** Seconds after the end of a campaign, and after the last news of its messages, for which it is followed in any case. */
const GRACE = 10 * 60;

/** Follows a campaign, as far as there is room. Changes the state. */
function follow({ state }: Session, id: string, first: FirstSight): boolean {
	const { campaigns, done, ownTime } = state;
	if (campaigns[id] || done.includes(id)) return true;
	if (Object.keys(campaigns).length >= BOUNDS.followed) return false;
	campaigns[id] = {
		messages: {},
		...(first !== 'new' && { first }),
		offset: 0,
		begunAt: 0,
		readAt: 0,
		changedAt: ownTime,
	};
	return true;
}

/** Follows a campaign that a list shows, and notes whether its counters have moved: then so have its messages. Changes the state. */
function noteCampaign(
	lists: readonly ListSource[],
	session: Session,
	seen: Observation,
	first: FirstSight,
): boolean {
	const { state } = session;
	const id = idOfKey(seen.key);
	// A named one was looked for in both lists.
	for (const { letter } of lists)
		if (letter + id !== seen.key && state.watched[letter + id]?.status === '')
			delete state.watched[letter + id];
	if (!follow(session, id, first)) {
		session.note(
			`follows the messages of ${BOUNDS.followed} campaigns; others wait in the service`,
		);
		return false;
	}
	const campaign = state.campaigns[id];
	const counters = seen.counters.join();
	if (campaign?.counters !== undefined && campaign.counters !== counters)
		campaign.changedAt = state.ownTime;
	if (campaign) campaign.counters = counters;
	return true;
}

/** Follows the campaigns that the user names, whatever became of them; their lists show of which type each is. Changes the state. */
function followNamed(lists: readonly ListSource[], session: Session, first: FirstSight): void {
	const { state, rule } = session;
	for (const id of rule.ids) {
		if (state.campaigns[id] || state.done.includes(id)) continue;
		follow(session, id, first);
		for (const { letter } of lists) state.watched[letter + id] ??= { status: '' };
	}
}

/** What all readings of a poll share: the messages that may be taken up, open ones and any, and the pages that may be asked for. */
interface Room {
	open: number;
	all: number;
	requests: number;
}

/** One message of a campaign. @returns whether it is taken in, has no room, or must wait as the poll may emit no more. Changes the state. */
function take(
	session: Session,
	campaign: FollowedCampaign,
	seen: Observation,
	room: Room,
): 'taken' | 'no room' | 'full' {
	const { message: id } = partsOfKey(seen.key);
	const isPassed = compareIds(id, campaign.endedThrough ?? '') <= 0;
	const before = campaign.messages[id] ?? (isPassed ? ENDED : undefined);
	const status = seen.final ? ENDED : seen.strange ? (before ?? '') : seen.status;
	if (before === ENDED || before === status) return 'taken';
	const isOpen = status !== ENDED;
	const hasRoom = room.all > 0 && (!isOpen || room.open > 0);
	// Once one had no room, no further one is taken up: all up to it are known, which `endedThrough` may then say.
	if (before === undefined && (campaign.isCut || !hasRoom)) return 'no room';
	const known = before === undefined ? undefined : { status: before };
	const { event } = seen.strange ? {} : diff(known, seen, session.rule, campaign.first ?? 'new');
	if (event && session.isFull) return 'full';
	if (isPassed && !isOpen) delete campaign.messages[id];
	else campaign.messages[id] = status;
	if (before === undefined) room.all--;
	room.open += Number(before !== undefined) - Number(isOpen);
	campaign.changedAt = session.state.ownTime;
	if (event) session.events.push({ key: seen.key, event });
	return 'taken';
}

/** Where a reading has come to. */
interface Reading {
	/** Whether it has come to the end of the list. */
	isWhole: boolean;
	/** The ID up to which all messages are known. */
	through: string;
}

/** Whether a known message lies after a page: where the others wait, there is nothing more to read otherwise. */
function isAnyBeyond({ messages }: FollowedCampaign, seen: readonly Observation[]): boolean {
	const last = partsOfKey(seen.at(-1)?.key ?? '').message;
	return Object.keys(messages).some((id) => compareIds(id, last) > 0);
}

/** Reads messages of a campaign until its list ends, or the poll does. Changes the state. */
async function readMessages(
	source: Source,
	session: Session,
	[id, campaign]: readonly [string, FollowedCampaign],
	room: Room,
): Promise<Reading> {
	const list = messageList(source, id);
	let through = campaign.endedThrough ?? '';
	if (campaign.offset === 0) {
		campaign.begunAt = session.state.ownTime;
		delete campaign.isCut;
	}
	while (room.requests > 0 && !session.late) {
		room.requests--;
		const { offset } = campaign;
		const page = await session.page(list, { way: 'asc', offset });
		for (const seen of page.seen) {
			const came = take(session, campaign, seen, room);
			if (came !== 'taken') session.note('messages of campaigns wait in the service');
			// The other messages of this page wait for the next poll.
			if (came === 'full') return { isWhole: false, through };
			// Those after it wait as well, so that all before it are known.
			if (came === 'no room') campaign.isCut = true;
			const { message } = partsOfKey(seen.key);
			if (!campaign.isCut && compareIds(message, through) > 0) through = message;
		}
		const isEnd = page.end || (campaign.isCut && !isAnyBeyond(campaign, page.seen));
		campaign.offset = isEnd ? 0 : offset + stepAfter(page.length);
		if (!isEnd) continue;
		if (!campaign.isCut) delete campaign.first;
		return { isWhole: true, through };
	}
	return { isWhole: false, through };
}

/** Leaves the campaigns that have come to an end with all their messages. Changes the state. @param whole those that were read to the end */
function leaveEnded(
	lists: readonly ListSource[],
	session: Session,
	whole: ReadonlySet<string>,
): void {
	const { state } = session;
	const isUnfinished = (id: string) => lists.some(({ letter }) => state.watched[letter + id]);
	for (const [id, campaign] of Object.entries(state.campaigns)) {
		if (isUnfinished(id)) delete campaign.endedAt;
		else campaign.endedAt ??= state.ownTime;
		const { endedAt = state.ownTime, changedAt, begunAt, isCut, messages } = campaign;
		const isDone =
			whole.has(id) &&
			!isCut &&
			begunAt >= Math.max(endedAt, changedAt) + GRACE &&
			Object.values(messages).every((status) => status === ENDED);
		const ended = state.ownTime - endedAt;
		const isOver = ended >= UNREADABLE || (ended >= LONGEST_VALIDITY && whole.has(id));
		if (!isDone && !isOver) continue;
		if (!isDone) session.note('gave up messages of campaigns that can no longer be valid');
		delete state.campaigns[id];
		state.done = [...state.done, id].slice(-BOUNDS.done);
	}
}

/** Makes room where the IDs of messages that ended take much, first of campaigns that have ended. Changes the state. @param through up to which ID all messages of a campaign are known */
function makeRoom(through: ReadonlyMap<FollowedCampaign, string>, ended: number): void {
	let left = ended;
	const endedFirst = [...through].sort(
		([one], [other]) => Number(!one.endedAt) - Number(!other.endedAt),
	);
	for (const [campaign, mark] of endedFirst) {
		if (left <= BOUNDS.endedMessages) return;
		campaign.endedThrough = mark;
		for (const [id, status] of Object.entries(campaign.messages)) {
			if (status !== ENDED || compareIds(id, mark) > 0) continue;
			delete campaign.messages[id];
			left--;
		}
	}
}

/** Looks at the messages of campaigns. Changes the session's state. @param first how to take what a first look finds */
async function watchCampaignMessages(
	source: Source,
	lists: readonly ListSource[],
	session: Session,
	first: FirstSight,
): Promise<void> {
	const { campaigns, ownTime } = session.state;
	// A service that does not list messages says so at the activation, not when the first campaign is sent.
	if (first !== 'final') await messageList(source, '').page({ way: 'desc', limit: SMALL_PAGE });
	followNamed(lists, session, first);
	session.follow = (seen, sight) => noteCampaign(lists, session, seen, sight);
	await watchLists(lists, session, first);

	const statuses = () =>
		Object.values(campaigns).flatMap(({ messages }) => Object.values(messages));
	const open = statuses().filter((status) => status !== ENDED).length;
	const room = {
		open: BOUNDS.messages - open,
		all: session.options.mostMessages,
		requests: REQUESTS,
	};
	const due = Object.entries(campaigns)
		.filter(
			([, { readAt, changedAt, offset, first: isFirst }]) =>
				offset > 0 || isFirst !== undefined || isDue(readAt, changedAt, ownTime),
		)
		.sort(([, one], [, other]) => one.readAt - other.readAt);
	const whole = new Set<string>();
	const through = new Map<FollowedCampaign, string>();
	await tryEach(
		due,
		session,
		{ what: 'campaigns, of those whose messages are followed' },
		async (entry) => {
			const [id, campaign] = entry;
			campaign.readAt = ownTime;
			const reading = await readMessages(source, session, entry, room);
			if (reading.isWhole) whole.add(id);
			through.set(campaign, reading.through);
		},
		() => session.isFull || room.requests <= 0 || session.late,
	);
	makeRoom(through, statuses().filter((status) => status === ENDED).length);
	leaveEnded(lists, session, whole);
}

/** The watcher of campaigns' messages. @param lists the lists of campaigns that are watched */
export const watcherOfCampaignMessages = (
	source: Source,
	lists: readonly ListSource[],
	rule: Rule,
): Watcher => ({
	watch: async (session, first) => await watchCampaignMessages(source, lists, session, first),
	async lookUp(session, keys) {
		let left = LOOK_UPS;
		/** Where the reading of a campaign goes on. */
		const offsets = new Map<string, number>();
		for (const key of keys) {
			if (session.shown.has(key)) continue;
			if (left-- <= 0 || session.late) return;
			const { campaign } = partsOfKey(key);
			const offset = offsets.get(campaign) ?? 0;
			const page = await session.page(messageList(source, campaign), { way: 'asc', offset });
			offsets.set(campaign, page.end ? 0 : offset + page.length);
		}
	},
	/** The newest message that fits of a named campaign, or of a recent one that the rule cares for. */
	async example() {
		const found = [...rule.ids];
		for (const list of rule.ids.length > 0 ? [] : lists) {
			const { seen } = await list.page({ way: 'desc', limit: SMALL_PAGE });
			const newest = seen.filter((one) => matches(rule, one)).slice(0, EXAMPLES);
			found.push(...newest.map(({ key }) => idOfKey(key)));
		}
		for (const id of found.slice(0, 2 * EXAMPLES)) {
			const page = await messageList(source, id).page({ way: 'desc', limit: SMALL_PAGE });
			const fits = (seen: Observation) => (rule.mode === 'finished' ? seen.final : !seen.strange);
			const fitting = page.seen.find(fits);
			if (fitting) return fitting;
		}
		return undefined;
	},
});

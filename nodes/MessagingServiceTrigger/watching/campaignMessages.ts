/**
 * How the messages of campaigns are watched. The campaigns are found in their lists (lists.ts), or named by the user; of each the
 * list of messages is read by ID, a page of 500 at a time, 20 pages a poll, the campaign that waited longest first. A reading
 * passes over messages that have all ended, unless the service counts others than are known.
 *
 * A campaign is left when it and all its messages have ended and nothing has moved for ten minutes; at the latest when it is read
 * 73 hours after its end, when no message can still be valid.
 */
import { diff, matches, type Rule } from '../events/change';
import {
	compareIds,
	idOfKey,
	partsOfKey,
	type FirstSight,
	type Observation,
} from '../events/event';
import type { SeenMessage } from '../events/see';
import { BOUNDS, type FollowedCampaign } from '../state';
import { ENDED, KnownMessages } from './knownMessages';
import { watchLists } from './lists';
import { isDue, LONGEST_VALIDITY, UNREADABLE } from './pauses';
import type { Session } from './session';
import { readCampaignMessages, SMALL_PAGE, type ListSource, type Read } from './source';
import { tryEach } from './tryEach';

/** Where campaigns and their messages are read. */
export interface CampaignSource {
	read: Read;
	/** IANA name of the zone of the service. */
	zone: string;
	/** The lists of campaigns that are watched. */
	lists: ListSource[];
}

/** Pages of messages of a poll. */
const REQUESTS = 20;
/** Known messages that a page shows again, as the list may have moved a little. */
const MARGIN = 5;
/** Requests of a poll for what is emitted once more after a restart. */
const LOOK_UPS = 100;
/** Campaigns of a list in which an example is looked for. */
const EXAMPLES = 2;
/** Seconds after the end of a campaign, and after the last change of its messages, for which it is followed in any case. */
const GRACE = 10 * 60;

/** Follows a campaign of which nothing is known yet, as far as there is room. Changes the state. */
function follow(session: Session, id: string, first: FirstSight): boolean {
	const { campaigns, ownTime } = session.state;
	if (campaigns[id]) return true;
	if (Object.keys(campaigns).length >= BOUNDS.followed) {
		session.note(
			`follows the messages of ${BOUNDS.followed} campaigns; others wait in the service`,
		);
		return false;
	}
	const isNew = first === 'new' || first === 'final';
	campaigns[id] = {
		open: {},
		ended: [],
		...(!isNew && { first }),
		offset: 0,
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
	if (state.done.includes(id)) return true;
	if (!follow(session, id, first)) return false;
	const campaign = state.campaigns[id];
	if (!campaign) return true;
	const counters = seen.counters.join();
	if (campaign.counters !== undefined && campaign.counters !== counters)
		campaign.changedAt = state.ownTime;
	campaign.counters = counters;
	return true;
}

/** Follows the campaigns that the user names, whatever became of them; of which type each is, their lists show. Changes the state. */
function followNamed(lists: readonly ListSource[], session: Session, first: FirstSight): void {
	const { state, rule } = session;
	for (const id of rule.ids) {
		if (state.campaigns[id] || state.done.includes(id)) continue;
		follow(session, id, first);
		for (const { letter } of lists) state.watched[letter + id] ??= { status: '' };
	}
}

/** What the state has room for in a poll. */
interface Room {
	open: number;
	ended: number;
}

/** One reading of the messages of a campaign. */
interface Reading {
	source: CampaignSource;
	session: Session;
	id: string;
	campaign: FollowedCampaign;
	known: KnownMessages;
	room: Room;
	/** Pages that the poll may still ask for. */
	left: { requests: number };
	/** The first message that was left out, as there was no room: so are all unknown ones after it. */
	cutAt?: string;
	/** Whether one was passed over whose status no document knows. */
	hasGap?: true;
}

/** Takes in a message as it is seen; returns false when the poll may emit no more. Changes the state. */
function take(reading: Reading, seen: SeenMessage): boolean {
	const { campaign, known, session, room } = reading;
	const before = known.get(seen.id);
	const status = seen.final ? ENDED : seen.status;
	if (seen.strange && before === undefined) reading.hasGap = true;
	if (before === ENDED || before === status || seen.strange) return true;
	const place = seen.final ? 'ended' : 'open';
	if (before === undefined && (reading.cutAt !== undefined || room[place] <= 0)) {
		reading.cutAt ??= seen.id;
		session.note('has no room for more messages of campaigns; others wait in the service');
		return true;
	}
	const rule: Rule = { ...session.rule, ids: [], senders: [] };
	const watched = before === undefined ? undefined : { status: before };
	const { event } = diff(watched, seen, rule, campaign.first ?? 'new');
	if (event && session.isFull) return false;
	known.set(seen.id, status);
	room[place]--;
	if (before !== undefined) room.open++;
	campaign.changedAt = session.state.ownTime;
	if (event) session.events.push({ key: seen.key, event });
	return true;
}

/** Whether no message that is known lies after the first one that was left out. */
const isBeyond = ({ cutAt, known }: Reading): boolean =>
	cutAt !== undefined && compareIds(cutAt, known.highest) > 0;

/**
 * Reads messages of a campaign until its list ends, the poll does, or an offset is reached. Changes the state.
 * @returns undefined where the list was not read to its end, else whether all that the service counts is known
 */
async function readOn(reading: Reading, until = Infinity): Promise<boolean | undefined> {
	const { source, session, id, campaign, known, left } = reading;
	while (left.requests > 0 && !session.late) {
		const next = campaign.whole ? campaign.offset : known.nextOpen(campaign.offset) - MARGIN;
		const offset = Math.max(campaign.offset, next, 0);
		if (offset >= until) break;
		left.requests--;
		session.requests++;
		const page = await readCampaignMessages(source.read, id, source.zone, { offset });
		if (page.isMixed) session.note('error: the service ignores the filter by campaign of its list');
		for (const seen of page.seen) session.show(seen);
		if (!page.seen.every((seen) => take(reading, seen))) {
			// The other messages of this page wait for the next poll.
			campaign.offset = offset;
			return undefined;
		}
		// After the last one that is known all others wait: there is nothing more to read.
		const isCut = reading.cutAt !== undefined;
		const isEnd = page.end || isBeyond(reading);
		campaign.offset = isEnd ? 0 : offset + page.length;
		if (!isEnd) continue;
		const isAll = !isCut && (page.total === undefined || page.total === known.size);
		if (isAll) delete campaign.whole;
		else campaign.whole = true;
		if (!isCut) delete campaign.first;
		return isAll;
	}
	return undefined;
}

/** Reads the messages of a campaign from where the last poll ended, round to the same place. Returns what `readOn` does. */
async function readMessages(reading: Reading): Promise<boolean | undefined> {
	const begin = reading.campaign.offset;
	const isAll = await readOn(reading);
	if (isAll === undefined || begin === 0) return isAll;
	return (await readOn(reading, begin)) ?? isAll;
}

/** Leaves the campaigns that have come to an end with all their messages. Changes the state. @param complete of those read to the end: whether all is known */
function leaveEnded(
	{ lists }: CampaignSource,
	session: Session,
	complete: ReadonlyMap<string, boolean>,
): void {
	const { state } = session;
	const isUnfinished = (id: string) => lists.some(({ letter }) => state.watched[letter + id]);
	for (const [id, campaign] of Object.entries(state.campaigns)) {
		if (isUnfinished(id)) delete campaign.endedAt;
		else campaign.endedAt ??= state.ownTime;
		const ended = campaign.endedAt === undefined ? 0 : state.ownTime - campaign.endedAt;
		const quiet = state.ownTime - campaign.changedAt;
		const isDone = complete.get(id) === true && Object.keys(campaign.open).length === 0;
		const isOver = ended >= UNREADABLE || (ended >= LONGEST_VALIDITY && complete.has(id));
		if (!isOver && !(isDone && ended >= GRACE && quiet >= GRACE)) continue;
		if (!isDone) session.note('gave up messages of campaigns that can no longer be valid');
		delete state.campaigns[id];
		state.done = [...state.done, id].slice(-BOUNDS.done);
	}
}

/** Makes room where the IDs of messages that ended take much, first of campaigns that have ended. Changes the state. @param complete of which all up to the highest are known */
function makeRoom(
	campaigns: readonly FollowedCampaign[],
	complete: readonly KnownMessages[],
): void {
	let ended = campaigns.reduce((sum, one) => sum + one.ended.length, 0);
	const endedFirst = [...complete].sort(
		(one, other) => Number(!one.campaign.endedAt) - Number(!other.campaign.endedAt),
	);
	for (const known of endedFirst) {
		if (ended <= BOUNDS.endedMessages / 2) return;
		ended -= known.ended;
		known.settle();
		known.store();
	}
}

/** Looks at the messages of campaigns. Changes the session's state. @param first how to take what a first look finds */
export async function watchCampaignMessages(
	source: CampaignSource,
	session: Session,
	first: FirstSight,
): Promise<void> {
	const { state } = session;
	const { campaigns, ownTime } = state;
	followNamed(source.lists, session, first);
	session.follow = (seen, sight) => noteCampaign(source.lists, session, seen, sight);
	await watchLists(source.lists, session, first);

	const all = Object.values(campaigns);
	const sum = (count: (one: FollowedCampaign) => number) =>
		all.reduce((total, one) => total + count(one), 0);
	const room: Room = {
		open: Math.min(
			BOUNDS.messages - sum(({ open }) => Object.keys(open).length),
			session.mostMessages,
		),
		ended: Math.min(BOUNDS.endedMessages - sum(({ ended }) => ended.length), session.mostMessages),
	};
	const left = { requests: REQUESTS };
	const due = Object.entries(campaigns)
		.filter(
			([, { readAt, changedAt, offset, first: isFirst }]) =>
				offset > 0 || isFirst !== undefined || isDue(readAt, changedAt, ownTime),
		)
		.sort(([, one], [, other]) => one.readAt - other.readAt);
	const complete = new Map<string, boolean>();
	const whole: KnownMessages[] = [];
	await tryEach(
		due,
		session,
		{ what: 'campaigns, of those whose messages are followed' },
		async ([id, campaign]) => {
			const known = new KnownMessages(campaign);
			campaign.readAt = ownTime;
			const begin = campaign.offset;
			const reading: Reading = { source, session, id, campaign, known, room, left };
			const isAll = await readMessages(reading).finally(() => known.store());
			if (isAll !== undefined) complete.set(id, isAll);
			// All up to the highest that is known were seen in this poll, and none of them was left out.
			const isSeen = isAll === true || (isAll === false && begin === 0 && isBeyond(reading));
			if (isSeen && !reading.hasGap) whole.push(known);
		},
		() => session.isFull || left.requests <= 0 || session.late,
	);
	leaveEnded(source, session, complete);
	makeRoom(Object.values(campaigns), whole);
}

/** Looks at messages again, to emit their events once more with full records. */
export async function lookUpCampaignMessages(
	{ read, zone }: CampaignSource,
	session: Session,
	keys: readonly string[],
): Promise<void> {
	let left = LOOK_UPS;
	/** Where the reading of a campaign goes on. */
	const offsets = new Map<string, number>();
	for (const key of keys) {
		if (session.shown.has(key)) continue;
		if (left-- <= 0 || session.late) return;
		const { campaign } = partsOfKey(key);
		const offset = offsets.get(campaign) ?? 0;
		const page = await readCampaignMessages(read, campaign, zone, { offset });
		offsets.set(campaign, page.end ? 0 : offset + page.length);
		for (const seen of page.seen) session.show(seen);
	}
}

/** The newest message that fits of a named campaign, or of a recent one that the rule cares for; undefined = there is none. */
export async function exampleOfCampaignMessage(
	{ read, zone, lists }: CampaignSource,
	rule: Rule,
): Promise<SeenMessage | undefined> {
	const found = [...rule.ids];
	for (const list of rule.ids.length > 0 ? [] : lists) {
		const { seen } = await list.page({ way: 'desc', limit: SMALL_PAGE });
		const newest = seen.filter((one) => matches(rule, one)).slice(0, EXAMPLES);
		found.push(...newest.map(({ key }) => idOfKey(key)));
	}
	for (const id of found.slice(0, 2 * EXAMPLES)) {
		const query = { offset: 0, limit: SMALL_PAGE, way: 'desc' } as const;
		const page = await readCampaignMessages(read, id, zone, query);
		const fitting = page.seen.find((seen) =>
			rule.mode === 'finished' ? seen.final : !seen.strange,
		);
		if (fitting) return fitting;
	}
	return undefined;
}

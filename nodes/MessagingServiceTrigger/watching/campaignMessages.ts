/**
 * How the messages of campaigns are watched. The campaigns are found in their lists (lists.ts), or named by the user. Of each the
 * list of messages is read by ID from its beginning to its end, a page of 500 at a time, 20 pages a poll, the campaign that waited
 * longest first; a reading that a poll does not suffice for goes on at the next one.
 *
 * Every message is known by its ID, as the service draws IDs at random (2.2): nothing depends on the order in which messages are
 * created or end. Only if the IDs of those that ended take too much room are they replaced by a mark: all up to it are known.
 *
 * A campaign is left after a reading that began ten minutes after its end and the last news, and found nothing open; at the latest
 * when it is read 73 hours after its end, when no message can still be valid.
 */
import { stepAfter } from '../../shared/service';
import { LIMITS } from '../../shared/spec';
import { diff, matches, type Rule } from '../events/change';
import {
	compareIds,
	idOfKey,
	partsOfKey,
	type FirstSight,
	type Observation,
	type StatusEvent,
} from '../events/event';
import { ENDED, type FollowedCampaign } from '../state';
import {
	isFull,
	messageList,
	note,
	readPage,
	type Asking,
	type List,
	type Poll,
	type Watcher,
} from './asking';
import { watchLists } from './lists';
import { judge, take, type Taking } from './observe';
import { isDue, LONGEST_VALIDITY, UNREADABLE } from './time';
import { caught, tryEach } from './tryEach';

/** Requests of a poll for what is emitted once more after a restart. */
const LOOK_UPS = 100;
/** Campaigns of a list in which an example is looked for. */
const EXAMPLES_OF_CAMPAIGN = 2;
/** Seconds after the end of a campaign, and after the last news of its messages, for which it is followed in any case. */
const GRACE = 10 * 60;

const isFollowed = ({ state }: Poll, id: string): boolean =>
	state.campaigns[id] !== undefined || state.done.includes(id);

/** Follows a campaign. Changes the poll. */
function follow({ state }: Poll, id: string, first: FirstSight): void {
	state.campaigns[id] = {
		messages: {},
		...(first !== 'new' && { first }),
		offset: 0,
		begunAt: 0,
		readAt: 0,
		changedAt: state.ownTime,
	};
}

/** Takes a campaign that a list shows: it makes no event itself, its messages do. */
const toFollow = (lists: readonly List[]): Taking => ({
	judge(poll, seen, first) {
		const finding = judge(poll, seen, first);
		const { followed } = poll.bounds;
		const isNew = finding.is === 'news' && !isFollowed(poll, idOfKey(seen.key));
		if (!isNew || seen.strange || Object.keys(poll.state.campaigns).length < followed)
			return finding;
		return {
			is: 'waits',
			note: `follows the messages of ${followed} campaigns; others wait in the service`,
		};
	},
	take(poll, finding) {
		if (finding.is !== 'news' || finding.seen.strange) return take(poll, finding);
		const { seen, sight } = finding;
		take(poll, { ...finding, event: undefined });
		const { watched, ownTime, campaigns } = poll.state;
		const id = idOfKey(seen.key);
		// A named one was looked for in both lists.
		for (const { letter } of lists)
			if (letter + id !== seen.key && watched[letter + id]?.status === '')
				delete watched[letter + id];
		if (!isFollowed(poll, id)) follow(poll, id, sight);
		const campaign = campaigns[id];
		if (!campaign) return;
		// If its counters move, so do its messages.
		const counters = seen.counters.join();
		if (campaign.counters !== undefined && campaign.counters !== counters)
			campaign.changedAt = ownTime;
		campaign.counters = counters;
	},
});

/** Follows the campaigns that the user names, whatever became of them; their lists show of which type each is. Changes the poll. */
function followNamed(lists: readonly List[], poll: Poll, first: FirstSight): void {
	for (const id of poll.rule.ids) {
		if (isFollowed(poll, id)) continue;
		follow(poll, id, first);
		for (const { letter } of lists) poll.state.watched[letter + id] ??= { status: '' };
	}
}

/** How many messages the readings of a poll may still take up: open ones, and any. */
interface Room {
	open: number;
	all: number;
}

/** What a message comes to: it is known as it is, has no room, must wait as the poll may emit no more, or is to be noted. */
type Judged =
	| { is: 'known' | 'noRoom' | 'full' }
	| { is: 'news'; before: string | undefined; status: string; event?: StatusEvent };

/** What one message of a campaign comes to. Pure. */
function judgeMessage(
	poll: Poll,
	campaign: FollowedCampaign,
	seen: Observation,
	room: Room,
): Judged {
	const { message: id } = partsOfKey(seen.key);
	const isPassed = compareIds(id, campaign.endedThrough ?? '') <= 0;
	const before = campaign.messages[id] ?? (isPassed ? ENDED : undefined);
	const status = seen.final ? ENDED : seen.strange ? (before ?? '') : seen.status;
	if (before === ENDED || before === status) return { is: 'known' };
	const hasRoom = room.all > 0 && (status === ENDED || room.open > 0);
	// Once one had no room, no further one is taken up: all up to it are known, which `endedThrough` may then say.
	if (before === undefined && (campaign.isCut || !hasRoom)) return { is: 'noRoom' };
	if (seen.strange) return { is: 'news', before, status };
	const known = before === undefined ? undefined : { status: before };
	const { event } = diff(known, seen, poll.rule, campaign.first ?? 'new');
	if (event && isFull(poll)) return { is: 'full' };
	return { is: 'news', before, status, ...(event && { event }) };
}

/** Notes what a message has come to. Changes the poll and the room. */
function takeMessage(
	poll: Poll,
	campaign: FollowedCampaign,
	key: string,
	{ before, status, event }: Judged & { is: 'news' },
	room: Room,
): void {
	const { message: id } = partsOfKey(key);
	const isPassed = compareIds(id, campaign.endedThrough ?? '') <= 0;
	if (isPassed && status === ENDED) delete campaign.messages[id];
	else campaign.messages[id] = status;
	if (before === undefined) room.all--;
	room.open += Number(before !== undefined) - Number(status !== ENDED);
	campaign.changedAt = poll.state.ownTime;
	if (event) poll.events.push({ key, event });
}

/** Where a reading has come to. */
interface Reading {
	/** Whether it has come to the end of the list. */
	isWhole: boolean;
	/** The ID up to which all messages are known. */
	through: string;
}

/** Whether a known message lies after a page: if the others wait, there is nothing more to read otherwise. */
function isAnyBeyond({ messages }: FollowedCampaign, seen: readonly Observation[]): boolean {
	const last = partsOfKey(seen.at(-1)?.key ?? '').message;
	return Object.keys(messages).some((id) => compareIds(id, last) > 0);
}

/** Reads messages of a campaign until its list ends, or the poll does. Changes the poll and the room. */
function* readMessages(
	poll: Poll,
	[id, campaign]: readonly [string, FollowedCampaign],
	room: Room,
	mayAsk: () => boolean,
): Asking<Reading> {
	let through = campaign.endedThrough ?? '';
	if (campaign.offset === 0) {
		campaign.begunAt = poll.state.ownTime;
		delete campaign.isCut;
	}
	while (mayAsk()) {
		const { offset } = campaign;
		const page = yield* readPage(poll, messageList(id), { way: 'asc', offset });
		if (!page) break;
		for (const seen of page.seen) {
			const judged = judgeMessage(poll, campaign, seen, room);
			if (judged.is === 'news') takeMessage(poll, campaign, seen.key, judged, room);
			if (judged.is === 'noRoom' || judged.is === 'full')
				note(poll, 'messages of campaigns wait in the service');
			// The other messages of this page wait for the next poll.
			if (judged.is === 'full') return { isWhole: false, through };
			// Those after it wait as well, so that all before it are known.
			if (judged.is === 'noRoom') campaign.isCut = true;
			const { message } = partsOfKey(seen.key);
			if (!campaign.isCut && compareIds(message, through) > 0) through = message;
		}
		const isEnd = page.isEnd || (campaign.isCut && !isAnyBeyond(campaign, page.seen));
		campaign.offset = isEnd ? 0 : offset + stepAfter(page.length);
		if (!isEnd) continue;
		if (!campaign.isCut) delete campaign.first;
		return { isWhole: true, through };
	}
	return { isWhole: false, through };
}

/** Leaves the campaigns that have come to an end with all their messages. Changes the poll. @param whole those that were read to the end */
function leaveEnded(lists: readonly List[], poll: Poll, whole: ReadonlySet<string>): void {
	const { state, bounds } = poll;
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
		if (!isDone) note(poll, 'gave up messages of campaigns that can no longer be valid');
		delete state.campaigns[id];
		state.done = [...state.done, id].slice(-bounds.done);
	}
}

/** Makes room if the IDs of messages that ended are more than so many, first of campaigns that have ended. Changes the campaigns. @param through up to which ID all messages of a campaign are known */
function makeRoom(
	through: ReadonlyMap<FollowedCampaign, string>,
	ended: number,
	most: number,
): void {
	let left = ended;
	const endedFirst = [...through].sort(
		([one], [other]) => Number(!one.endedAt) - Number(!other.endedAt),
	);
	for (const [campaign, mark] of endedFirst) {
		if (left <= most) return;
		campaign.endedThrough = mark;
		for (const [id, status] of Object.entries(campaign.messages)) {
			if (status !== ENDED || compareIds(id, mark) > 0) continue;
			delete campaign.messages[id];
			left--;
		}
	}
}

/** The campaigns whose messages are due, the one that waited longest first. */
const dueCampaigns = ({ state: { campaigns, ownTime } }: Poll) =>
	Object.entries(campaigns)
		.filter(
			([, { readAt, changedAt, offset, first }]) =>
				offset > 0 || first !== undefined || isDue(readAt, changedAt, ownTime),
		)
		.sort(([, one], [, other]) => one.readAt - other.readAt);

/** Looks at the messages of campaigns. Changes the poll. @param first how to take what a first look finds */
function* watchCampaignMessages(lists: readonly List[], poll: Poll, first: FirstSight): Asking {
	const { state, bounds } = poll;
	// A service that does not list messages says so at the activation, not when the first campaign is sent.
	if (first !== 'final')
		yield* readPage(poll, messageList(''), { way: 'desc', limit: LIMITS.page.pageMin }, true);
	followNamed(lists, poll, first);
	yield* watchLists(lists, poll, first, toFollow(lists));

	const countOf = (isCounted: (status: string) => boolean) =>
		Object.values(state.campaigns)
			.map(({ messages }) => Object.values(messages).filter(isCounted).length)
			.reduce((sum, count) => sum + count, 0);
	const room = {
		open: bounds.messages - countOf((status) => status !== ENDED),
		all: poll.mostMessages,
	};
	const most = poll.requests + bounds.messageRequests;
	const mayAsk = () => poll.requests < most && !poll.isLate;
	const whole = new Set<string>();
	const through = new Map<FollowedCampaign, string>();
	yield* tryEach(dueCampaigns(poll), poll, {
		what: 'campaigns, of those whose messages are followed',
		*work(some) {
			const errors: unknown[] = [];
			for (const entry of some) {
				const [id, campaign] = entry;
				campaign.readAt = state.ownTime;
				const read = function* (): Asking {
					const reading = yield* readMessages(poll, entry, room, mayAsk);
					if (reading.isWhole) whole.add(id);
					through.set(campaign, reading.through);
				};
				errors.push(yield* caught(read()));
			}
			return errors;
		},
		isOver: () => isFull(poll) || !mayAsk(),
	});
	const ended = countOf((status) => status === ENDED);
	makeRoom(through, ended, room.all > 0 ? bounds.endedMessages : 0);
	leaveEnded(lists, poll, whole);
}

/** The watcher of campaigns' messages. @param lists the lists of campaigns that are watched */
export const watcherOfCampaignMessages = (lists: readonly List[], rule: Rule): Watcher => ({
	watch: (poll, first) => watchCampaignMessages(lists, poll, first),
	*lookUp(poll, keys) {
		let left = LOOK_UPS;
		/** Where the reading of a campaign goes on. */
		const offsets = new Map<string, number>();
		for (const key of keys) {
			if (poll.shown.has(key)) continue;
			if (left-- <= 0 || poll.isLate) return;
			const { campaign } = partsOfKey(key);
			const offset = offsets.get(campaign) ?? 0;
			const page = yield* readPage(poll, messageList(campaign), { way: 'asc', offset });
			if (page) offsets.set(campaign, page.isEnd ? 0 : offset + page.length);
		}
	},
	/** The newest message that fits of a named campaign, or of a recent one that the rule cares for. */
	*example(poll) {
		const newest = { way: 'desc', limit: LIMITS.page.pageMin } as const;
		const found = [...rule.ids];
		for (const list of rule.ids.length > 0 ? [] : lists) {
			const page = yield* readPage(poll, list, newest);
			const fitting = (page?.seen ?? [])
				.filter((one) => matches(rule, one))
				.slice(0, EXAMPLES_OF_CAMPAIGN);
			found.push(...fitting.map(({ key }) => idOfKey(key)));
		}
		for (const id of found.slice(0, 2 * EXAMPLES_OF_CAMPAIGN)) {
			const page = yield* readPage(poll, messageList(id), newest);
			const fits = (seen: Observation) => (rule.mode === 'finished' ? seen.final : !seen.strange);
			const fitting = page?.seen.find(fits);
			if (fitting) return fitting;
		}
		return undefined;
	},
});

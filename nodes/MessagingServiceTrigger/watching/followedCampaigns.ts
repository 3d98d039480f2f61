/**
 * Which campaigns' messages are followed: those that the user names, or all that match and are new, or unfinished at the first look.
 */
import { maskPhone } from '../../shared/errors';
import { wants, type FirstSight, type Observation } from '../events';
import { BOUNDS, idOfKey, noteForgotten, toEndOfLine, type FollowedCampaign } from '../state/state';
import { eachList } from './eachList';
import { firstLook, readHistory } from './firstLook';
import { watchNewOnes } from './newOnes';
import { Session } from './session';
import { SMALL_PAGE, type ListSource, type Read } from './source';
import { periodSince } from './time';
import { lookUp } from './unfinishedOnes';

/** Where campaigns and their messages are read. */
export interface CampaignSource {
	read: Read;
	/** IANA name of the zone of the service. */
	zone: string;
	/** The lists of campaigns that are watched. */
	lists: ListSource[];
}

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
/** Seconds after the end of a campaign, and after the last change of its messages, for which it is followed in any case. */
const GRACE = 10 * 60;
/** Seconds after the end of a campaign when no message can be valid: an hour more than the longest validity. */
const PATIENCE = (72 + 1) * HOUR;
/** Seconds after the end of a campaign when it is left though its messages could not be read: n8n may have been down for days. */
const UNREAD = 30 * DAY;

/** In these states a campaign has no message that could have been there before the watch began. */
const UNSENT = ['creation', 'moderation', 'scheduled'];
/** Requests of a poll for campaigns that have told no sender so far. */
const LOOK_UPS = 4;

/** A campaign of which nothing is known yet. `first` says how to take the messages that it has already. */
function newFollowed(session: Session, first: FirstSight, created = ''): FollowedCampaign {
	const taken = first === 'new' || first === 'final' ? undefined : first;
	return {
		messages: '',
		...(taken && { first: taken }),
		offset: 0,
		readAt: 0,
		changedAt: session.ownTime,
		...(created !== '' && { created }),
	};
}

/** A look at the lists of campaigns, in which each campaign that is found is followed instead of reported. */
class CampaignFinder extends Session {
	override observe(seen: Observation, first: FirstSight): boolean {
		const { campaigns, watched } = this.state;
		const id = idOfKey(seen.key);
		const parked = watched[seen.key]?.parked;
		if (campaigns[id]) return true;
		// It has told no sender so far, or tells none, or another one.
		if (wants(this.rule, seen) !== 'yes')
			return super.observe(seen, UNSENT.includes(seen.status) ? 'new' : first);
		// What is found beyond the bound waits in the list, but at a first look, when the newest count.
		if (Object.keys(campaigns).length >= BOUNDS.followed) return false;
		campaigns[id] = newFollowed(this, parked ?? first, seen.created);
		delete watched[seen.key];
		return true;
	}
}

/** Notes what a list shows of a followed campaign. Changes it. */
function noteCampaign(session: Session, seen: Observation): void {
	const campaign = session.state.campaigns[idOfKey(seen.key)];
	if (!campaign) return;
	if (seen.created) campaign.created = seen.created;
	if (seen.final) campaign.endedAt ??= session.ownTime;
	else delete campaign.endedAt;
	const counters = seen.counters.join();
	// Its messages have moved: they are read now, however quiet they were.
	if (campaign.counters !== undefined && campaign.counters !== counters)
		campaign.changedAt = session.ownTime;
	campaign.counters = counters;
}

/** Looks for campaigns that have told no sender so far and are not on the pages of this poll, some at each poll in turn. Changes the state. */
async function lookUpParked(lists: readonly ListSource[], finder: CampaignFinder): Promise<void> {
	const unseen = lists.flatMap((list) => finder.unseenOf(list).map((key) => ({ list, key })));
	for (const { list, key } of unseen.slice(0, LOOK_UPS)) {
		if (finder.late) return;
		toEndOfLine(finder.state, key);
		await lookUp(list, key, finder, lists).catch((error: unknown) => {
			finder.notes.push(`could not look up ${idOfKey(key)}: ${(error as Error).message}`);
		});
	}
}

/** Finds the campaigns to follow. `first` says how to take what a first look finds. Changes the session's state. */
export async function findCampaigns(
	{ lists }: CampaignSource,
	session: Session,
	first: FirstSight,
): Promise<void> {
	const { state, rule, now, deadline, clock } = session;
	if (rule.ids.length > 0) {
		for (const id of rule.ids)
			if (!state.done.includes(id)) state.campaigns[id] ??= newFollowed(session, first);
		return;
	}
	const finder = new CampaignFinder(state, rule, now, deadline, clock);
	await eachList(lists, finder, first, async (list) => {
		const position = state.lists[list.name];
		if (position === undefined) await firstLook(list, finder, first);
		else {
			await watchNewOnes(list, position, finder);
			await readHistory(list, position, finder);
		}
	});
	if (first === 'final') await lookUpParked(lists, finder);
	for (const seen of finder.shown.values()) {
		session.show(seen);
		noteCampaign(session, seen);
	}
	// A first look finds what is there by as many requests as that takes.
	if (first === 'final') session.requests += finder.requests;
	session.notes.push(...finder.notes);
}

/** Asks for a campaign by its ID, where no list has shown it. Changes the state. */
async function lookUpCampaign(
	{ lists }: CampaignSource,
	session: Session,
	id: string,
): Promise<void> {
	const { created = '' } = session.state.campaigns[id] ?? {};
	const period = periodSince(created, session.now);
	for (const list of lists) {
		if (session.shown.has(list.letter + id)) return;
		const query = { sort: 'id', way: 'asc', limit: SMALL_PAGE, ...period, id } as const;
		const { seen } = await session.page(list, query);
		const found = seen.find(({ key, other }) => !other && key === list.letter + id);
		if (found) noteCampaign(session, found);
		if (found) return;
	}
	// The service does not show it any more: nothing can begin there.
	const campaign = session.state.campaigns[id];
	if (campaign) campaign.endedAt ??= session.ownTime;
}

/** Follows a campaign no longer. Changes the state. */
function leave({ state }: Session, id: string): void {
	delete state.campaigns[id];
	state.done.push(id);
	state.done = state.done.slice(-BOUNDS.done);
}

/** What a poll knows of a campaign whose messages it has read to the end. */
export interface Complete {
	/** Whether all messages are known that the service counts. */
	isAll: boolean;
	/** How many of them have not ended. */
	open: number;
}

/** Whether a campaign whose messages were read to the end is to be asked for: nothing is open, or nothing has moved for long. */
const isInDoubt = (open: number, quiet: number): boolean => quiet >= (open === 0 ? GRACE : DAY);

/**
 * Leaves the campaigns that have come to an end with all their messages, and those whose messages can no longer be valid. `complete`
 * tells of those whose messages were read to the end in this poll. Changes the state.
 */
export async function leaveEnded(
	source: CampaignSource,
	session: Session,
	complete: ReadonlyMap<string, Complete>,
	mostRequests: number,
): Promise<void> {
	const now = session.ownTime;
	for (const [id, campaign] of Object.entries(session.state.campaigns)) {
		const { isAll = false, open = Infinity } = complete.get(id) ?? {};
		const quiet = now - campaign.changedAt;
		const isShown = source.lists.some(({ letter }) => session.shown.has(letter + id));
		const isAsked = complete.has(id) && !isShown && isInDoubt(open, quiet);
		if (isAsked && session.requests < mostRequests && !session.late)
			await lookUpCampaign(source, session, id);
		const ended = campaign.endedAt === undefined ? 0 : now - campaign.endedAt;
		const isDone = isAll && open === 0 && ended >= GRACE && quiet >= GRACE;
		if (isDone) leave(session, id);
		else if (ended >= UNREAD || (ended >= PATIENCE && complete.has(id))) {
			leave(session, id);
			noteForgotten(session.state, maskPhone(id), 'its messages can no longer be valid');
		}
	}
}

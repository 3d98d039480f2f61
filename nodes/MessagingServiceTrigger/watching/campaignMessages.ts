/**
 * How the messages of campaigns are watched. The campaigns are found in their lists (followedCampaigns.ts) or named by the user; of each
 * the list of messages is read by ID, and the state knows of every message whether it has ended, so that nothing depends on the order in
 * which they end, on times, or on pages that hold still.
 *
 * A poll makes at most 20 requests, the first one 40. A reading passes over messages that have all ended, and looks behind the last known
 * one for new ones. Where the service counts more messages than are known, as one has appeared among older ones, where it does not count,
 * and where it does not sort, the next reading leaves nothing out. What a poll has no request for follows at the next one, the campaign
 * that waited longest first.
 *
 * A campaign is left alone when it has ended, each of its messages has, and nothing has moved for a while; at the latest when it is
 * read 73 hours after its end, when no message can still be valid.
 */
import { matches, type FirstSight, type Rule, type SeenMessage } from '../events';
import { MessageSet, NEWEST } from '../state/messageSet';
import { partsOfKey } from '../state/packedEvents';
import { BOUNDS, idOfKey, type FollowedCampaign } from '../state/state';
import { findCampaigns, leaveEnded, type CampaignSource, type Complete } from './followedCampaigns';
import { MARGIN, readMessages } from './messageReading';
import { inTurn, isOutage, OUTAGE } from './outage';
import type { Session } from './session';
import { readCampaignMessages, SMALL_PAGE } from './source';

/** Requests of a poll, those for campaigns included, and of the first one. */
const REQUESTS = 20;
const FIRST_REQUESTS = 40;
/** Requests of a poll for what is emitted once more after a restart: a page of each campaign that may be followed, and of some that are no more. */
const LOOK_UPS = BOUNDS.followed + 20;
/** Campaigns of a list in which an example is looked for. */
const EXAMPLES = 2;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** How long to wait between two readings, by how long nothing has moved: [shorter than, wait], in seconds. */
const PAUSES: ReadonlyArray<readonly [number, number]> = [
	[HOUR, 0],
	[6 * HOUR, 5 * MINUTE],
	[24 * HOUR, 10 * MINUTE],
];
const LONGEST_PAUSE = 30 * MINUTE;
/** A poll comes some seconds early or late. */
const SLACK = 15;

/** Whether a campaign is due to be read again. */
function isDue({ readAt, changedAt, offset, first }: FollowedCampaign, now: number): boolean {
	if (offset > 0 || first !== undefined) return true;
	const [, pause] = PAUSES.find(([limit]) => now - changedAt < limit) ?? [0, LONGEST_PAUSE];
	return now - readAt >= pause - SLACK;
}

/** Characters that a campaign takes in the state beside its messages. */
const BOOKKEEPING = 120;

/** How many characters what is known takes. */
const charactersOf = (campaigns: readonly FollowedCampaign[]): number =>
	campaigns.reduce((sum, { messages }) => sum + messages.length + BOOKKEEPING, 0);

/** Takes a campaign, what is known of its messages, all campaigns, and how many characters those may take; returns what says whether more messages may be taken up. */
function roomFor(
	campaign: FollowedCampaign,
	known: MessageSet,
	campaigns: Record<string, FollowedCampaign>,
	most: number,
): () => boolean {
	/** What the others leave; most readings show nothing new, and need not know. */
	let left: { characters: number; messages: number } | undefined;
	const leftByOthers = () => {
		const others = Object.values(campaigns).filter((one) => one !== campaign);
		const open = others.reduce((sum, one) => sum + MessageSet.unpack(one.messages).open, 0);
		return {
			characters: most - charactersOf(others) - BOOKKEEPING,
			messages: BOUNDS.messages - open,
		};
	};
	return () => {
		left ??= leftByOthers();
		return known.open < left.messages && known.pack().length <= left.characters;
	};
}

/**
 * Changes what is known of messages: where it takes too much room, it is made smaller, first of campaigns that have ended and were read to
 * their end, as no message can be added to them.
 */
function keepRoom(
	campaigns: Record<string, FollowedCampaign>,
	complete: ReadonlyMap<string, Complete>,
): void {
	const isSettled = (id: string, { endedAt }: FollowedCampaign) =>
		endedAt !== undefined && complete.get(id)?.isAll === true;
	for (const settled of [true, false])
		for (const [id, campaign] of Object.entries(campaigns)) {
			if (charactersOf(Object.values(campaigns)) <= BOUNDS.messageCharacters) return;
			if (isSettled(id, campaign) !== settled) continue;
			const known = MessageSet.unpack(campaign.messages);
			known.coarsen(settled ? 0 : NEWEST);
			campaign.messages = known.pack();
		}
}

/**
 * Whether the messages of another campaign can still be read, of those that were before: one whose messages are refused is no reason to fail
 * whenever it is due by itself.
 */
async function isOneRead(
	{ read, zone }: CampaignSource,
	{ state }: Session,
	refused: ReadonlySet<string>,
): Promise<boolean> {
	const [other] =
		Object.entries(state.campaigns).find(
			([id, { messages }]) => messages !== '' && !refused.has(id),
		) ?? [];
	if (other === undefined) return false;
	return await readCampaignMessages(read, other, zone, { offset: 0, limit: SMALL_PAGE }).then(
		() => true,
		() => false,
	);
}

/** Looks at the messages of campaigns. `first` says how to take what a first look finds. Changes the session's state. */
export async function watchCampaignMessages(
	source: CampaignSource,
	session: Session,
	first: FirstSight,
): Promise<void> {
	const { campaigns } = session.state;
	const isFirst = first !== 'final';
	await findCampaigns(source, session, first);
	const now = session.ownTime;
	const mostCharacters = Math.min(
		BOUNDS.messageCharacters,
		charactersOf(Object.values(campaigns)) + session.mayGrow,
	);
	const mostRequests = isFirst ? FIRST_REQUESTS : REQUESTS;
	const oldestFirst = Object.entries(campaigns)
		.filter(([, campaign]) => isDue(campaign, now))
		.sort(([, one], [, other]) => one.readAt - other.readAt);
	const due = inTurn(oldestFirst, session.failedPolls);
	const complete = new Map<string, Complete>();
	const faults: Array<{ id: string; error: unknown }> = [];
	let [read, outage] = [0, 0];
	for (const [id, campaign] of due) {
		const isFull = session.events.length >= session.most;
		if (isFull || outage >= OUTAGE || session.late || session.requests >= mostRequests) break;
		const known = MessageSet.unpack(campaign.messages);
		campaign.readAt = now;
		try {
			const hasRoom = roomFor(campaign, known, campaigns, mostCharacters);
			const reading = { campaign, known, session, hasRoom, leftOut: false, mostRequests };
			const isAll = await readMessages(source, id, reading);
			if (isAll !== undefined) complete.set(id, { isAll, open: known.open });
			read++;
			outage = 0;
		} catch (error) {
			faults.push({ id, error });
			outage = isOutage(error) ? outage + 1 : 0;
		} finally {
			campaign.messages = known.pack();
		}
	}
	const [fault] = faults;
	const refused = new Set(faults.map(({ id }) => id));
	if (fault && read === 0 && (outage > 0 || !(await isOneRead(source, session, refused))))
		throw fault.error;
	if (fault)
		session.notes.push(
			`could not read the messages of ${faults.length} campaigns, ${fault.id} first: ${(fault.error as Error).message}`,
		);
	await leaveEnded(source, session, complete, mostRequests);
	keepRoom(campaigns, complete);
}

/** Looks at messages again, to emit their events once more with full records. */
export async function lookUpCampaignMessages(
	{ read, zone }: CampaignSource,
	session: Session,
	keys: string[],
): Promise<void> {
	let left: number = LOOK_UPS;
	/** Where the reading of a campaign goes on that is not followed any more. */
	const offsets = new Map<string, number>();
	for (const key of keys) {
		if (session.shown.has(key)) continue;
		if (left-- <= 0 || session.late) return;
		const { campaign, message } = partsOfKey(key);
		const followed = session.state.campaigns[campaign];
		const offset = followed
			? Math.max(0, MessageSet.unpack(followed.messages).rankOf(message) - MARGIN)
			: (offsets.get(campaign) ?? 0);
		const page = await readCampaignMessages(read, campaign, zone, { offset });
		offsets.set(campaign, offset + page.length);
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
		const { seen } = await list.page({ sort: 'id', way: 'desc', limit: SMALL_PAGE });
		// What both lists show was found in the first one.
		const newest = seen.filter((one) => !one.shared && matches(rule, one)).slice(0, EXAMPLES);
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

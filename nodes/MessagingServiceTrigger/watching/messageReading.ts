/** One reading of the messages of a campaign, page by page. */
import { diff, type SeenMessage } from '../events';
import { ENDED, type MessageSet } from '../state/messageSet';
import type { FollowedCampaign } from '../state/state';
import type { CampaignSource } from './followedCampaigns';
import type { Session } from './session';
import { readCampaignMessages, type MessagePage } from './source';

/** Known messages that a page shows again, as the list may have moved a little. */
export const MARGIN = 5;

/** One reading of the messages of a campaign. */
export interface Reading {
	campaign: FollowedCampaign;
	known: MessageSet;
	session: Session;
	/** Says whether messages that are not known may be taken up. */
	hasRoom: () => boolean;
	/** Whether some were left out, as there was no room. */
	leftOut: boolean;
	/** Requests of the poll at most. */
	mostRequests: number;
}

/** Takes a message as it is seen; returns whether the poll could take it in. Changes what is known, and adds the event that it makes. */
function take(reading: Reading, seen: SeenMessage, hasRoom: () => boolean): boolean {
	const { campaign, known, session } = reading;
	const before = known.get(seen.id);
	const status = seen.final ? ENDED : seen.status;
	if (before === ENDED || before === status || seen.strange) return true;
	if (before === undefined && !hasRoom()) {
		reading.leftOut = true;
		return true;
	}
	const { event } = diff(
		before === undefined ? undefined : { status: before },
		seen,
		{ ...session.rule, ids: [], senders: [] },
		campaign.first ?? 'new',
		session.now,
	);
	if (event && session.events.length >= session.most) return false;
	if (!known.set(seen.id, status)) {
		const note = `cannot follow messages whose IDs ${/^\d+$/.test(seen.id) ? 'of sixteen digits or more lie far apart' : 'are no numbers'}`;
		if (!session.notes.includes(note)) session.notes.push(note);
		return true;
	}
	campaign.changedAt = session.ownTime;
	if (event) session.events.push({ key: seen.key, event });
	return true;
}

const isSorted = ({ seen }: MessagePage): boolean =>
	seen.every(({ id }, index) => {
		const before = seen[index - 1]?.id ?? '';
		return before.length < id.length || (before.length === id.length && before < id);
	});

/** Whether this poll was shown all of a page before: the list shows the same at every offset. */
const showsNothingNew = ({ seen }: MessagePage, { shown }: Session): boolean =>
	seen.length > 0 && seen.every(({ key }) => shown.has(key));

/** Where the next page of a reading begins. */
function nextOffset({ campaign: { offset, whole }, known }: Reading): number {
	return whole ? offset : Math.max(offset, known.nextOpen(offset) - MARGIN, 0);
}

/**
 * Reads messages of a campaign until its list ends, the poll does, or an offset is reached. Changes the state. Returns undefined where
 * the list was not read to its end, else whether all that it holds is known.
 */
async function readOn(
	{ read, zone }: CampaignSource,
	id: string,
	reading: Reading,
	until = Infinity,
): Promise<boolean | undefined> {
	const { campaign, known, session } = reading;
	while (session.requests < reading.mostRequests && !session.late) {
		const offset = nextOffset(reading);
		if (offset >= until) break;
		session.requests++;
		const page = await readCampaignMessages(read, id, zone, { offset });
		// Where the service does not say how many there are, a page that shows nothing new is the end as well.
		const isEnd = page.end || (page.total === undefined && showsNothingNew(page, session));
		for (const seen of page.seen) session.show(seen);
		// Whether there is room is looked at once a page, where it shows something new.
		let room: boolean | undefined;
		const hasRoom = () => (room ??= reading.hasRoom());
		const isComplete = page.seen.every((seen) => take(reading, seen, hasRoom));
		// The other messages of this page wait for the next poll.
		if (!isComplete) {
			campaign.offset = offset;
			return undefined;
		}
		campaign.offset = isEnd ? 0 : offset + page.length;
		const isUnsorted = !isSorted(page);
		if (isUnsorted) campaign.whole = true;
		if (!isEnd) continue;
		if (page.total === known.size && !isUnsorted) delete campaign.whole;
		else campaign.whole = true;
		// What there was no room for is not known yet.
		if (!reading.leftOut) delete campaign.first;
		return page.total === undefined || page.total === known.size;
	}
	return undefined;
}

/**
 * Reads the messages of a campaign from where the last poll ended, round to the same place. Changes the state. Returns undefined where
 * the list was not read to its end, else whether all that it holds is known.
 */
export async function readMessages(
	source: CampaignSource,
	id: string,
	reading: Reading,
): Promise<boolean | undefined> {
	const begin = reading.campaign.offset;
	const isAll = await readOn(source, id, reading);
	if (isAll === undefined || begin === 0) return isAll;
	return (await readOn(source, id, reading, begin)) ?? isAll;
}

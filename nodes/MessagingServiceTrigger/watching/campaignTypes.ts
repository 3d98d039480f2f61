/**
 * Which list a campaign belongs to, where the service tells its type late or not at all. A campaign without a type belongs to the list that
 * watches it, and to the first one where none does (campaignLists.ts); as soon as it tells its type, it belongs to the list of that.
 */
import { CAMPAIGN_LETTERS, type CampaignType, type Observation } from '../events';
import { BOUNDS, compareIds, idOfKey, type ListPosition, type TriggerState } from '../state/state';
import { isNew } from './newOnes';

/** The list that comes first where both are watched, and the other one. */
const TWINS: Readonly<Record<CampaignType, CampaignType>> = { sms: 'rcs', rcs: 'sms' };
const FIRST: CampaignType = 'sms';

/** Takes a key; returns the type of the campaign that it names, or undefined where it names something else. */
const typeOfKey = (key: string): CampaignType | undefined =>
	(Object.keys(TWINS) as CampaignType[]).find((type) => key.startsWith(CAMPAIGN_LETTERS[type]));

/** Takes a key; returns that of the campaign with the same ID in the list of the other type, or undefined where it names no campaign. */
function twinOf(key: string): string | undefined {
	const type = typeOfKey(key);
	return type && CAMPAIGN_LETTERS[TWINS[type]] + idOfKey(key);
}

/** What one poll knows. */
interface Known {
	state: TriggerState;
	/** What was shown in this poll, by key. */
	shown: ReadonlyMap<string, Observation>;
	/** Keys of what was looked up in this poll and not found in its own list. */
	soughtInVain: ReadonlySet<string>;
}

/**
 * Whether what is watched under the other key is this campaign: a service may number the campaigns of each type by themselves, so that
 * the times of creation tell. Where they are not told, it is this one as long as its own list does not show it in this poll.
 */
function isSame({ state, shown }: Known, twin: string, { created = '' }: Observation): boolean {
	const { created: known = '' } = state.watched[twin] ?? {};
	return known !== '' && created !== '' ? known === created : !shown.has(twin);
}

/** Changes the state: what is known under a key, and what was emitted under it, goes on under another one. */
function move({ watched, emitted }: TriggerState, from: string, to: string): void {
	const object = watched[from];
	if (!object) return;
	watched[to] = object;
	delete watched[from];
	delete object.misses;
	for (const entry of emitted) if (entry.key === from) entry.key = to;
}

/** Whether a campaign that the first list shows was taken from the second one while this one was refused. */
const wasTakenElsewhere = (
	position: ListPosition | undefined,
	{ key, created = '' }: Observation,
): boolean => position?.elsewhere?.[idOfKey(key)] === created;

/**
 * Whether what is watched under the other key goes on in the list that shows this campaign: it tells its type now, or this list alone shows
 * it by now, as a service may know the type and not tell it.
 */
function goesOnHere(known: Known, twin: string, seen: Observation): boolean {
	if (!known.state.watched[twin]?.typeless || !isSame(known, twin, seen)) return false;
	return !seen.typeless || (known.soughtInVain.has(twin) && !seen.shared && !seen.unsure);
}

/**
 * Takes what a poll knows and a campaign that a list shows; decides whether it belongs to that list, and moves what is known of it there
 * where it has turned out to. Changes the observation and the state.
 */
export function settleType(known: Known, seen: Observation): void {
	const { state } = known;
	const twin = twinOf(seen.key);
	if (twin === undefined || seen.other || state.watched[seen.key]) return;
	if (goesOnHere(known, twin, seen)) {
		move(state, twin, seen.key);
		return;
	}
	const position = state.lists[FIRST];
	if (typeOfKey(seen.key) === FIRST) {
		const isWatched = seen.created !== '' && state.watched[twin]?.created === seen.created;
		if ((seen.typeless && isWatched) || wasTakenElsewhere(position, seen)) seen.other = true;
	} else if (seen.shared) {
		if (position && isNew(position, seen)) seen.waits = true;
		else seen.other = true;
	}
}

/** Changes the state: the first list, which is refused, is not to report a campaign again that the second one has shown. */
export function noteElsewhere({ lists }: TriggerState, { key, created = '' }: Observation): void {
	const position = lists[FIRST];
	if (!position) return;
	const taken = Object.entries({ ...position.elsewhere, [idOfKey(key)]: created });
	taken.sort(([one], [other]) => compareIds(one, other));
	position.elsewhere = Object.fromEntries(taken.slice(-BOUNDS.elsewhere));
}

/**
 * Takes a watched key and the lists that this poll has read; returns the list that shows the campaign where it tells the other type now, and
 * whether there is one that could not be read. What has told a type before is in its own list alone.
 */
export function otherListOf<T extends { letter: string }>(
	{ watched, lists: positions }: TriggerState,
	key: string,
	lists: readonly T[],
): { list?: T; isAway: boolean } {
	const type = typeOfKey(key);
	if (type === undefined || !watched[key]?.typeless) return { isAway: false };
	const other = TWINS[type];
	const list = lists.find(({ letter }) => letter === CAMPAIGN_LETTERS[other]);
	return list ? { list, isAway: false } : { isAway: positions[other] !== undefined };
}

/**
 * Which list a campaign belongs to, where the service tells its type late or not at all. A campaign without a type belongs to the list that
 * watches it, and to the first one where none does (campaignLists.ts); as soon as it tells its type, it belongs to the list of that.
 */
import { CAMPAIGN_LETTERS, type CampaignType, type Observation } from '../events';
import { BOUNDS, compareIds, idOfKey, type ListPosition, type TriggerState } from '../state/state';
import { isNew } from './knownIds';

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
	/** Keys of what was looked up in this poll and not found in its own list. */
	soughtInVain: ReadonlySet<string>;
}

/** What tells campaigns of one ID apart, as a service may number those of each type by themselves. */
type Facts = Pick<Observation, 'created' | 'nameMark'>;

/**
 * Whether two looks at one ID are at one campaign: both tell of its time of creation or its name, and nothing of that differs. What a
 * service may write between two looks, such as the start, does not count.
 */
export function agree(one: Facts, other: Facts): boolean {
	const told = [
		[one.created, other.created],
		[one.nameMark, other.nameMark],
	].filter((pair) => pair.every((fact) => fact !== undefined && fact !== ''));
	return told.length > 0 && told.every(([fact, same]) => fact === same);
}

/** Whether two looks at one ID agree, and tell the time of creation: a name alone may be given twice. */
const agreeOnTime = (one: Facts, other: Facts): boolean =>
	Boolean(one.created && other.created) && agree(one, other);

/** Whether a campaign could be taken for one of the other list: what tells no type, and all of the second list, as the first one is read before. */
export const isMistakable = ({ key, typeless }: Observation): boolean =>
	typeless === true || typeOfKey(key) === TWINS[FIRST];

/** Changes the state: what is known under a key, and what was emitted under it, goes on under another one. */
function move({ watched, emitted }: TriggerState, from: string, to: string): void {
	const object = watched[from];
	if (!object) return;
	watched[to] = object;
	delete watched[from];
	delete object.misses;
	for (const entry of emitted) if (entry.key === from) entry.key = to;
}

/** Whether a campaign that a list shows was taken from the other one while this one was refused. */
function wasTakenElsewhere(position: ListPosition | undefined, seen: Observation): boolean {
	const taken = position?.elsewhere?.[idOfKey(seen.key)];
	if (taken === undefined) return false;
	// Older versions kept the time alone.
	const [created, nameMark] = taken.split('|');
	return agree({ created, nameMark }, seen);
}

/**
 * Whether what is watched under the other key goes on in the list that shows this campaign: it tells its type now, or this list alone shows
 * it by now, as a service may know the type and not tell it.
 */
function goesOnHere(known: Known, twin: string, seen: Observation): boolean {
	const watched = known.state.watched[twin];
	if (!watched?.typeless || !agree(watched, seen)) return false;
	const isGone = known.soughtInVain.has(twin);
	// Two campaigns may bear one name: without a time the twin's own list has to have it no more.
	if (!seen.typeless) return isGone || agreeOnTime(watched, seen);
	return isGone && !seen.shared && !seen.unsure;
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
		const isWatched = agreeOnTime(state.watched[twin] ?? {}, seen);
		if ((seen.typeless && isWatched) || wasTakenElsewhere(position, seen)) seen.other = true;
	} else if (seen.shared) {
		if (position && isNew(position, seen)) seen.waits = true;
		else seen.other = true;
	} else if (seen.unsure && wasTakenElsewhere(state.lists[TWINS[FIRST]], seen)) seen.other = true;
}

/** Changes the state: a list that is refused is not to report a campaign again that the other one has shown. */
export function noteElsewhere({ lists }: TriggerState, seen: Observation): void {
	const { key, created = '', nameMark = '' } = seen;
	const type = typeOfKey(key);
	const position = type && lists[TWINS[type]];
	if (!position) return;
	const facts = nameMark === '' ? created : `${created}|${nameMark}`;
	const taken = Object.entries({ ...position.elsewhere, [idOfKey(key)]: facts });
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

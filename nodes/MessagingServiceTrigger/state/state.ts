/**
 * What the trigger remembers between two polls, and how much of it. In memory it has the names below; codec.ts brings it into
 * the short form that n8n's static data holds.
 */
import type { FirstSight, TriggerEvent } from '../events/event';

/** One object that is watched: a campaign, message, task or application that is not final yet. */
export interface WatchedObject {
	/** Status at the last look; '' = it was asked for, but no known status was seen yet. */
	status: string;
	/** Only statuses were seen of it that nobody knows: where there is no room, it goes first. */
	strange?: true;
	/** Counters as last reported (progress events only). */
	reported?: number[];
	/** Counters at the last look. */
	counters?: number[];
	/** How often each status was entered; kept from the first change on. */
	visits?: Record<string, number>;
	/** Creation time in the service's own words, which needs no clock of ours. */
	created?: string;
	/** Named at the first look of a life, which had no time left for it: how to take what is found. */
	first?: FirstSight;
	/** It tells no sender yet, and only those of some senders are wanted: how to take it when it tells one of those. */
	parked?: FirstSight;
	/** The statuses in which it was seen while it was parked. */
	passed?: string[];
	/** A campaign that told no type at the last look: it may turn out to be one of the other list. */
	typeless?: true;
	/** The short hash of its name, where a campaign of the other list could be taken for it. */
	nameMark?: string;
	/** Since when a named object is asked for, in seconds of the own time. */
	askedSince?: number;
	/** A named object is not asked for before this time, in seconds of the own time. */
	nextLook?: number;
	/** Looks in a row that did not find it. */
	misses?: number;
	/** The last poll should have looked it up, but had no requests left. */
	waited?: true;
}

/** How far one list of the service was read. */
export interface ListPosition {
	/** The newest ids that are known, in any order. */
	ids: string[];
	/** Every id up to this one is known as well; '' = none. */
	floor: string;
	/** Offset of the oldest new one in the list sorted by id, newest first; 0 = nothing waits. */
	backlog: number;
	/** Replies: when the list was last read, in milliseconds of n8n's clock; missing while some wait, as the window then stays at the floor. */
	readAt?: number;
	/** Replies: how to take those up to a time (milliseconds) that had to wait since the first look; missing when none waits. */
	first?: FirstSight;
	firstUntil?: number;
	/** Replies: of those without a time some were forgotten again, which stand among the known ones in the list. */
	gap?: true;
	/** Does the service sort by status? Missing = not known yet. */
	sortsByStatus?: boolean;
	/** Offset of the first unfinished one in the list sorted by status, descending. */
	unfinishedAt?: number;
	/** Polls in a row that searched in vain for the place where new and known ones meet; missing = none. */
	vain?: number;
	/** Offset down to which the first look has come in the list sorted by id, while it goes on. */
	history?: number;
	/** Campaigns without a type that were taken from the other list while this one was refused: by id the time of creation and, behind a `|`, the hash of the name. */
	elsewhere?: Record<string, string>;
}

/** A campaign whose messages are followed. Times are seconds of the own time. */
export interface FollowedCampaign {
	/** What is known of its messages (messageSet.ts). */
	messages: string;
	/** How to take messages that are not known yet, until the list of them was read to its end once. */
	first?: 'silent' | 'existing' | 'recovered';
	/** Offset at which the reading of the list goes on; 0 = at its beginning. */
	offset: number;
	/** When the list was last read, and when it last showed something new. */
	readAt: number;
	changedAt: number;
	/** When the campaign was seen to have ended. */
	endedAt?: number;
	/** The list is read without leaving anything out: the service counts others than are known, or does not sort. */
	whole?: true;
	/** Creation time in the service's own words. */
	created?: string;
	/** The campaign's counters at the last look: where they move, so do its messages. */
	counters?: string;
}

/** One event that was emitted: enough to emit it again under the same id. */
export interface EmittedEvent {
	key: string;
	eventId: string;
	previousStatus: string | null;
	newStatus: string;
	/** In milliseconds of n8n's clock. */
	noticedAt: number;
	/** How often it was emitted. */
	emissions: number;
	isFinal?: true;
	/** Milliseconds from `noticedAt` to the latest emission. */
	repeatedAfter?: number;
	/** The event, where its ID can be made anew from that, the key and the status: many such are stored in little room. */
	event?: TriggerEvent;
}

/** What the bounds made the trigger forget. */
export interface Forgotten {
	count: number;
	/** Key of the last one. */
	last: string;
	why: string;
	/** How many of them had a status that nobody knows. */
	strange?: number;
}

export interface TriggerState {
	/** What is watched, as a hash; another signature begins a new life. */
	signature: string;
	/** Random id of this life of the state. */
	life: string;
	/** Name of the process that wrote it. */
	writtenBy: string;
	/** Counts the writes of this life. */
	revision: number;
	/** The write that came with the last events. */
	emittedRevision: number;
	/** By key. */
	watched: Record<string, WatchedObject>;
	/** By the name of the list: sms, rcs, applications. */
	lists: Record<string, ListPosition>;
	/** Named objects that are final (or were given up): they are not asked for again. */
	done: string[];
	/** Messages of campaigns are asked for by their references, as the service has no list of them. */
	byReference?: true;
	/** Campaigns whose messages are followed, by ID. */
	campaigns: Record<string, FollowedCampaign>;
	emitted: EmittedEvent[];
	forgotten?: Forgotten;
	/** The time by which the trigger waits (ownTime.ts), in seconds; it begins with n8n's clock. */
	ownTime?: number;
	/** n8n's clock at the last poll, in seconds. */
	polledAt?: number;
}

/** The first letter of the key of a campaign's message: `c<campaign>.<message>`. */
export const CAMPAIGN_MESSAGE_LETTER = 'c';
/** The first letter of the key of a message that is named by its ID. */
export const MESSAGE_ID_LETTER = 'i';

/** The bounds: with all of them reached the stored state stays under 64 kB. */
export const BOUNDS = {
	/** Unfinished objects of lists. */
	watched: 300,
	/** Objects that tell no sender yet, beside those. */
	parked: 200,
	/** Tasks and references named in a parameter, which the service can only be asked for one by one. */
	named: 250,
	/** Message IDs named in a parameter. */
	namedIds: 10_000,
	/** Characters that all of those may take: what is left is for their events. IDs that follow each other take a part of a character each. */
	namedCharacters: 48_000,
	/** Named objects that are done and no longer named; they may be named again. */
	done: 200,
	/** Known ids at the top of a list. */
	ids: 300,
	/** Campaigns that were taken from the other list while this one was refused. */
	elsewhere: 100,
	/** Events of one poll; the rest follows at the next. */
	events: 200,
	/** Events kept to be emitted once more. */
	emitted: 400,
	/** Milliseconds for which none of them is given up for newer ones, which wait instead: its execution may still run. */
	sureMs: 2 * 60_000,
	/** New events of a poll that are emitted in any case, however large the state is. */
	least: 20,
	/** Characters of stored JSON that an event may add: to the emitted ones (100 to 130), to the watched ones and to the known ids. */
	entry: 190,
	/** Times that an event is emitted once it is no longer young: a quiet workflow does not repeat its last events at every restart. */
	emissions: 3,
	/** Milliseconds for which every restart emits an event again: a process may die several times in a row. */
	youngMs: 60 * 60_000,
	/** Milliseconds for which an event is kept beside the last ones: its execution may still run. */
	emittedAgeMs: 5 * 60_000,
	/** Milliseconds after which events that are not stored count as thrown away: n8n reads a durable cursor some time before the poll. */
	pendingMs: 30_000,
	/** Looks in a row that do not find an object before it is forgotten. */
	misses: 10,
	/** Campaigns whose messages are followed at the same time. */
	followed: 100,
	/** Messages of theirs that are known at the same time, and characters that all of this takes; beyond, new ones wait in the service. */
	messages: 100_000,
	messageCharacters: 40_000,
	/** Characters of the stored JSON. */
	size: 60_000,
} as const;

/** How many events there may be: of one poll, and kept to be emitted once more; how many characters one may take; and how many objects are watched. */
export interface EventBounds {
	events: number;
	emitted: number;
	entry: number;
	watched: number;
}

/** Events of campaigns' messages come by thousands, and are stored together (packedEvents.ts). */
const MANY: EventBounds = { ...BOUNDS, events: 2_000, emitted: 4_000, entry: 12 };
/** Messages named by their IDs are stored together as well (packedObjects.ts). */
const MANY_NAMED: EventBounds = { ...MANY, entry: 9, watched: BOUNDS.namedIds };

/** Takes an event, the keys of what is named for it, and the state; returns its bounds. */
export function boundsOf(
	event: TriggerEvent,
	[key = '']: readonly string[] = [],
	{ byReference }: Pick<TriggerState, 'byReference'> = {},
): EventBounds {
	if (event.startsWith('campaignMessage')) return byReference ? BOUNDS : MANY;
	return key.startsWith(MESSAGE_ID_LETTER) ? MANY_NAMED : BOUNDS;
}

/** Takes what is watched, an id for this life and the name of the process; returns a state that knows nothing yet. */
export function newState(signature: string, life: string, processName: string): TriggerState {
	return {
		signature,
		life,
		writtenBy: processName,
		revision: 0,
		emittedRevision: 0,
		watched: {},
		lists: {},
		done: [],
		campaigns: {},
		emitted: [],
	};
}

/** Compares ids as numbers, whatever their length: negative when the first is smaller. */
export const compareIds = (one: string, other: string): number =>
	one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);

/** Takes a key such as 's12'; returns the id, reference or task id in it. */
export const idOfKey = (key: string): string => key.slice(1);

/** Changes the state: counts what was forgotten; takes its name, the reason, and whether its status was none that is known. */
export function noteForgotten(
	state: TriggerState,
	last: string,
	why: string,
	isStrange = false,
): void {
	const { count = 0, strange = 0 } = state.forgotten ?? {};
	const ofThose = strange + (isStrange ? 1 : 0);
	state.forgotten = { count: count + 1, last, why, ...(ofThose > 0 && { strange: ofThose }) };
}

/** Changes the state: forgets a watched object. */
export function forget(state: TriggerState, key: string, why = 'too many unfinished'): void {
	const isStrange = state.watched[key]?.strange === true;
	delete state.watched[key];
	noteForgotten(state, key, why, isStrange);
}

/** Changes the state: whoever was looked up goes to the end of the line. */
export function toEndOfLine({ watched }: TriggerState, key: string): void {
	const object = watched[key];
	if (!object) return;
	delete watched[key];
	watched[key] = object;
}

/** Changes the state: counts a look that did not find an object; after many it is forgotten. */
export function missed(state: TriggerState, key: string): void {
	const watched = state.watched[key];
	if (!watched) return;
	watched.misses = (watched.misses ?? 0) + 1;
	if (watched.misses >= BOUNDS.misses) forget(state, key, 'no longer shown');
}

/**
 * What the trigger remembers between two polls: plain JSON in n8n's static data, versioned by one number. n8n's column has no
 * bound, so it is bounded here; what has no room waits in the service and is read later.
 */
import { compareIds, type Change, type FirstSight } from './events/event';

export const VERSION = 1;

/** How much is kept, and asked for, at a time. The stored state stays below `size`. */
export const BOUNDS = {
	/** Characters of the stored JSON. */
	size: 1_000_000,
	/** Unfinished objects of lists. */
	watched: 2_000,
	/** Messages of campaigns that have not ended. */
	messages: 100_000,
	/** Messages of campaigns that have ended and are known one by one; in a poll some more. */
	endedMessages: 100_000,
	/** Campaigns whose messages are followed. */
	followed: 500,
	/** Message IDs, and references or tasks, which are asked for one by one, that one trigger may name. */
	namedIds: 5_000,
	named: 250,
	/**
	 * Events that may be emitted once more after a crash, and those of campaigns' messages, which come by thousands. n8n 2.41 took 8,900
	 * in one execution, with Remove Duplicates after the trigger: 13 s, and 4 MB of data.
	 */
	waiting: 400,
	waitingMessages: 10_000,
	/** New events of a poll that are emitted however large the state is. */
	least: 20,
	/** Known IDs at the top of a list. */
	known: 500,
	/** Replies that are known one by one. */
	replies: 5_000,
	/** Clicks of a day that are known one by one. */
	clicks: 20_000,
	/** Named objects that are done and no longer named, as they may be named again, and campaigns whose messages are done. */
	done: 500,
	/** Looks in a row that do not find an object before it is forgotten. */
	misses: 10,
	/** Requests of a poll for each list, and for messages of campaigns. */
	listRequests: 8,
	messageRequests: 20,
	/** Pages of clicks of a poll: two whole days. */
	clickRequests: 80,
	/** Polls within which each older unfinished object has its turn, as long as the requests suffice. */
	turns: 25,
} as const;

/** Each of them, as numbers of any size. */
export type Bounds = Readonly<Record<keyof typeof BOUNDS, number>>;

/** One object that is watched: a campaign, message, task or application that is not final yet. Times are seconds of the own time. */
export interface WatchedObject {
	/** Status at the last look; '' = no known status was seen yet. */
	status: string;
	/** Counters at the last look, and as last reported (progress events only). */
	counters?: number[];
	reported?: number[];
	/** How often each status was entered; kept from the first change on. */
	visits?: Record<string, number>;
	/** Creation time in the service's own words, which needs no clock of ours. */
	created?: string;
	/** When it was last looked at, and, of named ones, since when it is asked for. */
	lookedAt?: number;
	since?: number;
	/** The first look of a life had no time or room for it: how to take what is found. */
	first?: FirstSight;
	/** Looks in a row that did not find it. */
	misses?: number;
}

/** How far one list of the service was read. */
export interface ListPosition {
	/** The newest IDs that are known, and the ID up to which all others are. */
	known: string[];
	floor: string;
	/** Offset at which the reading of new ones goes on, where a poll did not suffice for them. */
	backlog?: number;
	/** Offset down to which the first look has come, while it goes on, and how it takes what it finds. */
	history?: number;
	first?: FirstSight;
	/** Place at which the unfinished ones begin in the list by status, or that the service sorts otherwise (campaigns only). */
	unfinishedAt?: number;
	unsorted?: true;
}

/** What stands for the status of a message that has ended. */
export const ENDED = '-';

/** The messages of one campaign. Times are seconds of the own time. */
export interface FollowedCampaign {
	/** Status at the last look by ID; '' = no known status was seen yet, '-' = it has ended. */
	messages: Record<string, string>;
	/** All messages up to this ID are known, and have ended where they do not stand in `messages`. */
	endedThrough?: string;
	/** How to take messages that are not known yet, until the list was read to its end once. */
	first?: FirstSight;
	/** Offset at which the reading of the list goes on, when it was begun, and whether it has left out messages for want of room. */
	offset: number;
	begunAt: number;
	isCut?: true;
	/** When the list was last read, and when it last showed something new. */
	readAt: number;
	changedAt: number;
	/** When the campaign was seen to have ended. */
	endedAt?: number;
	/** The campaign's counters at the last look: where they move, so do its messages. */
	counters?: string;
}

/** The replies that are known. Times are milliseconds. */
export interface KnownReplies {
	/** The next reading begins here, or a day before the last poll, whichever is later. */
	floor: number;
	/** When the list was last read; missing while some wait. */
	readAt?: number;
	/** Time by key; 0 = the reply shows none. */
	known: Record<string, number>;
}

/** The clicks that are known. Days are those of the service, such as `2026-11-21`. */
export interface KnownClicks {
	/** The first day that is read. */
	floor: string;
	/** When more than the first page was last read, in milliseconds. */
	readAt: number;
	/** By day: what names each, so many characters after one another. */
	known: Record<string, string>;
	/** How many the list counted when all that it shows were known; missing while some wait. */
	total?: number;
}

/** One event that was emitted: enough to emit it again under the same id. */
export interface EmittedEvent extends Change {
	key: string;
	/** In milliseconds of n8n's clock: first, and last. */
	emittedAt: number;
	lastAt: number;
	/** How often. */
	emissions: number;
}

export interface TriggerState {
	version: number;
	/** What is watched, as a hash; another signature begins a new life. */
	signature: string;
	/** Random id of this life of the state. */
	life: string;
	/** Name of the process that wrote it. */
	writtenBy: string;
	/** Counts the writes of this life; `emittedRevision` came with the last events. */
	revision: number;
	emittedRevision: number;
	/** The time by which the trigger waits, and n8n's clock at the last poll, in seconds. */
	ownTime: number;
	polledAt: number;
	/** By key. */
	watched: Record<string, WatchedObject>;
	/** By the name of the list: sms, rcs, applications. */
	lists: Record<string, ListPosition>;
	replies?: KnownReplies;
	clicks?: KnownClicks;
	/** Campaigns whose messages are followed, by ID. */
	campaigns: Record<string, FollowedCampaign>;
	/** Named objects that are final or were given up: they are not asked for again. */
	done: string[];
	emitted: EmittedEvent[];
}

/** A state that knows nothing yet. */
export const newState = (signature: string, life: string, processName: string): TriggerState => ({
	version: VERSION,
	signature,
	life,
	writtenBy: processName,
	revision: 0,
	emittedRevision: 0,
	ownTime: 0,
	polledAt: 0,
	watched: {},
	lists: {},
	campaigns: {},
	done: [],
	emitted: [],
});

/** Is an object of a list not known yet? One that appears late below the newest is new as long as it is above the floor. */
export const isNewIn = ({ known, floor }: ListPosition, id: string): boolean =>
	compareIds(id, floor) > 0 && !known.includes(id);

/** Changes the position: these are known from now on, so many of them one by one. */
export function noteKnown(position: ListPosition, ids: readonly string[], most: number): void {
	const all = [...new Set([...position.known, ...ids])].sort(compareIds);
	const passed = all.splice(0, Math.max(0, all.length - most));
	position.known = all;
	position.floor = [position.floor, ...passed].sort(compareIds).at(-1) ?? '';
}

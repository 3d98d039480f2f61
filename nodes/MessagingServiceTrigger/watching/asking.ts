/**
 * What a poll asks of the service, as plain data, and what it knows so far. Each way of watching is a generator: it yields what it
 * wants to know side by side, and goes on with the answers. It makes no request, and knows no clock; poll.ts does both.
 */
import type { Rule } from '../events/change';
import {
	LETTERS,
	type CampaignType,
	type FirstSight,
	type Observation,
	type StatusEvent,
} from '../events/event';
import { newState, type Bounds, type TriggerState } from '../state';

/** A list of the service that can be watched. */
export interface List {
	/** Its name in the state, and the first letter of the keys of what it holds. */
	name: string;
	letter: string;
	/** Whether it can be asked for a period of creation, and is sorted by status. */
	isOfCampaigns?: true;
	/** Of the list of messages: those of which campaign; '' = of all. */
	campaign?: string;
}

export const campaignList = (type: CampaignType): List => ({
	name: type,
	letter: LETTERS[type],
	isOfCampaigns: true,
});
export const APPLICATIONS: List = { name: 'applications', letter: LETTERS.application };
export const messageList = (campaign: string): List => ({
	name: 'messages',
	letter: LETTERS.campaignMessage,
	campaign,
});

/** Which part of a list is asked for, by ID if nothing else is said. */
export interface ListQuery {
	sort?: 'status';
	way: 'asc' | 'desc';
	offset?: number;
	limit?: number;
	/** Creation times in the service's own words, both included. */
	from?: string;
	to?: string;
	/** The one object that is wanted. */
	id?: string;
}

/** Days of the service, such as `2026-11-21`, both included. */
export interface Days {
	from: string;
	to: string;
}

/** One request. */
export type Ask =
	/** @param must it is asked even if the poll has no time left */
	| { is: 'page'; list: List; query: ListQuery; must?: true }
	/** @param before the counters of a bulk task at the last look */
	| { is: 'named'; key: string; before?: number[] }
	/** Up to 100 messages by their IDs. */
	| { is: 'together'; keys: readonly string[] }
	/** The replies between two times, in milliseconds. */
	| { is: 'replies'; from: number; now: number }
	/** A page of the clicks of some days, both included. */
	| { is: 'clicks'; days: Days; page: number; must?: true }
	/** The messages that were delivered last, of those sent since a time. */
	| { is: 'delivered'; since: number };

/** What the service showed. */
export interface Page {
	/** What has an ID and is what was asked for; empty = the service does not know it. */
	seen: Observation[];
	/** How many entries the page has. */
	length: number;
	/** Is there nothing after this page? */
	isEnd: boolean;
	/** How many the whole list has (clicks only). */
	total?: number;
	/** What of its own documents the service does not keep to. */
	faults: string[];
	/** The entries as they came (messages that were delivered only). */
	records?: readonly unknown[];
}

/** What came of a request; `late` = the poll had no time left for it. */
export type Answered =
	| ({ is: 'page' } & Page)
	| { is: 'fault'; error: unknown }
	| { is: 'notOffered' | 'late' };

/** Asks, and ends with what it was asked for. */
export type Asking<T = void> = Generator<readonly Ask[], T, readonly Answered[]>;

/** What one poll goes by, and what it has come to. Only `state`, its own copy, outlives it. */
export interface Poll {
	readonly state: TriggerState;
	readonly rule: Rule;
	readonly bounds: Bounds;
	/** Milliseconds of n8n's clock. */
	readonly now: number;
	/** New events that it may emit, unfinished objects and messages of campaigns that the state has room for. */
	readonly most: number;
	readonly mostWatched: number;
	readonly mostMessages: number;
	/** How many polls of this process failed one after the other before this one. */
	readonly failedPolls: number;
	readonly events: Array<{ key: string; event: StatusEvent }>;
	/** Everything that the service showed in this poll, by key. */
	readonly shown: Map<string, Observation>;
	/** Warnings for n8n's log. */
	readonly notes: string[];
	/** Requests so far. */
	requests: number;
	/** Whether its time is over. */
	isLate: boolean;
}

/** What the editor shows: asks for one thing after the other until there is an example. */
export const pollForExample = (rule: Rule, now: number, bounds: Bounds): Poll => ({
	state: newState('', '', ''),
	rule,
	bounds,
	now,
	most: Infinity,
	mostWatched: Infinity,
	mostMessages: Infinity,
	failedPolls: 0,
	events: [],
	shown: new Map(),
	notes: [],
	requests: 0,
	isLate: false,
});

export const isFull = ({ events, most }: Poll): boolean => events.length >= most;

/** Warns in n8n's log, once a poll. */
export function note({ notes }: Poll, text: string): void {
	if (!notes.includes(text)) notes.push(text);
}

/** Notes what the service shows of an object now. */
export function show({ shown, state }: Poll, seen: Observation): void {
	shown.set(seen.key, seen);
	const watched = state.watched[seen.key];
	if (watched) watched.lookedAt = state.ownTime;
}

/** So many requests are made side by side. */
export const IN_FLIGHT = 5;

/** Whether something is asked for even if the poll has no time left. */
export const isMust = (one: Ask): boolean => 'must' in one && one.must === true;

/** Asks for several things side by side. */
export function* ask(poll: Poll, asks: readonly Ask[]): Asking<readonly Answered[]> {
	const answered = yield asks;
	poll.requests += answered.filter(({ is }) => is !== 'late').length;
	if (answered.some(({ is }) => is === 'late')) poll.isLate = true;
	return answered;
}

/** Asks for one thing. @returns undefined if the poll has no time left, or the service does not offer it @throws the fault of the request */
export function* askOne(poll: Poll, one: Ask): Asking<Page | undefined> {
	const [answered] = yield* ask(poll, [one]);
	if (answered?.is === 'fault') throw answered.error;
	return answered?.is === 'page' ? answered : undefined;
}

/** Reads a page of a list and notes what it shows. @returns undefined if the poll has no time left @throws the fault of the request */
export function* readPage(
	poll: Poll,
	list: List,
	query: ListQuery,
	must?: true,
): Asking<Page | undefined> {
	const page = yield* askOne(poll, { is: 'page', list, query, ...(must && { must }) });
	for (const fault of page?.faults ?? []) note(poll, fault);
	for (const seen of page?.seen ?? []) show(poll, seen);
	return page;
}

/** How one kind of object is watched. */
export interface Watcher {
	/** Unfinished objects that the state has room for, if they are more than of lists. */
	mostWatched?: (bounds: Bounds) => number;
	/** Looks at what is due. Changes the poll. @param first how to take what a first look finds */
	watch(poll: Poll, first: FirstSight): Asking;
	/** Looks at objects again, to emit their events once more with full records. */
	lookUp(poll: Poll, keys: readonly string[]): Asking;
	/** A recent one that the rule cares for, or undefined. */
	example(poll: Poll): Asking<Observation | undefined>;
}

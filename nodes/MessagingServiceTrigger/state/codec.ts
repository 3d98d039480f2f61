/**
 * The one place where the state takes the form that n8n's static data holds: plain JSON under short names, since n8n writes
 * all of it at every poll.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	BOUNDS,
	compareIds,
	forget,
	idOfKey,
	type EmittedEvent,
	type EventBounds,
	type FollowedCampaign,
	type Forgotten,
	type ListPosition,
	type TriggerState,
	type WatchedObject,
} from './state';
import { packEvents, unpackEvents } from './packedEvents';
import {
	packKeys,
	packWatched,
	unpackKeys,
	unpackWatched,
	type WatchedGroup,
} from './packedObjects';

/** Another form is not read: the watch then begins anew, as with another signature. */
const VERSION = 2;

type ShortNames<T> = Readonly<Record<keyof T & string, string>>;

const WATCHED: ShortNames<WatchedObject> = {
	status: 's',
	strange: 'x',
	reported: 'r',
	counters: 'c',
	visits: 'v',
	created: 't',
	first: 'f',
	parked: 'p',
	passed: 'q',
	typeless: 'y',
	nameMark: 'h',
	askedSince: 'a',
	nextLook: 'n',
	misses: 'm',
	waited: 'w',
};
const GROUP: ShortNames<WatchedGroup> = { ...WATCHED, messages: 'g', alike: 'k' };
const LIST: ShortNames<ListPosition> = {
	ids: 'i',
	floor: 'f',
	backlog: 'b',
	readAt: 'r',
	first: 'x',
	firstUntil: 'y',
	gap: 'g',
	sortsByStatus: 's',
	unfinishedAt: 'u',
	history: 'h',
	elsewhere: 'e',
	vain: 'v',
};
const FOLLOWED: ShortNames<FollowedCampaign> = {
	messages: 'm',
	first: 'f',
	offset: 'o',
	readAt: 'r',
	changedAt: 'c',
	endedAt: 'e',
	whole: 'w',
	created: 't',
	counters: 'n',
};
const EMITTED: ShortNames<EmittedEvent> = {
	key: 'k',
	eventId: 'e',
	previousStatus: 'p',
	newStatus: 's',
	noticedAt: 'n',
	emissions: 'x',
	isFinal: 'f',
	repeatedAfter: 'r',
	event: 'v',
};
const FORGOTTEN: ShortNames<Forgotten> = { count: 'c', last: 'l', why: 'w', strange: 's' };
const STATE: ShortNames<TriggerState> = {
	signature: 'sig',
	life: 'life',
	writtenBy: 'run',
	revision: 'rev',
	emittedRevision: 'er',
	watched: 'w',
	lists: 'l',
	done: 'd',
	byReference: 'b',
	campaigns: 'm',
	emitted: 'e',
	forgotten: 'f',
	ownTime: 'o',
	polledAt: 'p',
};
/** Parts of the state whose members are stored together (packedObjects.ts): watched objects, and keys that are done. */
const PACKED = { watched: 'g', done: 'k' } as const;

type Names = Readonly<Record<string, string>>;
type Rename = (record: object, names: Names) => IDataObject;

const shorten: Rename = (record, names) =>
	Object.fromEntries(
		Object.entries(record).flatMap(([name, value]) =>
			value === undefined || names[name] === undefined ? [] : [[names[name], value]],
		),
	);
const lengthen: Rename = (record, names) =>
	shorten(record, Object.fromEntries(Object.entries(names).map(([long, short]) => [short, long])));

const each = (records: object, names: Names, rename: Rename): IDataObject =>
	Object.fromEntries(Object.entries(records).map(([key, one]) => [key, rename(one, names)]));

/** Takes the state; returns a copy in the form of static data. */
export function encode(state: TriggerState): IDataObject {
	const { lists, campaigns, emitted, forgotten } = state;
	const watched = packWatched(state.watched);
	const done = packKeys(state.done);
	const stored = {
		version: VERSION,
		...shorten(state, STATE),
		[STATE.watched]: each(watched.single, WATCHED, shorten),
		...(watched.groups.length > 0 && {
			[PACKED.watched]: watched.groups.map((one) => shorten(one, GROUP)),
		}),
		[STATE.done]: done.single,
		...(done.packed !== '' && { [PACKED.done]: done.packed }),
		[STATE.lists]: each(lists, LIST, shorten),
		[STATE.campaigns]: each(campaigns, FOLLOWED, shorten),
		[STATE.emitted]: packEvents(emitted).map((one) => shorten(one, EMITTED)),
		...(forgotten && { [STATE.forgotten]: shorten(forgotten, FORGOTTEN) }),
	};
	return JSON.parse(JSON.stringify(stored)) as IDataObject;
}

const isRecord = (value: unknown): value is Record<string, object> =>
	value !== null && typeof value === 'object' && !Array.isArray(value);

/** Takes what static data holds and what is watched now; returns the state when it is one of ours, of this form and for this watch. */
export function decode(stored: unknown, signature: string): TriggerState | undefined {
	if (!isRecord(stored)) return undefined;
	const copy = JSON.parse(JSON.stringify(stored)) as Record<string, unknown>;
	const state = lengthen(copy, STATE);
	// A state that was stored before there were events of campaigns' messages has none.
	const { watched, lists, done, campaigns = {}, emitted, forgotten } = state;
	if (copy.version !== VERSION || state.signature !== signature) return undefined;
	if (typeof state.revision !== 'number' || !Array.isArray(done) || !Array.isArray(emitted))
		return undefined;
	if (!isRecord(watched) || !isRecord(lists) || !isRecord(campaigns)) return undefined;
	const { [PACKED.watched]: groups, [PACKED.done]: packedDone } = copy;
	const unpacked = Array.isArray(groups)
		? unpackWatched(
				(groups as object[]).map((one) => lengthen(one, GROUP) as unknown as WatchedGroup),
			)
		: {};
	return {
		...state,
		watched: { ...each(watched, WATCHED, lengthen), ...unpacked },
		done: [...done, ...(typeof packedDone === 'string' ? unpackKeys(packedDone) : [])],
		lists: each(lists, LIST, lengthen),
		campaigns: each(campaigns, FOLLOWED, lengthen),
		emitted: unpackEvents(
			(emitted as object[]).map((one) => lengthen(one, EMITTED) as unknown as EmittedEvent),
		),
		...(isRecord(forgotten) && { forgotten: lengthen(forgotten, FORGOTTEN) }),
	} as unknown as TriggerState;
}

/** Takes the state; returns a copy that shares nothing with it. */
export const copyOf = (state: TriggerState): TriggerState =>
	JSON.parse(JSON.stringify(state)) as TriggerState;

/** Takes the state; returns how many characters of JSON it takes in static data. */
export const storedSize = (state: TriggerState): number => JSON.stringify(encode(state)).length;

/**
 * Takes a state and what a poll made of it; returns whether nothing changed but bookkeeping and the time. A clock that was put back is a
 * change: where nobody stored it, the own time would wait for it at every poll.
 */
export function sameState(one: TriggerState, other: TriggerState): boolean {
	if ((other.polledAt ?? 0) < (one.polledAt ?? 0)) return false;
	const bare = (state: TriggerState) =>
		JSON.stringify({ ...state, revision: 0, writtenBy: '', ownTime: 0, polledAt: 0 });
	return bare(one) === bare(other);
}

/** A state that is too large is made smaller by this share of its events or objects at a time, and measured again. */
const SHARE = 50;

/** Takes the bounds of its events; changes the state so that it keeps its bounds: emitted events go first, then the objects that tell no sender yet or have a status that nobody knows, then those with the lowest ids. */
export function keepBounds(state: TriggerState, { emitted, watched }: EventBounds = BOUNDS): void {
	const isParked = (key: string) => state.watched[key]?.parked !== undefined;
	const standing = (key: string) => (isParked(key) || state.watched[key]?.strange ? 0 : 1);
	const oldestFirst = () =>
		Object.keys(state.watched).sort(
			(one, other) => standing(one) - standing(other) || compareIds(idOfKey(one), idOfKey(other)),
		);
	for (const key of oldestFirst().filter(isParked).slice(0, -BOUNDS.parked))
		forget(state, key, 'too many that tell no sender');
	const others = oldestFirst().filter((key) => !isParked(key));
	for (const key of others.slice(0, -watched)) forget(state, key);
	state.emitted = state.emitted.slice(-emitted);
	/** How many characters all else takes: what is emitted goes by as much at a time as takes what is too much. */
	let rest: number | undefined;
	for (let size = storedSize(state); size > BOUNDS.size; size = storedSize(state)) {
		const { length } = state.emitted;
		if (length > 0) {
			rest ??= storedSize({ ...state, emitted: [] });
			const excess = (length * (size - BOUNDS.size)) / Math.max(1, size - rest);
			state.emitted.splice(0, Math.max(20, Math.ceil(length / SHARE), Math.floor(excess)));
			continue;
		}
		const objects = oldestFirst();
		if (objects.length === 0) return;
		for (const key of objects.slice(0, Math.ceil(objects.length / SHARE / SHARE)))
			forget(state, key, 'state too large');
	}
}

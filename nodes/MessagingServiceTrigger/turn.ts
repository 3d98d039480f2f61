/**
 * Why no change is lost, and none comes twice without saying so. n8n gives a polling trigger no transaction:
 *
 * - It saves the state before it starts the execution, and does not wait for the save. A process that dies between loses the
 *   events, so a state that another process wrote is a sign to emit its last events once more, `repeated`, under the same id.
 * - A save that fails, or a result that n8n throws away (the workflow was saved meanwhile, the poll took too long), leaves the old
 *   state: the process remembers its last one, and emits again what it does not find stored.
 * - A poll without events is not saved at all: the process remembers it, and without that the changes are derived again.
 * - Two main processes may poll in turn. None can tell whether the other has died: each emits once more what the other wrote, but
 *   never what it emitted itself, as otherwise two would take each other for a restart for ever.
 * - A renamed node has empty static data, and a state may be lost altogether: then what the service shows is reported as recovered.
 *
 * Everything here is a function of what is passed in: no clock, no chance, no storage, no request. `begin` says what the poll wants
 * to know, `next` takes the answers and says what else, and `end` what comes of it.
 */
import type { IDataObject } from 'n8n-workflow';
import { idOf } from '../shared/reply';
import type { Rule } from './events/change';
import {
	idOfKey,
	LETTERS,
	partsOfKey,
	type Change,
	type FirstSight,
	type StatusEvent,
} from './events/event';
import { newState, type Bounds, type EmittedEvent, type TriggerState } from './state';
import { fromStored, sizeOf, toStored } from './stored';
import type { Answered, Ask, Asking, Poll, Watcher } from './watching/asking';
import { KEPT } from './watching/time';
import { caught } from './watching/tryEach';

const MINUTE_MS = 60_000;
/** None is given up for newer ones, which wait instead: its execution may still run. */
const SURE_MS = 2 * MINUTE_MS;
/** Every restart emits an event of this age again: a process may die several times in a row. */
const YOUNG_MS = 60 * MINUTE_MS;
/** An older one is emitted so often in all: a quiet workflow does not repeat its last events at every restart. */
const EMISSIONS = 3;
/** Events that are not stored after so long were thrown away: n8n reads a durable cursor some time before the poll. */
const PENDING_MS = 30_000;
/** Characters of stored JSON that an event may add, at most; an ID of a campaign's message, in an event or by itself; what stands beside these. */
const EVENT_SIZE = 320;
const PACKED_SIZE = 20;
const PACKED_BESIDE = 80_000;

/** A time that was noted while the clock was ahead is over as well, instead of lasting until the clock has come as far. */
const isWithin = (noted: number, span: number, now: number): boolean =>
	Math.abs(now - noted) < span;

/** What a process remembers of a node beside n8n's storage. */
export interface Remembered {
	state: TriggerState;
	/** The latest write that a later poll found stored: its events were not thrown away. */
	confirmed: number;
	/** When the poll began that it comes from, on n8n's clock and on the process's that nobody sets, in milliseconds. */
	at: number;
	uptime: number;
}

/** Where a poll begins. */
export interface Known {
	/** What static data holds. */
	stored: unknown;
	remembered: Remembered | undefined;
}

/** Everything else that one poll goes by. */
export interface PollInput {
	/** Names this process, and a new life of the state. */
	processName: string;
	life: string;
	/** What is watched, as a hash: another one begins a new life. */
	signature: string;
	rule: Rule;
	watcher: Pick<Watcher, 'watch' | 'lookUp' | 'mostWatched'>;
	/** How to take what the first look of a life finds. */
	first: FirstSight;
	/** Milliseconds of n8n's clock, and of the process's that nobody sets. */
	now: number;
	uptime: number;
	/** How many polls of this process failed one after the other before this one. */
	failedPolls: number;
	bounds: Bounds;
}

/** A poll on its way. */
export interface Turn {
	/** What it wants to know now, side by side; none = it has come to its end. */
	asks: readonly Ask[];
	/** Undefined if there is nothing to do but wait. */
	readonly poll?: Poll;
	readonly asking?: Asking;
	/** What stopped it. */
	fault?: { error: unknown };
	readonly known: Known;
	readonly input: PollInput;
	readonly confirmed: number;
	/** Events that are due once more, and whether that is because another process wrote the state. */
	readonly due: EmittedEvent[];
	readonly isRestart: boolean;
}

export interface TurnResult {
	events: StatusEvent[];
	/** To be written to static data; undefined = leave it alone. */
	write?: IDataObject;
	remembered: Remembered | undefined;
	/** What stopped the poll, when it has nothing to report. */
	fault?: { error: unknown };
	/** Warnings for n8n's log. */
	notes: string[];
}

/** The state to go on from, whether it is the remembered one, and whether its last events must be emitted once more. */
function chooseState(
	stored: TriggerState | undefined,
	memory: Remembered | undefined,
	processName: string,
): { state: TriggerState; own?: Remembered; mayRepeat: boolean } | undefined {
	const fromStorage = stored && { state: stored, mayRepeat: stored.writtenBy !== processName };
	if (!memory) return fromStorage;
	const { state, confirmed } = memory;
	if (!stored) return { state, own: memory, mayRepeat: state.emittedRevision > confirmed };
	const isOtherLife = stored.life !== state.life;
	// Another main process has polled since: that counts for more than ticks of this one that n8n did not store.
	const isByAnother = stored.writtenBy !== processName && stored.revision > confirmed;
	const isUpToDate = stored.revision >= state.revision;
	if (isOtherLife || isByAnother || isUpToDate) return fromStorage;
	// n8n has not stored the last polls: they had no events, the save failed, or their results were thrown away.
	const mayRepeat = state.emittedRevision > Math.max(confirmed, stored.revision);
	return { state, own: memory, mayRepeat };
}

/**
 * Moves on the time by which the trigger waits and gives up. n8n's clock may be days ahead or behind for a poll: while a process
 * lives, this time goes on with the clock that nobody sets. What passed between two processes only n8n's clock can tell. It
 * never goes back. Changes the state.
 */
function advanceOwnTime(
	state: TriggerState,
	{ now, uptime }: Pick<PollInput, 'now' | 'uptime'>,
	remembered: Remembered | undefined,
): void {
	const seconds = Math.floor(now / 1000);
	if (remembered) {
		const passed = Math.round((uptime - remembered.uptime) / 1000);
		state.ownTime = Math.max(state.ownTime, remembered.state.ownTime + passed);
	} else state.ownTime += Math.max(0, seconds - state.polledAt);
	state.polledAt = seconds;
}

/**
 * The emitted events that are due again. Not what this process emitted itself: it lives, so those executions have begun. What it
 * emitted in a result that n8n threw away is stored under another time, or as emitted less often, or as often by another one.
 * An example with two main processes: A emits an event, B takes A for dead and emits it again, so that it stands in B's state with the
 * time of A's emission and as emitted twice. A remembers it as emitted once, and leaves it. Had n8n thrown A's result away, B would
 * have seen the change by itself and stored it under its own time: A emits it once more, as it cannot tell whether B lives.
 * @param own the emitted events that this process remembers where another one wrote the state
 */
const dueAgain = (state: TriggerState, own: EmittedEvent[] | undefined): EmittedEvent[] =>
	state.emitted.filter(
		(entry) =>
			!own?.some(
				(one) =>
					one.eventId === entry.eventId &&
					one.emittedAt === entry.emittedAt &&
					(one.lastAt === entry.lastAt || one.emissions < entry.emissions),
			),
	);

const isOfMessages = ({ event }: Rule): boolean => event.startsWith('campaignMessage');

/** How many events may wait for an execution to end. */
const mostWaiting = (rule: Rule, bounds: Bounds): number =>
	isOfMessages(rule) ? bounds.waitingMessages : bounds.waiting;

/** What a poll may add to the state: new events wait in the service while older ones may still be at work. */
function roomIn(
	state: TriggerState,
	{ rule, now, bounds }: PollInput,
	due: readonly EmittedEvent[],
): { most: number; mostMessages: number } {
	const dueNow = new Set(due);
	const held = state.emitted.filter(
		(entry) => dueNow.has(entry) || isWithin(entry.lastAt, SURE_MS, now),
	);
	const free = bounds.size - sizeOf({ ...state, emitted: held });
	// Events and messages share what is free.
	const mostMessages = Math.floor((free - PACKED_BESIDE) / 2 / PACKED_SIZE);
	const fitting = isOfMessages(rule) ? mostMessages : Math.floor(free / EVENT_SIZE);
	const most = Math.min(mostWaiting(rule, bounds) - held.length, fitting);
	const least = held.length > 0 ? 0 : bounds.least;
	return { most: Math.max(least, most), mostMessages };
}

/** What is known of an object that the service does not show now. */
function bareRecord({ key, newStatus: status }: EmittedEvent): IDataObject {
	const name = idOfKey(key);
	if (key.startsWith(LETTERS.reference)) return { reference: name, status };
	if (key.startsWith(LETTERS.click)) return { id: name };
	if (key.startsWith(LETTERS.task)) return { task_id: idOf(name), status };
	if (key.startsWith(LETTERS.campaignMessage)) {
		const { campaign, message } = partsOfKey(key);
		return { id: idOf(message), campaign_id: idOf(campaign), status };
	}
	const type = (['sms', 'rcs'] as const).find((one) => key.startsWith(LETTERS[one]));
	return { id: idOf(name), status, ...(type && { message_type: type }) };
}

/** What is kept of an event, to emit it once more. */
const changeOf = (change: Change): Change => ({
	eventId: change.eventId,
	previousStatus: change.previousStatus,
	newStatus: change.newStatus,
	isFinal: change.isFinal,
	previousCounters: change.previousCounters,
});

/**
 * Emits what is due once more, with the records as they are now. Changes the poll.
 * @param isRestart whether another process wrote the state: only such emissions count, as what this one emits again n8n threw away
 *   before it ran
 */
function repeat(poll: Poll, { due, isRestart }: Turn): StatusEvent[] {
	const { state, rule, events, shown, now } = poll;
	const fresh = new Set(events.map(({ event }) => event.eventId));
	const again = due.filter(
		({ emissions, emittedAt, eventId }) =>
			!fresh.has(eventId) &&
			(!isRestart || emissions < EMISSIONS || isWithin(emittedAt, YOUNG_MS, now)),
	);
	const [dueNow, isAgain] = [new Set(due), new Set(again)];
	state.emitted = state.emitted.filter((entry) => isAgain.has(entry) || !dueNow.has(entry));
	return again.map((entry): StatusEvent => {
		if (isRestart) entry.emissions++;
		entry.lastAt = now;
		return {
			event: rule.event,
			...changeOf(entry),
			origin: 'repeated',
			record: shown.get(entry.key)?.record ?? bareRecord(entry),
		};
	});
}

/** Keeps this poll's events, and those before whose execution may still run. Changes the poll. */
function remember({ state, rule, events, now, bounds }: Poll): void {
	if (events.length === 0) return;
	const kept = state.emitted.filter((entry) => isWithin(entry.lastAt, KEPT * 1000, now));
	const fresh = events.map(
		({ key, event }): EmittedEvent => ({
			key,
			...changeOf(event),
			emittedAt: now,
			lastAt: now,
			emissions: 1,
		}),
	);
	state.emitted = [...kept, ...fresh].slice(-mostWaiting(rule, bounds));
}

/** Begins a poll. */
export function begin(known: Known, input: PollInput): Turn {
	const { signature, processName, rule, watcher, now, life, bounds } = input;
	const stored = fromStored(known.stored, signature, rule.event);
	const memory = known.remembered?.state.signature === signature ? known.remembered : undefined;
	const chosen = chooseState(stored, memory, processName);
	// The last events are on their way into storage, and this poll was begun before they came there: the next one sees.
	if (chosen?.mayRepeat && chosen.own && isWithin(chosen.own.at, PENDING_MS, now))
		return { asks: [], known, input, confirmed: 0, due: [], isRestart: false };

	// What is remembered stays as it is until this poll has come to its end.
	const begun = chosen?.state ?? newState(signature, life, processName);
	const state = chosen?.own ? structuredClone(begun) : begun;
	// Before this poll's own write: the state may be the stored one.
	const confirmed = stored?.life === state.life ? stored.revision : (memory?.confirmed ?? 0);
	advanceOwnTime(state, input, memory);
	const isRestart = state.writtenBy !== processName;
	const due = chosen?.mayRepeat
		? dueAgain(state, isRestart ? memory?.state.emitted : undefined)
		: [];
	const poll: Poll = {
		state,
		rule,
		bounds,
		now,
		...roomIn(state, input, due),
		mostWatched: watcher.mostWatched?.(bounds) ?? bounds.watched,
		failedPolls: input.failedPolls,
		events: [],
		shown: new Map(),
		notes: [],
		requests: 0,
		isLate: false,
	};
	const asking = watch(poll, input, chosen ? 'final' : input.first, due);
	return next({ poll, asking, known, input, confirmed, due, isRestart }, []);
}

/** What a poll asks for. @throws what stopped it before it has seen a change; at a first look, whatever stopped it */
function* watch(
	poll: Poll,
	{ watcher }: PollInput,
	first: FirstSight,
	due: readonly EmittedEvent[],
): Asking {
	const error = yield* caught(watcher.watch(poll, first));
	if (error !== undefined && (first !== 'final' || poll.events.length === 0)) throw error;
	// An event that is repeated does not wait for its record: it then holds what is known.
	yield* caught(
		watcher.lookUp(
			poll,
			due.map(({ key }) => key),
		),
	);
}

/** Goes on with the answers to what was asked for, in its order. A turn is used once: the one that is returned goes on. */
export function next(turn: Omit<Turn, 'asks'>, answered: readonly Answered[]): Turn {
	try {
		const step = turn.asking?.next(answered);
		return { ...turn, asks: step && !step.done ? step.value : [] };
	} catch (error) {
		return { ...turn, asks: [], fault: { error } };
	}
}

/**
 * Ends a poll. One that fails before it has seen a change leaves everything as it was; one that fails later reports what it has
 * seen, and the rest follows.
 */
export function end(turn: Turn): TurnResult {
	const { poll, fault, input, confirmed } = turn;
	const { remembered } = turn.known;
	if (!poll || fault) return { events: [], remembered, notes: [], ...(fault && { fault }) };
	const { state, notes } = poll;
	const repeated = repeat(poll, turn);
	remember(poll);
	const events = [...repeated, ...poll.events.map(({ event }) => event)];
	state.revision++;
	state.writtenBy = input.processName;
	if (events.length > 0) state.emittedRevision = state.revision;
	const { now: at, uptime } = input;
	return { events, write: toStored(state), remembered: { state, confirmed, at, uptime }, notes };
}

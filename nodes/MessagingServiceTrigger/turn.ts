import type { IDataObject } from 'n8n-workflow';
import { maskPhone } from '../shared/errors';
import type { FirstSight, Rule, StatusEvent } from './events';
import { chooseState, type Remembered } from './state/choose';
import { copyOf, decode, encode, keepBounds, sameState } from './state/codec';
import { dueAgain, remember, replay, roomFor, type Emitting } from './replay';
import { advanceOwnTime } from './state/ownTime';
import { BOUNDS, boundsOf, newState } from './state/state';
import type { Watcher } from './watchers';
import { Session } from './watching/session';
import { isWithin } from './watching/time';

/** Everything one poll goes by. Nothing else comes in: no clock, no chance, no storage. */
export interface Turn {
	/** What static data holds. */
	stored: unknown;
	/** What this process remembers of the node. */
	remembered: Remembered | undefined;
	/** Name of this process. */
	processName: string;
	/** Name for a new life of the state. */
	life: string;
	/** What is watched, as a hash: another signature begins a new life. */
	signature: string;
	rule: Rule;
	watcher: Pick<Watcher, 'keys' | 'watch' | 'lookUp'>;
	/** How to take what the first look of a life finds. */
	first: FirstSight;
	/** Milliseconds of n8n's clock. */
	now: number;
	/** Milliseconds of the process's clock that nobody sets (ownTime.ts). */
	uptime: number;
	/** How many polls of this process failed one after the other before this one. */
	failedPolls: number;
	/** No further request after this time. */
	deadline?: number;
}

export interface TurnResult {
	events: StatusEvent[];
	/** To be written to static data; undefined = leave it alone. */
	write?: IDataObject;
	remembered: Remembered | undefined;
	/** What stopped the poll, when it has nothing to report. */
	fault?: { error: unknown };
	/** What the log is told. */
	notes: string[];
}

/**
 * One poll from the stored state to the events and the state to be stored. A poll that fails before it has seen a change leaves
 * everything as it was; one that fails later reports what it has seen.
 */
export async function takeTurn(turn: Turn): Promise<TurnResult> {
	const { signature, processName, rule, now, uptime, remembered } = turn;
	const stored = decode(turn.stored, signature);
	const memory =
		remembered?.state.signature === signature
			? { state: copyOf(remembered.state), confirmed: remembered.confirmed }
			: undefined;
	const confirmed = memory?.confirmed ?? 0;
	const chosen = chooseState(stored, memory, processName);
	// The last events are on their way into storage, and this poll was begun before they came there: the next one sees.
	if (
		chosen?.replay &&
		chosen.state === memory?.state &&
		isWithin(remembered?.at ?? 0, BOUNDS.pendingMs, now)
	)
		return { events: [], remembered, notes: [] };
	const state = chosen?.state ?? newState(signature, turn.life, processName);
	const before = copyOf(state);
	advanceOwnTime(state, { now, uptime }, memory && remembered);
	const storedRevision = stored?.life === state.life ? stored.revision : confirmed;
	const session = new Session(state, rule, now, turn.deadline);
	const restarted = state.writtenBy !== processName;
	const due = chosen?.replay ? dueAgain(state, restarted ? memory?.state.emitted : undefined) : [];
	const bounds = boundsOf(rule.event, turn.watcher.keys, state);
	const room = roomFor(state, now, due, bounds);
	session.most = room.events;
	session.mayGrow = room.characters;
	session.failedPolls = turn.failedPolls;
	session.again = due.map(({ key }) => key);
	try {
		await turn.watcher.watch(session, chosen ? 'final' : turn.first);
	} catch (error) {
		// A first look is all or nothing; later, what was seen before the fault is reported and the rest follows.
		if (!chosen || session.events.length === 0)
			return { events: [], remembered, fault: { error }, notes: [] };
	}
	try {
		await turn.watcher.lookUp(session, [...session.again]);
	} catch {
		// An event that is repeated does not wait for its record: it then carries what is known.
	}
	const emitting: Emitting = {
		event: rule.event,
		events: session.events,
		recordOf: (key) => session.shown.get(key)?.record,
		now,
		bounds,
	};
	const repeated = replay(state, emitting, restarted, due);
	remember(state, emitting);
	keepBounds(state, bounds);
	const events = [...repeated, ...session.events.map(({ event }) => event)];
	const { forgotten } = state;
	if (forgotten && forgotten.count !== before.forgotten?.count)
		session.notes.push(
			`no longer watches ${maskPhone(forgotten.last)} (${forgotten.why}); forgotten so far: ${forgotten.count}${forgotten.strange ? `, ${forgotten.strange} of them of an unknown status` : ''}`,
		);
	const result: TurnResult = { events, remembered: undefined, notes: session.notes };
	const fromMemory = chosen !== undefined && chosen.state === memory?.state;
	if (events.length > 0 || !stored || fromMemory || !sameState(before, state)) {
		state.revision++;
		state.writtenBy = processName;
		if (events.length > 0) state.emittedRevision = state.revision;
		result.write = encode(state);
	}
	result.remembered = { state: copyOf(state), confirmed: storedRevision, at: now, uptime };
	return result;
}

import { maskPhone } from '../shared/errors';
import { Session, type FirstSight, type Rule } from './diff';
import type { StatusEvent } from './events';
import { dueAgain, remember, replay, roomFor } from './replay';
import {
	BOUNDS,
	chooseState,
	keepBounds,
	newState,
	readState,
	sameState,
	type Remembered,
	type TriggerState,
} from './state';
import type { Watcher } from './watchers';

/** Everything one poll goes by. Nothing else comes in: no clock, no chance, no storage. */
export interface Turn {
	/** What static data holds. */
	stored: unknown;
	/** What this process remembers of the node. */
	remembered: Remembered | undefined;
	/** Name of this process. */
	run: string;
	/** Name for a new life of the state. */
	life: string;
	/** What is watched, in words: another signature begins a new life. */
	sig: string;
	rule: Rule;
	watcher: Pick<Watcher, 'watch' | 'lookUp'>;
	/** How to take what the first look of a life finds. */
	first: FirstSight;
	/** Milliseconds of n8n's clock. */
	now: number;
	/** No further request after this time. */
	deadline?: number;
}

export interface TurnResult {
	events: StatusEvent[];
	/** To be written to static data; undefined = leave it alone. */
	write?: TriggerState;
	remembered: Remembered | undefined;
	/** What stopped the poll, when it has nothing to report. */
	fault?: { error: unknown };
	/** What this poll made the trigger forget, in words. */
	note?: string;
}

/**
 * One poll from the stored state to the events and the state to be stored. A poll that fails before it has seen a change leaves
 * everything as it was; one that fails later reports what it has seen.
 */
export async function takeTurn(turn: Turn): Promise<TurnResult> {
	const { sig, run, rule, now } = turn;
	const stored = readState(turn.stored, sig);
	const memory = readState(turn.remembered?.state, sig);
	const confirmed = (memory && turn.remembered?.confirmed) ?? 0;
	const chosen = chooseState(stored, memory && { state: memory, confirmed }, run);
	// The last events are on their way into storage, and this poll was begun before they came there: the next one sees.
	if (
		chosen?.replay &&
		chosen.state === memory &&
		now - (turn.remembered?.at ?? 0) < BOUNDS.pendingMs
	)
		return { events: [], remembered: turn.remembered };
	const state = chosen?.state ?? newState(sig, turn.life, run);
	const before = readState(state, sig) ?? state;
	const storedRev = stored?.life === state.life ? stored.rev : confirmed;
	const session = new Session(state, rule, now, turn.deadline);
	const restarted = state.run !== run;
	const due = chosen?.replay ? dueAgain(state, restarted ? memory?.batch : undefined) : [];
	session.most = roomFor(state, now, due);
	try {
		await turn.watcher.watch(session, chosen ? 'final' : turn.first);
		await turn.watcher.lookUp(
			session,
			due.map((entry) => entry.k),
		);
	} catch (error) {
		// A first look is all or nothing; later, what was seen before the fault is reported and the rest follows.
		if (!chosen || session.events.length === 0)
			return { events: [], remembered: turn.remembered, fault: { error } };
	}
	const repeated = replay(state, session, rule.event, restarted, due);
	remember(state, session, now);
	keepBounds(state);
	const events = [...repeated, ...session.events.map(({ event }) => event)];
	const { dropped } = state;
	const result: TurnResult = { events, remembered: undefined };
	if (dropped && dropped.count !== before.dropped?.count)
		result.note = `no longer watches ${maskPhone(dropped.last)} (${dropped.why}); forgotten so far: ${dropped.count}`;
	if (events.length > 0 || !stored || chosen?.state === memory || !sameState(before, state)) {
		state.rev++;
		state.run = run;
		if (events.length > 0) state.emitted = state.rev;
		result.write = state;
	}
	result.remembered = { state: readState(state, sig) ?? state, confirmed: storedRev, at: now };
	return result;
}

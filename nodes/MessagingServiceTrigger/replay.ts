import type { IDataObject } from 'n8n-workflow';
import type { Session } from './diff';
import type { StatusEvent, TriggerEvent } from './events';
import { BOUNDS, type BatchEntry, type TriggerState } from './state';

/** What is known of an object that the service does not show now. */
function bareRecord({ k, s }: BatchEntry): IDataObject {
	const name = k.slice(1);
	if (k.startsWith('x')) return { reference: name, status: s };
	const id = Number.isSafeInteger(Number(name)) ? Number(name) : name;
	const type = { s: 'sms', r: 'rcs' }[k.slice(0, 1)];
	return { id, status: s, ...(type === undefined ? {} : { message_type: type }) };
}

const emittedAt = ({ w, z = 0 }: BatchEntry) => w + z;

/**
 * Takes the state at the beginning of a poll, the time in milliseconds and whether its last batch is emitted once more; returns
 * how many new events the poll may emit. What n8n may not have worked on yet is not given up for newer events: those wait in the service.
 */
export function roomFor(state: TriggerState, now: number, replayed: boolean): number {
	const batch = state.batch.filter((entry) => replayed || now - emittedAt(entry) < BOUNDS.sureMs);
	if (batch.length === 0) return BOUNDS.events;
	return Math.min(BOUNDS.events, BOUNDS.batch - batch.length, (BOUNDS.size - JSON.stringify({ ...state, batch }).length) / BOUNDS.entry);
}

/**
 * Takes the state and the poll at work; returns the events of the last batch again, under the same ids and with the records as
 * they are now. Changes the state: what is no longer young and was emitted often enough is left alone. `restarted`: another
 * process wrote the state. Only such emissions count: what this process emits again, n8n threw away before it ran.
 */
export function replay(state: TriggerState, session: Session, event: TriggerEvent, restarted: boolean): StatusEvent[] {
	const again = new Set(session.events.map((one) => one.event.eventId));
	const due = ({ x, w, e }: BatchEntry) => !again.has(e) && (!restarted || x < BOUNDS.emissions || session.now - w < BOUNDS.youngMs);
	state.batch = state.batch.filter(due).map((entry) => ({ ...entry, x: entry.x + (restarted ? 1 : 0), z: session.now - entry.w }));
	return state.batch.map((entry) => ({
		event,
		eventId: entry.e,
		previousStatus: entry.p,
		newStatus: entry.s,
		isFinal: entry.f === 1,
		noticedAt: new Date(entry.w).toISOString(),
		repeated: true,
		record: session.seen.get(entry.k)?.record ?? bareRecord(entry),
	}));
}

/** Changes the state: keeps this poll's events, and those before whose execution may still run, to be emitted once more after a crash. */
export function remember(state: TriggerState, session: Session, now: number, replayed: boolean): void {
	if (session.events.length === 0) return;
	const fresh = session.events.map(({ key, event }): BatchEntry => ({
		k: key,
		p: event.previousStatus,
		s: event.newStatus,
		e: event.eventId,
		w: now,
		x: 1,
		...(event.isFinal ? { f: 1 } : {}),
	}));
	const kept = state.batch.filter((entry) => replayed || now - emittedAt(entry) < BOUNDS.batchAgeMs);
	state.batch = [...kept, ...fresh].slice(-BOUNDS.batch);
}

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

/**
 * Takes the state and the poll at work; returns the events of the last batch again, under the same ids and with the records as
 * they are now. Changes the state: an event that was emitted often enough is left alone.
 */
export function replay(state: TriggerState, session: Session, event: TriggerEvent): StatusEvent[] {
	const again = new Set(session.events.map((one) => one.event.eventId));
	state.batch = state.batch.filter((entry) => entry.x < BOUNDS.emissions && !again.has(entry.e)).map((entry) => ({ ...entry, x: entry.x + 1 }));
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
	const kept = state.batch.filter((entry) => replayed || now - entry.w < BOUNDS.batchAgeMs);
	state.batch = [...kept, ...fresh].slice(-BOUNDS.batch);
}

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
 * Takes the state that is gone on from, and the batch that this process remembers where another one wrote the state; returns what is
 * to be emitted once more. Not what this process emitted itself: it lives, so those executions have begun. Without that, two main
 * processes that poll in turn would take each other for a restart for ever. What it emitted in a result that n8n threw away is
 * stored under another time, or as emitted less often, or as often by another one.
 */
export function dueAgain(state: TriggerState, own: BatchEntry[] | undefined): BatchEntry[] {
	return state.batch.filter(
		({ e, w, x, z }) =>
			!own?.some((one) => one.e === e && one.w === w && (one.z === z || one.x < x)),
	);
}

/**
 * Takes the state at the beginning of a poll, the time in milliseconds and what is emitted once more; returns how many new events
 * the poll may emit. What n8n may not have worked on yet is not given up for newer events: those wait in the service, but for a few.
 */
export function roomFor(state: TriggerState, now: number, again: BatchEntry[]): number {
	const batch = state.batch.filter(
		(entry) => again.includes(entry) || now - emittedAt(entry) < BOUNDS.sureMs,
	);
	const room = Math.min(
		BOUNDS.events,
		BOUNDS.batch - batch.length,
		(BOUNDS.size - JSON.stringify({ ...state, batch }).length) / BOUNDS.entry,
	);
	return Math.max(batch.length > 0 ? 0 : BOUNDS.least, room);
}

/**
 * Takes the state, the poll at work and the entries of the batch that are due; returns their events again, under the same ids and
 * with the records as they are now. Changes the state: what is no longer young and was emitted often enough is left alone.
 * `restarted`: another process wrote the state. Only such emissions count: what this process emits again, n8n threw away before it ran.
 */
export function replay(
	state: TriggerState,
	session: Session,
	event: TriggerEvent,
	restarted: boolean,
	due: BatchEntry[],
): StatusEvent[] {
	const again = due.filter(
		({ x, w, e }) =>
			!session.events.some((one) => one.event.eventId === e) &&
			(!restarted || x < BOUNDS.emissions || session.now - w < BOUNDS.youngMs),
	);
	state.batch = state.batch.filter((entry) => again.includes(entry) || !due.includes(entry));
	for (const entry of again) {
		if (restarted) entry.x++;
		entry.z = session.now - entry.w;
	}
	return again.map((entry) => ({
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
export function remember(state: TriggerState, session: Session, now: number): void {
	if (session.events.length === 0) return;
	const fresh = session.events.map(
		({ key, event }): BatchEntry => ({
			k: key,
			p: event.previousStatus,
			s: event.newStatus,
			e: event.eventId,
			w: now,
			x: 1,
			...(event.isFinal ? { f: 1 } : {}),
		}),
	);
	const kept = state.batch.filter((entry) => now - emittedAt(entry) < BOUNDS.batchAgeMs);
	state.batch = [...kept, ...fresh].slice(-BOUNDS.batch);
}

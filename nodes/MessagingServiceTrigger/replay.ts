import type { IDataObject } from 'n8n-workflow';
import { idOf } from '../shared/reply';
import { CAMPAIGN_LETTERS, MESSAGE_LETTERS, type StatusEvent, type TriggerEvent } from './events';
import { storedSize } from './state/codec';
import { isPackable, partsOfKey } from './state/packedEvents';
import {
	BOUNDS,
	CAMPAIGN_MESSAGE_LETTER,
	idOfKey,
	type EmittedEvent,
	type EventBounds,
	type TriggerState,
} from './state/state';
import { isWithin } from './watching/time';

/** What is known of an object that the service does not show now. */
function bareRecord({ key, newStatus: status }: EmittedEvent): IDataObject {
	const name = idOfKey(key);
	if (key.startsWith(MESSAGE_LETTERS.reference)) return { reference: name, status };
	if (key.startsWith(CAMPAIGN_MESSAGE_LETTER)) {
		const { campaign, message } = partsOfKey(key);
		return { id: idOf(message), campaign_id: idOf(campaign), status };
	}
	const id = idOf(name);
	const [type] =
		Object.entries(CAMPAIGN_LETTERS).find(([, letter]) => key.startsWith(letter)) ?? [];
	return { id, status, ...(type === undefined ? {} : { message_type: type }) };
}

const lastEmission = ({ noticedAt, repeatedAfter = 0 }: EmittedEvent) => noticedAt + repeatedAfter;

/**
 * Takes the state that is gone on from, and the emitted events that this process remembers where another one wrote the state;
 * returns what is to be emitted once more. Not what this process emitted itself: it lives, so those executions have begun.
 * Without that, two main processes that poll in turn would take each other for a restart for ever. What it emitted in a result
 * that n8n threw away is stored under another time, or as emitted less often, or as often by another one.
 */
export function dueAgain(state: TriggerState, own: EmittedEvent[] | undefined): EmittedEvent[] {
	return state.emitted.filter(
		(entry) =>
			!own?.some(
				(one) =>
					one.eventId === entry.eventId &&
					one.noticedAt === entry.noticedAt &&
					(one.repeatedAfter === entry.repeatedAfter || one.emissions < entry.emissions),
			),
	);
}

/** What a poll may add to the state. */
export interface Room {
	/** New events that it may emit. */
	events: number;
	/** Characters by which all else may grow. */
	characters: number;
}

/**
 * Takes the state at the beginning of a poll, the time in milliseconds and what is emitted once more; returns what there is room
 * for. What n8n may not have worked on yet is not given up for newer events: those wait in the service, but for a few.
 */
export function roomFor(
	state: TriggerState,
	now: number,
	again: EmittedEvent[],
	bounds: EventBounds = BOUNDS,
): Room {
	const emitted = state.emitted.filter(
		(entry) => again.includes(entry) || isWithin(lastEmission(entry), BOUNDS.sureMs, now),
	);
	const free = BOUNDS.size - storedSize({ ...state, emitted });
	const room = Math.min(bounds.events, bounds.emitted - emitted.length, free / bounds.entry);
	const events = Math.max(emitted.length > 0 ? 0 : BOUNDS.least, room);
	// Half of what an event adds is what is known of its object.
	return { events, characters: free - (events * bounds.entry) / 2 };
}

/** What the replay needs to know of the poll at work. */
export interface Emitting {
	event: TriggerEvent;
	/** New events of this poll. */
	events: ReadonlyArray<{ key: string; event: StatusEvent }>;
	/** What the service shows of an object in this poll, if it was asked. */
	recordOf: (key: string) => IDataObject | undefined;
	/** Milliseconds of n8n's clock. */
	now: number;
	bounds?: EventBounds;
}

/**
 * Takes the state, the poll at work and the emitted events that are due; returns them again, under the same ids and with the
 * records as they are now. Changes the state: what is no longer young and was emitted often enough is left alone.
 * `restarted`: another process wrote the state. Only such emissions count: what this process emits again, n8n threw away before it ran.
 */
export function replay(
	state: TriggerState,
	{ event, events, recordOf, now }: Emitting,
	restarted: boolean,
	due: EmittedEvent[],
): StatusEvent[] {
	const again = due.filter(
		({ emissions, noticedAt, eventId }) =>
			!events.some((one) => one.event.eventId === eventId) &&
			(!restarted || emissions < BOUNDS.emissions || isWithin(noticedAt, BOUNDS.youngMs, now)),
	);
	state.emitted = state.emitted.filter((entry) => again.includes(entry) || !due.includes(entry));
	for (const entry of again) {
		if (restarted) entry.emissions++;
		entry.repeatedAfter = now - entry.noticedAt;
	}
	return again.map((entry) => ({
		event,
		eventId: entry.eventId,
		previousStatus: entry.previousStatus,
		newStatus: entry.newStatus,
		isFinal: entry.isFinal === true,
		noticedAt: new Date(entry.noticedAt).toISOString(),
		repeated: true,
		record: recordOf(entry.key) ?? bareRecord(entry),
	}));
}

/** Changes the state: keeps this poll's events, and those before whose execution may still run, to be emitted once more after a crash. */
export function remember(
	state: TriggerState,
	{ event: kind, events, now, bounds = BOUNDS }: Emitting,
): void {
	if (events.length === 0) return;
	const fresh = events.map(
		({ key, event }): EmittedEvent => ({
			key,
			eventId: event.eventId,
			previousStatus: event.previousStatus,
			newStatus: event.newStatus,
			noticedAt: now,
			emissions: 1,
			...(event.isFinal ? { isFinal: true } : {}),
			...(isPackable(kind, key, event.newStatus, event.eventId) && { event: kind }),
		}),
	);
	const kept = state.emitted.filter((entry) =>
		isWithin(lastEmission(entry), BOUNDS.emittedAgeMs, now),
	);
	state.emitted = [...kept, ...fresh].slice(-bounds.emitted);
}

/** One poll as plain values: the state before it, what it is asked with, and a watch that does what a test says. */
import type {
	FirstSight,
	StatusEvent,
	TriggerEvent,
} from '../../nodes/MessagingServiceTrigger/events/event.ts';
import {
	BOUNDS,
	newState,
	type EmittedEvent,
	type TriggerState,
} from '../../nodes/MessagingServiceTrigger/state.ts';
import {
	begin,
	end,
	type Known,
	type PollInput,
	type Remembered,
} from '../../nodes/MessagingServiceTrigger/turn.ts';
import type { Poll } from '../../nodes/MessagingServiceTrigger/watching/asking.ts';

export const NOW = 1_790_000_000_000;
export const SECONDS = NOW / 1000;
export const MINUTE = 60_000;

export const emittedEvent = (name: string, more: Partial<EmittedEvent> = {}): EmittedEvent => ({
	key: `s${name}`,
	eventId: `id${name}`,
	previousStatus: 'sending',
	newStatus: 'done',
	isFinal: true,
	emittedAt: NOW - 2 * 60 * MINUTE,
	lastAt: NOW - 10 * MINUTE,
	emissions: 1,
	...more,
});

export const stateOf = (more: Partial<TriggerState> = {}): TriggerState => ({
	...newState('watch', 'life', 'me'),
	revision: 7,
	emittedRevision: 7,
	ownTime: 1_000,
	polledAt: SECONDS - 60,
	...more,
});

export const rememberedOf = (state: TriggerState, more: Partial<Remembered> = {}): Remembered => ({
	state,
	confirmed: 5,
	at: NOW - 5 * MINUTE,
	uptime: 100_000,
	...more,
});

interface Script {
	/** What the watch does, beside asking for one thing. */
	watch?: (poll: Poll, first: FirstSight) => void;
	lookUp?: (poll: Poll, keys: readonly string[]) => void;
	asks?: boolean;
}

export function inputOf(
	more: Partial<PollInput> = {},
	{ watch, lookUp, asks = false }: Script = {},
	event: TriggerEvent = 'campaignFinished',
): PollInput {
	return {
		processName: 'me',
		life: 'new life',
		signature: 'watch',
		rule: {
			event,
			mode: 'finished',
			step: 1,
			reportNew: false,
			statuses: [],
			senders: [],
			ids: [],
		},
		watcher: {
			*watch(poll, first) {
				if (asks) yield [{ is: 'named', key: 's1' }];
				watch?.(poll, first);
			},
			*lookUp(poll, keys) {
				if (asks) yield [{ is: 'together', keys }];
				lookUp?.(poll, keys);
			},
		},
		first: 'silent',
		now: NOW,
		uptime: 160_000,
		failedPolls: 0,
		bounds: BOUNDS,
		...more,
	};
}

const change = (name: string): { key: string; event: StatusEvent } => ({
	key: `s${name}`,
	event: {
		event: 'campaignFinished',
		eventId: `id${name}`,
		previousStatus: 'sending',
		newStatus: 'done',
		isFinal: true,
		origin: 'change',
		record: { id: name },
	},
});
export const sees =
	(...names: string[]) =>
	(poll: Poll) =>
		void poll.events.push(...names.map(change));

/** A whole poll whose watch asks for nothing. */
export function pollOf(known: Partial<Known>, input: PollInput = inputOf()) {
	const turn = begin({ stored: undefined, remembered: undefined, ...known }, input);
	return { turn, result: end(turn) };
}
/** The state that a poll goes on with, before what it writes itself. */
export function chosen(known: Partial<Known>, input?: PollInput): TriggerState | undefined {
	return begin({ stored: undefined, remembered: undefined, ...known }, input ?? inputOf()).poll
		?.state;
}
export const idsIn = (events: readonly StatusEvent[]): string[] =>
	events.map(({ origin, eventId }) => `${eventId} ${origin}`);

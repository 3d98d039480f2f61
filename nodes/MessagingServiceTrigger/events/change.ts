/** What of two looks at an object is news. */
import { bareSender } from '../../shared/reply';
import type { WatchedObject } from '../state';
import {
	eventIdOf,
	idOfKey,
	type FirstSight,
	type Observation,
	type StatusEvent,
	type TriggerEvent,
} from './event';

/** What the user wants to hear of. */
export interface Rule {
	event: TriggerEvent;
	mode: 'status' | 'finished' | 'progress';
	/** Least movement of a counter that counts as progress. */
	step: number;
	/** Is an object that is seen for the first time a change? A final one always is. */
	reportNew: boolean;
	/** Lower case; empty = all. */
	statuses: string[];
	/** Empty = all. Compared by letters and digits, as lists write a number with or without a plus. */
	senders: string[];
	/** Campaigns by ID; empty = all. */
	ids: string[];
}

/** Does the rule care for this object? */
export function matches(
	{ senders, ids }: Rule,
	{ sender, key }: Pick<Observation, 'sender' | 'key'>,
): boolean {
	if (ids.length > 0 && !ids.includes(idOfKey(key))) return false;
	if (senders.length === 0) return true;
	return sender !== undefined && senders.some((name) => bareSender(name) === bareSender(sender));
}

const distance = (one: number[], other: number[]) =>
	Math.max(0, ...one.map((count, index) => Math.abs(count - (other[index] ?? 0))));

/** How often each status was entered: a second pause is another change than the first. Kept from the first change on. */
const visitsOf = (known: WatchedObject, status: string): Record<string, number> => ({
	[known.status]: 1,
	...known.visits,
	[status]: (known.visits?.[status] ?? 0) + 1,
});

/**
 * Compares what was known of an object (undefined = nothing) with what is seen. Pure.
 * @returns what to remember, and the event that this makes, if any
 */
export function diff(
	known: WatchedObject | undefined,
	seen: Observation,
	rule: Rule,
	first: FirstSight,
): { next: WatchedObject; event?: StatusEvent } {
	const { status, final } = seen;
	// A counter that is left out has not moved.
	const counters = seen.counters.map((count, index) => count ?? known?.counters?.[index] ?? 0);
	const next: WatchedObject = { ...known, status };
	delete next.misses;
	if (rule.mode !== 'status' && counters.length > 0) next.counters = counters;
	if (seen.created) next.created = seen.created;
	const changed = known !== undefined && known.status !== status;
	if (changed && known.status !== '') next.visits = visitsOf(known, status);

	const isUnknown = known === undefined;
	const existing = isUnknown && first === 'existing';
	const recovered = isUnknown && first === 'recovered';
	const isNews = isUnknown && (first === 'new' || first === 'final');
	const appeared = isNews && (final || (first === 'new' && rule.reportNew));

	const nothingYet = counters.map(() => 0);
	const reportedAtFirst = first === 'silent' ? counters : nothingYet;
	const reported = isUnknown ? reportedAtFirst : (known.reported ?? counters);
	const moved = distance(counters, reported);
	const isProgress = rule.mode === 'progress';
	if (isProgress) next.reported = reported;

	const happened = changed || existing || recovered || appeared;
	const isWanted = {
		status: happened && (rule.statuses.length === 0 || rule.statuses.includes(status)),
		finished: happened && final,
		// An end is progress even where no counter ever moved, as when the only recipient was refused.
		progress: moved >= rule.step || existing || (final && (moved > 0 || happened)),
	};
	if (!isWanted[rule.mode]) return { next };
	if (isProgress) next.reported = counters;
	const visit = next.visits?.[status] ?? 1;
	const event: StatusEvent = {
		event: rule.event,
		eventId: eventIdOf(rule.event, seen.key, status, visit, isProgress ? counters : undefined),
		previousStatus: known?.status || null,
		newStatus: status,
		isFinal: final,
		origin: recovered ? 'recovered' : existing ? 'existing' : 'change',
		...(isProgress && { previousCounters: reported }),
		record: seen.record,
	};
	return { next, event };
}

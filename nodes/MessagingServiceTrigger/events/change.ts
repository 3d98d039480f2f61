import { bareSender } from '../../shared/reply';
import { idOfKey, type WatchedObject } from '../state/state';
import { MESSAGE_LETTERS } from './messages';
import {
	eventIdOf,
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
	/** Lower case; empty = all. Compared by letters and digits, as lists write a number with or without a plus. */
	senders: string[];
	/** Keys without their first letter; empty = all. */
	ids: string[];
}

const distance = (one: number[], other: number[]) =>
	Math.max(0, ...one.map((count, index) => Math.abs(count - (other[index] ?? 0))));

const isSameSender = (one: string, other: string): boolean => bareSender(one) === bareSender(other);

type Named = Pick<Observation, 'sender' | 'key' | 'other'>;

/**
 * Takes what the user wants to hear of and an object; returns whether it is wanted: 'open' where only those of some senders are, and it
 * tells none, as a service may know the sender of a campaign only when that is being sent.
 */
export function wants(
	{ senders, ids }: Rule,
	{ sender: told = '', key, other }: Named,
): 'yes' | 'no' | 'open' {
	if (other) return 'no';
	// What is named by its reference is wanted as it is: the service tells neither its sender nor its campaign there.
	if (key.startsWith(MESSAGE_LETTERS.reference)) return 'yes';
	if (ids.length > 0 && !ids.includes(idOfKey(key))) return 'no';
	if (senders.length === 0) return 'yes';
	const sender = told.trim();
	if (sender === '') return 'open';
	return senders.some((name) => isSameSender(name, sender)) ? 'yes' : 'no';
}

/** Does the rule care for this object, as far as it tells? */
export const matches = (rule: Rule, seen: Named): boolean => wants(rule, seen) === 'yes';

/** What becomes of what is remembered of an object, and the event that this makes. */
export interface Change {
	next: WatchedObject;
	event?: StatusEvent;
}

/**
 * Takes what was known of an object (undefined = nothing) and what is seen; returns what to remember and the event it makes,
 * if any. Pure.
 */
export function diff(
	known: WatchedObject | undefined,
	seen: Observation,
	rule: Rule,
	first: FirstSight,
	now: number,
): Change {
	const { status, final } = seen;
	// A counter that is left out has not moved: it keeps its last value.
	const counters = seen.counters.map((count, index) => count ?? known?.counters?.[index] ?? 0);
	const next: WatchedObject = { ...known, status };
	delete next.misses;
	delete next.strange;
	delete next.waited;
	if (rule.mode !== 'status' && counters.length > 0) next.counters = counters;
	if (seen.created !== undefined) next.created = seen.created;
	const changed = known !== undefined && known.status !== status;
	// Visits to a status are counted, so that a second pause is another change than the first.
	if (changed && known.status !== '')
		next.visits = {
			[known.status]: 1,
			...known.visits,
			[status]: (known.visits?.[status] ?? 0) + 1,
		};
	const unknown = known === undefined;
	const nothingYet = counters.map(() => 0);
	const reportedOfNew = first === 'silent' ? counters : nothingYet;
	const reported = unknown ? reportedOfNew : (known.reported ?? counters);
	const moved = distance(counters, reported);
	const progress = rule.mode === 'progress';
	if (progress) next.reported = reported;

	const existing = unknown && first === 'existing';
	const recovered = unknown && first === 'recovered';
	const appeared =
		unknown &&
		(first === 'new' || first === 'final') &&
		(final || (first === 'new' && rule.reportNew));
	const happened = {
		status:
			(changed || existing || recovered || appeared) &&
			(rule.statuses.length === 0 || rule.statuses.includes(status)),
		finished: final && (changed || existing || recovered || appeared),
		// An end is progress even where no counter ever moved, as when the only recipient was refused.
		progress:
			moved >= rule.step || (final && (moved > 0 || changed || appeared || recovered)) || existing,
	};
	if (!happened[rule.mode]) return { next };
	if (progress) next.reported = counters;
	const visit = next.visits?.[status] ?? 1;
	const event: StatusEvent = {
		event: rule.event,
		eventId: eventIdOf(rule.event, seen.key, status, visit, progress ? counters : undefined),
		previousStatus: known?.status || null,
		newStatus: status,
		isFinal: final,
		noticedAt: new Date(now).toISOString(),
		...(recovered && { recovered }),
		...(existing && { existing }),
		...(progress && { previousCounters: reported }),
		record: seen.record,
	};
	return { next, event };
}

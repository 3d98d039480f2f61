/**
 * Objects that tell no sender yet, where only those of some senders are wanted: they are parked with each status in which they are seen,
 * and when they tell one of those senders, all of that is taken as if they had told it at once. The specification does not say when a
 * campaign has its sender (2.1).
 */
import type { WatchedObject } from '../state/state';
import { diff, type Change, type Rule } from './change';
import type { FirstSight, Observation, StatusEvent } from './event';

/** Statuses of a parked object that are kept. */
const MOST_STATUSES = 10;

/** Takes what is known of an object (undefined = nothing), the object, which tells no sender, and how to take it; returns what to remember. Pure. */
export function park(
	known: WatchedObject | undefined,
	seen: Observation,
	rule: Rule,
	first: FirstSight,
): WatchedObject {
	const { status, strange, created } = seen;
	const { passed = [], parked = first, counters } = known ?? {};
	const isNews = !strange && passed.at(-1) !== status;
	return {
		status: '',
		parked,
		passed: (isNews ? [...passed, status] : passed).slice(-MOST_STATUSES),
		...(created !== undefined && { created }),
		...(rule.mode === 'progress' && {
			counters: counters ?? seen.counters.map((count) => count ?? 0),
		}),
	};
}

/**
 * Takes a parked object that tells a wanted sender now; returns what to remember, and the events of each status in which it was seen, with
 * the record as it is now. A status that nobody knows makes none, but the sender is told all the same, and may be left out again. Pure.
 */
export function takeUp(
	{ parked = 'silent', passed = [], counters }: WatchedObject,
	seen: Observation,
	rule: Rule,
	now: number,
): { next: WatchedObject; events: StatusEvent[] } {
	const before = passed.map(
		(status, index): Observation => ({
			...seen,
			status,
			final: false,
			counters: (index === 0 && counters) || seen.counters,
			record: { ...seen.record, status },
		}),
	);
	const events: StatusEvent[] = [];
	let next: WatchedObject | undefined;
	for (const one of seen.strange ? before : [...before, seen]) {
		const change: Change = diff(next, one, rule, next ? 'silent' : parked, now);
		next = change.next;
		if (change.event) events.push(change.event);
	}
	return { next: next ?? { status: '', strange: true, created: seen.created }, events };
}

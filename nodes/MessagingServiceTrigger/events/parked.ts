/**
 * Objects that tell no sender yet, where only those of some senders are wanted: they are parked as they were seen first, and taken up
 * when they tell one of those. The specification does not say when a campaign has its sender (2.1).
 */
import type { WatchedObject } from '../state/state';
import { diff, type Change, type Rule } from './change';
import type { FirstSight, Observation } from './event';

/** Takes an object that tells no sender, and how it would be taken if it told a wanted one; returns what to remember of it. Pure. */
export function park(seen: Observation, rule: Rule, first: FirstSight, now: number): WatchedObject {
	const { next } = diff(undefined, seen, rule, first, now);
	return { ...next, ...(seen.strange && { status: '', strange: true }), parked: first };
}

/**
 * Takes a parked object that tells a wanted sender now; returns what to remember and the event it makes, if any: a change since it was
 * parked, or what it would have made then. Pure.
 */
export function takeUp(known: WatchedObject, seen: Observation, rule: Rule, now: number): Change {
	const { parked = 'silent', ...noted } = known;
	const changed = noted.status !== seen.status && rule.mode !== 'progress';
	return changed || parked === 'silent'
		? diff(noted, seen, rule, 'silent', now)
		: diff(undefined, seen, rule, parked, now);
}

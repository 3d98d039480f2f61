/** What an object that the service shows comes to: first it is judged, which changes nothing, then it is taken. */
import { diff, matches } from '../events/change';
import type { FirstSight, Observation, StatusEvent } from '../events/event';
import type { WatchedObject } from '../state';
import { isFull, note, type Poll } from './asking';

/** `waits`: it has no room, and a later poll sees it again. */
export type Finding =
	| { is: 'none' }
	| { is: 'waits'; note?: string }
	/** @param next what to remember of it; missing = it has ended @param sight how it was taken */
	| { is: 'news'; seen: Observation; next?: WatchedObject; event?: StatusEvent; sight: FirstSight };

/** How a list takes what it shows. */
export interface Taking {
	judge(poll: Poll, seen: Observation, first: FirstSight): Finding;
	/** Changes the poll. */
	take(poll: Poll, finding: Finding): void;
}

const countWatched = ({ state }: Poll): number => Object.keys(state.watched).length;

/** What an observation comes to. Pure. */
export function judge(poll: Poll, seen: Observation, first: FirstSight): Finding {
	const { rule, state, mostWatched } = poll;
	if (!matches(rule, seen)) return { is: 'none' };
	const noted = state.watched[seen.key];
	if (!noted && !seen.final && countWatched(poll) >= mostWatched)
		return {
			is: 'waits',
			note: `watches ${mostWatched} unfinished ones; others wait in the service`,
		};
	// What a first look left to a later one is taken as that would have taken it.
	const sight = noted?.first ?? first;
	const known = noted?.first ? undefined : noted;
	// It is followed, as its next status may be a known one, but nothing is made of this one.
	if (seen.strange)
		return { is: 'news', seen, sight, next: known ?? { status: '', created: seen.created } };
	const { next, event } = diff(known, seen, rule, sight);
	return {
		is: 'news',
		seen,
		sight,
		...(!seen.final && { next }),
		...(event && { event }),
	};
}

/** Notes an object. Changes the poll. */
export function take(poll: Poll, finding: Finding): void {
	if (finding.is === 'waits' && finding.note !== undefined) note(poll, finding.note);
	if (finding.is !== 'news') return;
	const { seen, next, event } = finding;
	const { watched, ownTime } = poll.state;
	if (event) poll.events.push({ key: seen.key, event });
	if (next) watched[seen.key] = { ...next, lookedAt: ownTime };
	else delete watched[seen.key];
}

/** What becomes an event itself waits if the poll may emit no more. */
export const AS_EVENTS: Taking = {
	judge(poll, seen, first) {
		const finding = judge(poll, seen, first);
		return finding.is === 'news' && finding.event && isFull(poll) ? { is: 'waits' } : finding;
	},
	take,
};

/** Whether a later poll can be left what has no room at a first look. Pure. */
export const canPostpone = (poll: Poll, { key }: Observation): boolean =>
	poll.state.watched[key] !== undefined || countWatched(poll) < poll.mostWatched;

/** Leaves to a later poll what has no room at a first look: it is then taken as this one would have taken it. Changes the poll. */
export function postpone({ state }: Poll, { key, created }: Observation, first: FirstSight): void {
	state.watched[key] ??= { status: '', created, first, lookedAt: state.ownTime };
}

/** Counts a look that did not find an object; after many it is forgotten. Changes the poll. */
export function missed(poll: Poll, key: string): void {
	const { watched, ownTime } = poll.state;
	const one = watched[key];
	if (!one) return;
	one.lookedAt = ownTime;
	one.misses = (one.misses ?? 0) + 1;
	if (one.misses < poll.bounds.misses) return;
	delete watched[key];
	note(poll, `no longer watches what the service has not shown for ${poll.bounds.misses} looks`);
}

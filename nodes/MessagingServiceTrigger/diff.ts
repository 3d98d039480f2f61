import { eventIdOf, type Observation, type StatusEvent, type TriggerEvent } from './events';
import { BOUNDS, type Tracked, type TriggerState } from './state';

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
	/** Lower case; empty = all. */
	senders: string[];
	/** Keys without their first letter; empty = all. */
	ids: string[];
}

/**
 * How to take an object that was not watched so far: 'silent' notes it, 'existing' and 'recovered' report it as found,
 * 'new' reports it as new, 'final' reports it only when it is final.
 */
export type FirstSight = 'silent' | 'existing' | 'recovered' | 'new' | 'final';

const distance = (one: number[], other: number[]) =>
	Math.max(0, ...one.map((count, index) => Math.abs(count - (other[index] ?? 0))));

/** Does the rule care for this object at all? What does not match is not even watched. */
export function matches({ senders, ids }: Rule, { sender = '', key }: Observation): boolean {
	const fits = (names: string[], name: string) => names.length === 0 || names.includes(name);
	return fits(senders, sender.toLowerCase()) && fits(ids, key.slice(1));
}

/**
 * Takes what was known of an object (undefined = nothing) and what is seen; returns what to remember and the event it makes,
 * if any. Pure.
 */
export function diff(
	known: Tracked | undefined,
	seen: Observation,
	rule: Rule,
	first: FirstSight,
	now: number,
): { next: Tracked; event?: StatusEvent } {
	const { status, final, counters } = seen;
	const next: Tracked = { ...known, s: status };
	delete next.m;
	delete next.g;
	if (rule.mode !== 'status' && counters.length > 0) next.l = counters;
	if (seen.created !== undefined) next.t = seen.created;
	const changed = known !== undefined && known.s !== status;
	// Visits to a status are counted, so that a second pause is another change than the first.
	if (changed && known.s !== '')
		next.v = { [known.s]: 1, ...known.v, [status]: (known.v?.[status] ?? 0) + 1 };
	const reported = known
		? (known.c ?? counters)
		: first === 'silent'
			? counters
			: counters.map(() => 0);
	const moved = distance(counters, reported);
	const progress = rule.mode === 'progress';
	if (progress) next.c = reported;

	const unknown = known === undefined;
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
		progress: moved >= rule.step || (final && (moved > 0 || changed)) || existing,
	};
	if (!happened[rule.mode]) return { next };
	if (progress) next.c = counters;
	const event: StatusEvent = {
		event: rule.event,
		eventId: eventIdOf(
			rule.event,
			seen.key,
			status,
			next.v?.[status] ?? 1,
			progress ? counters : undefined,
		),
		previousStatus: known?.s || null,
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

/** One poll at work on a copy of the state. */
export class Session {
	readonly events: Array<{ key: string; event: StatusEvent }> = [];
	/** The last look at each object in this poll. */
	readonly seen = new Map<string, Observation>();
	/** How many events this poll may emit. */
	most: number = BOUNDS.events;

	constructor(
		readonly state: TriggerState,
		readonly rule: Rule,
		/** Milliseconds of n8n's clock. */
		readonly now: number,
		/** No further request after this time, milliseconds of n8n's clock. */
		readonly deadline: number = Infinity,
		readonly clock: () => number = Date.now,
	) {}

	get late(): boolean {
		return this.clock() >= this.deadline;
	}

	/**
	 * Takes an object as the service shows it; changes the state, and adds the event that it makes.
	 * Returns false when the poll already holds as many events as it may: then nothing changed and the next poll sees it again.
	 * What is unfinished at a first look is noted all the same: no later poll could tell it from what was there before.
	 */
	observe(seen: Observation, first: FirstSight): boolean {
		const { key } = seen;
		const { open } = this.state;
		if (!matches(this.rule, seen)) return true;
		const { next, event } = diff(open[key], seen, this.rule, first, this.now);
		if (event) {
			if (this.events.length < this.most) this.events.push({ key, event });
			else if (seen.final || !(event.existing || event.recovered)) return false;
		}
		this.seen.set(key, seen);
		if (seen.final) delete open[key];
		else open[key] = next;
		return true;
	}
}

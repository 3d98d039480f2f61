import {
	diff,
	park,
	takeUp,
	wants,
	type FirstSight,
	type Observation,
	type Rule,
	type StatusEvent,
} from '../events';
import { BOUNDS, noteForgotten, type TriggerState, type WatchedObject } from '../state/state';
import { isMistakable, noteElsewhere, settleType } from './campaignTypes';
import type { ListQuery, ListSource, Page } from './source';

/** Why an object is left out that was parked, or would have been. */
const WITHOUT_SENDER = 'it ended without a sender, and only those of some senders are reported';

/** One poll at work on a copy of the state. */
export class Session {
	readonly events: Array<{ key: string; event: StatusEvent }> = [];

	/** Everything that the service showed in this poll, by key. */
	readonly shown = new Map<string, Observation>();

	/** Keys of what this poll has looked up and not found in its own list. */
	readonly soughtInVain = new Set<string>();

	/** Keys of what this poll has seen the end of: a page may show one twice, and so may two pages of a list that moves meanwhile. */
	readonly #ended = new Set<string>();

	/** What this poll has taken up that tells no type, by key. */
	readonly #fresh = new Map<string, Observation>();

	/** What n8n's log is told after the poll. */
	readonly notes: string[] = [];

	/** Pages of lists that this poll has asked for. */
	requests = 0;

	/** Keys of the events that this poll emits once more. */
	again: readonly string[] = [];

	/** How many events this poll may emit. */
	most: number = BOUNDS.events;

	/** How many polls of this process failed one after the other before this one. */
	failedPolls = 0;

	/** By how many characters of stored JSON what is known may grow in this poll. */
	mayGrow: number = BOUNDS.size;

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

	/** The time by which the trigger waits and gives up, in seconds (ownTime.ts). */
	get ownTime(): number {
		return this.state.ownTime ?? Math.floor(this.now / 1000);
	}

	/** Notes what the service shows of an object now. */
	show(seen: Observation): void {
		this.shown.set(seen.key, seen);
	}

	/** Reads a page of a list and notes what it shows. */
	async page(list: ListSource, query: ListQuery): Promise<Page> {
		this.requests++;
		const page = await list.page(query);
		for (const seen of page.seen) {
			settleType(this, seen);
			if (!seen.other) this.show(seen);
		}
		return page;
	}

	/** Whether the service has shown anything of a list in this poll. */
	hasShown({ letter }: ListSource): boolean {
		return [...this.shown.keys()].some((key) => key.startsWith(letter));
	}

	/** Keys of the watched objects of a list that this poll has not been shown. */
	unseenOf({ letter }: ListSource): string[] {
		return Object.keys(this.state.watched).filter(
			(key) => key.startsWith(letter) && !this.shown.has(key),
		);
	}

	/**
	 * Takes an object as the service shows it; changes the state, and adds the event that it makes.
	 * Returns false when the poll already holds as many events as it may: then nothing changed and the next poll sees it again.
	 * What is unfinished at a first look is noted all the same: no later poll could tell it from what was there before.
	 */
	observe(seen: Observation, first: FirstSight): boolean {
		if (seen.waits) return false;
		const isFresh = seen.typeless && !seen.other && !this.state.watched[seen.key];
		const isTaken = this.#take(seen, first);
		if (isTaken && isFresh) this.#fresh.set(seen.key, seen);
		if (isTaken && isFresh && seen.unsure) noteElsewhere(this.state, seen);
		return isTaken;
	}

	/** Notes which campaigns without a type this poll has taken up from a list while the other one could not be read. */
	noteUnread({ letter }: ListSource): void {
		for (const seen of this.#fresh.values())
			if (!seen.key.startsWith(letter)) noteElsewhere(this.state, seen);
	}

	/** Takes an object as the service shows it, as `observe` says. */
	#take(seen: Observation, first: FirstSight): boolean {
		const { key } = seen;
		const { watched } = this.state;
		const known = watched[key];
		const wanted = wants(this.rule, seen);
		if (wanted === 'no' && known?.parked && !seen.other) delete watched[key];
		if (wanted === 'no' || this.#ended.has(key)) return true;
		if (wanted === 'open' && (!known || known.parked)) {
			this.#park(seen, first);
			return true;
		}
		if (seen.strange && !known?.parked) {
			// It is followed, as its next status may be a known one, but nothing is made of this one.
			const followed = known ?? { status: '', created: seen.created };
			if (followed.status === '') followed.strange = true;
			this.#remember(seen, followed);
			return true;
		}
		const { next, events } = this.#changesOf(seen, first);
		if (this.events.length + events.length <= this.most)
			this.events.push(...events.map((event) => ({ key, event })));
		else if (seen.final || events.some((event) => !(event.existing || event.recovered)))
			return false;
		if (seen.final) {
			this.#ended.add(key);
			delete watched[key];
		} else this.#remember(seen, next);
		return true;
	}

	/** Remembers an object as it is known now, whether it told a type, and what tells it from one of the other list. */
	#remember(seen: Observation, object: WatchedObject): void {
		const { key, typeless } = seen;
		const known = { ...object };
		if (typeless) known.typeless = true;
		else delete known.typeless;
		const nameMark = isMistakable(seen) ? seen.nameMark || this.state.watched[key]?.nameMark : '';
		if (nameMark) known.nameMark = nameMark;
		else delete known.nameMark;
		this.state.watched[key] = known;
	}

	/** What becomes of what is remembered of an object, and the events that this makes. */
	#changesOf(seen: Observation, first: FirstSight): { next: WatchedObject; events: StatusEvent[] } {
		const known = this.state.watched[seen.key];
		if (known?.parked) return takeUp(known, seen, this.rule, this.now);
		const { next, event } = diff(known, seen, this.rule, first, this.now);
		return { next, events: event ? [event] : [] };
	}

	/** Waits with an object until it tells a sender; one that ends without one is left out, which n8n's log is told. */
	#park(seen: Observation, first: FirstSight): void {
		const { key } = seen;
		const { watched } = this.state;
		if (!seen.final) {
			this.#remember(seen, park(watched[key], seen, this.rule, first));
			return;
		}
		this.#ended.add(key);
		delete watched[key];
		noteForgotten(this.state, key, WITHOUT_SENDER);
	}
}

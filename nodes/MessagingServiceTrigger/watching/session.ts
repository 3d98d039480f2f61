import { diff, matches, type Rule } from '../events/change';
import type { FirstSight, Observation, StatusEvent } from '../events/event';
import { BOUNDS, type TriggerState, type WatchedObject } from '../state';
import type { ListQuery, ListSource, Page } from './source';

/** How one kind of object is watched. */
export interface Watcher {
	/** Unfinished objects that the state has room for, where they are more than of lists. */
	mostWatched?: number;
	/** Looks at what is due. Changes the session's state. @param first how to take what a first look finds */
	watch(session: Session, first: FirstSight): Promise<void>;
	/** Looks at objects again, to emit their events once more with full records. */
	lookUp(session: Session, keys: readonly string[]): Promise<void>;
	/** A recent one that the rule cares for, or undefined. */
	example(): Promise<Observation | undefined>;
}

/** What the poll goes by. */
interface SessionOptions {
	/** Milliseconds of n8n's clock, and after which no further request begins. */
	now: number;
	deadline: number;
	/** New events that the poll may emit. */
	most: number;
	/** Messages of campaigns that the state has room for, beside their own bound. */
	mostMessages: number;
	/** Unfinished objects that the state has room for. */
	mostWatched: number;
	/** How many polls of this process failed one after the other before this one. */
	failedPolls: number;
}

/** One poll at work on a copy of the state. */
export class Session {
	readonly events: Array<{ key: string; event: StatusEvent }> = [];

	/** Everything that the service showed in this poll, by key. */
	readonly shown = new Map<string, Observation>();

	/** What n8n's log is told after the poll. */
	readonly notes: string[] = [];

	/** Pages of lists that this poll has asked for. */
	requests = 0;

	#watched: number;

	/** Keys whose end this poll has seen: a page may show one twice, and so may two pages of a list that moves meanwhile. */
	readonly #ended = new Set<string>();

	constructor(
		readonly state: TriggerState,
		readonly rule: Rule,
		readonly options: SessionOptions,
	) {
		this.#watched = Object.keys(state.watched).length;
	}

	get late(): boolean {
		return Date.now() >= this.options.deadline;
	}

	get isFull(): boolean {
		return this.events.length >= this.options.most;
	}

	/** Tells n8n's log, once a poll. */
	note(text: string): void {
		if (!this.notes.includes(text)) this.notes.push(text);
	}

	/** Notes what the service shows of an object now. */
	show(seen: Observation): void {
		this.shown.set(seen.key, seen);
		const watched = this.state.watched[seen.key];
		if (watched) watched.lookedAt = this.state.ownTime;
	}

	/** Reads a page of a list and notes what it shows. */
	async page(list: ListSource, query: ListQuery): Promise<Page> {
		this.requests++;
		const page = await list.page(query);
		for (const fault of page.faults) this.note(fault);
		for (const seen of page.seen) this.show(seen);
		return page;
	}

	/**
	 * What comes of a campaign in place of its own events, where its messages are followed.
	 * Returns false where there is no room for it.
	 */
	follow?: (seen: Observation, first: FirstSight) => boolean;

	/**
	 * Notes an object as the service shows it. Changes the state, and adds the event that it makes.
	 * @returns false when there is no room: then nothing changed, and a later poll sees it again
	 */
	observe(seen: Observation, first: FirstSight): boolean {
		const { key } = seen;
		const { watched } = this.state;
		if (!matches(this.rule, seen) || this.#ended.has(key)) return true;
		const noted = watched[key];
		if (!noted && !seen.final && this.#watched >= this.options.mostWatched) {
			this.note(`watches ${this.options.mostWatched} unfinished ones; others wait in the service`);
			return false;
		}
		// What a first look left to a later one is taken as that would have taken it.
		const sight = noted?.first ?? first;
		const known = noted?.first ? undefined : noted;
		if (seen.strange) {
			// It is followed, as its next status may be a known one, but nothing is made of this one.
			this.#remember(key, known ?? { status: '', created: seen.created });
			return true;
		}
		if (this.follow && !this.follow(seen, sight)) return false;
		const { next, event } = diff(known, seen, this.rule, sight);
		if (event && !this.follow) {
			if (this.isFull) return false;
			this.events.push({ key, event });
		}
		if (seen.final) {
			this.#ended.add(key);
			if (noted) this.#watched--;
			delete watched[key];
		} else this.#remember(key, next);
		return true;
	}

	/**
	 * Leaves to a later poll what has no room at a first look: it is then taken as this one would have taken it. Changes the state.
	 * @returns false when the state has no room for it either
	 */
	postpone({ key, created }: Observation, first: FirstSight): boolean {
		if (this.state.watched[key]) return true;
		if (this.#watched >= this.options.mostWatched) return false;
		this.#remember(key, { status: '', created, first });
		return true;
	}

	#remember(key: string, object: WatchedObject): void {
		const { watched, ownTime } = this.state;
		if (!watched[key]) this.#watched++;
		watched[key] = { ...object, lookedAt: ownTime };
	}

	/** Counts a look that did not find an object; after many it is forgotten. Changes the state. */
	missed(key: string): void {
		const watched = this.state.watched[key];
		if (!watched) return;
		watched.lookedAt = this.state.ownTime;
		watched.misses = (watched.misses ?? 0) + 1;
		if (watched.misses < BOUNDS.misses) return;
		delete this.state.watched[key];
		this.note('no longer watches what the service has not shown for ten looks');
	}
}

import type { Arrival } from './collector.mts';

/** What the service holds in the end of something that was sent or received. */
export interface Held {
	status: string;
	/** How many equal ones there are: the same phone may write the same text twice. */
	count: number;
}

/** By the names among the events. */
export type Truth = ReadonlyMap<string, Held>;

/** A kind of thing that the triggers of a run watch. */
export interface Kind {
	/** What must arrive of it, as the tests name it. */
	title: string;
	/** The triggers that tell of it. */
	sources: readonly string[];
	/** The name of the thing that an item of theirs tells of. */
	nameOf(item: Record<string, unknown>): string;
	/** The states that a thing of a name may go through; undefined = there is no such thing. */
	statesOf(name: string): ReadonlySet<string> | undefined;
}

/** What the specification does not call final, though nothing follows here. */
const NOT_FINAL = 'spam';

const arrivalsOf = ({ sources }: Kind, arrivals: Arrival[]): Arrival[] =>
	arrivals.filter(({ source }) => sources.includes(source));

/** The names whose final status, as the service holds it, has not arrived, or not for all of several equal ones. */
export function missing(kind: Kind, truth: Truth, arrivals: Arrival[]): string[] {
	const arrived = new Map<string, Set<string>>();
	for (const { item, newStatus, isFinal, eventId } of arrivalsOf(kind, arrivals)) {
		if (!isFinal && newStatus !== NOT_FINAL) continue;
		const what = `${kind.nameOf(item)} ${newStatus}`;
		arrived.set(what, (arrived.get(what) ?? new Set()).add(eventId));
	}
	return [...truth]
		.filter(([name, { status, count }]) => (arrived.get(`${name} ${status}`)?.size ?? 0) < count)
		.map(([name]) => name);
}

export interface Verdict {
	/** Final statuses, and replies, that the service holds, and how many of them never arrived. */
	finals: number;
	missed: number;
	posts: number;
	events: number;
	duplicates: number;
	/** Duplicates that the trigger itself announced as repeated. */
	announced: number;
}

/** What must not be, each with the names of those that it happened to; all are empty when all is well. */
export interface Findings {
	/** By the title of the kind: things whose final status has not arrived. */
	missing: Record<string, string[]>;
	/** Statuses that arrived and did not occur. */
	invented: string[];
	/** Changes that came under more event IDs than there are equal ones, or under none. */
	severalIds: string[];
	/** Event IDs that stand for several changes. */
	sharedIds: string[];
}

/** Judges all that arrived: takes each kind with what the service holds of it. */
export function judge(
	arrivals: Arrival[],
	kinds: ReadonlyArray<readonly [Kind, Truth]>,
): { verdict: Verdict; findings: Findings } {
	const invented: string[] = [];
	const severalIds: string[] = [];
	const byId = new Map<string, Set<string>>();
	const put = (map: Map<string, Set<string>>, key: string, value: string): void =>
		void map.set(key, (map.get(key) ?? new Set()).add(value));
	for (const [kind, truth] of kinds) {
		const byChange = new Map<string, Set<string>>();
		const counts = new Map<string, number>();
		for (const { source, item, newStatus, isFinal, eventId } of arrivalsOf(kind, arrivals)) {
			const name = kind.nameOf(item);
			const change = `${source} ${name} ${newStatus}`;
			const held = truth.get(name);
			if (!kind.statesOf(name)?.has(newStatus) || (isFinal && held?.status !== newStatus))
				invented.push(change);
			put(byId, eventId, change);
			put(byChange, change, eventId);
			counts.set(change, held?.count ?? 1);
		}
		for (const [change, ids] of byChange)
			if (ids.size > (counts.get(change) ?? 1) || ids.has('')) severalIds.push(change);
	}
	const seen = new Set<string>();
	const duplicates = arrivals.filter(({ eventId }) => seen.size === seen.add(eventId).size);
	const missed = kinds.map(
		([kind, truth]) => [kind.title, missing(kind, truth, arrivals)] as const,
	);
	const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0);
	return {
		verdict: {
			finals: sum(kinds.flatMap(([, truth]) => [...truth.values()].map(({ count }) => count))),
			missed: sum(missed.map(([, names]) => names.length)),
			posts: arrivals.length,
			events: byId.size,
			duplicates: duplicates.length,
			announced: duplicates.filter(({ repeated }) => repeated).length,
		},
		findings: {
			missing: Object.fromEntries(missed),
			invented,
			severalIds,
			sharedIds: [...byId].filter(([, changes]) => changes.size > 1).map(([id]) => id),
		},
	};
}

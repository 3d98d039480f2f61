/**
 * What the trigger remembers between polls, and how much of it. It lives in n8n's static data: small keys, plain JSON.
 */

/** One object that is watched: a campaign, message, task or application that is not final yet. */
export interface Tracked {
	/** Status at the last look; '' = asked for, never found. */
	s: string;
	/** Counters as last reported (progress events only). */
	c?: number[];
	/** Counters at the last look. */
	l?: number[];
	/** How often each status was entered; kept from the first change on. */
	v?: Record<string, number>;
	/** Creation time in the service's own words, which needs no clock of ours. */
	t?: string;
	/** Since when it is asked for, in seconds of n8n's clock. */
	a?: number;
	/** Not asked for before, in seconds of n8n's clock. */
	n?: number;
	/** 1 = not among the unfinished at the last look. */
	g?: 1;
	/** Looks in a row that did not find it. */
	m?: number;
}

/** How far a list of the service was read. */
export interface ListState {
	/** Everything created before this time (the service's own text) is known. '' = the list was empty. */
	from: string;
	/** Ids known among those created since. */
	ids: string[];
	/** 1 = the beginning is too long ago for the service. */
	old?: 1;
	/** How many seconds before that time a page may begin and still hold everything. */
	span?: number;
	/** A beginning that proved too far back. */
	far?: string;
	/** Between which offsets the unfinished ones begin, while that is searched. */
	seek?: [number, number];
	/** Where the unfinished ones begin when the list is sorted by status, -1 when the service does not sort so. */
	block?: number;
	/** Creation time down to which the first look has come, while it goes on. */
	scan?: string;
}

/** One event of the last batch: enough to emit it again under the same id. */
export interface BatchEntry {
	k: string;
	p: string | null;
	s: string;
	/** eventId. */
	e: string;
	/** Noticed at, in milliseconds of n8n's clock. */
	w: number;
	/** How often it was emitted. */
	x: number;
	/** 1 when the status was final. */
	f?: 1;
	/** Milliseconds from there to the latest emission. */
	z?: number;
}

export interface TriggerState {
	/** What is watched; another signature begins a new life. */
	sig: string;
	/** Random id of this life of the state. */
	life: string;
	/** Process that wrote it. */
	run: string;
	/** Counts the writes of this life. */
	rev: number;
	/** The write that came with the last events. */
	emitted: number;
	open: Record<string, Tracked>;
	lists: Record<string, ListState>;
	/** Named objects that are final (or were given up): not asked for again while they stay in the list. */
	done: string[];
	batch: BatchEntry[];
	/** What the bounds made the trigger forget. */
	dropped?: { count: number; last: string; why: string };
}

/** The bounds: with all of them reached the state stays under 64 kB. */
export const BOUNDS = {
	/** Unfinished objects of lists. */
	open: 300,
	/** Objects named in a parameter. */
	named: 250,
	/** Known ids at the edge of a list. */
	ids: 300,
	/** Events of one poll; the rest follows at the next. */
	events: 200,
	/** Events kept to be emitted once more. */
	batch: 400,
	/** Milliseconds for which none of them is given up for newer ones, which wait instead: its execution may still run. */
	sureMs: 2 * 60_000,
	/** New events of a poll that are emitted in any case, however large the state is. */
	least: 20,
	/** Characters of JSON that an event may add: to the batch (100 to 130), to `open` and to the known ids. */
	entry: 190,
	/** Times that an event is emitted once it is no longer young: a quiet workflow does not repeat its last events at every restart. */
	emissions: 3,
	/** Milliseconds for which every restart emits an event again: a process may die several times in a row. */
	youngMs: 60 * 60_000,
	/** Milliseconds for which an event is kept beside the last batch: its execution may still run. */
	batchAgeMs: 5 * 60_000,
	/** Milliseconds after which events that are not stored count as thrown away: n8n reads a durable cursor some time before the poll. */
	pendingMs: 30_000,
	/** Looks in a row that do not find an object before it is forgotten. */
	misses: 10,
	/** Characters of JSON. */
	size: 60_000,
} as const;

/** Takes what is watched, an id for this life and the process id; returns a state that knows nothing yet. */
export function newState(sig: string, life: string, run: string): TriggerState {
	return { sig, life, run, rev: 0, emitted: 0, open: {}, lists: {}, done: [], batch: [] };
}

/** Takes what static data holds; returns a copy of the state when it is one of ours, for what is watched now. */
export function readState(value: unknown, sig: string): TriggerState | undefined {
	const state = value as TriggerState | undefined;
	if (!state || typeof state !== 'object' || state.sig !== sig || typeof state.rev !== 'number')
		return undefined;
	if (!state.open || !state.lists || !Array.isArray(state.done) || !Array.isArray(state.batch))
		return undefined;
	return JSON.parse(JSON.stringify(state)) as TriggerState;
}

/** What a process remembers of a node beside n8n's storage. */
export interface Remembered {
	state: TriggerState;
	/** The latest write that a later poll found stored: its events were not thrown away. */
	confirmed: number;
	/** When the poll began that it comes from, in milliseconds of n8n's clock. */
	at: number;
}

/**
 * Takes the stored state and what this process remembers; returns the one to go on from, and whether its last batch must be
 * emitted once more: when another process wrote it, and when n8n may have thrown the events away with the write.
 */
export function chooseState(
	stored: TriggerState | undefined,
	memory: Omit<Remembered, 'at'> | undefined,
	run: string,
): { state: TriggerState; replay: boolean } | undefined {
	const same = stored !== undefined && stored.life === memory?.state.life;
	// What another main process stored since counts for more than ticks of this one that n8n did not store.
	if (
		stored &&
		(!memory ||
			!same ||
			(stored.run !== run && stored.rev > memory.confirmed) ||
			memory.state.rev <= stored.rev)
	)
		return { state: stored, replay: stored.run !== run };
	// In the same process the memory survives a rename and a tick that n8n did not store.
	if (!memory) return undefined;
	return {
		state: memory.state,
		replay: memory.state.emitted > Math.max(memory.confirmed, same ? stored.rev : 0),
	};
}

/** Changes the state: notes that an object was forgotten, and why. */
export function forget(state: TriggerState, key: string, why = 'too many unfinished'): void {
	delete state.open[key];
	state.dropped = { count: (state.dropped?.count ?? 0) + 1, last: key, why };
}

/** Changes the state: counts a look that did not find an object; after many it is forgotten. */
export function missed(state: TriggerState, key: string): void {
	const tracked = state.open[key];
	if (!tracked) return;
	tracked.m = (tracked.m ?? 0) + 1;
	if (tracked.m >= BOUNDS.misses) forget(state, key, 'no longer shown');
}

/** Changes the state so that it keeps its bounds; the oldest goes first. */
export function keepBounds(state: TriggerState): void {
	for (const key of Object.keys(state.open).slice(0, -BOUNDS.open)) forget(state, key);
	state.batch = state.batch.slice(-BOUNDS.batch);
	while (JSON.stringify(state).length > BOUNDS.size) {
		if (state.batch.length > 0) state.batch.splice(0, 20);
		else {
			const oldest = Object.keys(state.open)[0];
			if (oldest === undefined) return;
			forget(state, oldest, 'state too large');
		}
	}
}

/** Are two states the same but for their bookkeeping? */
export function sameState(one: TriggerState, other: TriggerState): boolean {
	const bare = (state: TriggerState) => JSON.stringify({ ...state, rev: 0, run: '' });
	return bare(one) === bare(other);
}

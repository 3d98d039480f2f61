/**
 * How messages and bulk tasks that the user names are watched: messages by their IDs by the hundred where the service offers that,
 * all others each by itself, a few at a time and so many in a poll. Those that waited longest come first; what the poll does not
 * suffice for follows at the next one.
 */
import { maskPhone } from '../../shared/errors';
import { pool } from '../../shared/pool';
import { LIMITS } from '../../shared/spec';
import type { FirstSight, Observation } from '../events/event';
import { BOUNDS } from '../state';
import type { Session, Watcher } from './session';
import { isDue, LONGEST_VALIDITY, UNREADABLE } from './time';
import { tryEach } from './tryEach';

/** Requests in flight. */
const IN_FLIGHT = 5;
/** So few are asked for one by one, which tells more of each. */
const FEW = 5;
/** Among so many an example is looked for. */
const EXAMPLES = 3;
/** States in which the validity has not begun. */
const NOT_BEGUN = ['scheduled', 'moderation'];

/** How named objects are asked for. */
export interface Named {
	keys: readonly string[];
	/** undefined = the service does not know it. */
	look: (key: string, session?: Session) => Promise<Observation | undefined>;
	/** Asks for up to a hundred at once; undefined = the service does not offer that, or says nothing now. */
	lookTogether?: (keys: readonly string[]) => Promise<readonly Observation[] | undefined>;
}

/** Notes a look at an object that is not final; after a while it is given up. Changes the state. */
function noteLook(
	{ state, notes }: Session,
	key: string,
	seen: Observation | undefined,
	patience = LONGEST_VALIDITY,
): void {
	const watched = (state.watched[key] ??= { status: '' });
	watched.lookedAt = state.ownTime;
	// What is scheduled has its validity still before it.
	if (watched.since === undefined || (seen && NOT_BEGUN.includes(seen.status)))
		watched.since = state.ownTime;
	if (state.ownTime - watched.since <= patience) return;
	delete state.watched[key];
	state.done.push(key);
	notes.push(`no longer asks for ${maskPhone(key)}, whose validity is over`);
}

/** Notes what the service says of a named object. Changes the state. */
function take(
	session: Session,
	key: string,
	seen: Observation | undefined,
	first: FirstSight,
): void {
	const { watched, done } = session.state;
	if (!seen) {
		// It was not there at the first look: what a later one finds is news.
		delete watched[key]?.first;
		noteLook(session, key, seen);
		return;
	}
	session.show(seen);
	if (!session.observe(seen, first)) return;
	if (seen.final) done.push(key);
	else noteLook(session, key, seen);
}

/** Keys that are due; those that waited longest come first. */
function dueKeys(keys: readonly string[], { state }: Session): string[] {
	const done = new Set(state.done);
	const lookedAt = (key: string) => state.watched[key]?.lookedAt ?? 0;
	return keys
		.filter((key) => !done.has(key))
		.filter((key) =>
			isDue(lookedAt(key), state.watched[key]?.since ?? state.ownTime, state.ownTime),
		)
		.sort((one, other) => lookedAt(one) - lookedAt(other));
}

type Take = (key: string, seen: Observation | undefined) => void;

/** Asks for keys by the hundred, where that can be done. @returns those that are still to be asked for one by one */
async function readTogether(
	{ lookTogether }: Named,
	keys: readonly string[],
	taken: Take,
	isOver: () => boolean,
): Promise<string[]> {
	if (!lookTogether || keys.length <= FEW) return [...keys];
	const size = LIMITS.statusIds;
	const hundreds = Array.from({ length: Math.ceil(keys.length / size) }, (_, part) =>
		keys.slice(part * size, (part + 1) * size),
	);
	const left = new Set(keys);
	let isOffered = true;
	const ask = async (some: readonly string[]): Promise<void> => {
		const found = await lookTogether(some);
		isOffered &&= found !== undefined;
		for (const seen of found ?? []) if (left.delete(seen.key)) taken(seen.key, seen);
	};
	// The first one shows whether the service offers it at all.
	const [head = [], ...others] = hundreds;
	await ask(head);
	await pool(others, IN_FLIGHT, ask, () => !isOffered || isOver());
	return [...left];
}

/** Asks for keys, by the hundred or one by one. @returns those that could not be read @throws the first fault when none could */
async function readNamed(
	named: Named,
	keys: readonly string[],
	session: Session,
	taken: Take,
	isOver: () => boolean,
): Promise<string[]> {
	const left = await readTogether(named, keys, taken, isOver);
	return await tryEach(
		left.slice(0, BOUNDS.named),
		session,
		{ what: 'of those that are named', atATime: IN_FLIGHT },
		async (key) => taken(key, await named.look(key, session)),
		isOver,
	);
}

/** Forgets what is no longer named, but for some of those that are done: they may be named again, and are no news then. Changes the state. */
function keepNamed({ state }: Session, keys: readonly string[]): void {
	const isNamed = new Set(keys);
	for (const key of Object.keys(state.watched)) if (!isNamed.has(key)) delete state.watched[key];
	const others = state.done.filter((key) => !isNamed.has(key)).slice(-BOUNDS.done);
	state.done = [...others, ...state.done.filter((key) => isNamed.has(key))];
}

/**
 * Looks at the named objects that are due. One that is named later than the watch began is reported when it is final.
 * Changes the session's state.
 */
async function watchNamed(named: Named, session: Session, first: FirstSight): Promise<void> {
	const { keys } = named;
	const { state } = session;
	keepNamed(session, keys);
	const failed = await readNamed(
		named,
		dueKeys(keys, session),
		session,
		(key, seen) => take(session, key, seen, first),
		() => session.late || session.isFull,
	);
	if (session.isFull) session.note('named ones may wait in the service');
	for (const key of failed) noteLook(session, key, undefined, UNREADABLE);
	if (first === 'final') return;
	// What a first look had no time for keeps how it is to be taken: it was there before the watch.
	const done = new Set(state.done);
	for (const key of keys) if (!done.has(key)) state.watched[key] ??= { status: '', first };
}

/** The watcher of what the user names. */
export const watcherOfNamed = (named: Named): Watcher => ({
	mostWatched: BOUNDS.namedIds,
	watch: async (session, first) => await watchNamed(named, session, first),
	async lookUp(session, keys) {
		const hidden = keys.filter((key) => !session.shown.has(key));
		const show: Take = (_, seen) => seen && session.show(seen);
		await readNamed(named, hidden, session, show, () => session.late);
	},
	async example() {
		const faults: unknown[] = [];
		const tried = named.keys.slice(0, EXAMPLES);
		for (const key of tried) {
			const seen = await named.look(key).catch((error: unknown) => void faults.push(error));
			if (seen && !seen.strange) return seen;
		}
		// As in a poll, one that cannot be read does not stop the others.
		if (tried.length > 0 && faults.length === tried.length) throw faults[0];
		return undefined;
	},
});

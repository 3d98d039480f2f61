/**
 * How messages and bulk tasks that the user names are watched: messages by their IDs by the hundred where the service offers that,
 * all others each by itself, a few at a time and so many in a poll. Those that waited longest come first; what the poll does not
 * suffice for follows at the next one.
 */
import { maskPhone } from '../../shared/errors';
import { pool } from '../../shared/pool';
import type { FirstSight, Observation } from '../events/event';
import { BOUNDS } from '../state';
import { isDue, LONGEST_VALIDITY, UNREADABLE } from './pauses';
import type { Session } from './session';
import { tryEach } from './tryEach';

/** Requests in flight. */
const IN_FLIGHT = 5;
/** So few are asked for one by one, which tells more of each. */
const FEW = 5;
/** States in which the validity has not begun. */
const NOT_BEGUN = ['scheduled', 'moderation'];

/** How named objects are asked for. */
export interface NamedOnes {
	keys: readonly string[];
	/** undefined = the service does not know it. */
	look: (key: string, session?: Session) => Promise<Observation | undefined>;
	/** Asks for up to `together` of them at once; undefined = the service does not offer that, or says nothing now. */
	lookTogether?: (keys: readonly string[]) => Promise<ReadonlyMap<string, Observation> | undefined>;
	together?: number;
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

/** Takes in what the service says of a named object. Changes the state. */
function take(
	session: Session,
	key: string,
	seen: Observation | undefined,
	first: FirstSight,
): void {
	const { watched, done } = session.state;
	const before = watched[key];
	if (!seen) {
		noteLook(session, key, seen);
		return;
	}
	session.show(seen);
	// The first look at it was left to this poll.
	if (before?.first) delete watched[key];
	const sight = before?.first ?? (before ? 'final' : first);
	if (!session.observe(seen, sight)) {
		if (before) watched[key] = before;
	} else if (seen.final) done.push(key);
	else {
		const now = watched[key];
		if (now && before?.since !== undefined) now.since = before.since;
		noteLook(session, key, seen);
	}
}

/** Keys that are due, whoever waited longest first. */
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

/** Asks for keys by the hundred, where that can be done. Changes the state. @returns those that are still to be asked for one by one */
async function watchTogether(
	{ lookTogether, together = 1 }: NamedOnes,
	due: readonly string[],
	session: Session,
	first: FirstSight,
): Promise<string[]> {
	if (!lookTogether || due.length <= FEW) return [...due];
	const parts = Array.from({ length: Math.ceil(due.length / together) }, (_, part) =>
		due.slice(part * together, (part + 1) * together),
	);
	const left = new Set(due);
	let isOffered = true;
	const ask = async (part: readonly string[]): Promise<void> => {
		const found = await lookTogether(part);
		isOffered &&= found !== undefined;
		for (const key of part) {
			const seen = found?.get(key);
			if (!seen) continue;
			take(session, key, seen, first);
			left.delete(key);
		}
	};
	// The first one shows whether the service offers it at all.
	const [head = [], ...others] = parts;
	await ask(head);
	await pool(others, IN_FLIGHT, ask, () => !isOffered || session.late || session.isFull);
	return session.isFull ? [] : [...left];
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
 * @throws the first fault of the service when none could be read
 */
export async function watchNamed(
	named: NamedOnes,
	session: Session,
	first: FirstSight,
): Promise<void> {
	const { keys, look } = named;
	const { state } = session;
	keepNamed(session, keys);
	const due = dueKeys(keys, session);
	const left = await watchTogether(named, due, session, first);
	const failed = await tryEach(
		left.slice(0, BOUNDS.named),
		session,
		{ what: 'of those that are named', atATime: IN_FLIGHT },
		async (key) => {
			take(session, key, await look(key, session), first);
		},
	);
	for (const key of failed) noteLook(session, key, undefined, UNREADABLE);
	if (first === 'final') return;
	// What a first look had no time for keeps how it is to be taken: it was there before the watch.
	const done = new Set(state.done);
	for (const key of keys) if (!done.has(key)) state.watched[key] ??= { status: '', first };
}

/** Looks at some of the named objects again, to emit their events once more with full records. */
export async function lookUpNamed(
	again: readonly string[],
	{ look, lookTogether, together = 1 }: NamedOnes,
	session: Session,
): Promise<void> {
	const hidden = () => again.filter((key) => !session.shown.has(key));
	const first = hidden();
	for (let at = 0; lookTogether && first.length > FEW && at < first.length; at += together) {
		if (session.late) return;
		const found = await lookTogether(first.slice(at, at + together));
		if (!found) break;
		for (const seen of found.values()) session.show(seen);
	}
	await pool(
		hidden().slice(0, BOUNDS.named),
		IN_FLIGHT,
		async (key) => {
			const seen = await look(key);
			if (seen) session.show(seen);
		},
		() => session.late,
	);
}

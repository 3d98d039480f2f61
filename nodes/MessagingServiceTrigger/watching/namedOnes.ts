/**
 * How messages and bulk tasks that the user names are watched.
 *
 * Messages that are named by their IDs are asked for by the hundred where the service offers that; all others each by itself, a few at
 * a time and so many in a poll: at every poll at first, less often as they age, until they are final or no validity can last any
 * longer. Those that waited longest come first; what the poll does not suffice for follows at the next one.
 * One that cannot be read is asked for again like the others, and n8n's log is told; the poll fails only when none could be read.
 */
import { maskPhone } from '../../shared/errors';
import { pool } from '../../shared/pool';
import type { FirstSight, Observation } from '../events';
import { BOUNDS, forget } from '../state/state';
import { inTurn, isOutage, OUTAGE } from './outage';
import type { Session } from './session';

/** Requests in flight. */
const IN_FLIGHT = 5;
/** So few are asked for one by one, which tells more of each. */
const FEW = 5;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** How long to wait between two looks, by the age of the watch: [younger than, wait], in seconds. */
const PAUSES: ReadonlyArray<readonly [number, number]> = [
	[10 * MINUTE, 0],
	[HOUR, 2 * MINUTE],
	[6 * HOUR, 10 * MINUTE],
	[24 * HOUR, 30 * MINUTE],
];
const LONGEST_PAUSE = HOUR;
/** The beginnings of watches of an age are taken for one another, up to so many seconds apart: [younger than, seconds]. What is watched alike is stored together. */
const ALIKE: ReadonlyArray<readonly [number, number]> = [
	[10 * MINUTE, 1],
	[6 * HOUR, 10 * MINUTE],
];
const LONGEST_ALIKE = 30 * MINUTE;
/** A poll comes some seconds early or late. */
const SLACK = 15;
/** An object is given up an hour after the longest validity. */
const PATIENCE = (72 + 1) * HOUR + LONGEST_ALIKE;
/** Seconds after which an object is given up though the service did not answer: n8n may have been down for days. */
const UNREAD = 30 * 24 * HOUR;
/** States in which the validity has not begun. */
const NOT_BEGUN = ['scheduled', 'moderation'];

/** Asks for a named object by its key; undefined when the service does not know it. */
export type Look = (key: string, session?: Session) => Promise<Observation | undefined>;

/** How named objects are asked for. */
export interface NamedOnes {
	keys: readonly string[];
	look: Look;
	/** Asks for up to `together` of them at once; undefined = the service does not offer that, or says nothing now. */
	lookTogether?: (keys: readonly string[]) => Promise<ReadonlyMap<string, Observation> | undefined>;
	together?: number;
}

const byAge = (
	table: ReadonlyArray<readonly [number, number]>,
	age: number,
	last: number,
): number => table.find(([limit]) => age < limit)?.[1] ?? last;

/**
 * Notes a look at an object that is not final: when the next one is due, or that it is given up `after` so many seconds. Changes the state.
 */
function noteLook(
	session: Session,
	key: string,
	seen: Observation | undefined,
	after = PATIENCE,
): void {
	const { state } = session;
	const now = session.ownTime;
	const watched = (state.watched[key] ??= { status: '' });
	// What is scheduled has its validity still before it.
	if (watched.askedSince === undefined || (seen && NOT_BEGUN.includes(seen.status)))
		watched.askedSince = now;
	const age = now - watched.askedSince;
	const alike = byAge(ALIKE, age, LONGEST_ALIKE);
	watched.askedSince = Math.floor(watched.askedSince / alike) * alike;
	// All that wait equally long are due at the same time, so that they are asked for together.
	const pause = byAge(PAUSES, age, LONGEST_PAUSE);
	watched.nextLook = (pause === 0 ? now : (Math.floor((now + SLACK) / pause) + 1) * pause) - SLACK;
	if (age <= after) return;
	forget(state, key, 'validity is over');
	state.done.push(key);
}

/** Takes in what the service says of a named object. Changes the state. */
function take(
	session: Session,
	key: string,
	seen: Observation | undefined,
	first: FirstSight,
): void {
	const { state } = session;
	const before = state.watched[key];
	if (!seen) {
		noteLook(session, key, seen);
		return;
	}
	session.show(seen);
	// The first look at it was left to this poll.
	if (before?.first) delete state.watched[key];
	const sight = before?.first ?? (before ? 'final' : first);
	if (!session.observe(seen, sight)) {
		if (before) state.watched[key] = before;
	} else if (seen.final) state.done.push(key);
	else noteLook(session, key, seen);
}

/** Keys that are due, whoever waited longest first; of those that waited equally long others begin at each poll. */
function dueKeys(keys: readonly string[], { state, ownTime }: Session): string[] {
	const done = new Set(state.done);
	const dueAt = (key: string) => state.watched[key]?.nextLook ?? 0;
	const begin = ownTime % Math.max(1, keys.length);
	return [...keys.slice(begin), ...keys.slice(0, begin)]
		.filter((key) => !done.has(key) && dueAt(key) <= ownTime)
		.sort((one, other) => dueAt(one) - dueAt(other));
}

/** What a first look had no time for keeps how it is to be taken: it was there before the watch. Changes the state. */
function leaveToLater({ state }: Session, keys: readonly string[], first: FirstSight): void {
	const done = new Set(state.done);
	for (const key of keys) if (!done.has(key)) state.watched[key] ??= { status: '', first };
}

/** Asks for keys by the hundred, where that can be done. Returns those that are still to be asked for one by one. Changes the state. */
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
	let offered = true;
	const ask = async (part: readonly string[]): Promise<void> => {
		const found = await lookTogether(part);
		offered &&= found !== undefined;
		for (const key of part) {
			const seen = found?.get(key);
			if (!seen) continue;
			take(session, key, seen, first);
			left.delete(key);
		}
	};
	const isOver = () => !offered || session.late || session.events.length >= session.most;
	// The first one tells whether the service offers it at all.
	const [head = [], ...others] = parts;
	await ask(head);
	await pool(others, IN_FLIGHT, ask, isOver);
	return session.events.length >= session.most ? [] : [...left];
}

/** Forgets what is no longer named, but for some of those that are done. Changes the state. */
function keepNamed({ state }: Session, keys: readonly string[]): void {
	const isNamed = new Set(keys);
	for (const key of Object.keys(state.watched)) if (!isNamed.has(key)) delete state.watched[key];
	// What was done stays so for a while when it is no longer named: it may be named again, and is no news then.
	const others = state.done.filter((key) => !isNamed.has(key)).slice(-BOUNDS.done);
	state.done = [...others, ...state.done.filter((key) => isNamed.has(key))];
}

/**
 * Whether another of the named objects can still be read, of those that were before. Where those that are due are few, all of them may be
 * refused while the service is as it was, and one that it refuses is no reason to fail whenever it is due by itself.
 */
async function isOneRead(
	{ keys, look }: NamedOnes,
	due: readonly string[],
	{ state }: Session,
): Promise<boolean> {
	const isDue = new Set(due);
	const done = new Set(state.done);
	const wasRead = (key: string) => done.has(key) || Boolean(state.watched[key]?.status);
	const other = keys.find((key) => !isDue.has(key) && wasRead(key));
	if (other === undefined) return false;
	return await look(other).then(
		() => true,
		() => false,
	);
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
	keepNamed(session, keys);
	const due = inTurn(dueKeys(keys, session), session.failedPolls);
	const left = await watchTogether(named, due, session, first);
	const faults: Array<{ key: string; error: unknown }> = [];
	let [read, outage] = [due.length - left.length, 0];
	await pool(
		left.slice(0, BOUNDS.named),
		IN_FLIGHT,
		async (key) => {
			try {
				take(session, key, await look(key, session), first);
				read++;
				outage = 0;
			} catch (error) {
				faults.push({ key, error });
				outage = isOutage(error) ? outage + 1 : 0;
			}
		},
		() => outage >= OUTAGE || session.late,
	);
	const [fault] = faults;
	if (fault && read === 0 && (outage > 0 || !(await isOneRead(named, due, session))))
		throw fault.error;
	for (const { key } of faults) noteLook(session, key, undefined, UNREAD);
	if (first !== 'final') leaveToLater(session, keys, first);
	if (!fault) return;
	const { message } = fault.error as Error;
	session.notes.push(
		`could not read ${faults.length} of those named, ${maskPhone(fault.key)} first: ${message}`,
	);
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

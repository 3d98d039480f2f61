/**
 * How messages and bulk tasks that the user names are watched.
 *
 * Each is asked for by itself, a few at a time: at every poll at first, less often as it ages, until it is final or no validity
 * can last any longer. Those that waited longest come first; what the time does not suffice for follows at the next poll.
 * One that cannot be read is asked for again like the others, and n8n's log is told; the poll fails only when none could be read.
 */
import { maskPhone } from '../../shared/errors';
import { pool } from '../../shared/pool';
import type { FirstSight, Observation } from '../events';
import { BOUNDS, forget } from '../state/state';
import type { Session } from './session';

/** Requests in flight. */
const IN_FLIGHT = 5;
/** Faults in a row by which the service is known to be away for now: then the poll asks no further. */
const OUTAGE = 3;
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
/** A poll comes some seconds early or late. */
const SLACK = 15;
/** An object is given up an hour after the longest validity. */
const PATIENCE = (72 + 1) * HOUR;
/** States in which the validity has not begun. */
const NOT_BEGUN = ['scheduled', 'moderation'];

/** Asks for a named object by its key; undefined when the service does not know it. */
export type Look = (key: string, session?: Session) => Promise<Observation | undefined>;

/** Takes the age of a watch in seconds; returns the seconds until the next look. */
export function pauseFor(age: number): number {
	return PAUSES.find(([limit]) => age < limit)?.[1] ?? LONGEST_PAUSE;
}

/** Notes a look at an object that is not final: when the next one is due, or that it is given up. Changes the state. */
function noteLook(session: Session, key: string, seen: Observation | undefined): void {
	const { state } = session;
	const now = Math.floor(session.now / 1000);
	const watched = (state.watched[key] ??= { status: '' });
	// What is scheduled has its validity still before it.
	if (watched.askedSince === undefined || (seen && NOT_BEGUN.includes(seen.status)))
		watched.askedSince = now;
	const age = now - watched.askedSince;
	watched.nextLook = now + pauseFor(age) - SLACK;
	if (age <= PATIENCE) return;
	forget(state, key, 'validity is over');
	state.done.push(key);
}

async function lookAt(look: Look, session: Session, key: string, first: FirstSight): Promise<void> {
	const { state } = session;
	const seen = await look(key, session);
	if (seen) {
		session.show(seen);
		if (!session.observe(seen, first)) return;
		if (seen.final) {
			state.done.push(key);
			return;
		}
	}
	noteLook(session, key, seen);
}

/** Keys that are due, whoever waited longest first; of those that waited equally long others begin at each poll. */
function dueKeys(keys: string[], { state, now }: Session): string[] {
	const seconds = Math.floor(now / 1000);
	const done = new Set(state.done);
	const dueAt = (key: string) => state.watched[key]?.nextLook ?? 0;
	const begin = seconds % Math.max(1, keys.length);
	return [...keys.slice(begin), ...keys.slice(0, begin)]
		.filter((key) => !done.has(key) && dueAt(key) <= now / 1000)
		.sort((one, other) => dueAt(one) - dueAt(other));
}

/** Is it a fault that passes, and that other requests would meet as well? */
export const isOutage = (error: unknown): boolean =>
	(error as { failure?: unknown }).failure !== undefined;

/**
 * Looks at the named objects that are due. One that is named later than the watch began is reported when it is final.
 * Changes the session's state.
 * @throws the first fault of the service when none could be read
 */
export async function watchNamed(
	keys: string[],
	look: Look,
	session: Session,
	first: FirstSight,
): Promise<void> {
	const { state } = session;
	const named = keys.slice(0, BOUNDS.named);
	const isNamed = new Set(named);
	for (const key of Object.keys(state.watched)) if (!isNamed.has(key)) delete state.watched[key];
	// What was done stays so for a while when it is no longer named: it may be named again, and is no news then.
	const others = state.done.filter((key) => !isNamed.has(key)).slice(-BOUNDS.done);
	state.done = [...others, ...state.done.filter((key) => isNamed.has(key))];
	const faults: Array<{ key: string; error: unknown }> = [];
	let [read, outage] = [0, 0];
	await pool(
		dueKeys(named, session),
		IN_FLIGHT,
		async (key) => {
			try {
				await lookAt(look, session, key, state.watched[key] ? 'final' : first);
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
	if (!fault) return;
	if (read === 0) throw fault.error;
	for (const { key } of faults) noteLook(session, key, undefined);
	const { message } = fault.error as Error;
	session.notes.push(
		`could not read ${faults.length} of those named, ${maskPhone(fault.key)} first: ${message}`,
	);
}

/** Looks at some of the named objects again, to emit their events once more with full records. */
export async function lookUpNamed(keys: string[], look: Look, session: Session): Promise<void> {
	await pool(
		keys.filter((key) => !session.shown.has(key)),
		IN_FLIGHT,
		async (key) => {
			const seen = await look(key);
			if (seen) session.show(seen);
		},
		() => session.late,
	);
}

import type { IDataObject } from 'n8n-workflow';
import { pool } from '../shared/pool';
import { MESSAGE_STATUSES } from '../shared/spec';
import type { FirstSight, Session } from './diff';
import type { Observation } from './events';
import { asCount, asStatus, asText, shuffled, type Normalise, type Read } from './reader';
import { BOUNDS, forget } from './state';

/** Requests in flight. */
const IN_FLIGHT = 5;
/** Faults after which a poll asks no further: one object that cannot be read must not keep the others from being asked for. */
const FAULTS = 3;
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

export interface NamedSource {
	/** Keys of the objects that the user names: 'i' and an id, 'x' and a reference, 't' and a task id. */
	keys: string[];
	/** Asks for one of them; undefined when the service does not know it. */
	look: (key: string) => Promise<Observation | undefined>;
}

/** Takes the age of a watch in seconds; returns the seconds until the next look. */
export function pauseFor(age: number): number {
	return PAUSES.find(([limit]) => age < limit)?.[1] ?? LONGEST_PAUSE;
}

/** Asks for an SMS by id or by reference (4.3, 4.4). */
export async function seeMessage(
	read: Read,
	key: string,
	normalise: Normalise,
): Promise<Observation | undefined> {
	const name = encodeURIComponent(key.slice(1));
	const body = await read(
		key.startsWith('x') ? `/rest/sms/reference/${name}` : `/rest/sms/${name}`,
	);
	const record = normalise(body);
	const status = asStatus(record.status);
	return status === ''
		? undefined
		: { key, status, final: MESSAGE_STATUSES[status] === true, counters: [], record };
}

const TASK_COUNTERS = ['sent', 'delivered', 'expired', 'undeliverable', 'unknown'] as const;

/**
 * Asks for a bulk task (4.5), on either path that services have. The service names no status: `finished` when as many messages
 * have come to an end as were expected, or, where that is not known, when all that were sent have and nothing moved since.
 */
export async function seeTask(
	read: Read,
	key: string,
	normalise: Normalise,
	expected: number,
	before?: number[],
): Promise<Observation | undefined> {
	const id = encodeURIComponent(key.slice(1));
	const isTask = (record: IDataObject) =>
		TASK_COUNTERS.some((name) => typeof record[name] === 'number');
	let record = normalise(await read(`/rest/sms/${id}`));
	if (!isTask(record)) record = normalise(await read(`/rest/sms/task/${id}`));
	if (!isTask(record)) return undefined;
	const counters = TASK_COUNTERS.map((name) => asCount(record[name]));
	const [sent = 0, ...ends] = counters;
	const ended = ends.reduce((sum, count) => sum + count, 0);
	const still = before !== undefined && before.join() === counters.join();
	const final = expected > 0 ? ended >= expected : ended > 0 && ended >= sent && still;
	return {
		key,
		status: final ? 'finished' : ended + sent > 0 ? 'sending' : 'new',
		final,
		counters,
		record,
	};
}

async function lookAt(
	source: NamedSource,
	session: Session,
	key: string,
	first: FirstSight,
): Promise<void> {
	const { state } = session;
	const now = Math.floor(session.now / 1000);
	const seen = await source.look(key);
	const since = state.open[key]?.a ?? now;
	if (seen && !session.observe(seen, first)) return;
	if (seen?.final) {
		state.done.push(key);
		return;
	}
	const tracked = (state.open[key] ??= { s: '' });
	// What is scheduled has its validity still before it.
	tracked.a = seen && NOT_BEGUN.includes(seen.status) ? now : since;
	const age = now - tracked.a;
	tracked.n = now + pauseFor(age) - SLACK;
	if (age <= PATIENCE) return;
	forget(state, key, 'validity is over');
	state.done.push(key);
}

/**
 * Looks at the named objects that are due, a few at a time; what the time does not suffice for follows at the next poll.
 * One that is named later than the watch began is reported when it is final. Changes the session's state.
 * @throws the first fault of the service, after the others were asked for
 */
export async function watchNamed(
	source: NamedSource,
	session: Session,
	first: FirstSight,
): Promise<void> {
	const { state } = session;
	const named = new Set(source.keys.slice(0, BOUNDS.named));
	for (const key of Object.keys(state.open)) if (!named.has(key)) delete state.open[key];
	state.done = state.done.filter((key) => named.has(key));
	const done = new Set(state.done);
	const now = session.now / 1000;
	const due = (key: string) => state.open[key]?.n ?? 0;
	const waiting = shuffled(
		[...named].filter((key) => !done.has(key) && due(key) <= now),
		session.now,
	).sort((one, other) => due(one) - due(other));
	await eachNamed(
		waiting,
		session,
		async (key) => await lookAt(source, session, key, state.open[key] ? 'final' : first),
	);
}

/**
 * Does a job for each key, a few at a time, until the poll's time is over.
 * @throws the first fault, after all jobs have ended
 */
export async function eachNamed(
	keys: string[],
	session: Session,
	job: (key: string) => Promise<void>,
): Promise<void> {
	const faults: unknown[] = [];
	await pool(
		keys,
		IN_FLIGHT,
		async (key) => {
			try {
				await job(key);
			} catch (error) {
				faults.push(error);
			}
		},
		() => faults.length >= FAULTS || session.late,
	);
	if (faults.length > 0) throw faults[0];
}

/** Takes a list as typed or from an expression: texts, numbers or arrays of them; returns the distinct names. */
export function namesOf(value: unknown): string[] {
	const parts = Array.isArray(value) ? value.map(asText) : asText(value).split(/[\s,;]+/);
	return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}

import { pool } from '../../shared/pool';
import type { Session } from './session';

/** After so many outages in a row a poll asks no more: others would most likely meet the same. */
const OUTAGE = 3;

/** A fault that passes, and that other requests would meet as well, as n8n is told. */
const isOutage = (error: unknown): boolean =>
	(error as { failure?: unknown }).failure !== undefined;

/**
 * Does the same for each of some things: one that fails does not stop the others, and n8n's log is told. A poll that fails
 * stores nothing, so that the next one would begin with the same: it begins after those that failed.
 * @throws the first fault when none succeeded
 * @returns those that failed
 */
export async function tryEach<T>(
	things: readonly T[],
	session: Session,
	{ what, atATime = 1 }: { what: string; atATime?: number },
	work: (thing: T) => Promise<void>,
	isOver: () => boolean = () => session.late,
): Promise<T[]> {
	const begin = (session.options.failedPolls * OUTAGE) % Math.max(1, things.length);
	const failed: T[] = [];
	const errors: unknown[] = [];
	let [done, outages] = [0, 0];
	await pool(
		[...things.slice(begin), ...things.slice(0, begin)],
		atATime,
		async (thing) => {
			try {
				await work(thing);
				done++;
				outages = 0;
			} catch (error) {
				failed.push(thing);
				errors.push(error);
				outages = isOutage(error) ? outages + 1 : 0;
			}
		},
		() => outages >= OUTAGE || isOver(),
	);
	if (errors.length > 0 && done === 0) throw errors[0];
	if (errors.length > 0)
		session.notes.push(`could not read ${failed.length} ${what}: ${(errors[0] as Error).message}`);
	return failed;
}

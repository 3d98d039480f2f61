import type { RunResult } from '../engine/harness.mts';
import type { RequestEntry } from '../../sandbox/types.mts';
import type { Subject } from './subjects.mts';
import { saysOpen } from './texts.mts';

/**
 * What became of the operation: the reply was taken; the request was repeated; another path gave it; its result was found by asking; it
 * stopped and the service did nothing; it stopped and said that the outcome is not known; the time was up; a poll left out what it could
 * not read, and the next one reported it.
 */
export type Outcome =
	| 'taken'
	| 'repeated'
	| 'otherPath'
	| 'found'
	| 'stopped'
	| 'open'
	| 'timeUp'
	| 'later';

/** Requests by method and path. A reference differs from run to run. */
export type Requests = Map<string, number>;

export function countRequests(log: RequestEntry[]): Requests {
	const counts: Requests = new Map();
	for (const { method, path } of log) {
		const name = `${method} ${path.replace(/[0-9a-f]{32}/, '#')}`;
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	return counts;
}

/** How a success came about: by what was asked more than in the undisturbed run. */
export function resolutionOf(
	asked: Requests,
	undisturbed: Requests,
	{ method, path }: Pick<Subject, 'method' | 'path'>,
): Outcome {
	const own = (name: string): boolean =>
		name.startsWith(`${method} `) && path.test(name.slice(method.length + 1));
	const more = [...asked]
		.filter(([name, count]) => count > (undisturbed.get(name) ?? 0))
		.map(([name]) => name);
	if (more.length === 0) return 'taken';
	if (more.some((name) => own(name) && undisturbed.has(name))) return 'repeated';
	return more.some(own) ? 'otherPath' : 'found';
}

/** Whether the last request that was to change something was followed by a question for what became of it. */
export function isVerified(log: RequestEntry[], { method, path, verified }: Subject): boolean {
	const last = log.findLastIndex((entry) => entry.method === method && path.test(entry.path));
	return (
		verified !== undefined &&
		last >= 0 &&
		log
			.slice(last + 1)
			.some((entry) => entry.method === verified.method && verified.path.test(entry.path))
	);
}

/** @param how what the requests tell of a success */
export function outcomeOf(run: RunResult, { effects }: Subject, how: Outcome): Outcome {
	if (run.error) return effects && saysOpen(run.error) ? 'open' : 'stopped';
	return run.items.some(({ json }) => json.timed_out === true) ? 'timeUp' : how;
}

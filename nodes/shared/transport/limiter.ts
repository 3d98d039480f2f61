import pLimit, { type LimitFunction } from 'p-limit';

/** They live as long as the run of a node. */
const limitersOfRuns = new WeakMap<object, Map<string, LimitFunction>>();

/** The one limit of a run of the node for a kind of job. The first caller's number counts: an expression may give any. */
export function limiterFor(run: object, max: number, kind = 'requests'): LimitFunction {
	const limiters = limitersOfRuns.get(run) ?? new Map<string, LimitFunction>();
	limitersOfRuns.set(run, limiters);
	const limiter = limiters.get(kind) ?? pLimit(Math.max(1, Math.floor(max) || 1));
	limiters.set(kind, limiter);
	return limiter;
}

import pLimit, { type LimitFunction } from 'p-limit';

/** Where the limits of a run of the node are kept (see dispatch/context.ts). */
export interface Limited {
	limiters?: Map<string, LimitFunction>;
}

/** The one limit of a run of the node for a kind of job. The first caller's number counts: an expression may give any. */
export function limiterFor(run: Limited, max: number, kind = 'requests'): LimitFunction {
	const limiters = (run.limiters ??= new Map<string, LimitFunction>());
	const limiter = limiters.get(kind) ?? pLimit(Math.max(1, Math.floor(max) || 1));
	limiters.set(kind, limiter);
	return limiter;
}

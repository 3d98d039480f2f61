/** Runs a job as soon as fewer than the allowed number are running. */
export type Limiter = <T>(job: () => Promise<T>) => Promise<T>;

/** The limiters of each run of a node, by what they limit. They live as long as the run. */
const limitersOfRuns = new WeakMap<object, Map<string, Limiter>>();

/**
 * Takes the number of jobs that may run at a time (1 or more), returns a limiter that starts them in order.
 */
export function createLimiter(max: number): Limiter {
	const slots = Math.max(1, Math.floor(max) || 1);
	// A set gives away its first member at once; with a list that would be quadratic for 10,000 waiting jobs.
	const waiting = new Set<() => void>();
	let running = 0;
	const release = () => {
		const [next] = waiting;
		if (!next) running--;
		else {
			waiting.delete(next);
			next();
		}
	};
	return async (job) => {
		if (running >= slots) await new Promise<void>((resolve) => waiting.add(resolve));
		else running++;
		try {
			return await job();
		} finally {
			release();
		}
	};
}

/**
 * Takes what the callers share (the run of a node), the number of jobs that may run at a time, and what kind of job it is;
 * returns the one limiter of that run for them. The first caller's number counts.
 */
export function limiterFor(run: object, max: number, kind = 'requests'): Limiter {
	const limiters = limitersOfRuns.get(run) ?? new Map<string, Limiter>();
	limitersOfRuns.set(run, limiters);
	const limiter = limiters.get(kind) ?? createLimiter(max);
	limiters.set(kind, limiter);
	return limiter;
}

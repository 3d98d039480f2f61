/** Runs a job as soon as fewer than the allowed number are running. */
export type Limiter = <T>(job: () => Promise<T>) => Promise<T>;

const limiters = new WeakMap<object, Limiter>();

/**
 * Takes the number of jobs that may run at a time (1 or more), returns a limiter that starts them in order.
 */
export function createLimiter(max: number): Limiter {
	const slots = Math.max(1, Math.floor(max) || 1);
	const waiting: Array<() => void> = [];
	let head = 0;
	let running = 0;
	const release = () => {
		running--;
		const next = waiting[head];
		if (!next) return;
		head++;
		// Taking them off one by one would be quadratic with 10,000 waiting jobs.
		if (head > 1024 || head === waiting.length) {
			waiting.splice(0, head);
			head = 0;
		}
		running++;
		next();
	};
	return async (job) => {
		if (running >= slots) await new Promise<void>((resolve) => waiting.push(resolve));
		else running++;
		try {
			return await job();
		} finally {
			release();
		}
	};
}

/**
 * Takes what the callers share (the run of a node) and the number of jobs in flight; returns the one limiter of that run.
 * The first caller's number counts.
 */
export function limiterFor(key: object, max: number): Limiter {
	const known = limiters.get(key);
	if (known) return known;
	const limiter = createLimiter(max);
	limiters.set(key, limiter);
	return limiter;
}

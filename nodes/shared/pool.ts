/** Runs a job for each entry, at most `slots` at a time and begun in order, until `stopped` says so. */
export async function pool<T>(entries: readonly T[], slots: number, job: (entry: T, index: number) => Promise<void>, stopped: () => boolean): Promise<void> {
	const queue = entries.entries();
	const worker = async (): Promise<void> => {
		// One iterator for all workers: each entry is taken once.
		for (let next; !stopped() && !(next = queue.next()).done; ) await job(next.value[1], next.value[0]);
	};
	await Promise.all(Array.from({ length: Math.min(slots, entries.length) }, worker));
}

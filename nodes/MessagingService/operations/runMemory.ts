import type { IDataObject } from 'n8n-workflow';

/** What a run of a node learned about one recipient or request. */
export interface Remembered {
	/** 'unknown': a request was sent, and its outcome could not be learned. */
	state: 'accepted' | 'unknown';
	/** The reference it went out with: the next try may come on another day, or with another text. */
	reference?: string;
	result?: IDataObject;
	/** What the service said of the request it went out with. */
	summary?: IDataObject;
}

export type RunMemory = Map<string, Remembered>;

/** Recipients kept in all, and for how long: Retry On Fail waits 5 seconds at most. */
const MAX_ENTRIES = 200_000;
const MAX_AGE_MS = 900_000;
const runs = new Map<string, { memory: RunMemory; at: number }>();

/**
 * What earlier tries of the same run left behind. Retry On Fail runs the node again in the same process: what was accepted
 * then is not asked for again, and what is unknown is looked up before it is sent. Takes the run's key.
 */
export function recallRun(run: string): RunMemory {
	return new Map(runs.get(run)?.memory);
}

/** Keeps (after a failure) or forgets (after a success) what a run learned. Old runs are dropped. */
export function keepRun(run: string, memory: RunMemory, failed: boolean): void {
	runs.delete(run);
	if (failed && memory.size > 0) runs.set(run, { memory, at: Date.now() });
	let total = 0;
	for (const [key, kept] of [...runs].reverse()) {
		total += kept.memory.size;
		if (key !== run && (total > MAX_ENTRIES || Date.now() - kept.at > MAX_AGE_MS)) runs.delete(key);
	}
}

import type { IDataObject } from 'n8n-workflow';

/** What a run of a node learned about one recipient or request. */
export interface Remembered {
	/** 'unknown': a request was sent, and its outcome could not be learned. */
	state: 'accepted' | 'unknown';
	result?: IDataObject;
	/** What the service said of the request it went out with. */
	summary?: IDataObject;
}

export type RunMemory = Map<string, Remembered>;

const MAX_RUNS = 50;
const runs = new Map<string, RunMemory>();

/**
 * What earlier tries of the same run left behind. Retry On Fail runs the node again in the same process: what was accepted
 * then is not asked for again, and what is unknown is looked up before it is sent. Takes the run's key.
 */
export function recallRun(run: string): RunMemory {
	return new Map(runs.get(run));
}

/** Keeps (after a failure) or forgets (after a success) what a run learned. The oldest of many runs are dropped. */
export function keepRun(run: string, memory: RunMemory, failed: boolean): void {
	runs.delete(run);
	if (!failed || memory.size === 0) return;
	runs.set(run, memory);
	const [oldest] = runs.keys();
	if (runs.size > MAX_RUNS && oldest !== undefined) runs.delete(oldest);
}

import { sleep } from 'n8n-workflow';

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 10_000;
/** How often a pause looks whether the execution was cancelled. */
const SLICE_MS = 250;

/** The next pause in milliseconds after so many attempts (from 0): doubling, with jitter from half to all of it. */
export function backOff(attempt: number): number {
	const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
	return full / 2 + Math.random() * (full / 2);
}

/** Waits the given milliseconds; ends early, returning false, when the signal is raised. */
export async function pause(ms: number, signal?: AbortSignal): Promise<boolean> {
	for (let left = ms; left > 0 && !signal?.aborted; left -= SLICE_MS)
		await sleep(Math.min(left, SLICE_MS));
	return !signal?.aborted;
}

import { sleep } from 'n8n-workflow';
import type { ServiceFault } from '../errors';

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

/** Waits before a request is repeated after a fault; returns false if that would be too late, or the execution is cancelled. */
export type Again = (fault: ServiceFault) => Promise<boolean>;

/** Waits longer each time, or as long as the service asks for, and no longer than a time in milliseconds in all. */
export function repeatsFor(ms: number, signal?: AbortSignal): Again {
	const deadline = Date.now() + ms;
	let tries = 0;
	return async ({ retryAfterMs }) => {
		const wait = retryAfterMs || backOff(tries++);
		return Date.now() + wait <= deadline && (await pause(wait, signal));
	};
}

import type { TriggerState } from './state';

/** Seconds by which the own time moves on from one poll to the next at most: the longest pause between two looks at one object. */
const LONGEST_STEP = 60 * 60;

/**
 * Takes the state and n8n's clock in milliseconds; moves on the time of the state, by which the trigger waits between two looks and gives
 * up what no longer moves. n8n's clock may be days ahead or behind for a poll: this time never goes back, and after each poll no further on
 * than by the longest pause, so that nothing waits long and nothing is given up. Changes the state.
 */
export function advanceOwnTime(state: TriggerState, now: number): void {
	const seconds = Math.floor(now / 1000);
	const { ownTime = seconds, polledAt = seconds } = state;
	state.ownTime = ownTime + Math.min(Math.max(0, seconds - polledAt), LONGEST_STEP);
	state.polledAt = seconds;
}

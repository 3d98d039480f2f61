import type { Remembered } from './choose';
import type { TriggerState } from './state';

/** The clocks of a process. */
export interface Clocks {
	/** Milliseconds of n8n's clock, which may be put forward or back. */
	now: number;
	/** Milliseconds of a clock that nobody sets, counted from any moment in the life of the process. */
	uptime: number;
}

/**
 * Moves on the time of the state, by which the trigger waits between two looks and gives up what no longer moves. n8n's clock may be days
 * ahead or behind for a poll: while a process lives, this time goes on with the clock that nobody sets. What passed between two processes
 * only n8n's clock can tell. It never goes back. Changes the state.
 * @param remembered what this process remembers of its last poll; undefined at its first one
 */
export function advanceOwnTime(
	state: TriggerState,
	{ now, uptime }: Clocks,
	remembered: Remembered | undefined,
): void {
	const seconds = Math.floor(now / 1000);
	const { ownTime = seconds, polledAt = seconds } = state;
	if (remembered?.state.ownTime === undefined) {
		state.ownTime = ownTime + Math.max(0, seconds - polledAt);
	} else {
		const passed = Math.round((uptime - remembered.uptime) / 1000);
		state.ownTime = Math.max(ownTime, remembered.state.ownTime + passed);
	}
	state.polledAt = seconds;
}

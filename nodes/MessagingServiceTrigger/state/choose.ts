import type { TriggerState } from './state';

/** What a process remembers of a node beside n8n's storage. */
export interface Remembered {
	state: TriggerState;
	/** The latest write that a later poll found stored: its events were not thrown away. */
	confirmed: number;
	/** When the poll began that it comes from, in milliseconds of n8n's clock. */
	at: number;
	/** The same on the clock of the process that nobody sets (ownTime.ts). */
	uptime: number;
}

/**
 * Takes the stored state and what this process remembers; returns the one to go on from, and whether its last events must be
 * emitted once more: when another process wrote it, and when n8n may have thrown the events away with the write.
 */
export function chooseState(
	stored: TriggerState | undefined,
	memory: Pick<Remembered, 'state' | 'confirmed'> | undefined,
	processName: string,
): { state: TriggerState; replay: boolean } | undefined {
	const sameLife = stored !== undefined && stored.life === memory?.state.life;
	// What another main process stored since counts for more than ticks of this one that n8n did not store.
	if (
		stored &&
		(!memory ||
			!sameLife ||
			(stored.writtenBy !== processName && stored.revision > memory.confirmed) ||
			memory.state.revision <= stored.revision)
	)
		return { state: stored, replay: stored.writtenBy !== processName };
	// In the same process the memory survives a rename and a tick that n8n did not store.
	if (!memory) return undefined;
	return {
		state: memory.state,
		replay:
			memory.state.emittedRevision > Math.max(memory.confirmed, sameLife ? stored.revision : 0),
	};
}

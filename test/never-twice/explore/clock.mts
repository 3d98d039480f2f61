// Stands in for the pauses of the node: no time passes but what a course lets pass.

/** Who is asked when the node pauses; time in ms since 1970. */
export const clock: { now: number; pause: (ms: number, signal?: AbortSignal) => boolean } = {
	now: 0,
	pause: () => true,
};

/** The pause before a repetition; no pause between questions is as long. */
export const BACK_OFF_MS = 777;

/** In place of the module of pauses. */
export const pauses = {
	backOff: () => BACK_OFF_MS,
	pause: async (ms: number, signal?: AbortSignal): Promise<boolean> =>
		await Promise.resolve(ms === 0 ? signal?.aborted !== true : clock.pause(ms, signal)),
};

import type { FaultRule } from '../../sandbox/faults.mts';

/**
 * The faults that many sends meet, each so likely that one request in five meets one of them.
 * @param slowMs how late a slow reply is, in milliseconds: longer than the sender waits
 */
export function sendFaults(slowMs: number): FaultRule[] {
	const kinds: FaultRule[] = [
		{ kind: 'dropBefore' },
		{ kind: 'dropAfter' },
		{ kind: 'status', status: 500 },
		{ kind: 'status', status: 500, handled: true },
		{ kind: 'status', status: 502 },
		{ kind: 'status', status: 429, retryAfter: 1 },
		{ kind: 'slow', delayMs: slowMs },
		{ kind: 'cutOff' },
	];
	return kinds.map((rule) => ({ ...rule, probability: 1 - 0.8 ** (1 / kinds.length) }));
}

import { wasCutOff } from './cutOff';
import type { KnownOfRun } from './runKey';

/** Whether a process that left no record may have begun a run of the node, and have sent something in it. */
export type EarlierStart =
	/** None can have. */
	| 'no'
	/** Nothing shows it, and nothing excludes it. */
	| 'possible'
	/** The saved execution shows that it was cut off when the node had begun. */
	| 'shown';

/**
 * Takes what is known of a run, and the record that an earlier try left; returns whether a process may have begun it before of which
 * there is no record.
 *
 * - n8n never runs a stalled job again: it counts as failed at once. Only a retry from the list can run a node again.
 * - A record means that the try before ended in order, and had time to say all that it did. What it could not settle of a process
 *   before itself stands there, too. That of another execution is not all that there may be: the list offers an execution for a
 *   retry again and again, and what an earlier retry sent stands in its own data.
 */
export function earlierStartOf(
	known: KnownOfRun,
	record: { earlierStart?: EarlierStart; by?: string } | undefined,
): EarlierStart {
	if (known.toolCall || known.identity.executionId === '') return 'no';
	if (wasCutOff(known)) return 'shown';
	const isRetry = known.functions.getMode() === 'retry';
	const { executionId } = known.identity;
	if (record?.earlierStart) return record.earlierStart;
	if (record && !(isRetry && record.by !== executionId)) return 'no';
	return isRetry ? 'possible' : 'no';
}

/**
 * Takes what is known of a run of which no earlier try left a record; returns since when it may have sent something (ms), or undefined
 * where n8n does not tell. n8n saves when an execution began, before its first node runs, and keeps it under Retry from the list.
 */
export function beganWithoutRecord({ functions }: KnownOfRun): number | undefined {
	if (functions.getMode() !== 'retry') return Date.now();
	return 'getExecutionContext' in functions
		? functions.getExecutionContext()?.establishedAt
		: undefined;
}

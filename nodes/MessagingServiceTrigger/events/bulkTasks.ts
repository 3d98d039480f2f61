/**
 * Bulk Task Progress and Bulk Task Finished: tasks that the user names by ID (specification 4.5). An item holds the task as
 * Bulk Task: Get gives it. The service names no status for a task: it is made of the counters.
 */
import type { IDataObject } from 'n8n-workflow';
import { normaliseTask } from '../../shared/reply';
import type { Observation } from './event';
import { asCount } from './reading';

/** The first letter of a task's key. */
export const TASK_LETTER = 't';

const COUNTERS = ['sent', 'delivered', 'expired', 'undeliverable', 'unknown'] as const;

/** Takes a normalised reply; says whether it is one about a task. */
const isTask = (record: IDataObject) => COUNTERS.some((name) => typeof record[name] === 'number');

/**
 * Takes the key of a task, the service's reply, how many messages are expected (0 = not known) and the counters at the last
 * look; returns what is seen of it, undefined when the reply is not about a task. It is `finished` when as many messages have
 * come to an end as were expected, or, where that is not known, when all that were sent have and nothing moved since.
 */
export function seeTask(
	key: string,
	body: unknown,
	expected: number,
	before?: number[],
): Observation | undefined {
	const record = normaliseTask(body, key.slice(1));
	if (!isTask(record)) return undefined;
	const told = COUNTERS.map((name) => asCount(record[name]));
	// A counter that is left out has not moved; whether nothing moved is then not known.
	const counters = told.map((count, index) => count ?? before?.[index] ?? 0);
	const [sent = 0, ...ends] = counters;
	const ended = ends.reduce((sum, count) => sum + count, 0);
	const [sentNow, deliveredNow] = told;
	const isTold = typeof sentNow === 'number' && typeof deliveredNow === 'number';
	const still = isTold && before !== undefined && before.join() === counters.join();
	const final = expected > 0 ? ended >= expected : ended > 0 && ended >= sent && still;
	const begun = ended + sent > 0 ? 'sending' : 'new';
	return { key, status: final ? 'finished' : begun, final, counters, record };
}

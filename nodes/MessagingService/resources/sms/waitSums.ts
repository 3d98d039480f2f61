import { DELIVERED_MESSAGE_STATUSES } from '../../../shared/spec';
import { counted } from '../../../shared/text';

/** What is known of a message when the waiting ends. */
export interface Waited {
	/** The status that the service gave last, in lower case; nothing if it gave none. */
	status: string;
	/** Whether that is how it ended. */
	done: boolean;
	/** Whether it could not be asked for. */
	failedToAsk: boolean;
}

/** What a message counts as, in the words and the order of the sentence. */
const PARTS = [
	'delivered',
	'failed',
	'with an unknown outcome',
	'not sent',
	'still on the way',
	'not found so far',
	'that could not be asked for',
] as const;

function partOf({ status, done, failedToAsk }: Waited): (typeof PARTS)[number] {
	if (failedToAsk) return 'that could not be asked for';
	if (!done) return status === '' ? 'not found so far' : 'still on the way';
	if (DELIVERED_MESSAGE_STATUSES.includes(status)) return 'delivered';
	if (status === 'unknown') return 'with an unknown outcome';
	return status === 'not sent' ? 'not sent' : 'failed';
}

/**
 * Counts how many of the messages that were waited for ended in which way: "5 messages: 3 delivered, 1 failed, 1 still on the way." Each
 * message is counted once.
 */
export function waitSums(messages: readonly Waited[]): string {
	const parts = messages.map(partOf);
	const sums = PARTS.map((part) => ({ part, count: parts.filter((one) => one === part).length }));
	const said = sums.flatMap(({ part, count }) => (count > 0 ? [`${count} ${part}`] : []));
	return `${counted(messages.length, 'message')}: ${said.join(', ')}.`;
}

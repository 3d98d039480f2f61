import { callingCodeOf } from '../../shared/numbers';
import { counted } from '../../shared/text';
import type { Recipient } from './settle';

/** Whether a recipient gets a message, or would get one. */
const isReached = ({ status }: Recipient): boolean => status === 'accepted' || status === 'dry run';

/** How many recipients each key has. */
type Counts = Map<string, number>;

function count(counts: Counts, key: string): void {
	counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The keys with how many recipients each has, the largest number first. */
const sorted = (counts: Counts): Array<[string, number]> =>
	[...counts].sort(([, one], [, other]) => other - one);

/** Counts the numbers that were completed. */
export interface CompletedCounter {
	add(recipients: readonly Recipient[]): void;
	/** Says how many there were, and with which calling codes; undefined where there was none. */
	hint(): string | undefined;
}

/** Returns a counter of the numbers to which a calling code was added, of recipients that get a message. */
export function completedCounter(): CompletedCounter {
	const counts: Counts = new Map();
	return {
		add(recipients) {
			for (const recipient of recipients) {
				const { phone, completed } = recipient.message;
				if (completed && isReached(recipient)) count(counts, callingCodeOf(phone) ?? '');
			}
		},
		hint() {
			const [first, ...others] = sorted(counts);
			if (!first) return undefined;
			const [code, number] = first;
			const more = others.map(([other, times]) => `, ${times} with +${other}`).join('');
			return `${counted(number, 'number was', 'numbers were')} completed with +${code}${more}: see phone.`;
		},
	};
}

/** Says how many numbers were completed, and with which calling codes; undefined where none was. */
export function completedHint(recipients: readonly Recipient[]): string | undefined {
	const counter = completedCounter();
	counter.add(recipients);
	return counter.hint();
}

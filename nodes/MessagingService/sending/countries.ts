import type { IDataObject } from 'n8n-workflow';
import { callingCodeOf } from '../../shared/numbers';
import { counted } from '../../shared/text';
import type { Recipient } from './outcomes';

/** Whether a recipient gets a message, or would get one. */
const isReached = ({ status }: Recipient): boolean => status === 'accepted' || status === 'dry run';

/** How many recipients each key has, the largest number first. */
function count(keys: Iterable<string>): Array<[string, number]> {
	const counts = new Map<string, number>();
	for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
	return [...counts].sort(([, one], [, other]) => other - one);
}

/** Counts the recipients that get a message by the ISO code of their country; what tells no country counts under "other". */
export function countByCountry(recipients: readonly Recipient[]): IDataObject {
	const reached = recipients.filter(isReached);
	return Object.fromEntries(count(reached.map(({ message }) => message.country ?? 'other')));
}

/** Says how many numbers were completed, and with which calling codes; undefined where none was. */
export function completedHint(recipients: readonly Recipient[]): string | undefined {
	const completed = recipients.filter(
		(recipient) => recipient.message.phoneGiven !== undefined && isReached(recipient),
	);
	const [first, ...others] = count(
		completed.map(({ message }) => callingCodeOf(message.phone) ?? ''),
	);
	if (!first) return undefined;
	const [code, number] = first;
	const more = others.map(([other, times]) => `, ${times} with +${other}`).join('');
	return `${counted(number, 'number was', 'numbers were')} completed with +${code}${more}: see phone_given.`;
}

import type { Dialect, Message } from '../../sandbox/types.mts';

/** From when on the service shows a message, under its reference or in the list of messages; Infinity where it never does. */
export function shownFromMs(dialect: Dialect, message: Message): number {
	const { reference, createdMs } = message;
	if (reference === null) return Infinity;
	if (message.interface === 'rest') return createdMs;
	const { campaignReferences, messageList, lateMs } = dialect;
	const after = (when: 'atOnce' | 'late' | 'never'): number =>
		when === 'never' ? Infinity : createdMs + (when === 'late' ? lateMs : 0);
	const isListed = dialect.extensions;
	// Questions under /rest know SMS alone (4.4).
	return Math.min(
		message.channel === 'sms' ? after(campaignReferences) : Infinity,
		isListed ? after(messageList) : Infinity,
	);
}

import type { Service } from './service.mts';
import type { Message } from './types.mts';

// Which references an interface knows, and which messages it shows: the specification does not say, so the settings do.

/** Whether a message shows that shows at once, late or never. */
function isPast(
	{ clock, config }: Service,
	when: 'atOnce' | 'late' | 'never',
	{ createdMs }: Message,
): boolean {
	const isLate = clock.ms() >= createdMs + config.dialect.lateMs;
	return when === 'atOnce' || (when === 'late' && isLate);
}

/** Whether an interface refuses a reference because it is known: /rest always does (section 7, code 23). */
export function referenceTaken(
	{ store, config }: Service,
	asked: Message['interface'],
	reference: string,
): boolean {
	const isAccepted = asked === 'api' && config.dialect.apiReferences === 'accept';
	return !isAccepted && store.references.has(reference);
}

/** Whether /rest shows a message: one of a campaign not in every service, and not in every one at once. */
export function isShown(service: Service, message: Message): boolean {
	if (message.interface === 'rest') return true;
	return isPast(service, service.config.dialect.campaignReferences, message);
}

/** Whether the list of messages under /api shows a message. */
export function isListed(service: Service, message: Message): boolean {
	return isPast(service, service.config.dialect.messageList, message);
}

/** The message that /rest finds under a reference: its own before one of a campaign. */
export function findByReference(service: Service, reference: string): Message | undefined {
	const { messages, referencesOf } = service.store;
	for (const known of [referencesOf.rest, referencesOf.api]) {
		const message = messages.get(known.get(reference) ?? -1);
		if (message && isShown(service, message)) return message;
	}
	return undefined;
}

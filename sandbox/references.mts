import type { Service } from './service.mts';
import type { Message } from './types.mts';

// Which references an interface knows, and which messages it shows: the specification does not say, so the settings do.

/** Whether a delay that a setting names has passed since the message was made. */
function isPast(
	service: Service,
	when: 'atOnce' | 'late' | 'never',
	afterMs: number,
	{ createdMs }: Message,
): boolean {
	return when === 'atOnce' || (when === 'late' && service.clock.ms() >= createdMs + afterMs);
}

/** Whether an interface refuses a reference because it knows it. */
export function referenceTaken(
	{ store, config }: Service,
	asked: Message['interface'],
	reference: string,
): boolean {
	const { apiReferences, legacyReferences, referenceScope } = config.dialect;
	if ((asked === 'api' ? apiReferences : legacyReferences) === 'accept') return false;
	const known = referenceScope === 'service' ? store.references : store.referencesOf[asked];
	return known.has(reference);
}

/** Whether /rest shows a message: one of a campaign not in every service, and not in every one at once. */
export function isShown(service: Service, message: Message): boolean {
	if (message.interface === 'rest') return true;
	const { campaignReferences, campaignReferencesMs } = service.config.dialect;
	return isPast(service, campaignReferences, campaignReferencesMs, message);
}

/** Whether the list of messages under /api shows a message. */
export function isListed(service: Service, message: Message): boolean {
	const { messageList, messageListMs } = service.config.dialect;
	return isPast(service, messageList, messageListMs, message);
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

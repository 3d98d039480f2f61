/** States of the specification, section 3, with what the wire notes add. Values are compared in lower case. */

/** Campaign states (3.1) and `moderation` (wire notes); true marks a final state. */
export const CAMPAIGN_STATUSES: Readonly<Record<string, boolean>> = {
	creation: false,
	moderation: false,
	spam: false,
	scheduled: false,
	sending: false,
	paused: false,
	stopped: true,
	done: true,
};

/** States in which an RCS campaign can be stopped (3.2): Moderation, Paused, Sending, Planned. */
export const STOPPABLE_CAMPAIGN_STATUSES: readonly string[] = [
	'creation',
	'moderation',
	'spam',
	'paused',
	'sending',
	'scheduled',
];

/** The one state from which an RCS campaign can be renewed (3.2). */
export const RENEWABLE_CAMPAIGN_STATUS = 'paused';

/** States of a verification that is over (extensions notes, section 8), and why no code is right any more, by stable names. */
export const REASONS_OF_VERIFICATIONS: Readonly<Record<string, string>> = {
	verified: 'alreadyVerified',
	failed: 'tooManyTries',
	canceled: 'canceled',
	expired: 'expired',
};

/** Why a code is not right itself, by stable names: it is another one, or it cannot be one and was not sent to be checked. */
export const REASONS_OF_CODES = { wrong: 'wrong', malformed: 'malformed' } as const;

/** The one state in which a code can be right, and in which a verification can be canceled (extensions notes, section 13). */
export const PENDING_VERIFICATION = 'pending';

/** Message states (3.4, wire notes "Message statuses seen"); true marks a final state. */
export const MESSAGE_STATUSES: Readonly<Record<string, boolean>> = {
	new: false,
	waiting: false,
	accepted: false,
	scheduled: false,
	moderation: false,
	sending: false,
	sent: false,
	delivered: true,
	read: true,
	undelivered: true,
	undeliverable: true,
	failed: true,
	rejected: true,
	expired: true,
	deleted: true,
	unknown: true,
	'not-viber-user': true,
	not_viber_user: true,
	not_service_user: true,
};

/** Message states that mean the recipient got the message (2.1, counting rules). */
export const DELIVERED_MESSAGE_STATUSES: readonly string[] = ['delivered', 'read'];

/** What a final state says of a message, in words. */
export const REASONS_OF_STATUSES: Readonly<Record<string, string>> = {
	delivered: 'Delivered',
	read: 'Delivered and read',
	undelivered: 'The message was not delivered',
	undeliverable: 'The number is not in use, or cannot get such a message',
	failed: 'Sending the message failed',
	rejected: 'The service or the operator rejected the message',
	expired: 'The phone could not be reached until the message expired',
	deleted: 'The message was deleted before it was delivered',
	unknown: 'No delivery report came: nobody knows whether it arrived',
	'not-viber-user': 'The recipient does not use Viber',
	not_viber_user: 'The recipient does not use Viber',
	not_service_user: 'The recipient does not use this messenger',
};

/** The statuses of domains of which no short links can be made (extensions notes, section 13). Of others the service decides. */
export const UNUSABLE_DOMAIN_STATUSES: readonly unknown[] = [
	'inactive',
	'deleted',
	'blocked',
	'not_paid',
];

const IN_PROGRESS = { name: 'in progress', final: false };
const COMPLETED = { name: 'registration completed', final: true };
/** Sender application states (3.3); the right-hand side is our stable machine name (wire notes spell two of them otherwise). */
export const APPLICATION_STATUSES: Readonly<Record<string, { name: string; final: boolean }>> = {
	new: { name: 'new', final: false },
	accepted: { name: 'accepted', final: false },
	'in progress': IN_PROGRESS,
	in_progress: IN_PROGRESS,
	'registration completed': COMPLETED,
	registered: COMPLETED,
	rejected: { name: 'rejected', final: true },
};

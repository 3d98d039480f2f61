import { hash } from 'crypto';
import { LIMITS } from '../../shared/spec';
import type { Remembered } from '../dispatch/memory';
import { placeKey, rankOf, ready, type Message, type Recipient } from './outcomes';
import type { SendRun } from './run';

/** Hashes text to 32 characters of 0-9 and a-f, a valid reference (section 8, "External id"). */
function digest(text: string): string {
	return hash('sha256', text, 'hex').slice(0, LIMITS.reference);
}

/**
 * Derives the reference of a message from the run and its number, so that a retry uses the same again. Where several messages of the
 * run go to the number, `place` tells them apart. A single one needs none, and must have none: the retry of an execution that was cut
 * off runs the nodes before this one again, and a query may give its rows in another order then, or more of them, or fewer.
 */
export function automaticReference(run: string, phone: string, place = ''): string {
	return digest(`${run}\n${place}\n${phone}`);
}

/**
 * Derives the reference from what the message is, so that running a workflow again sends nothing twice on one day.
 * `day` is yyyy-mm-dd in the service's time zone.
 */
export function contentReference(phone: string, sender: string, text: string, day: string): string {
	return digest(`${day}\n${phone}\n${sender}\n${text}`);
}

/** Whether the user chose the reference of a message, so that another message may have it as well. */
export const hasOwnReference = ({ referenceMode }: Pick<Message, 'referenceMode'>): boolean =>
	referenceMode === 'custom';

/** Whether nothing but the run of a message has its reference. */
export const hasAutomaticReference = ({ referenceMode }: Pick<Message, 'referenceMode'>): boolean =>
	referenceMode === 'automatic';

/** Takes a message, and what an earlier try of the run left of one to its number; returns it with the reference of that one. */
export function asBefore(run: string, message: Message, before: Remembered): Message {
	const { reference, referenceMode = 'custom' } = before;
	return reference === undefined
		? {
				...message,
				before,
				reference: automaticReference(run, message.phone),
				referenceMode: 'automatic',
			}
		: { ...message, before, reference, referenceMode };
}

/** Whether a message goes out, or went out in an earlier try, though this one leaves it out. */
const hasReference = ({ status }: Recipient): boolean =>
	status === 'ready' || status === 'accepted' || status === 'unknown';

/** Takes all recipients of a run; returns the numbers to which several messages go, or went. */
export function repeatedNumbers(recipients: Iterable<Recipient>): ReadonlySet<string> {
	const seen = new Set<string>();
	const repeated = new Set<string>();
	for (const recipient of recipients) {
		if (!hasReference(recipient)) continue;
		const { phone } = recipient.message;
		if (seen.has(phone)) repeated.add(phone);
		else seen.add(phone);
	}
	return repeated;
}

/**
 * Takes cleaned recipients, and the numbers to which several messages of the run go; returns the recipients with the references that
 * they go out with, as the user chose under Message Reference. One that an earlier try of the run may have sent keeps the reference of
 * that try, even where the user has chosen otherwise since.
 */
export function withReferences(
	recipients: Recipient[],
	{ parameters, memory, key, today }: Pick<SendRun, 'parameters' | 'memory' | 'key' | 'today'>,
	repeated: ReadonlySet<string>,
): Recipient[] {
	const { referenceMode } = parameters;
	function referenceOf(message: Message): string {
		const { item, phone, sender, text, reference } = message;
		switch (referenceMode) {
			case 'automatic':
				return automaticReference(
					key,
					phone,
					repeated.has(phone) ? `${item} ${rankOf(message)}` : undefined,
				);
			case 'content':
				return contentReference(phone, sender, text, today);
			default:
				// With 'custom' the user's own, which was read with the recipient; with 'none' there is none.
				return reference;
		}
	}

	return recipients.map((recipient) => {
		if (recipient.status !== 'ready') return recipient;
		const { message } = recipient;
		if (message.before) return recipient;
		const earlier = memory.recall(placeKey(message));
		if (earlier) return ready(asBefore(key, message, earlier));
		return message.referenceMode === referenceMode
			? recipient
			: ready({ ...message, reference: referenceOf(message), referenceMode });
	});
}

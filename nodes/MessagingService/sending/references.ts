import { hash } from 'crypto';
import { LIMITS } from '../../shared/spec';
import type { RecordedMessage, RecordedRequest, ServiceId } from '../dispatch/record';
import type { SendEndpoint } from './endpoints';
import type { ReferenceSource, SendRun } from './run';
import {
	ready,
	saidBy,
	settled,
	type Answer,
	type Message,
	type Recipient,
	type RecipientEvent,
} from './message';
import { ALREADY_SENT, COUNTED_BEFORE, MAY_BE_SENT } from './unknown';
import type { SendKind } from './verdict';

/*
 * What a message is, in the service and in the record of its run, so that a retry finds it.
 *
 * - its reference (external id): by it the service is asked whether it has the message, and it refuses a second SMS with the same one
 *   (code 23);
 * - its identity in the run, of which an automatic reference and its key in the record are made;
 * - when two messages are the same, so that one of them goes out;
 * - what earlier tries left of it in the record.
 */

/** Hashes text to 32 characters of 0-9 and a-f, a valid reference (section 8, "External id"). */
const digest = (text: string): string => hash('sha256', text, 'hex').slice(0, LIMITS.reference);

/**
 * The identity of a message in its run: its number, and the how-manieth row with that number it is, from 0. Not its item and not its
 * text, so that a corrected list keeps it.
 */
export const identityOf = (run: string, { phone, nth }: Pick<Message, 'phone' | 'nth'>): string =>
	digest(`${run}\n${phone}${nth === 0 ? '' : `\n${nth}`}`);

/** What a message is, so that the same text or content goes to the same number once a day even when the workflow runs again. */
export const contentReference = (
	{ phone, sender, ...said }: Pick<Message, 'phone' | 'sender' | 'text' | 'content'>,
	day: string,
): string => digest(`${day}\n${phone}\n${sender}\n${saidBy(said)}`);

/** 64 bits of the identity: among a million messages, the chance that any two are confused is 1 in 37,000,000. */
const MESSAGE_KEY_LENGTH = 16;

/** The reference of a message; one of the user's own was read with the recipient. */
export function referenceOf(message: Message, { mode, run, day }: ReferenceSource): string {
	if (mode === 'custom') return message.reference || (message.ownReference ?? '');
	if (mode === 'content') return contentReference(message, day);
	return message.identity || identityOf(run, message);
}

/** Under which key the record of the run knows a message, whatever reference it goes out under: a retry may have another kind of them. */
export const messageKey = ({ identity }: Pick<Message, 'identity'>): string =>
	identity.slice(0, MESSAGE_KEY_LENGTH);

export const messageKeys = (messages: readonly Message[]): string[] => messages.map(messageKey);

/** Why a message is a duplicate of an earlier one. */
export const SAME_AS = {
	number: 'The same number as',
	text: 'The same number and text as',
} as const;

/**
 * What messages of a batch that are the same have in common: of equal texts to a number at one time one goes out, of different ones
 * each.
 */
export const sameMessage = (
	{ personal }: Pick<SendEndpoint, 'personal'>,
	{
		phone,
		terms: { startAt = '' },
		...said
	}: Pick<Message, 'phone' | 'text' | 'content' | 'terms'>,
): string => (personal ? `${phone}\n${startAt}\n${saidBy(said)}` : `${phone}\n${startAt}`);

/* What earlier tries of a run left in its record: what was accepted is never sent again, and what may have been is asked for first. */

const recordedMessage = ({ record }: SendRun, message: Message): RecordedMessage | undefined =>
	record.isEmpty ? undefined : record.find(messageKey(message));

/** The earlier request that may have carried a message; undefined where there was none. */
export const requestOf = (run: SendRun, message: Message): RecordedRequest | undefined => {
	const known = recordedMessage(run, message);
	return known?.state === 'unknown' ? known.request : undefined;
};

/** What the output says of a message that an earlier try had accepted. */
function acceptedAnswer(
	kind: SendKind,
	{ id = null, messageId = null }: { id?: ServiceId | null; messageId?: ServiceId | null },
): Answer {
	if (kind === 'campaign' || kind === 'contactLists')
		return { fields: { campaign_id: id }, summary: { id } };
	const fields = kind === 'bulk' ? { task_id: id, id: messageId } : { id };
	return { fields, summary: fields };
}

/** Says of who is left out or refused by now that an earlier try may have sent to them nevertheless. */
function mayBeSent(recipient: Recipient): Recipient {
	const { message } = recipient;
	if (recipient.status === 'skipped' || recipient.status === 'duplicate')
		return settled(message, { ...recipient, reason: `${recipient.reason}. ${MAY_BE_SENT}` });
	if (recipient.status !== 'refused') return recipient;
	const { refusal } = recipient;
	const said = { ...refusal, message: `${refusal.message}. ${MAY_BE_SENT}` };
	return settled(message, { ...recipient, refusal: said });
}

/** What becomes of a message that an earlier try had accepted. */
export function recalled(
	kind: SendKind,
	known: Pick<RecordedMessage, 'state' | 'id' | 'messageId' | 'counted'>,
): RecipientEvent {
	const answer = acceptedAnswer(kind, known);
	if (known.state === 'already sent')
		return { status: 'already sent', answer, reason: ALREADY_SENT };
	const accepted = { status: 'accepted', already: true, answer } as const;
	return known.counted ? { ...accepted, reason: COUNTED_BEFORE } : accepted;
}

/** A message that was refused or a duplicate, and now counts nevertheless, with its reference. */
const withReference = (message: Message, { references }: SendRun): Message =>
	message.reference === '' ? { ...message, reference: referenceOf(message, references) } : message;

/**
 * Lets recipients become what earlier tries left of them, also those that would not be sent by now: refused, left out or duplicates. Those of
 * unknown outcome keep the references that they went out under, whatever their text or their reference is by now. A dry run shows what the
 * record does not say: who would get which message.
 */
export function recall(
	run: SendRun,
	recipients: readonly Recipient[],
	dryRun: boolean,
): readonly Recipient[] {
	if (run.record.isEmpty) return recipients;
	return (dryRun ? recipients : withNumbersSent(run, recipients)).map((recipient) => {
		const { status, message } = recipient;
		const known = recordedMessage(run, message);
		if (known?.state === 'unknown')
			return status === 'ready'
				? ready({ ...message, reference: known.reference ?? message.identity })
				: mayBeSent(recipient);
		if (!known || dryRun) return recipient;
		return settled(withReference(message, run), recalled(run.endpoint.kind, known));
	});
}

/**
 * Where an earlier try sent the same message from another row, that row has it: the row that is ready now is its duplicate. A row that
 * was refused in that try, and is right by now, must not send a second one.
 */
function withNumbersSent(run: SendRun, recipients: readonly Recipient[]): readonly Recipient[] {
	// Where each item is a message by itself, none is the same as another.
	if (run.endpoint.recipientsPerRequest === 1) return recipients;
	const sent = new Map<string, Message>();
	for (const { message } of recipients) {
		// Of a row that is refused by now the text is not known: it may be that of any other.
		const same = message.text === '' ? message.phone : sameMessage(run.endpoint, message);
		if (recordedMessage(run, message)) sent.set(same, message);
	}
	return recipients.map((recipient) => {
		const { status, message } = recipient;
		const same = sameMessage(run.endpoint, message);
		const other = sent.get(same) ?? sent.get(message.phone);
		if (!other) return recipient;
		if (message === other)
			return status === 'duplicate' ? ready(withReference(message, run)) : recipient;
		const isDuplicate = status === 'ready' && !recordedMessage(run, message);
		return isDuplicate
			? settled(message, {
					status: 'duplicate',
					reason: 'An earlier try sent to this number from another row',
				})
			: recipient;
	});
}

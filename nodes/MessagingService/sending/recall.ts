import type { RecordedMessage, RecordedRequest, ServiceId } from '../dispatch/record';
import { sameMessage } from './recipients';
import { keyOf, withReference } from './references';
import type { SendRun } from './run';
import { ready, settled, type Answer, type Message, type Recipient } from './settle';
import { ALREADY_SENT } from './unknown';

/* What earlier tries of a run left in its record: what was accepted is never sent again, and what may have been is asked for first. */

const recordedOf = ({ record }: SendRun, message: Message): RecordedMessage | undefined =>
	record.isEmpty ? undefined : record.find(keyOf(message));

/** The earlier request that may have carried a message; undefined where there was none. */
export const requestOf = (run: SendRun, message: Message): RecordedRequest | undefined => {
	const known = recordedOf(run, message);
	return known?.state === 'unknown' ? known.request : undefined;
};

/** What the output says of a message that an earlier try had accepted. */
export function acceptedAnswer(
	{ kind }: Pick<SendRun, 'kind'>,
	{ id = null, messageId = null }: { id?: ServiceId | null; messageId?: ServiceId | null },
): Answer {
	if (kind === 'campaign') return { fields: { campaign_id: id }, summary: { id } };
	const fields = kind === 'bulk' ? { task_id: id, id: messageId } : { id };
	return { fields, summary: fields };
}

/** A message as an earlier try left it; undefined where the record does not say that the service has it. */
export function acceptedBefore(run: SendRun, message: Message): Recipient | undefined {
	const known = recordedOf(run, message);
	if (!known || known.state === 'unknown') return undefined;
	const answer = acceptedAnswer(run, known);
	return settled(
		withReference(message, run.references),
		known.state === 'accepted'
			? { status: 'accepted', already: true, answer }
			: { status: 'already sent', answer, reason: ALREADY_SENT },
	);
}

/** Lets recipients become what earlier tries left of them, also those that would not be sent by now: refused, left out or merged. */
export function recall(run: SendRun, recipients: readonly Recipient[]): readonly Recipient[] {
	if (run.record.isEmpty) return recipients;
	return recipients.map((recipient) => acceptedBefore(run, recipient.message) ?? recipient);
}

/** Lets messages of unknown outcome keep the references that they went out under, whatever their text or their reference is by now. */
export function withKnownReferences(
	run: SendRun,
	recipients: readonly Recipient[],
): readonly Recipient[] {
	if (run.record.isEmpty) return recipients;
	return recipients.map((recipient) => {
		const { status, message } = recipient;
		const known = status === 'ready' ? recordedOf(run, message) : undefined;
		return known?.reference === undefined
			? recipient
			: ready({ ...message, reference: known.reference });
	});
}

/**
 * Where an earlier try sent the same message from another row, that row has it: the row that is ready now is merged with it. A row that
 * was refused in that try, and is right by now, must not send a second one.
 */
export function withNumbersSent(
	run: SendRun,
	recipients: readonly Recipient[],
): readonly Recipient[] {
	if (run.record.isEmpty) return recipients;
	const isSingle = run.endpoint.recipientsPerRequest === 1;
	const sent = new Map<string, Message>();
	for (const { message } of recipients) {
		// Of a row that is refused by now the text is not known: it may be that of any other.
		const same = message.text === '' ? message.phone : sameMessage(run.endpoint, message);
		if (!isSingle && same !== undefined && recordedOf(run, message)) sent.set(same, message);
	}
	if (sent.size === 0) return recipients;
	return recipients.map((recipient) => {
		const { status, message } = recipient;
		const same = sameMessage(run.endpoint, message) ?? '';
		const other = sent.get(same) ?? sent.get(message.phone);
		if (!other) return recipient;
		if (message === other)
			return status === 'merged' ? ready(withReference(message, run.references)) : recipient;
		const isMerged = status === 'ready' && !recordedOf(run, message);
		return isMerged
			? settled(message, {
					status: 'merged',
					reason: 'An earlier try sent to this number from another row',
				})
			: recipient;
	});
}

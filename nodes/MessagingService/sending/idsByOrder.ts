import type { IDataObject } from 'n8n-workflow';
import { getMessage, type Answer } from '../../shared/service';
import { impatientService } from './ask';
import { isAnothersAmong } from './namedRecipients';
import type { Recipient, RecipientEvent } from './outcomes';
import type { AcceptedInOrder, ReplyEvent } from './replyEvents';
import type { SendRun } from './run';

/*
 * IDs of messages that only the order of an answer gives to recipients: the messages carry no references, or the answer leaves them
 * out. No section promises that order, and who looks the status of a message up by the ID of another is told wrongly that it was
 * delivered. That they were accepted is proved all the same: there is an ID for each.
 */

/** What is said of a recipient whose ID is among those of the answer, and nobody knows which it is. */
const IN_OTHER_ORDER =
	'Accepted; which ID is its own is not known, as the service answered in another order';

/** Why an answer proves nothing whose messages went to nobody of the request. */
const OF_OTHERS = 'The answer of the service names messages to other numbers';

const isInOrder = (event: ReplyEvent): event is AcceptedInOrder => 'byOrder' in event;

/** An acceptance without what the answer says of a single message. */
function withoutId({ answer, ...event }: AcceptedInOrder): RecipientEvent {
	const { task_id } = answer.fields;
	return { ...event, answer: { ...answer, fields: { task_id } }, reason: IN_OTHER_ORDER };
}

/** Asks for the message under the ID of a recipient. */
async function messageOf(
	{ ctx }: SendRun,
	{ message }: Recipient,
	{ answer }: AcceptedInOrder,
): Promise<Answer<IDataObject>> {
	const service = await impatientService(ctx, message.item);
	return await getMessage(service, String(answer.fields.id));
}

/**
 * Takes what an answer says of the recipients of a request, in their order. Where only that order gives them their IDs, the service is
 * asked for the first and the last of these messages. Where one of them is to another recipient, no ID is told; where one is to a
 * number that the request does not have, the answer is not about it, and proves nothing. A service that does not show them is believed.
 */
export async function withProvenIds(
	run: SendRun,
	recipients: readonly Recipient[],
	events: readonly ReplyEvent[],
): Promise<ReplyEvent[]> {
	const inOrder = recipients.flatMap((recipient, index) => {
		const event = events[index];
		return event && isInOrder(event) ? [{ recipient, event }] : [];
	});
	const isAnothers = isAnothersAmong(recipients);
	let isOtherOrder = false;
	for (const one of new Set([inOrder[0], inOrder.at(-1)])) {
		if (!one) continue;
		const { value, fault } = await messageOf(run, one.recipient, one.event);
		// A service that is too slow for one question is so for the next.
		if (fault?.kind === 'timeout') break;
		const told = value?.msisdn;
		if (!isAnothers(told, one.recipient)) continue;
		if (recipients.every((recipient) => isAnothers(told, recipient)))
			return events.map((event) => (isInOrder(event) ? { type: 'ask', reason: OF_OTHERS } : event));
		isOtherOrder = true;
	}
	return events.map((event) => (isOtherOrder && isInOrder(event) ? withoutId(event) : event));
}

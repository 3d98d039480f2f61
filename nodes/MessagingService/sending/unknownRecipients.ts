import type { INode } from 'n8n-workflow';
import { faultError, makeFault } from '../../shared/errors';
import { shownReference } from '../../shared/text';
import type { NodeFault } from '../dispatch/nodeErrors';
import { nothingNamed } from './evidence';
import { isOpen, placeOf, reasonOf, type Recipient } from './outcomes';
import { outcomeNotKnown } from './unknownOutcome';

/** How many recipients an error names one by one. */
const NAMED_AT_MOST = 3;

const nameOf = ({ message }: Recipient): string =>
	`[${placeOf(message)}] ${message.reference === '' ? 'without a reference' : `reference ${shownReference(message.reference)}`}`;

/** Names the first three of many, and how many more there are. */
export function nameSome(names: readonly string[]): string {
	const more = names.length - NAMED_AT_MOST;
	return `${names.slice(0, NAMED_AT_MOST).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/**
 * Takes the recipients of a request that ended; returns the error for those of which nobody knows what became: it names them, their
 * references and what to check. Undefined where there are none.
 */
export function unknownRecipientsError(
	node: INode,
	recipients: readonly Recipient[],
	isCampaign: boolean,
): NodeFault | undefined {
	const unknown = recipients.filter((recipient) => recipient.status === 'unknown');
	const [first] = unknown;
	if (!first) return undefined;
	const why = reasonOf(first) ?? 'Nothing proves what became of it';
	if (recipients.length === 1) {
		const { reference, item } = first.message;
		const send = {
			kind: isCampaign ? 'campaign' : 'message',
			references: reference === '' ? [] : [reference],
		} as const;
		return faultError(node, outcomeNotKnown(nothingNamed(undefined, why), send), item);
	}
	const hasReference = unknown.some(({ message }) => message.reference !== '');
	const notSent = recipients.filter(isOpen).length - unknown.length;
	const whatToDo = hasReference
		? `ask for each reference with SMS: Get by Reference. ${isCampaign ? 'Retry On Fail only asks once more.' : 'Retry On Fail asks first and sends only what is missing.'}`
		: 'look in the service whether they went out; the node does not send them again by itself.';
	const fault = makeFault({
		kind: 'empty',
		message: `It is not known whether the service accepted ${unknown.length} of ${recipients.length} recipients: ${nameSome(unknown.map(nameOf))}`,
		description: [
			`${why}.`,
			...(notSent > 0 ? [`${notSent} others were not sent.`] : []),
			`Before you send again, ${whatToDo}`,
		].join(' '),
		retryable: false,
		outcome: 'unknown',
	});
	const error = faultError(node, fault);
	error.context.itemIndex = first.message.item;
	return error;
}

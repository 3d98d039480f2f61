import type { INode } from 'n8n-workflow';
import { faultError, makeFault, safeText } from '../../shared/errors';
import type { NodeFault } from '../dispatch/nodeErrors';
import { isOpen, placeOf, reasonOf, type Recipient } from './outcomes';

/** How many recipients an error names one by one. */
const NAMED_AT_MOST = 3;

const nameOf = ({ message }: Recipient): string =>
	`[${placeOf(message)}] ${message.reference === '' ? 'without a reference' : `reference ${safeText(message.reference)}`}`;

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
): NodeFault | undefined {
	const unknown = recipients.filter((recipient) => recipient.status === 'unknown');
	const [first] = unknown;
	if (!first) return undefined;
	const hasReference = unknown.some(({ message }) => message.reference !== '');
	const notSent = recipients.filter(isOpen).length - unknown.length;
	const whatToDo = hasReference
		? 'ask for each reference with SMS: Get by Reference. Retry On Fail asks first and sends only what is missing.'
		: 'look in the service whether they went out; the node does not send them again by itself.';
	const what =
		recipients.length === 1 ? 'the send' : `${unknown.length} of ${recipients.length} recipients`;
	const fault = makeFault({
		kind: 'empty',
		message: `It is not known whether the service accepted ${what}: ${nameSome(unknown.map(nameOf))}`,
		description: [
			`${reasonOf(first) ?? 'Nothing proves what became of them'}.`,
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

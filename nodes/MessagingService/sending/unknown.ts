import type { IDataObject } from 'n8n-workflow';
import { maskPhone, type ServiceFault } from '../../shared/errors';
import type { Refusal } from '../../shared/validation';
import { namedAndMore, shownReference } from '../../shared/text';
import type { ReferenceMode } from './parameters';
import type { SendEndpoint } from './endpoints';
import { hasApiReferences, type SendKind } from './verdict';

/* What the node itself says of a send, and the error of one whose outcome is unknown: what happened, and what to look for. */

/** Said of who is not sent to in this try. */
export const MAY_BE_SENT = 'An earlier try may have sent it';

/** Why a send is asked for before anything leaves. */
export const EARLIER_TRY: ServiceFault = {
	message: MAY_BE_SENT,
	description: '',
	retryable: false,
	outcome: 'unknown',
};
/** Of another account the service shows nothing, so that it cannot be asked. */
export const OTHER_ACCOUNT: ServiceFault = {
	...EARLIER_TRY,
	message: 'The credential has another API key than in the try that may have sent it',
};

/** A try before left a record that this version cannot read. */
export const OTHER_FORM: ServiceFault = {
	...EARLIER_TRY,
	message: 'Another version of the node began this execution, and may have sent it',
};

/** Of a campaign: one end shows, and the other does not. */
export const PARTLY_THERE: ServiceFault = {
	...EARLIER_TRY,
	message: 'The service shows a part of these messages',
	description: 'The list, or what is left out of it, may have changed since the earlier run.',
};

/** Why a message is accepted of which nothing is known. */
export const COUNTED = 'Counted as sent, as the outcome is unknown';
/** The same in a later try. */
export const COUNTED_BEFORE = 'Counted as sent in an earlier try, as the outcome is unknown';

/** Under references of the user's own or from content. */
export const ALREADY_SENT = 'The service has a message to this number under this reference';

/** A success without the id that 4.6 to 4.9 promise. */
export const NO_ID: ServiceFault = {
	...EARLIER_TRY,
	message: 'The answer of the service holds no ID of what was sent',
};

/** What to do about a recipient who is refused alone. */
export const LEAVE_IT_OUT =
	'With Invalid Recipients: Leave Out (under Options), such a recipient is left out and the others get the message.';

/** Adds to the refusal of one recipient how to send to the others nevertheless. */
export const withLeaveOut = (refusal: Refusal): Refusal => ({
	...refusal,
	description: `${refusal.description ?? ''} ${LEAVE_IT_OUT}`.trim(),
});

/** Names the number that a refusal is about, masked. */
export const withNumber = (fault: ServiceFault, phone: string): ServiceFault => ({
	...fault,
	description: `The number is ${maskPhone(phone)}. ${fault.description} ${LEAVE_IT_OUT}`,
});

/**
 * What happens if the user executes the node again, or retries the execution, after a part was accepted; `all` is what was to be sent.
 * Only the legacy interface knows a message again, by a reference that stays the same (code 23).
 */
export function ifSentAgain(
	{
		endpoint: { kind },
		parameters: { referenceMode: mode },
	}: { endpoint: { kind: SendKind }; parameters: { referenceMode: ReferenceMode } },
	all: string,
): string {
	const isKnownAgain = mode !== 'automatic' && !hasApiReferences(kind);
	const kept =
		mode === 'content' ? 'on the same day with the same texts' : 'with the same references';
	const executed = isKnownAgain
		? `Executing again ${kept} sends nothing twice`
		: `Executing again sends to ${all}`;
	return `${executed}. ${RETRY}`;
}

/** What a retry does after a part was accepted. */
export const RETRY = 'Retry of this execution in the list of executions sends only what is left.';

/** What is said of a reference of the user's own that belongs to a message to another number. */
export const referenceOfAnother = (reference: string) => ({
	field: 'Reference',
	message: `The service has a message to another number under the reference ${reference}`,
	description: 'Give every message a reference of its own.',
});

/** Lists the campaigns that may be the one that was sent; undefined where the service does not list them. */
export type Candidates = () => Promise<IDataObject[] | undefined>;

/** Names new campaigns of the sender, of which one may be what was sent. */
function candidatesText(candidates: readonly IDataObject[]): string {
	if (candidates.length === 0) return ' No new campaign of this sender shows.';
	const names = candidates.map(
		({ id, created_at }) =>
			`${String(id)}${created_at ? ` (created at ${String(created_at)})` : ''}`,
	);
	return ` New campaigns of this sender, one of which may be it: ${namedAndMore(names)}.`;
}

/** What the user may look for. */
interface WhatWasSent {
	kind: SendKind;
	channel: SendEndpoint['channel'];
	references: readonly string[];
	candidates?: readonly IDataObject[];
}

/** What the user looks for in the service. */
function whatToCheck({ kind, channel, references, candidates }: WhatWasSent): string {
	if (kind === 'contactLists')
		return `look for the campaign in the service.${candidates ? candidatesText(candidates) : ''}`;
	const named = namedAndMore(references.map(shownReference));
	const what = references.length === 1 ? 'the reference' : 'the references';
	const ask = `ask for ${what} ${named} with ${channel === 'sms' ? 'SMS: Get by Reference' : 'Message: Get'}.`;
	return kind === 'campaign' ? `look for the campaign in the service, or ${ask}` : ask;
}

/** What is said of a message whose outcome is unknown. */
export const notKnown = ({ message }: ServiceFault): string =>
	`It is not known whether the service accepted the send: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;

/** The fault of a send whose outcome is unknown, for the reason that `fault` gives. */
export function outcomeUnknown(fault: ServiceFault, sent: WhatWasSent): ServiceFault {
	const check = whatToCheck(sent);
	return {
		...fault,
		message: notKnown(fault),
		description:
			`${fault.description} Before you send again, ${check} Then choose Count as Sent or Send Again under Unknown Outcome.`.trim(),
		retryable: false,
		outcome: 'unknown',
	};
}

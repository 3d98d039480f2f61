import type { IDataObject } from 'n8n-workflow';
import type { ServiceFault } from '../../shared/errors';
import { shownReference } from '../../shared/text';
import type { Sending } from './mayBeSentAgain';

/** The fault of a send that an earlier try of the node began, and of which nobody knows what became. */
export const EARLIER_TRY: ServiceFault = {
	kind: 'connection',
	message: 'An earlier try may have sent it',
	description: '',
	retryable: false,
	outcome: 'unknown',
};

/** The fault of a send that may have gone out with another key. What the service of one account does not show says nothing of the other. */
export const OTHER_ACCOUNT: ServiceFault = {
	...EARLIER_TRY,
	message: 'The credential has another API key than in the try that may have sent it',
};

/** The fault of a send that may have gone out in an execution that was cut off, of which a retry knows nothing else. */
export const CUT_OFF: ServiceFault = {
	...EARLIER_TRY,
	message: 'The earlier run was cut off, and this message may already have gone out',
	description: 'If it did not go out, start the workflow anew: a new execution sends.',
};

/**
 * Takes why a service did not tell whether an earlier process sent something; returns the fault of a send that therefore was not made.
 * The next try finds nothing sent by this one, and asks anew.
 */
export const notTold = (fault: ServiceFault): ServiceFault => ({
	...fault,
	message:
		'It is not known whether the service accepted the send: nothing was sent by this run, and the service does not tell whether an earlier one sent it',
	description: `${fault.message}. ${fault.description} n8n may have run this before, and been killed while it sent. Retry On Fail, or Retry in the list of executions, asks again, and sends once the service answers that it has no such message. With Send Again under If the Outcome Stays Unknown it is sent without an answer.`,
	outcome: 'unknown',
});

/** How many references, and campaigns, an error names. */
const NAMED_AT_MOST = 3;

/** What an error says of a send whose outcome is not known. */
export interface UnknownSend extends Pick<Sending, 'kind'>, Partial<Pick<Sending, 'ifUnknown'>> {
	/** The references of its recipients; none where they carry none. */
	references: readonly string[];
	/** Campaigns, newest first, of which one may be it; undefined where they were not looked for. */
	candidates?: readonly IDataObject[];
}

/** Names the first of the texts, and counts the others. */
function named(texts: readonly string[]): string {
	const more = texts.length - NAMED_AT_MOST;
	return texts.slice(0, NAMED_AT_MOST).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Says which campaigns of the sender may be the one that was sent. */
function candidatesText(candidates: readonly IDataObject[]): string {
	if (candidates.length === 0)
		return ' No campaign of this sender shows that was created since, by the time of the service.';
	const names = candidates.map(
		({ id, created_at }) =>
			`${String(id)}${created_at ? ` (created at ${String(created_at)})` : ''}`,
	);
	return candidates.length === 1
		? ` Campaign ${named(names)} of the same sender is new and may be this one, or that of somebody else.`
		: ` Campaigns ${named(names)} of the same sender are new, and one of them may be this one.`;
}

/** What the user can do. */
function whatToDo({ kind, references, candidates, ifUnknown }: UnknownSend): string {
	const [first, ...others] = references.map(shownReference);
	const isCampaign = kind !== 'message';
	const ask =
		first === undefined
			? ''
			: `ask for the reference ${first}${others.length > 0 && isCampaign ? ` (or ${named(others)})` : ''} with SMS: Get by Reference.`;
	if (!isCampaign) {
		return first === undefined
			? 'look in the service whether it went out; the node does not send it again by itself.'
			: `${ask} Retry On Fail asks first and sends only what is missing.`;
	}
	const look = 'look for the campaign in the service';
	const repeats =
		ifUnknown === 'sendAgain'
			? 'Retry On Fail asks first, and may send it once more, as If the Outcome Stays Unknown says.'
			: 'The node does not send a campaign again by itself: Retry On Fail only asks once more.';
	return `${look}${ask && `, or ${ask.slice(0, -1)}`}.${candidates ? candidatesText(candidates) : ''} ${repeats}`;
}

/** Takes what went wrong and what was sent; returns the fault that says that the outcome is not known, and what to do. */
export function outcomeNotKnown(fault: ServiceFault, send: UnknownSend): ServiceFault {
	const cause = fault.message.charAt(0).toLowerCase() + fault.message.slice(1);
	return {
		...fault,
		message: `It is not known whether the service accepted the send: ${cause}`,
		description: `${fault.description} Before you send again, ${whatToDo(send)}`.trim(),
	};
}

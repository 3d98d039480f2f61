import type { ServiceFault } from '../../shared/errors';

/** The fault of a send that an earlier try of the node began, and of which nobody knows what became. */
export const EARLIER_TRY: ServiceFault = {
	kind: 'connection',
	message: 'An earlier try may have sent it',
	description: '',
	retryable: false,
	outcome: 'unknown',
};

/** Takes what went wrong and the reference of the message, '' for none; returns the fault that says that the outcome is not known, and what to do. */
export function outcomeNotKnown(fault: ServiceFault, reference: string): ServiceFault {
	const cause = fault.message.charAt(0).toLowerCase() + fault.message.slice(1);
	const whatToDo =
		reference === ''
			? 'look in the service whether it went out; the node does not send it again by itself.'
			: `ask for the reference ${reference} with SMS: Get by Reference. Retry On Fail asks first and sends only what is missing.`;
	return {
		...fault,
		message: `It is not known whether the service accepted the send: ${cause}`,
		description: `${fault.description} Before you send again, ${whatToDo}`,
	};
}

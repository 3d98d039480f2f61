/** A reply of the service, whatever its status. */
export interface ServiceReply {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
	/** It shows that what was asked for was so before. */
	wasThere?: true;
	/** Of records that were put together from several pages: what the page of each said of itself (2.1, `meta`). */
	metas?: ReadonlyMap<object, Record<string, unknown>>;
}

/** What went wrong with a call, and what follows from it. */
export interface ServiceFault {
	/** Code of the legacy interface (section 7). */
	code?: number;
	httpStatus?: number;
	/** What happened. */
	message: string;
	/** How to mend it. */
	description: string;
	/** Whether the same call may succeed a little later. */
	retryable: boolean;
	/** 'rejected': the service did not act. 'unknown': it may have acted. */
	outcome: 'rejected' | 'unknown';
	/** Whether the request was waited for in vain. */
	isTimeout?: true;
	/** Pause that the service asked for, in ms. */
	retryAfterMs?: number;
	/** What the service said, phones and secrets masked, if the message holds it. */
	said?: string;
}

/** A refusal: the service did not act. */
export const rejected = (message: string, description: string): ServiceFault => ({
	message,
	description,
	retryable: false,
	outcome: 'rejected',
});

/**
 * Adds to the fault of a change, where it leaves open whether the change was made, the sentence that says so, and what to do then. Under
 * Continue on Fail the message is all that a user sees.
 */
export function withOpenOutcome(fault: ServiceFault, notKnown: string, then: string): ServiceFault {
	if (fault.outcome !== 'unknown' || fault.message.startsWith(notKnown)) return fault;
	const description = `${then} ${fault.description}`.trim();
	return { ...fault, message: `${notKnown}: ${fault.message}`, description };
}

/** Cures that several faults share. */
export const ADDRESS = 'Check the API Base URL in the credential.';
export const LOOK = 'Look in the service before you send again: it may have carried this out.';
export const AGAIN =
	'Try again; if it keeps happening, check the network between n8n and the service.';

/** How a service that lacks an endpoint answers: as if the address, or the way in which it is asked, were wrong. */
const NOT_OFFERED_STATUSES: readonly unknown[] = [404, 405, 501];

/** Whether a fault says that the service may not know the path that was asked. */
export const concernsPath = ({ httpStatus }: Pick<ServiceFault, 'httpStatus'>): boolean =>
	NOT_OFFERED_STATUSES.includes(httpStatus);

/**
 * Says in the fault of a call to an endpoint beyond the specification that the service does not offer it, where that is so; any other fault
 * stays as it is. `what` says what the endpoint is for, `cure` what the user can do without it.
 */
export function extensionFault(fault: ServiceFault, what: string, cure: string): ServiceFault {
	if (!concernsPath(fault)) return fault;
	return {
		...fault,
		message: `The service does not offer ${what}`,
		description: `Some services do not have it. ${cure}`,
	};
}

import { makeFault, type Meaning, type ServiceFault } from '../errors';

const STOPPED: Meaning = {
	kind: 'cancelled',
	message: 'The execution was stopped before the request was sent',
	description: 'Nothing was sent.',
	retryable: false,
	outcome: 'rejected',
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * The fault of a request that never left, as the service took no other one while it waited.
 * @param fault what the others met; undefined where the execution was stopped
 */
export function notBegunFault(fault?: ServiceFault): ServiceFault {
	if (!fault) return makeFault(STOPPED);
	const { message, description, httpStatus, retryAfterMs } = fault;
	return makeFault(
		{
			// A time-out was that of the others: this request cannot have been carried out.
			kind: fault.kind === 'timeout' ? 'connection' : fault.kind,
			message: `The service took no request meanwhile: ${lowerFirst(message)}`,
			// The error may be about several tries, an earlier one of which may have been carried out.
			description: `This try was not sent. ${description}`,
			// Whoever asks may ask again: the service refused nothing of this.
			retryable: true,
			outcome: 'rejected',
		},
		{ httpStatus, retryAfterMs },
	);
}

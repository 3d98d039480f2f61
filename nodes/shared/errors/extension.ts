import type { ServiceFault } from './fault';

/** How a service that lacks an endpoint answers: as if the address, or the way in which it is asked, were wrong. */
const NOT_OFFERED: readonly unknown[] = [404, 405, 501];

/** Whether a fault says that the service may not know the path that was asked. */
export const isOfPath = ({ httpStatus }: Pick<ServiceFault, 'httpStatus'>): boolean =>
	NOT_OFFERED.includes(httpStatus);

/**
 * Says in the fault of a call to an endpoint beyond the specification that the service does not offer it, where that is so; any other fault
 * stays as it is. `what` says what the endpoint is for, `cure` what the user can do without it.
 */
export function extensionFault(fault: ServiceFault, what: string, cure: string): ServiceFault {
	if (!isOfPath(fault)) return fault;
	return {
		...fault,
		message: `The service does not offer ${what}`,
		description: `Not every service has it. ${cure}`,
	};
}

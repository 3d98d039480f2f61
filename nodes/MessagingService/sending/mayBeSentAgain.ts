import type { ServiceFault } from '../../shared/errors';
import type { Finding } from './ask';

/**
 * Whether a send of this try may be made once more after a fault that leaves open whether the service acted on it: a wrong yes sends
 * messages twice. After an earlier try of the node, sendOnce sends again only where the service says that it has no such message.
 *
 * - What the service certainly did not act on (429, a connection that was refused, a token that has grown old) never comes here:
 *   the transport repeats such a request by itself (see `kind: 'once'` of CallPolicy).
 * - After any other fault the service is asked first. Only its word that it has no such message allows a second request. A send
 *   that carries no reference cannot be asked for, and so is never repeated.
 * - A fault that does not pass by itself, such as a conflict, is no reason to try again.
 *
 * Takes the fault, and what the service said when it was asked for the message.
 */
export function mayBeSentAgain(fault: ServiceFault, finding: Finding): boolean {
	return fault.retryable && finding.is === 'notThere';
}

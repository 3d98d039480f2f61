import { extensionFault, faultOfNoAnswer, type ServiceFault } from '../errors';
import { receivedEntries } from '../reply';
import { ENDPOINTS } from '../spec';
import type { CallOutcome } from '../transport';
import { ofUnknownPath, readAt, type Service } from './service';

/** The period and the sender of the replies that are asked for; times in the service's own form. */
export interface ReceivedQuery {
	start_date: string;
	end_date: string;
	/** Our own sender. */
	sender?: string;
}

/** Says of a service that does not have the list of replies that it lacks it. */
const withoutReplies = (fault: ServiceFault): ServiceFault =>
	extensionFault(
		ofUnknownPath(fault),
		'the replies to messages',
		'Ask the service whether answers by recipients (2WAY) are part of the account.',
	);

/** Asks for the replies of a period, an extension (extensions notes, section 2); a reply without a list is a fault. */
export async function callReceived(service: Service, query: ReceivedQuery): Promise<CallOutcome> {
	const outcome = await readAt(service, ENDPOINTS.listReceived, { ...query });
	if (outcome.fault) return { ...outcome, fault: withoutReplies(outcome.fault) };
	if (receivedEntries(outcome.reply.body)) return outcome;
	return {
		fault: faultOfNoAnswer(
			outcome.reply.body,
			'The service answered with something other than a list of replies',
			'Try again; if it keeps happening, check the API Base URL in the credential, or ask the service.',
		),
	};
}

/** Codes by which a service says that a time or another parameter is not one that it takes. */
const WRONG_PERIOD: readonly unknown[] = [7, 10, 86];

/** Whether a fault may be that of a period which the service does not take. */
const mayBeOfPeriod = ({ httpStatus, code }: ServiceFault): boolean =>
	httpStatus === 400 || httpStatus === 422 || WRONG_PERIOD.includes(code);

/**
 * Asks as `callReceived` does, for a period that ends ahead. A service may refuse such an end, whatever the time is: it is then asked for a
 * period that ends earlier, at one after the other of the times that are given, while it refuses them.
 */
export async function callReceivedAhead(
	service: Service,
	query: ReceivedQuery,
	[next, ...others]: readonly string[],
): Promise<CallOutcome> {
	const outcome = await callReceived(service, query);
	const isRefused = outcome.fault !== undefined && mayBeOfPeriod(outcome.fault);
	if (!isRefused || next === undefined) return outcome;
	return await callReceivedAhead(service, { ...query, end_date: next }, others);
}

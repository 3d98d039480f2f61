import { readBody } from './body';
import { makeFault, type ServiceFault } from './fault';

// What stands in place of the service's answer: a page of a firewall or a proxy, or nothing, with the status of a refusal.

/**
 * Statuses that speak of the request by themselves, whoever says them: nobody handles it, or not so. With any other status, a page
 * in place of data, or data that say nothing, may hide what the service answered: firewalls judge its answers too, mostly with 403.
 */
const OF_REQUEST: ReadonlySet<number> = new Set([
	401, 404, 405, 407, 411, 413, 414, 415, 416, 417, 421, 425, 426, 428, 429, 431,
]);

/** Whether what came with a status may hide what the service answered. */
export const mayHideAnswer = (statusCode: number | undefined): statusCode is number =>
	statusCode !== undefined && statusCode >= 400 && !OF_REQUEST.has(statusCode);

/** The fault of what came in place of the answer of the service. */
export const notTheService = (what: string, httpStatus: number): ServiceFault =>
	makeFault(
		{
			kind: 'notJson',
			message: `${what} came instead of the answer of the service, HTTP ${httpStatus}`,
			description:
				'A firewall or a proxy may have put it there. Ask whoever runs it, or check the base URLs in the credential.',
			retryable: false,
			outcome: 'unknown',
		},
		{ httpStatus },
	);

const CUT = 'A part of an answer';

/** What a body is that holds no data; undefined where it holds some. */
function whatCame(body: unknown): string | undefined {
	const { form } = readBody(body);
	if (form === 'json') return undefined;
	if (form === 'html' || form === 'text') return 'A web page or text';
	return form === 'empty' ? 'Nothing' : CUT;
}

/**
 * Takes the status and the body of a reply; returns the fault of one that has the status of a refusal and holds no data that could be
 * one, undefined for any other. Whether the service acted is not known then.
 */
export function faultInPlaceOfRefusal(
	statusCode: number | undefined,
	body: unknown,
): ServiceFault | undefined {
	if (statusCode === undefined || statusCode < 400) return undefined;
	const what = whatCame(body);
	// What is behind the cut may say anything.
	return what !== undefined && (what === CUT || mayHideAnswer(statusCode))
		? notTheService(what, statusCode)
		: undefined;
}

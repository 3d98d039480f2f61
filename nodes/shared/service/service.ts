import type { IDataObject } from 'n8n-workflow';
import {
	faultOfCode,
	concernsPath,
	readBody,
	type ServiceFault,
	type ServiceReply,
} from '../errors';
import {
	CODE_SMS_NOT_FOUND,
	CODE_TASK_INCORRECT,
	CODE_TASK_NOT_FOUND,
	type Endpoint,
} from '../spec';
import type { CallOutcome, CallPolicy, FailedCall, ServiceRequest } from '../transport';

/**
 * The messaging service as the functions of this folder see it. Whoever calls them says how requests are sent: an operation
 * with its limit, retries and time-outs, a dropdown with short ones, the trigger within the budget of a poll.
 */
export interface Service {
	/** IANA name of the zone in which the service writes its times. */
	readonly timeZone: string;
	/** Whether a test key is used, with which the service returns random information (5.1): a reply may then name something else. */
	readonly answersAtRandom?: boolean;
	/** Sends a request; a fault is returned, not thrown. */
	call(request: ServiceRequest, policy: CallPolicy): Promise<CallOutcome>;
}

/** What an endpoint answered: its record in the node's form beside the reply as it came, or the fault. */
export type Answer<T> =
	| { value: T; reply: ServiceReply; fault?: undefined }
	| { value?: undefined; reply?: undefined; fault: ServiceFault };

/** What goes into a request beside its method. */
export interface RequestParts {
	/** The path with its values filled in. */
	path: string;
	qs?: IDataObject;
	body?: IDataObject;
}

/** What to do about an answer that is not about what was asked for. */
export const CHECK = 'Check the API Base URL in the credential; if it is right, ask the service.';

/** Whether a name or ID of a reply is the one that was asked for; services write an ID as a number or as text. */
export const sameName = (wanted: unknown, given: unknown): boolean =>
	String(wanted) === String(given);

/** Codes by which the service says that it has no such message or task (section 7). */
const CODES_OF_NOT_FOUND: readonly unknown[] = [
	CODE_SMS_NOT_FOUND,
	CODE_TASK_INCORRECT,
	CODE_TASK_NOT_FOUND,
];
const NOT_FOUND = 404;
/** Codes by which a service says that it took the last part of a path under /rest for the ID of a message: it does not know the request. */
const TAKEN_FOR_MESSAGE: readonly unknown[] = [4, CODE_SMS_NOT_FOUND, 24];

/** The fault of an extension under /rest, with the status 404 if the service does not know its path. */
export const ofUnknownPath = (fault: ServiceFault): ServiceFault =>
	TAKEN_FOR_MESSAGE.includes(fault.code) ? { ...fault, httpStatus: NOT_FOUND } : fault;

/**
 * Whether the service says that it has no such message or task: by a code, or by the status 404 with JSON. A web page with that status
 * only says that the address is wrong.
 */
export const isNotFound = (outcome: CallOutcome): outcome is FailedCall =>
	outcome.fault !== undefined &&
	(CODES_OF_NOT_FOUND.includes(outcome.fault.code) ||
		(outcome.fault.httpStatus === NOT_FOUND && readBody(outcome.body).form === 'json'));

/** The fault of what was not found, under the code of section 7, with what the service said. */
export function notFoundFault({ fault }: FailedCall, code: number): ServiceFault {
	if (fault.code === code) return fault;
	return faultOfCode(code, fault.said === undefined ? [] : [fault.said], fault.httpStatus);
}

/** Sends a request that changes nothing, and so may be repeated freely. */
export async function read(service: Service, parts: RequestParts): Promise<CallOutcome> {
	return await service.call({ method: 'GET', ...parts }, { kind: 'read' });
}

/** Reads an endpoint. Some services serve it at another path (wire notes), which is asked where the first is not known. */
export async function readAt(
	service: Service,
	{ path, otherPath }: Endpoint,
	qs?: IDataObject,
): Promise<CallOutcome> {
	const outcome = await read(service, { path, qs });
	if (otherPath === undefined || !outcome.fault || !concernsPath(outcome.fault)) return outcome;
	const other = await read(service, { path: otherPath, qs });
	return other.fault && concernsPath(other.fault) ? outcome : other;
}

import type { IDataObject } from 'n8n-workflow';
import { isOfPath, type ServiceFault, type ServiceReply } from '../errors';
import { fillPath, type Endpoint } from '../spec';
import type { CallOutcome, CallPolicy, ServiceRequest } from '../transport';

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

/** Takes an endpoint without values in its path, or with the given ones; returns the path of its request. */
export function pathOf({ path }: Endpoint, values: Readonly<Record<string, string>> = {}): string {
	return fillPath(path, values);
}

/** Whether a name or ID of a reply is the one that was asked for; a service that writes it as a number drops zeros before it. */
export function sameName(wanted: unknown, given: unknown): boolean {
	const [one, other] = [wanted, given].map((name) =>
		String(name)
			.trim()
			.replace(/^0+(?=\d+$)/, ''),
	);
	return one === other;
}

/** Sends a request that changes nothing, and so may be repeated freely. */
export async function read(service: Service, parts: RequestParts): Promise<CallOutcome> {
	return await service.call({ method: 'GET', ...parts }, { kind: 'read' });
}

/**
 * Whether a call may have failed because the service does not know the path. Where refusals come with HTTP 200 and a list of errors, no
 * status tells which one it was.
 */
function mayBeOfPath({ fault, statusCode = 0 }: CallOutcome): boolean {
	if (!fault) return false;
	return isOfPath(fault) || (statusCode === 200 && fault.httpStatus === 422);
}

/** Reads what services serve at one of two paths (wire notes): the other one is asked where the first is not known. */
export async function readAtEither(
	service: Service,
	{ path, otherPath }: Endpoint & { readonly otherPath: string },
	qs?: IDataObject,
): Promise<CallOutcome> {
	const outcome = await read(service, { path, qs });
	if (!mayBeOfPath(outcome)) return outcome;
	const other = await read(service, { path: otherPath, qs });
	return mayBeOfPath(other) ? outcome : other;
}

/** Takes what a call came to and how its reply is read; returns the record, or the fault. */
export function answerOf<T>(
	{ reply, fault }: CallOutcome,
	readReply: (body: unknown) => T,
): Answer<T> {
	return fault ? { fault } : { value: readReply(reply.body), reply };
}

import { getCredentialAllowedDomains, NodeOperationError } from 'n8n-workflow';
import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INode,
} from 'n8n-workflow';
import {
	LOGIN_TIMEOUT_MS,
	notSentFault,
	serviceAddress,
	serviceSettings,
	usesKey,
	type ServiceSettings,
} from '../auth';
import {
	faultOfException,
	faultOfReply,
	interfaceOfPath,
	refusalError,
	replyOfException,
	TOO_LARGE,
	type ServiceReply,
} from '../errors';
import { isStream, readReplyBody, TOO_LONG, withinReach } from '../streams';
import { withoutOwnSecrets } from '../text';
import {
	CREDENTIAL,
	DEFAULT_TIMEOUT_MS,
	MAX_REPLY_BYTES,
	type CallContext,
	type Caller,
	type CallOutcome,
	type ServiceRequest,
} from './types';

/** Drops members that are undefined, null or '': the service refuses null optionals. Lists are left as they are. */
export function withoutEmpty(value: IDataObject | undefined): IDataObject | undefined {
	if (!value) return undefined;
	const kept: IDataObject = {};
	for (const [key, part] of Object.entries(value))
		if (part !== undefined && part !== null && part !== '') kept[key] = part;
	return kept;
}

/** Any of n8n's contexts as one that asks the service. */
export function callerOf(functions: CallContext): Caller {
	let node: INode | undefined;
	let settings: Promise<ServiceSettings> | undefined;
	return {
		functions,
		get node() {
			return (node ??= functions.getNode());
		},
		async credentials() {
			settings ??= (functions as Pick<IAllExecuteFunctions, 'getCredentials'>)
				.getCredentials(CREDENTIAL)
				.then(serviceSettings);
			return await settings;
		},
	};
}

/** A 401 can be cured by another token only where a token is used; a wrong API key stays wrong. */
const usesToken = (settings: ServiceSettings, { path }: ServiceRequest): boolean =>
	!usesKey(settings, interfaceOfPath(path));

function httpOptions(
	node: INode,
	settings: ServiceSettings,
	request: ServiceRequest,
	itemIndex: number,
): IHttpRequestOptions {
	const address = serviceAddress(settings, request.path);
	if (!address.ok) throw refusalError(node, address.refusal, itemIndex);
	const baseURL = address.value;
	return {
		...request.network,
		baseURL,
		// n8n checks allowed domains by itself for declarative requests only; older n8n has no such function.
		allowedDomains: (
			getCredentialAllowedDomains as typeof getCredentialAllowedDomains | undefined
		)?.({
			node,
			credentialData: settings as unknown as ICredentialDataDecryptedObject,
			credentialOwnedSurface: true,
			nodeEndpointUrl: baseURL,
		}),
		method: request.method,
		url: request.path,
		qs: withoutEmpty(request.qs),
		body: withoutEmpty(request.body),
		headers: { Accept: request.readStream ? '*/*' : 'application/json' },
		// Read by ourselves, with a limit: n8n would hold a reply of any size.
		encoding: 'stream',
		timeout: request.timeoutMs ?? DEFAULT_TIMEOUT_MS,
		returnFullResponse: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		// Where a token is used, a 401 must reach n8n: it renews the token and repeats the request once.
		ignoreHttpStatusErrors: { ignore: true, except: usesToken(settings, request) ? [401] : [] },
	};
}

/** n8n repeats a request once after a 401, and a busy machine may notice the end of a timeout late. */
const TIMES_LONGER = 3;
const LATE_MS = 5000;

/** The longest time to the beginning of a reply; a token may be refreshed, logged in for, and asked for by others before. */
function longestMs(settings: ServiceSettings, request: ServiceRequest): number {
	const ofToken = usesToken(settings, request) ? 3 * LOGIN_TIMEOUT_MS : 0;
	return (request.timeoutMs ?? DEFAULT_TIMEOUT_MS) * TIMES_LONGER + LATE_MS + ofToken;
}

/** Reads the body of what the service answered, and judges it. @throws what reading throws */
async function judged(
	request: ServiceRequest,
	{ statusCode, headers, body: unread }: ServiceReply,
	signal?: AbortSignal,
): Promise<CallOutcome> {
	const body = await readReplyBody(
		unread,
		MAX_REPLY_BYTES,
		request.timeoutMs ?? DEFAULT_TIMEOUT_MS,
		signal,
		// A service may repeat the key or the token in its answer, which becomes output.
		withoutOwnSecrets,
	);
	if (body === TOO_LONG)
		return {
			fault: { ...TOO_LARGE, ...(request.method === 'GET' && { outcome: 'rejected' }) },
		};
	const reply: ServiceReply = { statusCode, headers, body };
	const fault = faultOfReply(reply, interfaceOfPath(request.path));
	return fault ? { fault, body, statusCode, headers } : { reply };
}

/** The outcome of a request that threw. Where the exception holds the service's reply, that reply decides. */
async function thrown(
	request: ServiceRequest,
	error: unknown,
	signal?: AbortSignal,
): Promise<CallOutcome> {
	const notSent = notSentFault(error);
	if (notSent) return { fault: notSent };
	const reply = replyOfException(error);
	if (!reply) return { fault: faultOfException(error) };
	try {
		// Only after a 401 does n8n throw what the service answered, and only after it has repeated the request.
		return await judged(request, reply, signal);
	} catch (lost) {
		return { fault: faultOfException(lost) };
	}
}

/**
 * Sends one request, with a new token once after a 401, and judges what comes back.
 * @throws NodeOperationError when the credential or n8n forbids the request
 */
export async function sendRequest(
	caller: Caller,
	request: ServiceRequest,
	itemIndex: number,
	signal?: AbortSignal,
): Promise<CallOutcome> {
	const { functions, node } = caller;
	const settings = await caller.credentials();
	const options = httpOptions(node, settings, request, itemIndex);
	try {
		const response = (await withinReach(
			functions.helpers.httpRequestWithAuthentication.call(functions, CREDENTIAL, options),
			longestMs(settings, request),
		)) as IN8nHttpFullResponse;
		const reply: ServiceReply = {
			statusCode: response.statusCode,
			headers: response.headers,
			body: response.body,
		};
		if (request.readStream && reply.statusCode < 300 && isStream(reply.body)) {
			const fault = await request.readStream(reply.body, reply.headers);
			return fault ? { fault } : { reply };
		}
		return await judged(request, reply, signal);
	} catch (error) {
		if (error instanceof NodeOperationError) throw new NodeOperationError(node, error);
		return await thrown(request, error, signal);
	}
}

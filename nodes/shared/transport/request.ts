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
	makeFault,
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

const settingsOfRun = new WeakMap<CallContext, Promise<ServiceSettings>>();

/**
 * The decrypted credential of the node, read once for each context: n8n fetches and decrypts it anew every time. Its token
 * may grow old; requests take theirs from n8n.
 */
export async function settingsOf(ctx: CallContext): Promise<ServiceSettings> {
	let settings = settingsOfRun.get(ctx);
	if (!settings) {
		settings = (ctx as Pick<IAllExecuteFunctions, 'getCredentials'>)
			.getCredentials(CREDENTIAL)
			.then(serviceSettings);
		settingsOfRun.set(ctx, settings);
		settings.catch(() => settingsOfRun.delete(ctx));
	}
	return await settings;
}

const nodesOfRuns = new WeakMap<CallContext, INode>();

/** The node of a context: n8n copies it whole at each call, which a thousand requests would pay a thousand times. */
function nodeOf(ctx: CallContext): INode {
	const node = nodesOfRuns.get(ctx) ?? ctx.getNode();
	nodesOfRuns.set(ctx, node);
	return node;
}

/** A 401 can be cured by another token only where a token is used; a wrong API key stays wrong. */
const usesToken = (settings: ServiceSettings, { path }: ServiceRequest): boolean =>
	!usesKey(settings, interfaceOfPath(path));

function httpOptions(
	ctx: CallContext,
	settings: ServiceSettings,
	request: ServiceRequest,
	itemIndex: number,
): IHttpRequestOptions {
	const address = serviceAddress(settings, request.path);
	if (!address.ok) throw refusalError(nodeOf(ctx), address.refusal, itemIndex);
	const baseURL = address.value;
	return {
		...request.network,
		baseURL,
		// n8n checks allowed domains by itself for declarative requests only; older n8n has no such function.
		allowedDomains: (
			getCredentialAllowedDomains as typeof getCredentialAllowedDomains | undefined
		)?.({
			node: nodeOf(ctx),
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
			fault: makeFault(TOO_LARGE, request.method === 'GET' ? { outcome: 'rejected' } : {}),
		};
	const reply: ServiceReply = { statusCode, headers, body };
	const fault = faultOfReply(reply, interfaceOfPath(request.path));
	return fault ? { fault, body, statusCode, headers } : { reply };
}

/** The outcome of a request that threw. A reply inside the exception is read as any other reply. */
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
	ctx: CallContext,
	request: ServiceRequest,
	itemIndex: number,
	signal?: AbortSignal,
): Promise<CallOutcome> {
	const settings = await settingsOf(ctx);
	const options = httpOptions(ctx, settings, request, itemIndex);
	try {
		const response = (await withinReach(
			ctx.helpers.httpRequestWithAuthentication.call(ctx, CREDENTIAL, options),
			longestMs(settings, request),
		)) as IN8nHttpFullResponse;
		const reply: ServiceReply = {
			statusCode: response.statusCode,
			headers: response.headers,
			body: response.body,
		};
		if (request.readStream && reply.statusCode < 300 && isStream(reply.body)) {
			const fault = await request.readStream(reply.body);
			return fault ? { fault } : { reply };
		}
		return await judged(request, reply, signal);
	} catch (error) {
		if (error instanceof NodeOperationError) throw new NodeOperationError(nodeOf(ctx), error);
		return await thrown(request, error, signal);
	}
}

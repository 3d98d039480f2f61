import { getCredentialAllowedDomains, NodeOperationError } from 'n8n-workflow';
import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INode,
	NodeApiError,
} from 'n8n-workflow';
import {
	isLoggingIn,
	notSentFault,
	serviceAddress,
	serviceSettings,
	usesKey,
	type ServiceSettings,
} from '../auth';
import {
	faultError,
	faultOfException,
	faultOfReply,
	interfaceOfPath,
	LOOK,
	makeFault,
	refusalError,
	replyOfException,
	TOO_LARGE,
	type ServiceFault,
	type ServiceReply,
} from '../errors';
import { backOff, pause } from './pause';
import { notBegunFault } from './notBegun';
import type { BusyFault } from './throttle';
import { readReplyBody, TOO_LONG, withinReach } from '../streams';
import { withoutOwnSecrets } from '../text';
import {
	CREDENTIAL,
	DEFAULT_RETRY_MS,
	DEFAULT_TIMEOUT_MS,
	MAX_REPLY_BYTES,
	type CallContext,
	type CallOutcome,
	type CallPolicy,
	type FailedCall,
	type Found,
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
		headers: { Accept: request.encoding === 'stream' ? '*/*' : 'application/json' },
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

/** The outcome of a request that threw. A reply inside the exception counts as any other does. */
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

async function attempt(
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
			(options.timeout ?? DEFAULT_TIMEOUT_MS) * TIMES_LONGER + LATE_MS,
			() => usesToken(settings, request) && isLoggingIn(settings),
		)) as IN8nHttpFullResponse;
		const reply: ServiceReply = {
			statusCode: response.statusCode,
			headers: response.headers,
			body: response.body,
		};
		if (request.encoding === 'stream' && reply.statusCode < 300) return { reply };
		return await judged(request, reply, signal);
	} catch (error) {
		if (error instanceof NodeOperationError) throw new NodeOperationError(nodeOf(ctx), error);
		return await thrown(request, error, signal);
	}
}

/** May the request be repeated after this fault? */
function mayRepeat(kind: CallPolicy['kind'], fault: ServiceFault): boolean {
	return fault.retryable && (kind !== 'once' || fault.outcome === 'rejected');
}

/**
 * Sends a request, repeats it as its kind allows (jittered back-off, Retry-After, total time, cancellation) and returns the
 * checked reply or the fault. Faults are returned, not thrown, so that an operation can answer them its own way.
 * @throws NodeOperationError when the credential or n8n forbids the request
 */
export async function tryService(
	ctx: CallContext,
	request: ServiceRequest,
	policy: CallPolicy,
): Promise<CallOutcome> {
	const signal =
		policy.signal ??
		('getExecutionCancelSignal' in ctx ? ctx.getExecutionCancelSignal() : undefined);
	/** Counts from the first request: waiting for a place in the limit takes nothing from it. */
	let deadline: number | undefined;
	const limit: NonNullable<CallPolicy['limit']> = policy.limit ?? (async (job) => await job());
	const retryForMs = policy.retryForMs ?? DEFAULT_RETRY_MS;
	/** What the request before this one came to. */
	let before: FailedCall | undefined;
	/** An earlier request of this call may have been carried out, and nobody was there to say whether. */
	let open = false;
	/** The same, and the record did not show it: a service may act on a request after it gave up on the answer. */
	let isDoubted = policy.attempted === true;
	const ended = ({ fault, ...more }: FailedCall) => ({
		...more,
		fault: open ? leftOpen(fault) : fault,
	});
	if (policy.attempted) {
		deadline = Date.now() + retryForMs;
		const found = await ask(policy);
		if (typeof found === 'object') return { reply: found };
		if (found === 'not read') return { fault: LEFT_OPEN };
		open = found === 'not told';
	}
	/** What comes of a request that does not begin: see Waiting. */
	const instead = (fault?: BusyFault): CallOutcome =>
		before
			? { ...before, fault: { ...before.fault, retryable: false } }
			: { fault: notBegunFault(fault) };
	for (let tries = 0; ; tries++) {
		const outcome = await limit<CallOutcome>(
			async () => {
				// n8n has saved by now that it never left.
				if (policy.noteLeft && signal?.aborted) return instead();
				policy.noteLeft?.(true);
				const begunAt = Date.now();
				deadline ??= begunAt + retryForMs;
				const shown = await attempt(ctx, request, policy.itemIndex ?? 0, signal);
				policy.note?.({ begunAt, fault: shown.fault });
				return shown;
			},
			{
				again: tries > 0,
				// What is not repeated waits for its turn all the same.
				patienceMs:
					deadline === undefined
						? Math.max(retryForMs, DEFAULT_RETRY_MS)
						: Math.max(0, deadline - Date.now()),
				signal,
				instead,
			},
		);
		const { fault } = outcome;
		if (!fault) return outcome;
		isDoubted ||= fault.outcome === 'unknown';
		if (policy.kind === 'guarded' && isDoubted && policy.recover) {
			const found = await ask(policy);
			if (typeof found === 'object') return { reply: found };
			if (found === 'not read') return { ...outcome, fault: leftOpen(fault) };
			if (found === 'not done') fault.outcome = 'rejected';
			else open = true;
		}
		if (!mayRepeat(policy.kind, fault)) return ended(outcome);
		const wait = fault.retryAfterMs || backOff(tries);
		if (Date.now() + wait > (deadline ?? 0)) return ended(outcome);
		policy.noteLeft?.(open || fault.outcome === 'unknown');
		if (!(await pause(wait, signal))) return ended(outcome);
		open ||= policy.kind === 'guarded' && fault.outcome === 'unknown';
		before = outcome;
	}
}

/** The fault of a try that came after one whose outcome was left open: a refusal says nothing of the earlier one. */
export function leftOpen(fault: ServiceFault): ServiceFault {
	if (fault.outcome === 'unknown') return fault;
	const message = `Whether an earlier try went through is not known; this one failed: ${fault.message}`;
	return { ...fault, message, outcome: 'unknown' };
}

const LEFT_OPEN: ServiceFault = {
	kind: 'connection',
	message: 'Whether an earlier try went through is not known',
	description: 'The service gives no answer about it now.',
	retryable: false,
	outcome: 'unknown',
};

/** What the record tells of a request; 'not read' where it cannot be read. */
async function ask({ recover }: CallPolicy): Promise<Found | 'not read'> {
	try {
		return (await recover?.()) ?? 'not told';
	} catch {
		return 'not read';
	}
}

/** A 401 can be cured by another token only where a token is used; a wrong API key stays wrong. */
const usesToken = (settings: ServiceSettings, { path }: ServiceRequest): boolean =>
	!usesKey(settings, interfaceOfPath(path));

/** The error for a fault that ended a call; where the service may have acted, it says so. */
export function callError(
	node: INode,
	fault: ServiceFault,
	{ kind, itemIndex }: CallPolicy,
): NodeApiError {
	const open =
		kind !== 'read' && fault.outcome === 'unknown' && !fault.description.startsWith(LOOK);
	const description = open ? `${LOOK} ${fault.description}` : fault.description;
	return faultError(node, { ...fault, description }, itemIndex);
}

import type {
	IAllExecuteFunctions,
	IDataObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';
import type { ServiceSettings } from '../auth';
import type { ServiceFault, ServiceReply } from '../errors';
import type { Readable } from '../streams';

/** One request to the service. Its path begins with /api or /rest and chooses the base address. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	path: string;
	qs?: IDataObject;
	body?: IDataObject;
	/** Reads the body of a success as it arrives, for what may be larger than memory; a fault that it returns or throws is the request's. */
	readStream?: (
		body: Readable,
		headers: ServiceReply['headers'],
	) => Promise<ServiceFault | undefined>;
	/** Time for connecting and for each wait for data, in milliseconds. */
	timeoutMs?: number;
	/** Settings of n8n's own Request Options: proxy, certificates. */
	network?: Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation'>;
}

/**
 * How a request may be repeated. 'read' changes nothing, and 'change' sets what may be set twice: both are repeated freely. 'once' is
 * repeated only after an answer that shows that the service did not act: what it makes would be there twice.
 */
export type CallKind = 'read' | 'change' | 'once';

export interface CallPolicy {
	kind: CallKind;
	itemIndex?: number;
	/** Finds the fault of a reply that came as a success but does not show that what was asked for is there, or was done. */
	judge?: (body: unknown) => ServiceFault | undefined;
	/**
	 * Asked before each repeat if the request may have been carried out, and within Retry For instead of a repeat if it goes out once. It
	 * returns the record that shows what was asked for; without one nothing is proved, as the service may act late. It throws if that
	 * cannot be read: then it is only asked again.
	 */
	look?: () => Promise<ServiceReply | undefined>;
	/** Runs each request by itself, so that `look` may use the same limit. */
	limit?: Limit;
	/** Total time for repeats, in milliseconds; 0 = none. */
	retryForMs?: number;
	signal?: AbortSignal;
}

/** What went wrong with a request, and what the service answered, if it did (the body may hold phone numbers). */
export interface FailedCall {
	reply?: undefined;
	fault: ServiceFault;
	body?: unknown;
	statusCode?: number;
	headers?: ServiceReply['headers'];
}

/** What a request came to: a checked reply, or what went wrong. */
export type CallOutcome =
	| ({ reply: ServiceReply } & Partial<Record<Exclude<keyof FailedCall, 'reply'>, undefined>>)
	| FailedCall;

/** How a request waits for its turn. */
export interface Turn {
	/** It was refused before, so it goes first, to end within its time. */
	again: boolean;
	/** How long it waits while the service takes no other request, in milliseconds. */
	patienceMs: number;
	signal?: AbortSignal;
	/** Its outcome where it does not begin: for the fault that the others met or, without one, as the execution was stopped. */
	instead: (fault?: ServiceFault) => CallOutcome;
}

/** Sends a request when its turn has come. */
export type Limit = (request: () => Promise<CallOutcome>, turn: Turn) => Promise<CallOutcome>;

/** Any n8n context that can send requests with the node's credential. */
export type CallContext = IAllExecuteFunctions;

/** Who asks the service: n8n's context, and what is read of it once, as n8n copies the node and decrypts the credential at every call. */
export interface Caller {
	functions: CallContext;
	readonly node: INode;
	/** The credential of the node. Its token may grow old; requests take theirs from n8n. */
	credentials(): Promise<ServiceSettings>;
}

/** Name of the credential type, as stored in workflows. */
export const CREDENTIAL = 'messagingServiceApi';
/** Milliseconds to wait for the service unless the user says otherwise. */
export const DEFAULT_TIMEOUT_MS = 60_000;
/** Milliseconds in which a request is repeated unless the user says otherwise. */
export const DEFAULT_RETRY_MS = 60_000;
export const DEFAULT_RETRY_SECONDS = DEFAULT_RETRY_MS / 1000;
/** Largest reply that is read into memory, in bytes: about ten times the largest bulk reply. */
export const MAX_REPLY_BYTES = 32 * 1024 * 1024;

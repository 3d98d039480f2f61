import { asRecord } from './body';
import type { ServiceFault } from './fault';
import { safeText } from './mask';
import { faultOfForm, faultOfReply } from './reply';

type Meaning = Pick<ServiceFault, 'kind' | 'message' | 'description' | 'retryable' | 'outcome'>;

const ONLINE = 'Check the base URLs in the credential and that the service can be reached from n8n.';
function meant(kind: Meaning['kind'], message: string, description: string, retryable: boolean, outcome: Meaning['outcome']): Meaning {
	return { kind, message, description, retryable, outcome };
}

const FAULTS = {
	refused: meant('refused', 'The service refused the connection', `It may be down, or the port is wrong. ${ONLINE}`, true, 'rejected'),
	unknownHost: meant('connection', 'The host name of the service is not known', ONLINE, false, 'rejected'),
	dns: meant('connection', 'The host name of the service could not be looked up', `The name server did not answer. ${ONLINE}`, true, 'rejected'),
	unreachable: meant('connection', 'The service cannot be reached', ONLINE, true, 'rejected'),
	address: meant('connection', 'The address of the service is not a valid URL', 'Correct the base URLs in the credential.', false, 'rejected'),
	domain: meant('connection', 'The credential does not allow this domain', 'Add the domain of the service to Allowed HTTP Request Domains in the credential.', false, 'rejected'),
	reset: meant('connection', 'The connection to the service was lost', 'Try again; if it stays, look at the connection between n8n and the service.', true, 'unknown'),
	connectTimeout: meant('timeout', 'The service could not be reached in time', ONLINE, true, 'rejected'),
	timeout: meant('timeout', 'The service did not answer in time', 'Try again later, or raise Timeout under Options.', true, 'unknown'),
	tls: meant('tls', 'The certificate or the encryption of the service could not be verified', 'Check the base URLs in the credential. For a private authority, make n8n trust its certificate (NODE_EXTRA_CA_CERTS).', false, 'rejected'),
	redirect: meant('redirect', 'The service sends the request from address to address', 'Enter the right base URL in the credential.', false, 'unknown'),
	tooLarge: meant('tooLarge', 'The answer of the service is too large', 'Ask for less at a time, or download the report as a file.', false, 'unknown'),
	requestTooLarge: meant('tooLarge', 'The request is too large to be sent', 'Send to fewer recipients at a time.', false, 'rejected'),
	cancelled: meant('cancelled', 'The execution was stopped before the service answered', 'Look in the service whether the last request was carried out.', false, 'unknown'),
};

/** By error code of Node.js, axios and undici. */
const BY_CODE: Readonly<Record<string, keyof typeof FAULTS>> = {
	ECONNREFUSED: 'refused',
	ENOTFOUND: 'unknownHost',
	EAI_AGAIN: 'dns',
	EHOSTUNREACH: 'unreachable', ENETUNREACH: 'unreachable', EHOSTDOWN: 'unreachable', EADDRNOTAVAIL: 'unreachable', EMFILE: 'unreachable',
	ERR_INVALID_URL: 'address', ERR_INVALID_PROTOCOL: 'address', ERR_UNESCAPED_CHARACTERS: 'address',
	ECONNRESET: 'reset', EPIPE: 'reset', ERR_STREAM_PREMATURE_CLOSE: 'reset', UND_ERR_SOCKET: 'reset', ERR_NETWORK: 'reset',
	ESOCKETTIMEDOUT: 'timeout', ERR_SOCKET_CONNECTION_TIMEOUT: 'connectTimeout', UND_ERR_CONNECT_TIMEOUT: 'connectTimeout',
	UND_ERR_HEADERS_TIMEOUT: 'timeout', UND_ERR_BODY_TIMEOUT: 'timeout',
	ERR_FR_TOO_MANY_REDIRECTS: 'redirect',
	ERR_FR_MAX_BODY_LENGTH_EXCEEDED: 'requestTooLarge',
	ERR_CANCELED: 'cancelled', ABORT_ERR: 'cancelled',
	EPROTO: 'tls', DEPTH_ZERO_SELF_SIGNED_CERT: 'tls', SELF_SIGNED_CERT_IN_CHAIN: 'tls', HOSTNAME_MISMATCH: 'tls',
};
const TLS_CODE = /^(?:CERT_|CRL_|ERR_TLS_|ERR_SSL_|UNABLE_TO_(?:VERIFY|GET|DECRYPT|DECODE))/;

/** What libraries say when they give no code; the first match counts. */
const BY_TEXT: ReadonlyArray<[RegExp, keyof typeof FAULTS | 'cutOff']> = [
	[/maxContentLength|response.*too large/i, 'tooLarge'],
	[/maxBodyLength|larger than max/i, 'requestTooLarge'],
	[/too many redirects|max(?:imum)? redirects/i, 'redirect'],
	[/domain not allowed|restricted from accessing/i, 'domain'],
	[/timeout|timed out|ETIMEDOUT/i, 'timeout'],
	[/certificate|self[- ]signed|\bssl\b|\btls\b/i, 'tls'],
	[/ECONNREFUSED|refused the connection/i, 'refused'],
	[/ENOTFOUND|incorrect host/i, 'unknownHost'],
	[/^(?:response |request )?aborted$|stream has been aborted|incomplete|unexpected end of (?:file|json)|invalid (?:distance|block|stored)|incorrect header check/i, 'cutOff'],
	[/execution (?:was )?cancell?ed|cancell?ed|operation was aborted/i, 'cancelled'],
	[/ECONNRESET|socket hang up|premature close|connection (?:was )?(?:closed|aborted|reset)|network socket disconnected/i, 'reset'],
	[/invalid url/i, 'address'],
];

/** Takes an exception; returns it and what it wraps, from the outside in. */
function chainOf(error: unknown): Array<Record<string, unknown>> {
	const chain: Array<Record<string, unknown>> = [];
	const queue: unknown[] = [error];
	while (queue.length > 0 && chain.length < 8) {
		const record = asRecord(queue.shift());
		if (record === undefined || chain.includes(record)) continue;
		chain.push(record);
		queue.push(record.cause, record.error, record.reason, record.errorResponse, ...(Array.isArray(record.errors) ? (record.errors as unknown[]).slice(0, 2) : []));
	}
	return chain;
}

function statusOf(link: Record<string, unknown>): number | undefined {
	const status = Number(link.statusCode ?? link.status ?? link.httpCode ?? Number.NaN);
	return Number.isInteger(status) && status >= 300 && status < 600 ? status : undefined;
}

function byConnection(chain: ReadonlyArray<Record<string, unknown>>): Meaning | undefined {
	for (const { code, syscall } of chain) {
		if (typeof code !== 'string') continue;
		if (code === 'ETIMEDOUT' && syscall === 'connect') return FAULTS.connectTimeout;
		const key = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
		if (key !== undefined) return FAULTS[key];
		if (TLS_CODE.test(code)) return FAULTS.tls;
	}
	if (chain.some((link) => link.name === 'AbortError' || link.name === 'CanceledError')) return FAULTS.cancelled;
	for (const [pattern, key] of BY_TEXT) {
		if (!chain.some(({ message, code }) => pattern.test(typeof message === 'string' ? message : '') || (typeof code === 'string' && pattern.test(code)))) continue;
		return key === 'cutOff' ? faultOfForm('cutOff') : FAULTS[key];
	}
	return undefined;
}

/**
 * Takes whatever a request threw (of axios, n8n's helpers or Node.js, wrapped or not); returns its fault. What is not
 * recognised counts as "may have acted", so that nothing is sent again blindly.
 */
export function faultOfException(error: unknown): ServiceFault {
	const chain = chainOf(error);
	for (const link of chain) {
		const response = asRecord(link.response);
		const status = response === undefined ? undefined : statusOf(response);
		if (response !== undefined && status !== undefined) {
			const fault = faultOfReply({ statusCode: status, headers: asRecord(response.headers) ?? {}, body: response.data ?? response.body });
			if (fault !== undefined) return fault;
		}
	}
	const connection = byConnection(chain);
	if (connection !== undefined) return { ...connection };
	for (const link of chain) {
		const status = statusOf(link);
		const fault = status === undefined ? undefined : faultOfReply({ statusCode: status, headers: {}, body: undefined });
		if (fault !== undefined) return fault;
	}
	const text = chain.map(({ message }) => message).find((message) => typeof message === 'string' && message !== '') ?? (typeof error === 'string' ? error : '');
	return {
		kind: 'connection',
		message: 'The request to the service was not completed',
		description: `Try again; if it stays, look at the connection between n8n and the service.${typeof text === 'string' && text !== '' ? ` Reported: ${safeText(text)}` : ''}`,
		retryable: false,
		outcome: 'unknown',
	};
}

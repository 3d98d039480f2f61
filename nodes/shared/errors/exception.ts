import { FEWER } from '../spec';
import { asRecord } from './body';
import { ADDRESS, AGAIN, LOOK, makeFault } from './fault';
import type { Meaning, ServiceFault, ServiceReply } from './fault';
import { safeText } from '../text/mask';
import { CUT_OFF, faultOfReply } from './reply';

const ONLINE = `${ADDRESS} Make sure that n8n can reach the service.`;
/** What is said of a connection that ended without an answer. */
export const LOST = 'The connection to the service was lost';
const NO_HOST = 'The host name of the service is not known';

export const TOO_LARGE: Meaning = {
	kind: 'tooLarge',
	message: 'The answer of the service is too large',
	description: 'Ask for less at a time, or download the report as a file.',
	retryable: false,
	outcome: 'unknown',
};

/** By the codes and words of Node.js, axios, undici and n8n: what they mean. The first match counts. */
const FAULTS: ReadonlyArray<readonly [RegExp, Meaning]> = [
	[/maxContentLength|response.*too large/i, TOO_LARGE],
	[
		/max_?body_?length|larger than max/i,
		{
			kind: 'tooLarge',
			message: 'The request is too large to be sent',
			description: FEWER,
			retryable: false,
			outcome: 'rejected',
		},
	],
	[
		/too.many.redirects|max.*redirects/i,
		{
			kind: 'redirect',
			message: 'The service redirects the request again and again',
			description: ADDRESS,
			retryable: false,
			outcome: 'unknown',
		},
	],
	[
		/domain not allowed|restricted from accessing/i,
		{
			kind: 'connection',
			message: 'The credential does not allow this domain',
			description: 'Add it to Allowed HTTP Request Domains in the credential.',
			retryable: false,
			outcome: 'rejected',
		},
	],
	[
		// n8n looks the address up before it connects, and we follow no redirect: nothing was sent.
		/restricted IP address|destination hostname is restricted/i,
		{
			kind: 'connection',
			message: 'This n8n does not allow requests to the address of the service',
			description:
				'Ask the administrator of n8n to add its name to N8N_SSRF_ALLOWED_HOSTNAMES, or its address to N8N_SSRF_ALLOWED_IP_RANGES.',
			retryable: false,
			outcome: 'rejected',
		},
	],
	[
		/connect ETIMEDOUT|CONNECT(?:ION)?_TIMEOUT/,
		{
			kind: 'timeout',
			message: 'The service could not be reached in time',
			description: ONLINE,
			retryable: true,
			outcome: 'rejected',
		},
	],
	[
		/timed? ?out/i,
		{
			kind: 'timeout',
			message: 'The service did not answer in time',
			description: 'Try again later, or raise Timeout under Options.',
			retryable: true,
			outcome: 'unknown',
		},
	],
	[
		// The certificate did not stand the test, or the handshake failed while the request still waited to be written ("write EPROTO"):
		// no byte of it has left.
		/write EPROTO|^(?!.*(?:alert|ERR_SSL_|SSL routines)).*(?:CERT_|certif|self[-_ ]signed|CRL_|UNABLE_TO_|HOSTNAME_MISMATCH)/i,
		{
			kind: 'tls',
			message: 'The certificate or the encryption of the service could not be verified',
			description: `${ADDRESS} Make n8n trust a private authority with NODE_EXTRA_CA_CERTS.`,
			retryable: false,
			outcome: 'rejected',
		},
	],
	[
		// Alerts and damaged records may come at any time, also after the service handled the request.
		/EPROTO|(?:\b|_)(?:ssl|tls)(?:\b|_)/i,
		{
			kind: 'tls',
			message: 'The encrypted connection to the service broke',
			description: `${ADDRESS} If it keeps happening, check what stands between n8n and the service.`,
			retryable: false,
			outcome: 'unknown',
		},
	],
	[
		/ECONNREFUSED|refused the connection/i,
		{
			kind: 'refused',
			message: 'The service refused the connection',
			description: `It may be down, or the port is wrong. ${ONLINE}`,
			retryable: true,
			outcome: 'rejected',
		},
	],
	[
		/ENOTFOUND|incorrect host/i,
		{
			kind: 'connection',
			message: NO_HOST,
			description: ONLINE,
			retryable: false,
			outcome: 'rejected',
		},
	],
	// The name server did not answer: it may later.
	[
		/EAI_AGAIN/,
		{
			kind: 'connection',
			message: NO_HOST,
			description: ONLINE,
			retryable: true,
			outcome: 'rejected',
		},
	],
	// While reading or writing the connection stood, and the service may have acted.
	[
		/^(?!read|write).*(?:UNREACH|EHOSTDOWN|EADDRNOTAVAIL|EMFILE)/,
		{
			kind: 'connection',
			message: 'The service cannot be reached',
			description: ONLINE,
			retryable: true,
			outcome: 'rejected',
		},
	],
	[
		/^(?:re\w+ )?aborted$|has been aborted|incomplete|unexpected end of|invalid (?:distance|block|stored)|incorrect header/i,
		CUT_OFF,
	],
	[
		/cancel|ABORT_ERR|operation was aborted/i,
		{
			kind: 'cancelled',
			message: 'The execution was stopped before the service answered',
			description: LOOK,
			retryable: false,
			outcome: 'unknown',
		},
	],
	[
		/ECONNRESET|UNREACH|EHOSTDOWN|EPIPE|UND_ERR_SOCKET|ERR_NETWORK|hang up|premature.close|connection (?:was )?(?:closed|aborted|reset)|socket disconnected/i,
		{
			kind: 'connection',
			message: LOST,
			description: AGAIN,
			retryable: true,
			outcome: 'unknown',
		},
	],
	[
		/invalid.(?:url|protocol)|UNESCAPED_CHAR/i,
		{
			kind: 'connection',
			message: 'The address of the service is not a valid URL',
			description: ADDRESS,
			retryable: false,
			outcome: 'rejected',
		},
	],
];

/** What OpenSSL says of an answer that is not encrypted. While the request still waited to be written, no byte of it has left. */
const NO_TLS_SPOKEN = /^write EPROTO.*wrong version number/s;
const NO_TLS: Meaning = {
	kind: 'tls',
	message: 'The port of this address does not speak https',
	description:
		'Check the port in the credential. If the service is on this machine or in a private network, begin its address with http://.',
	retryable: false,
	outcome: 'rejected',
};

/** Node.js says so of a connection that ended before its handshake did: no byte of the request has left. */
const BEFORE_HANDSHAKE = /before secure TLS connection was established/;
const NO_HANDSHAKE: Meaning = {
	kind: 'connection',
	message: 'The service ended the connection before it was encrypted',
	description: ONLINE,
	retryable: true,
	outcome: 'rejected',
};

/** Takes an exception; returns it and what it wraps, from the outside in. */
function chainOf(error: unknown): Array<Record<string, unknown>> {
	const chain: Array<Record<string, unknown>> = [];
	const queue: unknown[] = [error];
	while (queue.length > 0 && chain.length < 8) {
		const record = asRecord(queue.shift());
		if (record === undefined || chain.includes(record)) continue;
		chain.push(record);
		queue.push(
			record.cause,
			record.error,
			record.reason,
			record.errorResponse,
			...(Array.isArray(record.errors) ? (record.errors as unknown[]).slice(0, 2) : []),
		);
	}
	return chain;
}

const meaningOf = (text: unknown) =>
	typeof text === 'string' ? FAULTS.find(([pattern]) => pattern.test(text))?.[1] : undefined;

/** What the codes of the chain mean, else the names of its errors, else their words. */
function byConnection(chain: ReadonlyArray<Record<string, unknown>>): Meaning | undefined {
	const says = (words: RegExp) =>
		chain.some(({ message }) => typeof message === 'string' && words.test(message));
	// Their codes are those of many faults, so that only the words tell.
	if (says(BEFORE_HANDSHAKE)) return NO_HANDSHAKE;
	if (says(NO_TLS_SPOKEN)) return NO_TLS;
	// axios names the call in what it wraps only.
	const { syscall } = chain.find((link) => typeof link.syscall === 'string') ?? {};
	for (const { code } of chain) {
		const meaning = typeof code === 'string' ? meaningOf(`${String(syscall)} ${code}`) : undefined;
		if (meaning) return meaning;
	}
	if (chain.some(({ name }) => name === 'AbortError' || name === 'CanceledError'))
		return meaningOf('ABORT_ERR');
	return FAULTS.find(([pattern]) =>
		chain.some(({ message }) => typeof message === 'string' && pattern.test(message)),
	)?.[1];
}

/** The reply with the status of a fault that an exception, or what stands inside it, holds. */
function replyOf(holder: Record<string, unknown> | undefined): ServiceReply | undefined {
	const statusCode = Number(holder?.statusCode ?? holder?.status ?? holder?.httpCode);
	if (holder === undefined || !(statusCode >= 300 && statusCode < 600)) return undefined;
	return {
		statusCode,
		headers: asRecord(holder.headers) ?? {},
		body: holder.data ?? holder.body,
	};
}

/** The fault of an HTTP status that an exception, or the reply inside it, holds. */
function byStatus(holder: Record<string, unknown> | undefined): ServiceFault | undefined {
	const reply = replyOf(holder);
	return reply && faultOfReply(reply);
}

/**
 * Takes whatever a request threw; returns the reply inside it, whose body may still be a stream; undefined where the service is not known
 * to have answered.
 */
export function replyOfException(error: unknown): ServiceReply | undefined {
	return chainOf(error)
		.map((link) => replyOf(asRecord(link.response)))
		.find((reply) => reply !== undefined);
}

/**
 * Takes whatever a request threw (of axios, n8n's helpers or Node.js, wrapped or not); returns its fault. What is not
 * recognised counts as "may have acted", so that nothing is sent again blindly.
 */
export function faultOfException(error: unknown): ServiceFault {
	const chain = chainOf(error);
	const first = (fault: (link: Record<string, unknown>) => ServiceFault | undefined) =>
		chain.map(fault).find(Boolean);
	const replied = first((link) => byStatus(asRecord(link.response)));
	if (replied) return replied;
	const meaning = byConnection(chain);
	if (meaning) return makeFault(meaning);
	const text =
		chain
			.map(({ message }) => message)
			.find((message) => typeof message === 'string' && message !== '') ?? error;
	const reported = typeof text === 'string' && text !== '' ? ` Reported: ${safeText(text)}` : '';
	return (
		first(byStatus) ??
		makeFault({
			kind: 'connection',
			message: 'The request to the service was not completed',
			description: AGAIN + reported,
			retryable: false,
			outcome: 'unknown',
		})
	);
}

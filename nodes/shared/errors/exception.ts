import { FEWER } from '../spec';
import { safeText } from '../text/mask';
import { asRecord } from './body';
import { ADDRESS, AGAIN, LOOK, rejected } from './fault';
import type { ServiceFault, ServiceReply } from './fault';
import { CUT_OFF, faultOfReply } from './reply';

/*
 * What an exception of Node.js, axios or n8n means, by its documented code: whether any byte of the request can have left this machine,
 * and whether the same request may succeed a little later.
 */

const ONLINE = `${ADDRESS} Make sure that n8n can reach the service.`;
/** What is said of a connection that ended without an answer. */
export const LOST = 'The connection to the service was lost';

/** Nothing of the request left this machine. */
const unsent = (message: string, description = ONLINE): ServiceFault =>
	rejected(message, description);
/** The service may have acted. */
const open = (message: string, description: string): ServiceFault => ({
	...rejected(message, description),
	outcome: 'unknown',
});
/** It may pass by itself. */
const passing = (fault: ServiceFault): ServiceFault => ({ ...fault, retryable: true });

export const TOO_LARGE = open(
	'The answer of the service is too large',
	'Ask for less at a time, or download the report as a file.',
);
const LOST_CONNECTION = passing(open(LOST, AGAIN));
const UNREACHABLE = passing(unsent('The service cannot be reached'));
const NO_HOST = unsent('The host name of the service is not known');
const BAD_URL = unsent('The address of the service is not a valid URL', ADDRESS);
const NOT_REACHED_IN_TIME: ServiceFault = {
	...passing(unsent('The service could not be reached in time')),
	isTimeout: true,
};
const NO_ANSWER_IN_TIME: ServiceFault = {
	...passing(
		open(
			'The service did not answer in time',
			'Try again later, or raise Timeout under Request Options in the Settings of the node.',
		),
	),
	isTimeout: true,
};
const CANCELLED = open('The execution was stopped before the service answered', LOOK);
const NOT_VERIFIED = unsent(
	'The certificate or the encryption of the service could not be verified',
	`${ADDRESS} Make n8n trust a private authority with NODE_EXTRA_CA_CERTS.`,
);
const NO_TLS = unsent(
	'The port of this address does not speak https',
	'Check the port in the credential. If the service is on this machine or in a private network, begin its address with http://.',
);
const NO_HANDSHAKE = passing(unsent('The service ended the connection before it was encrypted'));
const ENCRYPTION_BROKE = open(
	'The encrypted connection to the service broke',
	`${ADDRESS} If it keeps happening, check what stands between n8n and the service.`,
);
const PROTECTED_ADDRESS = unsent(
	'This n8n does not allow requests to the address of the service',
	'Ask the administrator of n8n to add its name to N8N_SSRF_ALLOWED_HOSTNAMES, or its address to N8N_SSRF_ALLOWED_IP_RANGES.',
);

const BY_CODE: Readonly<Record<string, ServiceFault>> = {
	ECONNREFUSED: passing(
		unsent('The service refused the connection', `It may be down, or the port is wrong. ${ONLINE}`),
	),
	ENOTFOUND: NO_HOST,
	// The name server did not answer: it may later.
	EAI_AGAIN: passing(NO_HOST),
	EHOSTUNREACH: UNREACHABLE,
	ENETUNREACH: UNREACHABLE,
	EHOSTDOWN: UNREACHABLE,
	EADDRNOTAVAIL: UNREACHABLE,
	EMFILE: UNREACHABLE,
	ETIMEDOUT: NO_ANSWER_IN_TIME,
	UND_ERR_CONNECT_TIMEOUT: NOT_REACHED_IN_TIME,
	ECONNRESET: LOST_CONNECTION,
	EPIPE: LOST_CONNECTION,
	ERR_NETWORK: LOST_CONNECTION,
	ERR_STREAM_PREMATURE_CLOSE: LOST_CONNECTION,
	UND_ERR_SOCKET: LOST_CONNECTION,
	ECONNABORTED: CUT_OFF,
	ERR_BAD_RESPONSE: CUT_OFF,
	Z_BUF_ERROR: CUT_OFF,
	Z_DATA_ERROR: CUT_OFF,
	ABORT_ERR: CANCELLED,
	ERR_CANCELED: CANCELLED,
	EPROTO: ENCRYPTION_BROKE,
	ERR_FR_MAX_BODY_LENGTH_EXCEEDED: unsent('The request is too large to be sent', FEWER),
	ERR_INVALID_URL: BAD_URL,
	ERR_INVALID_PROTOCOL: BAD_URL,
	ERR_UNESCAPED_CHARACTERS: BAD_URL,
};

/** Codes of a certificate that did not stand the test (Node.js, "X509 certificate error codes"): the request still waited to be written. */
const CERTIFICATE: ReadonlySet<string> = new Set([
	'CERT_CHAIN_TOO_LONG',
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
	'CERT_REJECTED',
	'CERT_REVOKED',
	'CERT_SIGNATURE_FAILURE',
	'CERT_UNTRUSTED',
	'CRL_HAS_EXPIRED',
	'CRL_NOT_YET_VALID',
	'CRL_SIGNATURE_FAILURE',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'HOSTNAME_MISMATCH',
	'INVALID_CA',
	'INVALID_PURPOSE',
	'PATH_LENGTH_EXCEEDED',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
	'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
	'UNABLE_TO_GET_CRL',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** The names of errors that carry no code. */
const BY_NAME: Readonly<Record<string, ServiceFault>> = {
	AbortError: CANCELLED,
	CanceledError: CANCELLED,
	// n8n looks the address up before it connects.
	SsrfBlockedHostnameError: PROTECTED_ADDRESS,
	SsrfBlockedIpError: PROTECTED_ADDRESS,
};

type Link = Record<string, unknown>;

/** An exception and what it wraps, from the outside in. */
function chainOf(error: unknown): Link[] {
	const chain: Link[] = [];
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

/** What a code means, by the call that failed, where the same code may come before and after the request left. */
function meaningOf(code: unknown, syscall: unknown): ServiceFault | undefined {
	if (typeof code !== 'string') return undefined;
	if (CERTIFICATE.has(code)) return NOT_VERIFIED;
	// The handshake failed while the request still waited to be written.
	if (code === 'EPROTO' && syscall === 'write') return NOT_VERIFIED;
	if (code === 'ETIMEDOUT' && syscall === 'connect') return NOT_REACHED_IN_TIME;
	const meaning = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
	// While reading or writing the connection stood, and the service may have acted.
	if (meaning === UNREACHABLE && (syscall === 'read' || syscall === 'write'))
		return LOST_CONNECTION;
	return meaning ?? (code.startsWith('ERR_SSL_') ? ENCRYPTION_BROKE : undefined);
}

/** What the codes of a chain mean, else the names of its errors. */
function byConnection(chain: readonly Link[]): ServiceFault | undefined {
	const says = (words: string) =>
		chain.some(({ message }) => typeof message === 'string' && message.includes(words));
	// Node.js gives several faults one code, and tells them apart in words of its own.
	if (says('before secure TLS connection was established')) return NO_HANDSHAKE;
	// axios names the call in what it wraps only.
	const { syscall } = chain.find((link) => typeof link.syscall === 'string') ?? {};
	const meaning = chain
		.map(({ code }) => meaningOf(code, syscall))
		.find((found) => found !== undefined);
	if (meaning === NOT_VERIFIED && says('wrong version number')) return NO_TLS;
	if (meaning === CUT_OFF && says('timeout of')) return NO_ANSWER_IN_TIME;
	if (meaning === LOST_CONNECTION && chain.some(({ message }) => message === 'aborted'))
		return CUT_OFF;
	return (
		meaning ??
		chain
			.map(({ name }) =>
				typeof name === 'string' && Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined,
			)
			.find((found) => found !== undefined)
	);
}

/** The reply with the status of a fault that an exception, or what stands inside it, holds. */
function replyInside(holder: Link | undefined): ServiceReply | undefined {
	const statusCode = Number(holder?.statusCode ?? holder?.status ?? holder?.httpCode);
	if (holder === undefined || !(statusCode >= 300 && statusCode < 600)) return undefined;
	return {
		statusCode,
		headers: asRecord(holder.headers) ?? {},
		body: holder.data ?? holder.body,
	};
}

/** The reply inside whatever a request threw; its body may still be a stream. Undefined where the service is not known to have answered. */
export function replyOfException(error: unknown): ServiceReply | undefined {
	return chainOf(error)
		.map((link) => replyInside(asRecord(link.response)))
		.find((reply) => reply !== undefined);
}

/**
 * The fault for whatever a request threw (an error of axios, n8n's helpers or Node.js, wrapped or not). What is not recognised counts as
 * "may have acted", so that nothing is sent again blindly.
 */
export function faultOfException(error: unknown): ServiceFault {
	const chain = chainOf(error);
	const replied = replyOfException(error);
	if (replied) return faultOfReply(replied) ?? { ...LOST_CONNECTION };
	const meaning = byConnection(chain);
	if (meaning) return { ...meaning };
	const status = chain.map(replyInside).find((reply) => reply !== undefined);
	const text = chain
		.map(({ message }) => message)
		.concat(error)
		.find((message) => typeof message === 'string' && message !== '');
	const reported = typeof text === 'string' ? ` Reported: ${safeText(text)}` : '';
	return (
		(status && faultOfReply(status)) ??
		open('The request to the service was not completed', AGAIN + reported)
	);
}

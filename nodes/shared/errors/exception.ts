import { FEWER } from '../spec';
import { asRecord } from './body';
import { ADDRESS, AGAIN, LOOK, makeFault, REJECTED, UNKNOWN } from './fault';
import type { Meaning, ServiceFault } from './fault';
import { safeText } from '../text/mask';
import { CUT_OFF, faultOfReply } from './reply';

const ONLINE = `${ADDRESS} Make sure that n8n can reach the service.`;
const NO_HOST = 'The host name of the service is not known';

export const TOO_LARGE: Meaning = [
	'tooLarge',
	'The answer of the service is too large',
	'Ask for less at a time, or download the report as a file.',
	false,
	UNKNOWN,
];

/** By the codes and words of Node.js, axios, undici and n8n: what they mean. The first match counts. */
const FAULTS: ReadonlyArray<readonly [RegExp, Meaning]> = [
	[/maxContentLength|response.*too large/i, TOO_LARGE],
	[
		/max_?body_?length|larger than max/i,
		['tooLarge', 'The request is too large to be sent', FEWER, false, REJECTED],
	],
	[
		/too.many.redirects|max.*redirects/i,
		['redirect', 'The service sends the request from address to address', ADDRESS, false, UNKNOWN],
	],
	[
		/domain not allowed|restricted from accessing/i,
		[
			'connection',
			'The credential does not allow this domain',
			'Add it to Allowed HTTP Request Domains in the credential.',
			false,
			REJECTED,
		],
	],
	[
		/connect ETIMEDOUT|CONNECT(?:ION)?_TIMEOUT/,
		['timeout', 'The service could not be reached in time', ONLINE, true, REJECTED],
	],
	[
		/timed? ?out/i,
		[
			'timeout',
			'The service did not answer in time',
			'Try again later, or raise Timeout under Options.',
			true,
			UNKNOWN,
		],
	],
	[
		// A damaged record may come after the request was sent.
		/^(?!.*bad.record.mac).*(?:CERT_|certif|self[-_ ]signed|CRL_|UNABLE_TO_|EPROTO|HOSTNAME_MISMATCH|(?:\b|_)(?:ssl|tls)(?:\b|_))/i,
		[
			'tls',
			'The certificate or the encryption of the service could not be verified',
			`${ADDRESS} Make n8n trust a private authority with NODE_EXTRA_CA_CERTS.`,
			false,
			REJECTED,
		],
	],
	[
		/ECONNREFUSED|refused the connection/i,
		[
			'refused',
			'The service refused the connection',
			`It may be down, or the port is wrong. ${ONLINE}`,
			true,
			REJECTED,
		],
	],
	[/ENOTFOUND|incorrect host/i, ['connection', NO_HOST, ONLINE, false, REJECTED]],
	// The name server did not answer: it may later.
	[/EAI_AGAIN/, ['connection', NO_HOST, ONLINE, true, REJECTED]],
	// While reading or writing the connection stood, and the service may have acted.
	[
		/^(?!read|write).*(?:UNREACH|EHOSTDOWN|EADDRNOTAVAIL|EMFILE)/,
		['connection', 'The service cannot be reached', ONLINE, true, REJECTED],
	],
	[
		/^(?:re\w+ )?aborted$|has been aborted|incomplete|unexpected end of|invalid (?:distance|block|stored)|incorrect header/i,
		CUT_OFF,
	],
	[
		/cancel|ABORT_ERR|operation was aborted/i,
		['cancelled', 'The execution was stopped before the service answered', LOOK, false, UNKNOWN],
	],
	[
		/ECONNRESET|UNREACH|EHOSTDOWN|EPIPE|UND_ERR_SOCKET|ERR_NETWORK|hang up|premature.close|connection (?:was )?(?:closed|aborted|reset)|socket disconnected/i,
		['connection', 'The connection to the service was lost', AGAIN, true, UNKNOWN],
	],
	[
		/invalid.(?:url|protocol)|UNESCAPED_CHAR/i,
		['connection', 'The address of the service is not a valid URL', ADDRESS, false, REJECTED],
	],
];

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

/** The fault of an HTTP status that an exception, or the reply inside it, holds. */
function byStatus(holder: Record<string, unknown> | undefined): ServiceFault | undefined {
	const statusCode = Number(holder?.statusCode ?? holder?.status ?? holder?.httpCode);
	if (holder === undefined || !(statusCode >= 300 && statusCode < 600)) return undefined;
	return faultOfReply({
		statusCode,
		headers: asRecord(holder.headers) ?? {},
		body: holder.data ?? holder.body,
	});
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
		makeFault([
			'connection',
			'The request to the service was not completed',
			AGAIN + reported,
			false,
			UNKNOWN,
		])
	);
}

import { ERROR_CODES } from '../spec';

/** A reply of the service, whatever its status. */
export interface Reply {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** What is wrong between the credential and the service. */
export interface Finding {
	cause: 'key' | 'token' | 'address' | 'down' | 'tls' | 'busy';
	message: string;
	/** How to mend it. */
	description: string;
	/** HTTP status of the reply, if there was one. */
	status?: number;
}

const KEY_CURE = 'Copy the API key again from the account (Integrations and API) into the credential.';
const ADDRESS_CURE = 'Check the base URLs of the credential: enter the address that the service gave, without a path.';
const WAIT_CURE = 'Try again later. If it stays, check the base URLs of the credential.';

/** The error body of either interface, when the text or object is JSON. */
export function jsonOf(body: unknown): Record<string, unknown> | undefined {
	let value = body;
	if (typeof value === 'string') {
		try {
			value = JSON.parse(value);
		} catch {
			return undefined;
		}
	}
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

function codeOf(error: unknown, depth = 0): string {
	if (typeof error !== 'object' || error === null || depth > 4) return '';
	const { code, cause, errors, name } = error as { code?: unknown; cause?: unknown; errors?: unknown[]; name?: unknown };
	if (typeof code === 'string') return code;
	return codeOf(cause, depth + 1) || codeOf(errors?.[0], depth + 1) || (name === 'NodeSslError' ? 'CERT' : '');
}

/**
 * Explains why no reply came: name, refusal, time, TLS.
 * @param error what the request helper threw; its text is not shown unless n8n itself refused the request
 * @param address the base address that was called
 */
export function diagnoseException(error: unknown, address: string): Finding {
	const code = codeOf(error);
	const host = address.replace(/^https?:\/\//, '');
	if (/^(?:ENOTFOUND|EAI_)/.test(code)) {
		return { cause: 'address', message: `No server was found under the name ${host}`, description: ADDRESS_CURE };
	}
	if (code === 'ECONNREFUSED') {
		return { cause: 'down', message: `${host} refuses connections: the service is down, or the port is wrong`, description: WAIT_CURE };
	}
	if (/CERT|SSL|TLS|EPROTO|SIGNATURE|^HPE_/.test(code)) {
		return {
			cause: 'tls',
			message: `No secure connection to ${host} could be made (${code})`,
			description: 'Check that the address begins with https:// where the service wants it, and that its certificate is valid for this name and known to n8n.',
		};
	}
	if (/TIMEDOUT|TIMEOUT|ABORTED/.test(code)) {
		return { cause: 'down', message: `${host} did not answer in time`, description: WAIT_CURE };
	}
	if (!code && error instanceof Error && /domain/i.test(error.message)) {
		return { cause: 'address', message: error.message, description: 'Add the host to Allowed Domains in the credential.' };
	}
	return { cause: 'down', message: `The connection to ${host} broke`, description: `${WAIT_CURE}${code && ` (${code})`}` };
}

/**
 * Explains a reply that does not show the service with a working key or token.
 * @param used what the request proved itself with
 * @returns undefined when the service accepted it
 */
export function diagnoseReply(reply: Reply, address: string, used: 'key' | 'token'): Finding | undefined {
	const { statusCode: status } = reply;
	const body = jsonOf(reply.body);
	const found = (cause: Finding['cause'], message: string, description: string): Finding => ({ cause, message, description, status });
	if (status >= 500) return found('down', `The service at ${address} answered HTTP ${status}: it is down or in trouble`, WAIT_CURE);
	if (status === 429) return found('busy', 'The service asks to slow down (HTTP 429)', 'Wait a minute, then try again.');
	if (status >= 300 && status < 400) {
		let to = 'another address';
		try {
			to = new URL(String(reply.headers.location), address).origin;
		} catch {
			// A redirect without a readable target: the general words stay.
		}
		return found('address', `${address} redirects to ${to}; the key is not sent there`, `If ${to} is the service, enter it in the credential.`);
	}
	if (!body) return found('address', `${address} answered HTTP ${status} with a page, not with data of the service`, ADDRESS_CURE);
	const code = Number(body.error ?? 0);
	const known = ERROR_CODES[code];
	if (status === 401 || status === 403 || code === 1 || code === 2) {
		return used === 'key'
			? found('key', `The service refused the API key (${code ? `code ${code}: ${known?.meaning}` : `HTTP ${status}`})`, code === 2 ? known?.cure ?? KEY_CURE : KEY_CURE)
			: found('token', `The service refused the token it had issued (HTTP ${status})`, 'Choose the other Header Format in the credential, or API Key Only.');
	}
	if (status === 404 || status === 405) return found('address', `${address} does not know the interface of the service (HTTP ${status})`, ADDRESS_CURE);
	return undefined;
}

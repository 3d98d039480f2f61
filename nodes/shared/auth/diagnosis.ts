import { faultOfException, type ServiceReply } from '../errors';
import { ERROR_CODES } from '../spec';

/** What is wrong between the credential and the service. */
export interface Finding {
	cause: 'key' | 'token' | 'address' | 'down' | 'tls' | 'busy';
	message: string;
	/** How to mend it. */
	description: string;
}

const KEY_CURE = 'Copy the API key again from the account (Integrations and API) into the credential.';
const ADDRESS_CURE = 'Check the base URLs of the credential: enter the address that the service gave, without a path.';
const WAIT_CURE = 'Try again later. If it stays, check the base URLs of the credential.';

/** The API key was refused; `how` is the status or the code of the reply. */
export const refusedKey = (how: string, description = KEY_CURE): Finding => ({ cause: 'key', message: `The service refused the API key (${how})`, description });

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

/**
 * Explains why no reply came: name, refusal, time, TLS, or n8n's own list of allowed domains.
 * @param error what the request helper threw
 * @param address the base address that was called
 */
export function diagnoseException(error: unknown, address: string): Finding {
	const { kind, message, description, retryable } = faultOfException(error);
	const cause = kind === 'tls' ? 'tls' : retryable || kind === 'timeout' ? 'down' : 'address';
	return { cause, message: `${message} (${address})`, description };
}

/**
 * Explains a reply that does not show the service with a working key or token.
 * @param used what the request proved itself with
 * @returns undefined when the service accepted it
 */
export function diagnoseReply(reply: ServiceReply, address: string, used: 'key' | 'token'): Finding | undefined {
	const { statusCode: status } = reply;
	const body = jsonOf(reply.body);
	const found = (cause: Finding['cause'], message: string, description: string): Finding => ({ cause, message, description });
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
			? refusedKey(code ? `code ${code}: ${known?.[0]}` : `HTTP ${status}`, code === 2 ? known?.[1] : undefined)
			: status === 403
				? found('key', 'The account may not use this interface (HTTP 403)', 'Ask the service whether the account is blocked or lacks it.')
				: found('token', `The service refused the token it had issued (HTTP ${status})`, 'Choose the other Header Format in the credential, or API Key Only.');
	}
	if (status === 404 || status === 405) return found('address', `${address} does not know the interface of the service (HTTP ${status})`, ADDRESS_CURE);
	return undefined;
}

import {
	ADDRESS,
	faultOfException,
	faultOfReply,
	type ServiceFault,
	type ServiceReply,
} from '../errors';
import { ERROR_CODES, NEW_KEY } from '../spec';
import { parseJson } from '../json';
import type { Refusal } from '../checked';

/** What is wrong between the credential and the service, how to mend it, and whether it may pass by itself. */
export type Finding = Pick<ServiceFault, 'message' | 'description' | 'retryable'>;

export const finding = (message: string, description: string, retryable = false): Finding => ({
	message,
	description,
	retryable,
});

/** An address of the credential that cannot be used. */
export const unusable = ({ message, description = '' }: Refusal): Finding =>
	finding(message, description);

/** The API key was refused; `how` is the status or the code of the reply. */
export const refusedKey = (how: string, cure = NEW_KEY): Finding =>
	finding(`The service refused the API key (${how})`, cure);

/** Something answers that is not the service. */
export const stranger = (address: string, { statusCode }: ServiceReply): Finding =>
	finding(`${address} answers, but not as the messaging service (HTTP ${statusCode})`, ADDRESS);

const at = (address: string, { message, description, retryable }: ServiceFault): Finding =>
	finding(`${message} (${address})`, description, retryable);

/** The error body of either interface, when the text or object is JSON. */
export function jsonOf(body: unknown): Record<string, unknown> | undefined {
	let value = body;
	if (typeof value === 'string') {
		try {
			value = parseJson(value);
		} catch {
			return undefined;
		}
	}
	return typeof value === 'object' && value !== null
		? (value as Record<string, unknown>)
		: undefined;
}

/**
 * Explains why no reply came: name, refusal, time, TLS, or n8n's own list of allowed domains.
 * @param error what the request helper threw
 * @param address the base address that was called
 */
export function diagnoseException(error: unknown, address: string): Finding {
	return at(address, faultOfException(error));
}

/**
 * Explains a reply that does not show the service with a working key or token.
 * @param used what the request proved itself with
 * @returns undefined when the service accepted it
 */
export function diagnoseReply(
	reply: ServiceReply,
	address: string,
	used: 'key' | 'token',
): Finding | undefined {
	const { statusCode: status } = reply;
	const fault = faultOfReply(reply);
	if (
		fault &&
		(status >= 500 ||
			status === 408 ||
			status === 429 ||
			reply.body === '' ||
			(status >= 300 && status < 400))
	)
		return at(address, fault);
	const body = jsonOf(reply.body);
	if (!body || status === 404 || status === 405) return stranger(address, reply);
	const code = Number(body.error ?? 0);
	if (status !== 401 && status !== 403 && code !== 1 && code !== 2) return undefined;
	if (used === 'key')
		return code
			? refusedKey(`code ${code}: ${ERROR_CODES[code]?.meaning}`, ERROR_CODES[code]?.cure)
			: refusedKey(`HTTP ${status}`);
	if (fault && status === 403) return at(address, fault);
	return finding(
		`The service refused the token it had issued (HTTP ${status})`,
		'Choose the other Header Format in the credential, or API Key Only.',
	);
}

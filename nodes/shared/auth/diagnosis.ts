import {
	ADDRESS,
	faultOfException,
	faultOfReply,
	LOST,
	readBody,
	type ServiceFault,
	type ServiceReply,
} from '../errors';
import { CODES_OF_KEY, ERROR_CODES, NEW_KEY } from '../spec';
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

/** What a key may be made of. */
const KEY_CHARACTERS = /^[\x21-\x7e]+$/;

/** A key that cannot be one is not sent anywhere. Returns undefined for any other. */
export const impossibleKey = (key: string): Finding | undefined =>
	KEY_CHARACTERS.test(key)
		? undefined
		: finding(
				'The API key is empty or holds characters that a key cannot have',
				'Copy it again from the account.',
			);

/** What a person does about an address whose port wants https. */
const wantsHttps = (address: string): string =>
	`If the port accepts only https, enter ${address.replace(/^http:/, 'https:')}.`;

/** Something answers that is not the service: at a path that was typed, at a port for https, or altogether. */
export function stranger(address: string, { statusCode }: ServiceReply): Finding {
	const { origin, pathname } = new URL(address);
	const withoutPath =
		pathname === '/' ? '' : `The address has the path ${pathname}: try it without, as ${origin}. `;
	// So web servers answer to http at a port for https.
	const isForHttps = statusCode === 400 && address.startsWith('http:');
	const withHttps = isForHttps ? `${wantsHttps(address)} ` : '';
	return finding(
		`${address} answers, but not as the messaging service (HTTP ${statusCode})`,
		withoutPath + withHttps + ADDRESS,
	);
}

const at = (address: string, { message, description, retryable }: ServiceFault): Finding =>
	finding(`${message} (${address})`, description, retryable);

/**
 * Explains why no reply came: name, refusal, time, TLS, or n8n's own list of allowed domains.
 * @param error what the request helper threw
 * @param address the base address that was called
 */
export function diagnoseException(error: unknown, address: string): Finding {
	const found = at(address, faultOfException(error));
	// A port for https hangs up on plain http without a word.
	const lost = address.startsWith('http:') && found.message.startsWith(LOST);
	return lost ? { ...found, description: `${found.description} ${wantsHttps(address)}` } : found;
}

/** Statuses by which the service, or what stands before it, says that it cannot answer now, or not at this address. */
const saysEnough = (status: number): boolean =>
	status >= 500 || status === 408 || status === 429 || (status >= 300 && status < 400);

/**
 * Explains a reply that does not show the service with a working key or token: its status decides, and under /rest the codes of the key.
 * @param used what the request proved itself with
 * @returns undefined when the service accepted it
 */
export function diagnoseReply(
	reply: ServiceReply,
	address: string,
	used: 'key' | 'token',
	way: 'api' | 'rest',
): Finding | undefined {
	const { statusCode: status, body } = reply;
	const { form } = readBody(body);
	const fault = faultOfReply(reply, way);
	if (fault && saysEnough(status)) return at(address, fault);
	// A service that fails for a moment answers so, and something else at a wrong address may, too.
	if (fault && status < 300 && form === 'empty')
		return at(address, { ...fault, description: `${fault.description} ${ADDRESS}` });
	const isRefusal = status === 401 || status === 403;
	const isData = form === 'json' || (isRefusal && form === 'empty');
	if (!isData || status === 404 || status === 405) return stranger(address, reply);
	const code = CODES_OF_KEY.find((one) => one === fault?.code);
	if (!isRefusal && code === undefined) return undefined;
	if (used === 'key')
		return code === undefined
			? refusedKey(`HTTP ${status}`)
			: refusedKey(`code ${code}: ${ERROR_CODES[code]?.meaning}`, ERROR_CODES[code]?.cure);
	if (fault && status === 403) return at(address, fault);
	return finding(
		`The service refused the token it had issued (HTTP ${status})`,
		'Choose the other Header Format in the credential, or API Key Only.',
	);
}

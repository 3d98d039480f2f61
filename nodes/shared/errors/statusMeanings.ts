import { FEWER, FIELDS, LATER, SLOWER, TOP_UP } from '../spec';
import { ADDRESS, AGAIN, type Meaning } from './fault';

// What an HTTP status means, of which the specification shows none (RFC 9110, wire notes), and what to do about it.

/** A request that the service surely did not carry out. */
export const rejected = (message: string, cure: string): Meaning => ({
	kind: 'http',
	message,
	description: cure,
	retryable: false,
	outcome: 'rejected',
});
const NOT_OFFERED = rejected('The service does not offer this operation', ADDRESS);
/** By status. Others from 500 on mean a service that is down. */
export const HTTP: Readonly<Record<number, Meaning>> = {
	400: rejected('The service did not take the request', FIELDS),
	401: {
		kind: 'auth',
		message: 'The service did not accept the API key or the token',
		description: 'Open the credential: it tells what is wrong.',
		retryable: false,
		outcome: 'rejected',
	},
	402: rejected('The service asks for payment', TOP_UP),
	403: rejected(
		'The account may not do this',
		'It may be in DEMO or TEST mode, or lack the right: ask the service.',
	),
	404: rejected(
		'The service does not know this record or address',
		`Check the ID. ${ADDRESS} The service may lack this operation.`,
	),
	405: NOT_OFFERED,
	408: {
		kind: 'http',
		message: 'The service waited too long for the request',
		description: AGAIN,
		retryable: true,
		outcome: 'unknown',
	},
	409: {
		kind: 'http',
		message: 'The request conflicts with the present state',
		description: LATER,
		retryable: false,
		outcome: 'unknown',
	},
	413: rejected('The request is too large for the service', FEWER),
	422: rejected('The service did not accept a field', 'Correct the fields that it names.'),
	429: {
		kind: 'http',
		message: 'The service receives too many requests',
		description: SLOWER,
		retryable: true,
		outcome: 'rejected',
	},
	501: NOT_OFFERED,
};
/**
 * Statuses below 500 by which a service, or what stands before it, says that it did not take the request (RFC 9110 and its registry).
 * Any other, such as 406, 423 (the same request is in work), 424 or the 499 of some proxies, may come after the service acted.
 */
export const NOT_TAKEN: ReadonlySet<number> = new Set([
	400, 401, 402, 403, 404, 405, 407, 410, 411, 412, 413, 414, 415, 416, 417, 421, 422, 425, 426,
	428, 429, 431, 451,
]);
/** A repeated POST is refused while the first one may have been carried out (wire notes, "Duplicate POST"). */
export const DUPLICATE: Meaning = {
	kind: 'http',
	message: 'The service received the same request twice',
	description: LATER,
	retryable: true,
	outcome: 'unknown',
};

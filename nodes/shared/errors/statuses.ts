import { FEWER, FIELDS, LATER, SLOWER, TOP_UP } from '../spec';
import { ADDRESS, AGAIN, rejected, type ServiceFault } from './fault';
import { withWords } from './words';

// What an HTTP status means (RFC 9110, RFC 6585, wire notes; the specification shows none), and what to do about it.

const REFUSED = 'The service refused the request';
const NOT_OFFERED = rejected('The service does not offer this operation', ADDRESS);

/** The statuses of which more is known than their class tells. */
const STATUSES: Readonly<Record<number, ServiceFault>> = {
	400: rejected(REFUSED, FIELDS),
	401: rejected(
		'The service did not accept the API key or the token',
		'Open the credential: it says what is wrong.',
	),
	402: rejected(REFUSED, TOP_UP),
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
		message: 'The service waited too long for the request',
		description: AGAIN,
		retryable: true,
		outcome: 'unknown',
	},
	409: rejected('The request conflicts with the present state', LATER),
	413: rejected('The request is too large for the service', FEWER),
	422: rejected(REFUSED, 'Correct the fields that it names.'),
	429: { ...rejected('The service receives too many requests', SLOWER), retryable: true },
	501: NOT_OFFERED,
};

/** Any other status from 500 on: the service, or a gateway before it, failed while it handled the request. */
const UNAVAILABLE: ServiceFault = {
	message: 'The service is not available at the moment',
	description: LATER,
	retryable: true,
	outcome: 'unknown',
};

const OTHER = rejected(REFUSED, `${FIELDS} ${ADDRESS}`);

/** The fault of a status from 400 on, with what the service said. */
export function faultOfStatus(httpStatus: number, words: readonly string[] = []): ServiceFault {
	const meaning = STATUSES[httpStatus] ?? (httpStatus >= 500 ? UNAVAILABLE : OTHER);
	return withWords({ ...meaning, httpStatus }, words, ` (HTTP ${httpStatus})`);
}

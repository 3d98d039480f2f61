import { FAULT_KINDS } from '../../sandbox/faults.mts';
import type { FaultRule } from '../../sandbox/faults.mts';

/** What an error says happened, and how to mend it. */
export interface Words {
	message: RegExp;
	cure: RegExp;
	/** Words of the service, which stand in the message or the description. */
	said?: string;
}

/** One way in which a request goes wrong. */
export interface Fault {
	id: string;
	/** As the table names it. */
	title: string;
	/** What the sandbox does; its path is that of the operation. */
	rule?: Omit<FaultRule, 'path' | 'method' | 'times'>;
	/** Needs another set-up than a rule: nobody listens, the certificate cannot be verified, or the token that was in use has ended. */
	setting?: 'closed' | 'tls' | 'token';
	/** A retry or a question overcomes it when one request meets it: every read must. */
	passes?: boolean;
	/** Overcome by whatever proves itself with a token, by another token. */
	renews?: boolean;
	/** The service surely did not act: what may not be repeated otherwise is repeated then. */
	certain?: boolean;
	/** The reply is good: nothing may change. */
	harmless?: boolean;
	/** Whether one request takes all the time until it is given up. */
	takesTimeout?: boolean;
	/** What an error under it says, and what it says at the login where that differs. */
	says?: Words;
	saysAtLogin?: Words;
}

/** Longer than the timeout of the operations, and of the login. */
export const SLOW_MS = { operation: 5000, login: 31_000 };

const ADDRESS = /Check the API Base URL/;
export const LOST: Words = {
	message: /the connection to the service was lost/i,
	cure: /Try again; if it keeps happening, check the network/,
};
const CUT: Words = { ...LOST, message: /the answer of the service was cut off/i };
const LATE: Words = {
	message: /the service did not answer in time/i,
	cure: /raise Timeout under Request Options/,
};
/** What the service says. */
const messageOf = (code: number): string =>
	code === 429 ? 'Too many requests' : `Injected status ${code}`;
const PAGE: Words = { message: /answered with a web page or text instead of data/, cure: ADDRESS };
const NOTHING: Words = { message: /the service answered with nothing/i, cure: /Try again later/ };
const LARGE: Words = {
	message: /the answer of the service is too large/i,
	cure: /Ask for less at a time/,
};
const down = (status: number): Words => ({
	message: new RegExp(`the service is not available at the moment.* \\(HTTP ${status}\\)`, 'i'),
	cure: /Try again later/,
	said: messageOf(status),
});
const refused = (status: number): Words => ({
	message: new RegExp(`The service refused the API key \\(HTTP ${status}\\)`),
	cure: /Copy the API key again/,
});
const otherService = (status: number): Words => ({
	message: new RegExp(`answers, but not as the messaging service \\(HTTP ${status}\\)`),
	cure: ADDRESS,
});

const STATUSES: Readonly<Record<number, Words>> = {
	401: {
		message: /did not accept the API key or the token/,
		cure: /the credential: it says what is wrong/,
	},
	403: {
		message: /the account may not do this/i,
		cure: /DEMO or TEST mode, or lack the right/,
		said: messageOf(403),
	},
	404: {
		message: /does not know this record or address/,
		cure: /Check the ID/,
		said: messageOf(404),
	},
	408: {
		message: /the service waited too long for the request/i,
		cure: /Try again/,
		said: messageOf(408),
	},
	409: {
		message: /the request conflicts with the present state/i,
		cure: /Try again later/,
		said: messageOf(409),
	},
	429: {
		message: /the service receives too many requests/i,
		cure: /Try again later, or send a campaign/,
		said: messageOf(429),
	},
};
const AT_LOGIN: Readonly<Record<number, Words>> = {
	401: refused(401),
	403: refused(403),
	404: otherService(404),
	409: refused(409),
};

function faults(): Fault[] {
	const status = (code: number, title: string, more: Partial<Fault['rule']> = {}): Fault => ({
		id: `${code}${more?.handled ? 'after' : more?.retryAfter ? 'retryAfter' : ''}`,
		title: `${code} ${title}`,
		// Beside a status stands `{code, message}` (wire notes, "Legacy HTTP status").
		rule: { kind: 'status', status: code, body: { code, message: messageOf(code) }, ...more },
		says: STATUSES[code] ?? down(code),
		saysAtLogin: AT_LOGIN[code],
	});
	const passing = (fault: Fault): Fault => ({ ...fault, passes: true });
	const certain = (fault: Fault): Fault => ({ ...fault, passes: true, certain: true });
	return [
		{
			id: 'closed',
			title: 'Nobody listens',
			setting: 'closed',
			certain: true,
			says: {
				message: /the service refused the connection/i,
				cure: /It may be down, or the port is wrong/,
			},
		},
		passing({
			id: 'refuse',
			title: 'Connection reset',
			rule: { kind: 'refuse' },
			says: LOST,
		}),
		passing({
			id: 'dropBefore',
			title: 'Connection lost before the request is handled',
			rule: { kind: 'dropBefore' },
			says: LOST,
		}),
		passing({
			id: 'dropAfter',
			title: 'Connection lost after the request is handled',
			rule: { kind: 'dropAfter' },
			says: LOST,
		}),
		passing({
			id: 'slowBefore',
			title: 'Not handled, reply slower than the timeout',
			rule: { kind: 'slowBefore', delayMs: SLOW_MS.operation },
			takesTimeout: true,
			says: LATE,
		}),
		passing({
			id: 'slow',
			title: 'Handled, reply slower than the timeout',
			rule: { kind: 'slow', delayMs: SLOW_MS.operation },
			takesTimeout: true,
			says: LATE,
		}),
		passing({
			id: 'cutOff',
			title: 'Reply cut off',
			rule: { kind: 'cutOff' },
			says: CUT,
		}),
		{
			id: 'html',
			title: 'HTML instead of the service',
			rule: { kind: 'html' },
			says: PAGE,
			saysAtLogin: otherService(200),
		},
		{
			id: 'htmlAfter',
			title: 'HTML, request handled',
			rule: { kind: 'html', handled: true },
			says: PAGE,
			saysAtLogin: otherService(200),
		},
		passing({
			id: 'empty',
			title: 'Empty reply',
			rule: { kind: 'empty' },
			says: NOTHING,
		}),
		passing({
			id: 'emptyAfter',
			title: 'Empty reply, request handled',
			rule: { kind: 'empty', handled: true },
			says: NOTHING,
		}),
		{
			id: 'tokenEnds',
			title: 'The token in use has ended (401)',
			setting: 'token',
			renews: true,
			certain: true,
		},
		{ ...status(401, 'Unauthorized'), renews: true, certain: true },
		status(403, 'Forbidden'),
		status(404, 'Not Found'),
		passing(status(408, 'Request Timeout')),
		status(409, 'Conflict'),
		certain(status(429, 'Too Many Requests')),
		certain(status(429, 'Too Many Requests with Retry-After', { retryAfter: 1 })),
		passing(status(500, 'Internal Server Error')),
		passing(status(500, 'Internal Server Error, request handled', { handled: true })),
		passing(status(502, 'Bad Gateway')),
		passing(status(502, 'Bad Gateway, request handled', { handled: true })),
		passing(status(503, 'Service Unavailable')),
		passing(status(503, 'Service Unavailable, request handled', { handled: true })),
		passing(status(504, 'Gateway Timeout, request handled', { handled: true })),
		{
			id: 'redirect',
			title: 'Redirect to another origin',
			// Where it leads to, the harness knows.
			rule: { kind: 'redirect' },
			says: {
				message: /sends the request to another address \(http:\/\/localhost:\d+\)/,
				cure: /The API key is not sent there/,
			},
		},
		{
			id: 'tls',
			title: 'Certificate that does not verify',
			setting: 'tls',
			says: {
				message: /The certificate or the encryption of the service could not be verified/,
				cure: /NODE_EXTRA_CA_CERTS/,
			},
		},
		{
			id: 'huge',
			title: 'Reply of 200 MB',
			rule: { kind: 'huge' },
			says: LARGE,
			saysAtLogin: otherService(200),
		},
		{
			id: 'hugeAfter',
			title: 'Reply of 200 MB, request handled',
			rule: { kind: 'huge', handled: true },
			says: LARGE,
			saysAtLogin: otherService(200),
		},
		{
			id: 'unknownFields',
			title: 'Fields that nobody knows',
			rule: { kind: 'unknownFields' },
			harmless: true,
		},
		{
			id: 'unknownStatus',
			title: 'A status that nobody knows',
			rule: { kind: 'unknownStatus' },
			harmless: true,
		},
	];
}

/** Every fault of the table. */
export const FAULTS: Fault[] = faults();

/** Faults after which every operation goes the same way, and says other words: those of the status, or of the reply. */
const ALIKE: ReadonlyArray<readonly string[]> = [
	['refuse', 'dropBefore'],
	['dropAfter', 'cutOff'],
	['html', 'empty'],
	['htmlAfter', 'emptyAfter'],
	['403', '409'],
	['408', '500', '502', '503'],
	['500after', '502after', '503after', '504after'],
	['huge', 'hugeAfter'],
];

/** Reads share what they do after a fault, so each read meets one of so many. */
const ONE_OF_READ = 4;
/** A reply of 200 MB takes as long as five other faults: it is drawn for one of so many rows. */
const ONE_OF_HUGE = 4;

/**
 * Whether a fault is drawn: of those that are alike one is, another one at each turn; of a row that only reads, one of so many.
 * @param turn which row of the matrix it is
 */
export function isDrawn({ id, rule }: Fault, turn: number, reads: boolean): boolean {
	const group = ALIKE.find((ids) => ids.includes(id)) ?? [id];
	const place = FAULTS.findIndex((fault) => group.includes(fault.id));
	if (group[turn % group.length] !== id) return false;
	if (rule?.kind === 'huge') return turn % (group.length * ONE_OF_HUGE) < group.length;
	// Those that are alike take turns among reads, too.
	const round = Math.floor(turn / group.length);
	return !reads || (place + round) % ONE_OF_READ === 0;
}

/** Nothing goes wrong: what the others are compared with. */
export const UNDISTURBED: Fault = { id: 'none', title: 'Undisturbed', harmless: true };

/** The faults of the sandbox that no row of the table has. */
export const missingKinds = (): string[] =>
	FAULT_KINDS.filter((kind) => !FAULTS.some(({ rule }) => rule?.kind === kind));

import type { FaultRule } from '../../sandbox/faults.mts';

/** One way in which a request goes wrong. */
export interface Fault {
	id: string;
	/** As the table names it. */
	title: string;
	/** What the sandbox does; its path is that of the operation. */
	rule?: Omit<FaultRule, 'path' | 'method' | 'times'>;
	/** Needs another set-up than a rule: nobody listens, or the certificate cannot be verified. */
	setting?: 'closed' | 'tls';
	/** A retry or a question overcomes it when it strikes once: every read must, and every send. */
	passes?: boolean;
	/** The reply is good: nothing may change. */
	harmless?: boolean;
}

/** Longer than the timeout of the operations. */
const SLOW_MS = 5000;

/** Every fault of the table. `redirectTo` is an address of another origin. */
export function faultsOf(redirectTo: string): Fault[] {
	const status = (code: number, title: string, more: Partial<Fault['rule']> = {}): Fault => ({ id: `${code}${more?.handled ? 'after' : more?.retryAfter ? 'retryAfter' : ''}`, title: `${code} ${title}`, rule: { kind: 'status', status: code, ...more } });
	const passing = (fault: Fault): Fault => ({ ...fault, passes: true });
	return [
		{ id: 'closed', title: 'Nobody listens', setting: 'closed' },
		passing({ id: 'refuse', title: 'Connection reset', rule: { kind: 'refuse' } }),
		passing({ id: 'dropBefore', title: 'Connection lost before the request is handled', rule: { kind: 'dropBefore' } }),
		passing({ id: 'dropAfter', title: 'Connection lost after the request is handled', rule: { kind: 'dropAfter' } }),
		passing({ id: 'slow', title: 'Handled, reply slower than the timeout', rule: { kind: 'slow', delayMs: SLOW_MS } }),
		passing({ id: 'cutOff', title: 'Reply cut off', rule: { kind: 'cutOff' } }),
		{ id: 'html', title: 'HTML instead of the service', rule: { kind: 'html' } },
		{ id: 'htmlAfter', title: 'HTML, request handled', rule: { kind: 'html', handled: true } },
		passing({ id: 'empty', title: 'Empty reply', rule: { kind: 'empty' } }),
		passing({ id: 'emptyAfter', title: 'Empty reply, request handled', rule: { kind: 'empty', handled: true } }),
		status(401, 'Unauthorized'),
		status(403, 'Forbidden'),
		status(404, 'Not Found'),
		passing(status(408, 'Request Timeout')),
		status(409, 'Conflict'),
		passing(status(429, 'Too Many Requests')),
		passing(status(429, 'with Retry-After', { retryAfter: 1 })),
		passing(status(500, 'Internal Server Error')),
		passing(status(500, 'request handled', { handled: true })),
		passing(status(502, 'Bad Gateway')),
		passing(status(503, 'Service Unavailable')),
		passing(status(504, 'Gateway Timeout, request handled', { handled: true })),
		{ id: 'redirect', title: 'Redirect to another origin', rule: { kind: 'redirect', location: redirectTo } },
		{ id: 'tls', title: 'Certificate that does not verify', setting: 'tls' },
		{ id: 'huge', title: 'Reply of 200 MB', rule: { kind: 'huge' } },
		{ id: 'hugeAfter', title: 'Reply of 200 MB, request handled', rule: { kind: 'huge', handled: true } },
		{ id: 'unknownFields', title: 'Fields that nobody knows', rule: { kind: 'unknownFields' }, harmless: true },
		{ id: 'unknownStatus', title: 'A status that nobody knows', rule: { kind: 'unknownStatus' }, harmless: true },
	];
}

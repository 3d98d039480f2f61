import type { Answer } from './http/answers.mts';
import type { RequestEntry } from './types.mts';

/**
 * What became of a request. `open`: it is being handled, or waits to be handled late. `handled` and `refused`: the service
 * did what was asked, or said no, whether or not its answer arrived. `handled late` and `refused late`: likewise, after
 * the client had left or the gateway had answered. `dropped`: the service never saw it.
 */
export type Fate = 'open' | 'handled' | 'refused' | 'handled late' | 'refused late' | 'dropped';

/** A request that was received, and its fate. */
export interface LedgerRequest {
	/** Its number in the log of requests. */
	id: number;
	/** When it came, in milliseconds since the epoch on the sandbox's clock. */
	atMs: number;
	/** When the service acted on it; null when it never did. */
	actedMs: number | null;
	method: string;
	path: string;
	fate: Fate;
	/** HTTP status that the client was given; 0 when it was given none. */
	answered: number;
	/** Legacy code with which the service refused; null without one. */
	error: string | null;
	fault: string | null;
}

/** Something that a request changed, apart from the messages and the campaigns that it made. */
export interface Change {
	kind:
		| 'stop'
		| 'renew'
		| 'register'
		| 'contact'
		| 'addContact'
		| 'deleteContact'
		| 'addField'
		| 'changeField'
		| 'deleteField'
		| 'addList'
		| 'changeList'
		| 'deleteList'
		| 'attach'
		| 'detach'
		| 'report'
		| 'deleteReport'
		| 'addStop'
		| 'removeStop'
		| 'sendCode'
		| 'resendCode'
		| 'checkCode'
		| 'cancelCode'
		| 'addTemplate'
		| 'deleteTemplate'
		| 'addLink'
		| 'changeLink'
		| 'deleteLink'
		| 'removeLink';
	/** Id of the campaign, application, contact, field, list, verification, template or link; the key of the report; of a contact in a list "contact list". */
	id: string;
	atMs: number;
	requestId: number | null;
}

/** A recipient of a request that was taken, for whom the service keeps no message (it is on the stop list). */
export interface LeftOut {
	msisdn: string;
	reference: string | null;
	campaignId: number | null;
	atMs: number;
	requestId: number | null;
}

/** How many requests the ledger holds; of older ones only the number is known. */
const MAX_REQUESTS = 100_000;

/** What the service really did, for the judge of a test. Messages and campaigns name the request that made them themselves. */
export class Ledger {
	readonly requests = new Map<number, LedgerRequest>();
	readonly changes: Change[] = [];
	readonly leftOut: LeftOut[] = [];
	/** The request that is being handled: routes answer without a pause, so there is one at most. */
	current: number | null = null;
	/** How many requests are no longer held. */
	forgotten = 0;

	/** @param now the sandbox's time in milliseconds since the epoch */
	constructor(private readonly now: () => number) {}

	/** Notes that a request came. */
	open({ id, method, path }: RequestEntry): void {
		this.requests.set(id, {
			id,
			atMs: this.now(),
			actedMs: null,
			method,
			path,
			fate: 'open',
			answered: 0,
			error: null,
			fault: null,
		});
		if (this.requests.size <= MAX_REQUESTS) return;
		const [oldest] = this.requests.keys();
		if (oldest !== undefined) this.requests.delete(oldest);
		this.forgotten++;
	}

	/** Notes what a client was given, and that the service never saw its request unless it did by then. */
	close({ id, status, fault }: RequestEntry, isLate: boolean): void {
		const request = this.requests.get(id);
		if (!request) return;
		request.answered = status;
		request.fault = fault;
		if (request.fate === 'open' && !isLate) request.fate = 'dropped';
	}

	/** Lets the service act on a request, and notes that it did and what it said. */
	act(id: number | null, isLate: boolean, answer: () => Answer): Answer {
		this.current = id;
		try {
			const given = answer();
			const request = id === null ? undefined : this.requests.get(id);
			if (request) {
				const isRefused = given.status >= 400 || given.log?.error !== undefined;
				request.actedMs = this.now();
				request.error = given.log?.error ?? null;
				request.fate = `${isRefused ? 'refused' : 'handled'}${isLate ? ' late' : ''}`;
			}
			return given;
		} finally {
			this.current = null;
		}
	}

	/** Notes a change that the request being handled makes. */
	change(kind: Change['kind'], id: string | number): void {
		this.changes.push({ kind, id: String(id), atMs: this.now(), requestId: this.current });
	}

	/** Notes a recipient for whom no message is kept. */
	leaveOut(msisdn: string, reference: string | null, campaignId: number | null): void {
		const requestId = this.current;
		this.leftOut.push({ msisdn, reference, campaignId, atMs: this.now(), requestId });
	}

	/** Forgets everything. */
	clear(): void {
		this.requests.clear();
		this.changes.length = 0;
		this.leftOut.length = 0;
		this.forgotten = 0;
	}
}

import type { Fault } from './faults.mts';

/** Met by the first request only; by every one; or by every one until Retry On Fail runs the node again. */
export type Mode = 'once' | 'stays' | 'retried';

/** Seconds of the operations' options. Where the fault is over after one request, Retry For is the node's default. */
export const TIMEOUT = 4;
export const RETRY_FOR: Readonly<Record<Mode, number>> = { once: 60, stays: 1, retried: 1 };
/** A campaign that never shows is asked for through all of Retry For. */
export const RETRY_CAMPAIGN_FOR = 5;
/** The login waits so long whatever the operation says. */
export const LOGIN_TIMEOUT_MS = 30_000;
/** Reading 200 MB takes at most this long: 40 MB in a second. */
const READING_MS = 5000;
/** What a request that is repeated once waits before: the service may ask for a second. */
const BACK_OFF_MS = 1000;
/** For the work itself, on a machine that has others to do. */
export const SLACK_MS = 5000;

/** What a cell does at most while its fault is on. */
export interface Span {
	/** Calls that meet the fault one after the other, each of them repeated for `retryMs`. */
	calls: number;
	retryMs: number;
	timeoutMs: number;
	/** Waited by itself, between questions. */
	pausesMs: number;
	/** Between the tries of Retry On Fail. */
	betweenMs?: number;
}

/** How long a cell may take, in ms: what its settings allow, and the slack. */
export function boundOf(
	{ costs }: Fault,
	mode: Mode,
	{ calls, retryMs, timeoutMs, pausesMs, betweenMs = 0 }: Span,
): number {
	const cost = costs === 'timeout' ? timeoutMs : costs === 'reading' ? READING_MS : 0;
	const affected = mode === 'once' ? cost + BACK_OFF_MS : calls * (retryMs + cost);
	// The second run asks what became of the first, and meets no fault.
	const again = mode === 'retried' ? betweenMs + pausesMs : 0;
	return affected + pausesMs + again + SLACK_MS;
}

/** The rule in words, for the page. */
export const BOUND_RULE =
	`A request costs nothing but the work, except that a late reply costs the whole timeout (${TIMEOUT} s, ${LOGIN_TIMEOUT_MS / 1000} s at the login) and 200 MB cost ${READING_MS / 1000} s. ` +
	`A cell whose fault meets one request may take that cost, ${BACK_OFF_MS / 1000} s of back-off and the operation's own pauses. A cell whose fault stays may take, for each call that meets it, Retry For (${RETRY_FOR.stays} s) ` +
	`and the cost of a last request. Both have ${SLACK_MS / 1000} s more for a loaded machine.`;

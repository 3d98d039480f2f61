/** Met by the first request only; by every one; or by every one until Retry On Fail runs the node again. */
export type Mode = 'once' | 'stays' | 'retried';

/** Seconds of the operations' options. Where the fault is over after one request, Retry For is the node's default. */
export const TIMEOUT = 4;
export const RETRY_FOR: Readonly<Record<Mode, number>> = { once: 60, stays: 1, retried: 1 };
/** A campaign that never shows is asked for through all of Retry For. */
export const RETRY_CAMPAIGN_FOR = 5;

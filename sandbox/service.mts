import type { Clock } from './clock.mts';
import type { EventHub } from './events.mts';
import type { FaultBox } from './faults.mts';
import type { KeyRecord } from './keys.mts';
import type { Ledger } from './ledger.mts';
import type { Lifecycle } from './lifecycle.mts';
import type { Random } from './random.mts';
import type { Store } from './store.mts';
import type { TokenBox } from './tokens.mts';
import type { RequestEntry, SandboxConfig } from './types.mts';

/** Figures a test or a user may ask for. Requests to /_sandbox and to the page do not count. */
export interface Stats {
	requests: number;
	/** By method and route, as in `GET /rest/sms/:id`. */
	byPath: Record<string, number>;
	logins: number;
	refreshes: number;
	/** Connections opened since the start, open now, and open at a time at most. */
	connections: number;
	openConnections: number;
	maxConnections: number;
	/** Requests in progress now, and at a time at most. */
	openRequests: number;
	maxRequests: number;
}

/** The parts of a running sandbox that the routes share. */
export interface Service {
	/** Seed of all randomness. */
	seed: number;
	/** Whether a reset leaves it without senders, contacts and campaigns. */
	empty: boolean;
	config: SandboxConfig;
	clock: Clock;
	store: Store;
	random: Random;
	events: EventHub;
	lifecycle: Lifecycle;
	tokens: TokenBox;
	faults: FaultBox;
	keys: Map<string, KeyRecord>;
	stats: Stats;
	requests: RequestEntry[];
	ledger: Ledger;
	/** Hashes of the last campaign requests and when they came. */
	recent: Map<string, number>;
}

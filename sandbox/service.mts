import type { Clock } from './clock.mts';
import type { EventHub } from './events.mts';
import type { FaultBox } from './faults.mts';
import type { Lifecycle } from './lifecycle.mts';
import type { Random } from './random.mts';
import type { Store } from './store.mts';
import type { TokenBox } from './tokens.mts';
import type { AccountMode, RequestEntry, SandboxConfig } from './types.mts';

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

/** An API key of the sandbox. */
export interface KeyRecord {
	/** undefined: the mode of the configuration. */
	mode?: AccountMode;
	/** Answers with random information and keeps nothing (5.1). */
	testKey?: boolean;
	blocked?: boolean;
}

/** The parts of a running sandbox that the routes share. */
export interface Service {
	seed: number;
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
	/** Hashes of the last campaign requests and when they came. */
	recent: Map<string, number>;
}

/** Who calls: filled in before a route runs. */
export interface Caller {
	key: string;
	testKey: boolean;
	mode: AccountMode;
	via: 'apiKey' | 'bearer';
}

declare module 'fastify' {
	interface FastifyRequest {
		caller: Caller | null;
		rawText: string;
		entry: RequestEntry | null;
		fault: import('./faults.mts').ActiveFault | null;
		startedAt: number;
	}
}

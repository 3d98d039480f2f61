import { Clock } from './clock.mts';
import { EventHub } from './events.mts';
import { FaultBox } from './faults.mts';
import { KEY_RECORDS } from './keys.mts';
import { Ledger } from './ledger.mts';
import { Lifecycle } from './lifecycle.mts';
import { initialConfig, type SandboxOptions } from './options.mts';
import { Random } from './random.mts';
import { seedBase } from './seed.mts';
import type { Service, Stats } from './service.mts';
import { Store } from './store.mts';
import { TokenBox } from './tokens.mts';

function emptyStats(): Stats {
	return {
		requests: 0,
		byPath: {},
		logins: 0,
		refreshes: 0,
		connections: 0,
		openConnections: 0,
		maxConnections: 0,
		openRequests: 0,
		maxRequests: 0,
	};
}

/** Puts the parts of a sandbox together. It is still without senders, contacts and campaigns. */
export function buildService(options: SandboxOptions): Service {
	const seed = options.seed ?? 1;
	const random = new Random(seed);
	const config = initialConfig(options);
	const clock = new Clock({
		kind: options.clock ?? 'manual',
		now: options.now,
		speed: options.speed,
	});
	const store = new Store(random);
	const events = new EventHub();
	return {
		seed,
		empty: options.empty ?? false,
		config,
		clock,
		store,
		random,
		events,
		lifecycle: new Lifecycle(store, clock, random, events, config),
		tokens: new TokenBox(clock, random, config),
		// Faults draw from a randomness of their own, so that switching one on changes no id.
		faults: new FaultBox(new Random(seed + 1)),
		keys: new Map([...KEY_RECORDS, ...Object.entries(options.keys ?? {})]),
		stats: emptyStats(),
		requests: [],
		ledger: new Ledger(() => clock.ms()),
		recent: new Map(),
	};
}

/** Forgets everything but the settings and the open connections, and begins again as after the start. */
export function resetService(service: Service): void {
	service.lifecycle.queue.clear();
	service.store.clear();
	service.random.reseed(service.seed);
	service.tokens.revokeAll();
	service.faults.clear();
	service.recent.clear();
	service.requests.length = 0;
	service.ledger.clear();
	const { openConnections } = service.stats;
	Object.assign(service.stats, emptyStats(), {
		openConnections,
		maxConnections: openConnections,
	});
	if (!service.empty) seedBase(service);
	service.events.emit('reset', () => ({}));
}

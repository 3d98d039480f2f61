import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { selfSignedCertificate } from './certificate.mts';
import { Clock } from './clock.mts';
import { DEFAULT_DIALECT } from './dialect.mts';
import { EventHub } from './events.mts';
import { FaultBox } from './faults.mts';
import { buildApp } from './app.mts';
import { Lifecycle } from './lifecycle.mts';
import { Random } from './random.mts';
import { seedBase, seedHistory, type HistoryOptions } from './seed.mts';
import type { KeyRecord, Service, Stats } from './service.mts';
import { Store } from './store.mts';
import { TokenBox } from './tokens.mts';
import type {
	AccountMode,
	Campaign,
	Dialect,
	RequestEntry,
	SandboxConfig,
	TokenSettings,
} from './types.mts';

/** The keys every sandbox knows (README.md). */
export const KEYS = {
	live: 'live_sandbox_0000000000000000',
	test: 'test_sandbox_0000000000000000',
	demoMode: 'demo_sandbox_0000000000000000',
	testMode: 'live_testmode_0000000000000000',
	blocked: 'live_blocked_0000000000000000',
} as const;

const KEY_RECORDS: ReadonlyArray<[string, KeyRecord]> = [
	[KEYS.live, {}],
	[KEYS.test, { testKey: true }],
	[KEYS.demoMode, { mode: 'demo' }],
	[KEYS.testMode, { mode: 'test' }],
	[KEYS.blocked, { blocked: true }],
];

export interface SandboxOptions {
	/** 0 or none: a free port of 127.0.0.1. */
	port?: number;
	/** Seed of all randomness. */
	seed?: number;
	/** 'manual' (default) stands still until advanced; 'real' runs. */
	clock?: 'manual' | 'real';
	/** Where the clock starts; the machine's time when absent. */
	now?: Date | number | string;
	/** Sandbox seconds in a real second (clock 'real'). */
	speed?: number;
	latencyMs?: number;
	mode?: AccountMode;
	dialect?: Partial<Dialect>;
	tokens?: Partial<TokenSettings>;
	/** Any other part of the configuration. */
	config?: Partial<Omit<SandboxConfig, 'dialect' | 'tokens' | 'latencyMs' | 'mode'>>;
	/** Prints each request. */
	log?: boolean;
	/** Without senders, contacts and campaigns. */
	empty?: boolean;
	/** Serves https with this key and certificate (PEM), or, when true, with a certificate that nobody can verify. */
	tls?: true | { key: string; cert: string };
}

/** A running sandbox. */
export interface Sandbox {
	readonly url: string;
	readonly port: number;
	readonly clock: { now(): Date; advance(ms: number): void };
	readonly store: Store;
	readonly stats: Stats;
	/** The last requests, oldest first. */
	readonly requests: RequestEntry[];
	/** May be changed at any time. */
	readonly config: SandboxConfig;
	readonly faults: FaultBox;
	readonly tokens: TokenBox;
	readonly events: EventHub;
	readonly keys: Map<string, KeyRecord>;
	readonly service: Service;
	/** Answers a request without a socket, for tests that ask very often. */
	inject(request: {
		method: string;
		path: string;
		headers?: Record<string, string>;
		body?: unknown;
	}): Promise<{ status: number; text: string }>;
	/** Forgets everything but the configuration, and seeds again. */
	reset(): void;
	/** Fills the account with past campaigns. */
	seedHistory(options: HistoryOptions): Campaign[];
	/** Stops listening and drops all connections: connections are refused until `resume`. */
	suspend(): Promise<void>;
	resume(): Promise<void>;
	close(): Promise<void>;
}

function initialConfig(options: SandboxOptions): SandboxConfig {
	return {
		latencyMs: options.latencyMs ?? 0,
		mode: options.mode ?? 'live',
		dialect: { ...DEFAULT_DIALECT, ...options.dialect },
		tokens: {
			ttlSeconds: 30 * 86_400,
			singleActive: false,
			refreshGraceSeconds: 0,
			...options.tokens,
		},
		senders: 'registered',
		tariffs: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
		twoWay: false,
		balance: 1_000_000,
		currency: 'EUR',
		timeZone: 'UTC',
		sendRate: 500,
		moderationSeconds: 0,
		duplicateSeconds: 5,
		reportSeconds: 3,
		applicationSeconds: [60, 300, 3600],
		...options.config,
	};
}

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

function buildService(options: SandboxOptions): Service {
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
		config,
		clock,
		store,
		random,
		events,
		lifecycle: new Lifecycle(store, clock, random, events, config),
		tokens: new TokenBox(clock, random, config),
		// Faults draw from a randomness of their own, so that switching one on changes no id.
		faults: new FaultBox(new Random(seed + 1)),
		keys: new Map(KEY_RECORDS),
		stats: emptyStats(),
		requests: [],
		recent: new Map(),
	};
}

/**
 * Counts connections. One that the server itself ends after a reply ("Connection: close") counts as open until that reply is
 * handed over: the socket tells of its end a turn later, when the client may have come again.
 */
function countConnections(server: Server, stats: Stats, sockets: Set<Socket>): void {
	const gone = new WeakSet<Socket>();
	const leave = (socket: Socket): void => {
		if (gone.has(socket)) return;
		gone.add(socket);
		stats.openConnections--;
	};
	server.on('request', (request, response) => {
		response.once('finish', () => {
			if (!response.shouldKeepAlive) leave(request.socket);
		});
	});
	server.on('connection', (socket: Socket) => {
		sockets.add(socket);
		stats.connections++;
		stats.openConnections++;
		stats.maxConnections = Math.max(stats.maxConnections, stats.openConnections);
		socket.setNoDelay(true);
		socket.on('close', () => {
			sockets.delete(socket);
			leave(socket);
		});
	});
}

async function listen(server: Server, port: number): Promise<number> {
	await new Promise<void>((done, fail) => {
		server.once('error', fail);
		server.listen(port, '127.0.0.1', () => {
			server.off('error', fail);
			done();
		});
	});
	return (server.address() as AddressInfo).port;
}

async function stopListening(server: Server, sockets: Set<Socket>): Promise<void> {
	await new Promise<void>((done) => {
		server.close(() => done());
		for (const socket of sockets) socket.destroy();
	});
}

/** Starts a sandbox on 127.0.0.1. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const service = buildService(options);
	const sockets = new Set<Socket>();
	const tls = options.tls === true ? await selfSignedCertificate() : options.tls;
	let server: Server | undefined;
	const app = buildApp(service, {
		log: options.log ?? false,
		reset: () => reset(),
		seedHistory: (history) => seedHistory(service, history),
		serverFactory: (handler) => {
			server = tls
				? createTlsServer({ key: tls.key, cert: tls.cert }, handler)
				: createServer({ keepAliveTimeout: 65_000 }, handler);
			return server;
		},
	});
	await app.ready();
	if (!server) throw new Error('the server was not made');
	const running = server;
	countConnections(running, service.stats, sockets);
	const port = await listen(running, options.port ?? 0);

	const reset = (): void => {
		service.lifecycle.queue.clear();
		service.store.clear();
		service.random.reseed(service.seed);
		service.tokens.revokeAll();
		service.faults.clear();
		service.recent.clear();
		service.requests.length = 0;
		const { openConnections } = service.stats;
		Object.assign(service.stats, emptyStats(), {
			openConnections,
			maxConnections: openConnections,
		});
		if (!options.empty) seedBase(service);
		service.events.emit('reset', () => ({}));
	};
	if (!options.empty) seedBase(service);

	return {
		url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
		port,
		clock: { now: () => service.clock.now(), advance: (ms) => service.clock.advance(ms) },
		store: service.store,
		stats: service.stats,
		requests: service.requests,
		config: service.config,
		faults: service.faults,
		tokens: service.tokens,
		events: service.events,
		keys: service.keys,
		service,
		async inject({ method, path, headers, body }) {
			const text = body === undefined ? undefined : JSON.stringify(body);
			const response = await app.inject({
				method: method as 'GET',
				url: path,
				headers: {
					...headers,
					...(text === undefined ? {} : { 'content-type': 'application/json' }),
				},
				payload: text,
			});
			return { status: response.statusCode, text: response.payload };
		},
		reset,
		seedHistory: (history) => seedHistory(service, history),
		suspend: () => stopListening(running, sockets),
		resume: async () => {
			await listen(running, port);
		},
		close: async () => {
			service.lifecycle.stop();
			if (running.listening) await stopListening(running, sockets);
			await app.close();
		},
	};
}

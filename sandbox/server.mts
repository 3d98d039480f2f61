import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { buildService, resetService } from './assemble.mts';
import type { EventHub } from './events.mts';
import type { FaultBox } from './faults.mts';
import { buildApp } from './http/app.mts';
import { selfSignedCertificate } from './http/certificate.mts';
import { countConnections, listen, stopListening } from './http/listener.mts';
import type { KeyRecord } from './keys.mts';
import type { Ledger } from './ledger.mts';
import type { SandboxOptions } from './options.mts';
import { seedBase, seedHistory, type HistoryOptions } from './seed.mts';
import type { Service, Stats } from './service.mts';
import type { Store } from './store.mts';
import type { TokenBox } from './tokens.mts';
import type { Campaign, RequestEntry, SandboxConfig } from './types.mts';

export { KEYS } from './keys.mts';
export type { SandboxOptions } from './options.mts';

/** A running sandbox. */
export interface Sandbox {
	readonly url: string;
	readonly port: number;
	readonly clock: { now(): Date; advance(ms: number): void };
	readonly store: Store;
	readonly stats: Stats;
	/** The last requests, oldest first. */
	readonly requests: RequestEntry[];
	/** What the service really did. */
	readonly ledger: Ledger;
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

/** Starts a sandbox on 127.0.0.1. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const service = buildService(options);
	const sockets = new Set<Socket>();
	const tls = options.tls === true ? await selfSignedCertificate() : options.tls;
	let server: Server | undefined;
	const app = buildApp(service, {
		log: options.log ?? false,
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

	if (!service.empty) seedBase(service);

	return {
		url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
		port,
		clock: { now: () => service.clock.now(), advance: (ms) => service.clock.advance(ms) },
		store: service.store,
		stats: service.stats,
		requests: service.requests,
		ledger: service.ledger,
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
		reset: () => resetService(service),
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

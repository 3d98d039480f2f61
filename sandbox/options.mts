import type { ClockSource } from './clock.mts';
import type { KeyRecord } from './keys.mts';
import { DEFAULT_DIALECT, wrongDialect } from './settings.mts';
import type { AccountMode, Dialect, SandboxConfig, TokenSettings } from './types.mts';

/** How a sandbox is started. */
export interface SandboxOptions {
	/** 0 or none: a free port of 127.0.0.1. */
	port?: number;
	/** Seed of all randomness. */
	seed?: number;
	/** 'manual' (default) stands still until advanced; 'real' runs; or a clock that somebody else runs. */
	clock?: 'manual' | 'real' | ClockSource;
	/** Where the clock starts; the machine's time when absent. */
	now?: Date | number | string;
	/** Sandbox seconds in a second of the clock that it follows. */
	speed?: number;
	latencyMs?: number;
	mode?: AccountMode;
	/** The service's personality, where it is not the default. */
	dialect?: Partial<Dialect>;
	/** More keys, each with an account mode and a personality of its own if wished. */
	keys?: Readonly<Record<string, KeyRecord>>;
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

/**
 * The settings that a sandbox begins with.
 * @throws RangeError for a setting that there is not, or a value that it does not take
 */
export function initialConfig(options: SandboxOptions): SandboxConfig {
	const wrong = wrongDialect({ ...options.dialect });
	if (wrong !== undefined) throw new RangeError(wrong);
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
		codeLifetimes: 1,
		applicationSeconds: [60, 300, 3600],
		...options.config,
	};
}

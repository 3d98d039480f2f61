import type { AccountMode, Dialect } from './types.mts';

/** An API key of the sandbox. */
export interface KeyRecord {
	/** The mode of its account; undefined stands for the mode of the configuration. */
	mode?: AccountMode;
	/** Answers with random information and keeps nothing (5.1). */
	testKey?: boolean;
	blocked?: boolean;
	/** The service's personality towards this key, where it differs from the configuration's. */
	dialect?: Partial<Dialect>;
}

/** The keys that every sandbox knows (README.md). */
export const KEYS = {
	live: 'live_sandbox_0000000000000000',
	test: 'test_sandbox_0000000000000000',
	demoMode: 'demo_sandbox_0000000000000000',
	testMode: 'live_testmode_0000000000000000',
	blocked: 'live_blocked_0000000000000000',
} as const;

/** What each of these keys stands for. */
export const KEY_RECORDS: ReadonlyArray<readonly [string, KeyRecord]> = [
	[KEYS.live, {}],
	[KEYS.test, { testKey: true }],
	[KEYS.demoMode, { mode: 'demo' }],
	[KEYS.testMode, { mode: 'test' }],
	[KEYS.blocked, { blocked: true }],
];

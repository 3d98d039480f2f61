import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { isShort } from '../support/options.mts';
import { followers } from './followers.mts';
import { statuses } from './statuses.mts';
import { together, type Subject } from './subject.mts';

/** One course of a run. */
interface Mode {
	kills: number;
	/** The sandbox's time runs so many times as fast. */
	speed: number;
	/** n8n's settings. The scheduler's own pauses are shortened: they only say how soon it takes up work after a crash. */
	env: NodeJS.ProcessEnv;
	/** Makes what is watched. `random` is a source of chance; events go to `collector`. */
	watched: (sandbox: SandboxProcess, random: () => number, collector: string) => Subject;
}

const DURABLE: NodeJS.ProcessEnv = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '2',
	N8N_SCHEDULER_REAPER_INTERVAL: '3',
	N8N_SCHEDULER_POLL_TIMEOUT: '30',
	N8N_SCHEDULER_LEASE_DURATION: '30',
};

/** The short form watches all at the same time, each of a sender of its own: n8n takes long to start. */
const watchedInShort: Mode['watched'] = (sandbox, random, collector) =>
	together(
		statuses(sandbox, random, { campaigns: 60, messages: 60 }, collector, 'Shop'),
		followers(sandbox, { messages: 300, replies: 30, clicks: 30 }, collector),
	);
const SHORT: Omit<Mode, 'env'> = { kills: 3, speed: 240, watched: watchedInShort };

const FULL: Omit<Mode, 'env'> = {
	kills: 10,
	speed: 60,
	watched: (sandbox, random, collector) =>
		statuses(sandbox, random, { campaigns: 500, messages: 500 }, collector),
};

/** The courses by name. */
export const MODES: Readonly<Record<string, Mode>> = isShort
	? { default: { ...SHORT, env: {} }, 'durable cursors': { ...SHORT, env: DURABLE } }
	: {
			default: { ...FULL, env: {} },
			'durable cursors': { ...FULL, env: DURABLE },
			'messages of campaigns, replies and clicks': {
				kills: 10,
				// Replies are asked for up to a day ahead of n8n's clock, which the sandbox's time must not leave behind.
				speed: 20,
				env: {},
				watched: (sandbox, _, collector) =>
					followers(sandbox, { messages: 10_000, replies: 1_000, clicks: 1_000 }, collector),
			},
		};

/** The course of that name. @throws Error when there is none */
export function modeOf(name: string): Mode {
	const found = MODES[name];
	if (!found) throw new Error(`There is no mode ${name}.`);
	return found;
}

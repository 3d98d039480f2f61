import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import { N8n } from '../../tools/lib/n8n.mts';
import { duration } from '../../tools/lib/print.mts';
import { randomOf } from '../../tools/lib/random.mts';
import { SANDBOX_KEY, startSandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { pause, root, until } from '../../tools/lib/shell.mts';
import type { Fixtures } from '../support/fixtures.mts';
import { isShort, option } from '../support/options.mts';
import { startCollector } from './collector.mts';
import { judge, missing } from './judge.mts';
import { Traffic } from './traffic.mts';
import { crashWorkflows } from './workflows.mts';
import type { InstalledN8n } from '../../tools/lib/install.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import type { Arrival } from './collector.mts';
import type { Findings, Truth } from './judge.mts';
import type { ModeResult } from './results.mts';

const seed = option('seed') ?? '1';

export const size = isShort
	? { kills: 3, campaigns: 60, messages: 60, speed: 240 }
	: { kills: 30, campaigns: 500, messages: 500, speed: 60 };
/** `--kills 5` sets another number; such a run gives no proof. */
export const isUsual = option('kills') === undefined;
if (!isUsual) size.kills = Number(option('kills'));

/**
 * What a killed n8n leaves behind, its successor takes up when the lease has run out: 2 minutes for a workflow that was being
 * activated. The test need not wait for so long.
 */
const LEASES = {
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: isShort ? '45' : '90',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '2000',
};
/** n8n's settings by mode. The scheduler's own pauses are shortened: they only say how soon it takes up work after a crash. */
export const MODES: Record<string, NodeJS.ProcessEnv> = {
	default: {},
	'durable cursors': {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
		N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
		N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '2',
		N8N_SCHEDULER_REAPER_INTERVAL: '3',
		N8N_SCHEDULER_POLL_TIMEOUT: '30',
		N8N_SCHEDULER_LEASE_DURATION: '30',
	},
};
/** When n8n is killed: at any moment, in a poll, or in an execution. */
const MOMENTS = ['execution', 'poll', 'any'] as const;
/** How long one of these is waited for. */
const PATIENCE_MS = 12_000;
/** How long the last events may take: n8n's scheduler waits for minutes after a poll that failed, and machines may be slow. */
const END_MS = 480_000;

/** How often the triggers have asked the service for campaigns and for messages; the sends of the test are no such requests. */
async function asked(sandbox: SandboxProcess): Promise<{ campaigns: number; messages: number }> {
	const { byPath } = await sandbox.control<{ byPath: Record<string, number> }>('GET', 'stats');
	return {
		campaigns: byPath['GET /api/campaign'] ?? 0,
		messages: byPath['GET /rest/sms/reference/:reference'] ?? 0,
	};
}

async function pollsOf(sandbox: SandboxProcess): Promise<number> {
	const { campaigns, messages } = await asked(sandbox);
	return campaigns + messages;
}

/**
 * Waits until each trigger has polled beyond its activation. Changes before that are no changes to it: it notes what is there.
 * With durable cursors n8n throws the activation's note away, so that the note of the first tick counts.
 */
async function settled(sandbox: SandboxProcess, messages: number): Promise<void> {
	await until(
		'The triggers to note what is there',
		async () => {
			const now = await asked(sandbox);
			return now.campaigns >= 4 && now.messages > 2 * messages ? true : undefined;
		},
		300_000,
		200,
	);
	await pause(3000);
}

/**
 * Waits for the moment to kill: for a poll any poll, the first of an activation too; else first for both workflows to be at work
 * again, then for what is wanted. @returns which moment it was
 */
async function moment(
	wanted: (typeof MOMENTS)[number],
	sandbox: SandboxProcess,
	arrivals: Arrival[],
	random: () => number,
): Promise<string> {
	const before = await asked(sandbox);
	await until(
		'The triggers to poll again',
		async () => {
			const { campaigns, messages } = await asked(sandbox);
			const [one, other] = [campaigns > before.campaigns, messages > before.messages];
			return (wanted === 'poll' ? one || other : one && other) ? true : undefined;
		},
		240_000,
		20,
	);
	const [posts, polls] = [arrivals.length, await pollsOf(sandbox)];
	const end = Date.now() + PATIENCE_MS;
	while (wanted !== 'any' && Date.now() < end) {
		if (wanted === 'execution' ? arrivals.length > posts : (await pollsOf(sandbox)) > polls) {
			await pause(random() * 400);
			return wanted;
		}
		await pause(10);
	}
	await pause(random() * 12_000);
	return 'any';
}

/** Starts n8n as a supervisor does: again when it ends by itself. @returns how often it ended */
async function startAgain(n8n: N8n): Promise<number> {
	for (let failures = 0; ; failures++) {
		try {
			await n8n.start();
			return failures;
		} catch (error) {
			if (failures >= 4) throw error;
			console.log(
				`  n8n did not come up: ${(error as Error).message.split('\n').find((line) => /error/i.test(line)) ?? (error as Error).message.slice(0, 200)}`,
			);
		}
	}
}

/** What the service holds: each with its status. */
async function truthOf(
	sandbox: SandboxProcess,
	traffic: Traffic,
): Promise<{ campaigns: Truth; messages: Truth }> {
	const read = async (name: string): Promise<Array<Record<string, unknown>>> =>
		(await sandbox.control<{ data: Array<Record<string, unknown>> }>('GET', `${name}?limit=10000`))
			.data;
	const campaigns = (await read('campaigns')).filter(({ id }) => traffic.campaigns.has(String(id)));
	const messages = (await read('messages')).filter(({ reference }) =>
		traffic.messages.has(String(reference)),
	);
	return {
		campaigns: new Map(campaigns.map(({ id, status }) => [String(id), String(status)])),
		messages: new Map(messages.map(({ reference, status }) => [String(reference), String(status)])),
	};
}

/** Keeps what n8n logged, for whoever looks for the reason of a finding. */
async function keepLog(mode: string, log: string[]): Promise<void> {
	const folder = path.join(root(), 'test-results');
	await mkdir(folder, { recursive: true });
	await writeFile(path.join(folder, `crash-${mode.replace(/\W/g, '-')}.log`), log.join('\n'));
}

/**
 * Lets the triggers work while n8n is killed again and again, and waits until the last events have arrived.
 * @param mode a name among `MODES`
 */
export async function runMode(
	mode: string,
	fixtures: Fixtures,
	{ installed, tarball }: { installed: InstalledN8n; tarball: string },
): Promise<{ result: ModeResult; findings: Findings }> {
	const started = Date.now();
	const random = randomOf(Number(seed));
	const sandbox = fixtures.add(
		await startSandboxProcess({
			args: ['--speed', String(size.speed), '--seed', seed, '--quiet'],
		}),
		(one) => one.stop(),
	);
	const collector = fixtures.add(await startCollector(), (one) => one.close());
	const env = { ...LEASES, ...MODES[mode], N8N_LOG_LEVEL: 'info' };
	const n8n = fixtures.add(await N8n.create({ installed, tarball, env }), (one) => one.remove());
	const { log } = n8n;
	fixtures.add(log, async () => await keepLog(mode, log));
	const traffic = new Traffic(sandbox, random, size);
	const workflows = crashWorkflows(collector.url, traffic.references);
	await n8n.importCredentials([
		{
			...EXAMPLE_CREDENTIAL,
			data: { baseUrl: sandbox.url, restBaseUrl: '', apiKey: SANDBOX_KEY, allowHttp: true },
		},
	]);
	await n8n.importWorkflows(workflows);
	for (const { id } of workflows) await n8n.publish(id);

	const moments: Record<string, number> = {};
	let failedStarts = await startAgain(n8n);
	await settled(sandbox, size.messages);
	for (let kill = 1; kill <= size.kills; kill++) {
		if (kill > 1) failedStarts += await startAgain(n8n);
		// A part is sent while n8n runs, a part while it is down; the last tenth after the last restart.
		const sending = traffic.sendUpTo((0.9 * (kill - 0.4)) / size.kills);
		// n8n may come up and never start its workflows after a kill: that is killed too, and counted.
		const hit = await moment(
			MOMENTS[kill % MOMENTS.length] ?? 'any',
			sandbox,
			collector.arrivals,
			random,
		).catch((error: unknown) => {
			console.log(`  ${error instanceof Error ? error.message : String(error)}`);
			failedStarts++;
			return 'any';
		});
		await n8n.kill();
		await sending;
		moments[hit] = (moments[hit] ?? 0) + 1;
		await traffic.sendUpTo((0.9 * kill) / size.kills);
		log.push(`--- kill ${kill} (${hit})`);
		console.log(
			`  kill ${kill} of ${size.kills} (${hit}) after ${duration(Date.now() - started)}: ${traffic.campaigns.size} campaigns and ${traffic.messages.size} messages sent, ${collector.arrivals.length} events arrived, ${await pollsOf(sandbox)} requests`,
		);
	}
	failedStarts += await startAgain(n8n);
	await traffic.sendUpTo(1);
	const end = Date.now() + END_MS;
	let truth = await truthOf(sandbox, traffic);
	const left = (): number =>
		missing(truth.campaigns, collector.arrivals, true).length +
		missing(truth.messages, collector.arrivals, false).length;
	while (Date.now() < end && left() > 0) {
		await pause(2000);
		truth = await truthOf(sandbox, traffic);
	}
	// What would come too much has its chance.
	await pause(8000);
	await n8n.login();
	const count = async (status: string): Promise<number> =>
		(
			await n8n.rest<{ count: number }>(
				'GET',
				`executions?limit=1&filter=${encodeURIComponent(JSON.stringify({ status: [status] }))}`,
			)
		).count;
	const crashed = await count('crashed');
	await n8n.stop();
	const { verdict, findings } = judge(collector.arrivals, truth, traffic);
	const result = {
		mode,
		...verdict,
		kills: size.kills,
		moments,
		crashed,
		failedStarts,
		seconds: Math.round((Date.now() - started) / 1000),
	};
	return { result, findings };
}

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import { ensureN8n } from '../../tools/lib/install.mts';
import { N8n } from '../../tools/lib/n8n.mts';
import { build, pack, removePacked } from '../../tools/lib/package.mts';
import { duration, during } from '../../tools/lib/print.mts';
import { randomOf } from '../../tools/lib/random.mts';
import { SANDBOX_KEY, startSandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { onInterrupt, pause, root, until } from '../../tools/lib/shell.mts';
import { Checks } from '../e2e/report.mts';
import { startCollector } from './collector.mts';
import { judge, missing } from './judge.mts';
import { writeResults } from './results.mts';
import { Traffic } from './traffic.mts';
import { crashWorkflows } from './workflows.mts';
import type { InstalledN8n } from '../../tools/lib/install.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import type { Arrival } from './collector.mts';
import type { Truth } from './judge.mts';
import type { ModeResult } from './results.mts';

// npm run test:crash: n8n is killed again and again while the trigger works; in the end every final status has arrived.

const { values } = parseArgs({
	options: {
		short: { type: 'boolean', default: false },
		mode: { type: 'string', default: 'both' },
		seed: { type: 'string', default: '1' },
		kills: { type: 'string' },
	},
});
const size = values.short
	? { kills: 3, campaigns: 60, messages: 60, speed: 240 }
	: { kills: 30, campaigns: 500, messages: 500, speed: 60 };
if (values.kills !== undefined) size.kills = Number(values.kills);

/**
 * What a killed n8n leaves behind, its successor takes up when the lease has run out: 2 minutes for a workflow that was being
 * activated. The test need not wait for so long.
 */
const LEASES = {
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: values.short ? '45' : '90',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '2000',
};
/** n8n's settings by mode. The scheduler's own pauses are shortened: they only say how soon it takes up work after a crash. */
const MODES: Record<string, NodeJS.ProcessEnv> = {
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

const checks = new Checks();
/** What the n8n at work logs. */
let log: string[] = [];
const cleanUps: Array<() => Promise<void>> = [];
const cleanUp = async (): Promise<void> => {
	for (const job of cleanUps.splice(0).reverse()) await job().catch(() => undefined);
};
onInterrupt(cleanUp);

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

/** Prints each line that n8n logged once, with how often it occurs, and keeps the whole log in test-results/. */
async function explain(mode: string): Promise<void> {
	const counts = new Map<string, number>();
	for (const line of log)
		if (!/^\s+at |deprecat|^ - N8N_/.test(line)) counts.set(line, (counts.get(line) ?? 0) + 1);
	console.log(
		`  What n8n logged:\n${[...counts]
			.slice(-60)
			.map(([line, count]) => `  ${String(count).padStart(5)}  ${line.slice(0, 300)}`)
			.join('\n')}`,
	);
	const folder = path.join(root(), 'test-results');
	await mkdir(folder, { recursive: true });
	await writeFile(path.join(folder, `crash-${mode.replace(/\W/g, '-')}.log`), log.join('\n'));
}

async function runMode(
	mode: string,
	installed: InstalledN8n,
	tarball: string,
): Promise<ModeResult> {
	const started = Date.now();
	const random = randomOf(Number(values.seed));
	const sandbox = await startSandboxProcess({
		args: ['--speed', String(size.speed), '--seed', values.seed, '--quiet'],
	});
	cleanUps.push(async () => await sandbox.stop());
	const collector = await startCollector();
	cleanUps.push(async () => await collector.close());
	const n8n = await N8n.create({
		installed,
		tarball,
		env: { ...LEASES, ...MODES[mode], N8N_LOG_LEVEL: 'info' },
	});
	log = n8n.log;
	cleanUps.push(async () => await n8n.remove());
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
	const verdict = await judge(mode, checks, collector.arrivals, truth, traffic);
	// Three kills need not hit an execution.
	if (!values.short)
		await checks.run(`${mode}: some kills cut executions off`, () =>
			crashed > 0 ? undefined : 'None was cut off.',
		);
	return {
		mode,
		...verdict,
		kills: size.kills,
		moments,
		crashed,
		failedStarts,
		seconds: Math.round((Date.now() - started) / 1000),
	};
}

try {
	const installed = await ensureN8n();
	await during('Building and packing', async () => await build());
	const packed = await pack();
	try {
		const results: ModeResult[] = [];
		for (const mode of Object.keys(MODES).filter(
			(name) => values.mode === 'both' || name.startsWith(values.mode),
		)) {
			const failed = checks.failed;
			try {
				results.push(await runMode(mode, installed, packed.file));
			} catch (error) {
				await checks.run(`${mode}: the run goes on to its end`, () =>
					error instanceof Error ? (error.stack ?? error.message) : String(error),
				);
			}
			await cleanUp();
			if (checks.failed > failed) await explain(mode);
		}
		await writeResults(
			results,
			installed.version,
			!values.short && values.kills === undefined && checks.failed === 0,
		);
	} finally {
		await removePacked(packed);
	}
} catch (error) {
	await checks.run('The run goes on to its end', () =>
		error instanceof Error ? (error.stack ?? error.message) : String(error),
	);
} finally {
	await cleanUp();
}
process.exit(checks.end());

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import { N8n } from '../../tools/lib/n8n.mts';
import { duration } from '../../tools/lib/print.mts';
import { randomOf } from '../support/random.mts';
import { SANDBOX_KEY, startSandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { pause, root, until } from '../../tools/lib/shell.mts';
import type { Fixtures } from '../support/fixtures.mts';
import { isShort, option } from '../support/options.mts';
import { startCollector } from './collector.mts';
import { judge, missing } from './judge.mts';
import { modeOf } from './modes.mts';
import type { InstalledN8n } from '../../tools/lib/install.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import type { Arrival } from './collector.mts';
import type { Findings } from './judge.mts';
import type { ModeResult } from './results.mts';
import type { Requests, Subject } from './subject.mts';

const seed = option('seed') ?? '1';

/**
 * What a killed n8n leaves behind, its successor takes up when the lease has run out: 2 minutes for a workflow that was being
 * activated. The test need not wait for so long.
 */
const LEASES = {
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: isShort ? '45' : '90',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '2000',
};

/** When n8n is killed: at any moment, in a poll, or in an execution. */
const MOMENTS = ['execution', 'poll', 'any'] as const;
/** How long one of these is waited for. */
const PATIENCE_MS = 12_000;
/**
 * How long the last events may take: n8n's scheduler waits for minutes after a poll that failed, and machines may be slow. What is kept to
 * be emitted once more after a crash fills up between kills, and new events wait until n8n has lived for two minutes: thousands of messages
 * come only then, and 200 replies a minute.
 */
const END_MS = isShort ? 480_000 : 1_200_000;

/** How often the end of a run tells how many are still to come. */
const TELL_EVERY_MS = 30_000;

/** How often each of the workflows has asked the service. */
async function asked(sandbox: SandboxProcess, subject: Subject): Promise<number[]> {
	const { byPath } = await sandbox.control<{ byPath: Requests }>('GET', 'stats');
	return subject.asked(byPath);
}

async function pollsOf(sandbox: SandboxProcess, subject: Subject): Promise<number> {
	return (await asked(sandbox, subject)).reduce((sum, count) => sum + count, 0);
}

/**
 * Waits until each trigger has polled beyond its activation. Changes before that are no changes to it: it notes what is there.
 * With durable cursors n8n throws the activation's note away, so that the note of the first tick counts.
 */
async function settled(sandbox: SandboxProcess, subject: Subject): Promise<void> {
	await until(
		'The triggers to note what is there',
		async () => {
			const now = await asked(sandbox, subject);
			return now.every((count, index) => count >= (subject.settledAfter[index] ?? 0))
				? true
				: undefined;
		},
		300_000,
		200,
	);
	await pause(3000);
}

/**
 * Waits for the moment to kill: for a poll any poll, the first of an activation too; else first for all workflows to be at work
 * again, then for what is wanted. @returns which moment it was
 */
async function moment(
	wanted: (typeof MOMENTS)[number],
	sandbox: SandboxProcess,
	subject: Subject,
	arrivals: Arrival[],
	random: () => number,
): Promise<string> {
	const before = await asked(sandbox, subject);
	await until(
		'The triggers to poll again',
		async () => {
			const now = await asked(sandbox, subject);
			const polled = now.filter((count, index) => count > (before[index] ?? 0)).length;
			return polled >= (wanted === 'poll' ? 1 : now.length) ? true : undefined;
		},
		240_000,
		20,
	);
	const [posts, polls] = [arrivals.length, await pollsOf(sandbox, subject)];
	const end = Date.now() + PATIENCE_MS;
	while (wanted !== 'any' && Date.now() < end) {
		if (
			wanted === 'execution' ? arrivals.length > posts : (await pollsOf(sandbox, subject)) > polls
		) {
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

/** Keeps what n8n logged, to find the reason of a finding in. */
async function keepLog(mode: string, log: string[]): Promise<void> {
	const folder = path.join(root(), 'test-results');
	await mkdir(folder, { recursive: true });
	await writeFile(path.join(folder, `crash-${mode.replace(/\W/g, '-')}.log`), log.join('\n'));
}

/**
 * Lets the triggers work while n8n is killed again and again, and waits until the last events have arrived.
 * @param mode a name among those of modes.mts
 */
export async function runMode(
	mode: string,
	fixtures: Fixtures,
	{ installed, tarball }: { installed: InstalledN8n; tarball: string },
): Promise<{ result: ModeResult; findings: Findings }> {
	const { speed, watched, ...wanted } = modeOf(mode);
	const kills = Number(option('kills') ?? wanted.kills);
	const started = Date.now();
	const random = randomOf(Number(seed));
	const sandbox = fixtures.add(
		await startSandboxProcess({
			args: ['--speed', String(speed), '--seed', seed, '--quiet'],
		}),
		(one) => one.stop(),
	);
	const collector = fixtures.add(await startCollector(), (one) => one.close());
	const env = { ...LEASES, ...wanted.env, N8N_LOG_LEVEL: 'info' };
	const n8n = fixtures.add(await N8n.create({ installed, tarball, env }), (one) => one.remove());
	const { log } = n8n;
	fixtures.add(log, async () => await keepLog(mode, log));
	const subject = watched(sandbox, random, collector.url);
	const { workflows, kinds } = subject;
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
	await settled(sandbox, subject);
	for (let kill = 1; kill <= kills; kill++) {
		if (kill > 1) failedStarts += await startAgain(n8n);
		// A part is sent while n8n runs, a part while it is down; the last tenth after the last restart.
		const sending = subject.happenUpTo((0.9 * (kill - 0.4)) / kills);
		// n8n may come up and never start its workflows after a kill: that is killed too, and counted.
		const hit = await moment(
			MOMENTS[kill % MOMENTS.length] ?? 'any',
			sandbox,
			subject,
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
		await subject.happenUpTo((0.9 * kill) / kills);
		log.push(`--- kill ${kill} (${hit})`);
		console.log(
			`  kill ${kill} of ${kills} (${hit}) after ${duration(Date.now() - started)}: ${subject.progress()}, ${collector.arrivals.length} events arrived, ${await pollsOf(sandbox, subject)} requests`,
		);
	}
	failedStarts += await startAgain(n8n);
	await subject.happenUpTo(1);
	const end = Date.now() + END_MS;
	const judged = async () => {
		const truths = await subject.truths();
		return kinds.map((kind, index) => [kind, truths[index] ?? new Map()] as const);
	};
	let held = await judged();
	const left = (): number =>
		held.reduce((sum, [kind, truth]) => sum + missing(kind, truth, collector.arrivals).length, 0);
	for (let told = 0; Date.now() < end && left() > 0; held = await judged()) {
		if (Date.now() - told >= TELL_EVERY_MS) {
			told = Date.now();
			console.log(`  after ${duration(told - started)}: ${left()} are still to come`);
		}
		await pause(2000);
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
	const { verdict, findings } = judge(collector.arrivals, held);
	const result = {
		mode,
		...verdict,
		kills,
		moments,
		crashed,
		failedStarts,
		seconds: Math.round((Date.now() - started) / 1000),
	};
	return { result, findings };
}

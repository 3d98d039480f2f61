import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sandboxCredential } from '../../tools/lib/examples.mts';
import { N8n } from '../../tools/lib/n8n.mts';
import { during } from '../../tools/lib/print.mts';
import { randomOf } from '../support/random.mts';
import { startSandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { pause, root, until } from '../../tools/lib/shell.mts';
import { startCollector } from '../crash/collector.mts';
import { Traffic } from '../crash/traffic.mts';
import { statusWorkflows } from '../crash/statuses.mts';
import { countsOf } from '../queue/load.mts';
import { postBatch, SEND_WORKFLOW } from '../queue/sendWorkflow.mts';
import { packedFor } from '../support/fixtures.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import type { Fixtures } from '../support/fixtures.mts';
import { isShort } from '../support/options.mts';
import { middle, takeSample } from './samples.mts';
import type { Sample } from './samples.mts';

/** `minutes` of this machine's clock make the hour of the service's. */
export const size = isShort
	? { minutes: 1.5, firstMs: 25_000, sampleMs: 5000, campaigns: 60, messages: 40, batch: 8 }
	: { minutes: 12, firstMs: 60_000, sampleMs: 15_000, campaigns: 600, messages: 240, batch: 10 };
const SEND_EVERY_MS = 1000;
/** What is loaded, compiled and filled at first is no leak: the part (0 to 1) of the run that is not judged. */
const WARM_UP = 0.4;
/** How long n8n is left alone before its handles are counted, in milliseconds: longer than connections are kept open. */
const QUIET_MS = 20_000;
/** What a run came to. */
export interface Endured {
	/** Minutes on the service's clock, and on this machine's. */
	serviceMinutes: number;
	minutes: number;
	/** Messages sent by n8n; calls of its webhook that it refused; messages that were not sent exactly once. */
	sent: number;
	refused: number;
	notOnce: number;
	/** Requests of the triggers, and events that arrived. */
	polls: number;
	events: number;
	/** Memory in use after garbage collection: the median of the middle part of the run, and of its last part, in MB. */
	memoryMb: { middle: number; last: number };
	/** n8n at rest after the first work, and at the end. */
	first: Sample;
	last: Sample;
	triggersWithState: string[];
	/** The bytes of the largest state of a trigger. */
	mostState: number;
}

const memoryOf = ({ heapMb, externalMb }: Sample): number => heapMb + externalMb;

async function notSentOnce(sandbox: SandboxProcess, sent: string[]): Promise<number> {
	const counts = await countsOf(sandbox, [{ name: 'all', phones: sent }]);
	return sent.filter((phone) => counts.get(phone) !== 1).length;
}

function report(samples: Sample[]): void {
	console.log(
		'\n| Second | Heap MB | External MB | Memory MB | Files | Sockets | Handles | State bytes |\n|---:|---:|---:|---:|---:|---:|---:|---:|',
	);
	const step = Math.ceil(samples.length / 14);
	for (const one of samples.filter(
		(_, index) => index % step === 0 || index === samples.length - 1,
	)) {
		console.log(
			`| ${one.at} | ${one.heapMb.toFixed(1)} | ${one.externalMb.toFixed(1)} | ${one.rssMb.toFixed(0)} | ${one.files} | ${one.sockets} | ${one.resources} | ${one.stateBytes} |`,
		);
	}
	console.log('');
}

/** Lets triggers poll and sends run for the whole time, and looks at n8n meanwhile. */
export async function endure(fixtures: Fixtures): Promise<Endured> {
	const { installed, tarball } = await packedFor(fixtures);
	const args = ['--quiet', '--speed', String(60 / size.minutes)];
	const sandbox = fixtures.add(await startSandboxProcess({ args }), (one) => one.stop());
	await sandbox.control('POST', 'config', { balance: 1_000_000, latencyMs: 20 });
	const collector = fixtures.add(await startCollector(), (one) => one.close());
	const folder = fixtures.add(
		await mkdtemp(path.join(tmpdir(), 'messaging-probe-')),
		async (one) => await rm(one, { recursive: true, force: true }),
	);
	const file = path.join(folder, 'memory.json');
	const n8n = fixtures.add(await N8n.create({ installed, tarball }), (one) => one.remove());

	const traffic = new Traffic(sandbox, randomOf(1), size);
	const triggers = statusWorkflows(collector.url, traffic.references);
	await n8n.importCredentials([sandboxCredential(sandbox.url, { authentication: 'bearer' })]);
	await n8n.importWorkflows([...triggers, SEND_WORKFLOW]);
	for (const { id } of [...triggers, SEND_WORKFLOW]) await n8n.publish(id);
	const probe = pathToFileURL(path.join(root(), 'test', 'endurance', 'probe.mjs')).href;
	await during(
		'Starting n8n',
		async () =>
			await n8n.start({ env: { NODE_OPTIONS: `--import ${probe}`, MEMORY_PROBE_FILE: file } }),
	);
	await n8n.login();
	const { pid } = n8n;
	if (pid === undefined) throw new Error('n8n does not run.');
	await until(
		'The webhook to be registered',
		async () => ((await postBatch(n8n.url, 'warm-up', ['380501111117'])) ? true : undefined),
		90_000,
		1000,
	);
	const requests = async (): Promise<number> =>
		Object.entries(
			(await sandbox.control<{ byPath: Record<string, number> }>('GET', 'stats')).byPath,
		).reduce((sum, [route, count]) => sum + (/^GET \/(api|rest)\//.test(route) ? count : 0), 0);
	/** The service's clock, in milliseconds. */
	const clock = async (): Promise<number> =>
		Date.parse((await sandbox.control<{ now: string }>('GET', 'state')).now);
	const withState = new Set<string>();
	const started = Date.now();
	const beganAt = await clock();
	/** The bytes of the largest state; n8n keeps a workflow's states together, each under its node's name. */
	const state = async (): Promise<number> => {
		const stored = await Promise.all(
			triggers.map(
				async ({ id }) =>
					(
						await n8n.rest<{ staticData?: Record<string, unknown> | null }>(
							'GET',
							`workflows/${id}`,
						)
					).staticData ?? {},
			),
		);
		const sizes = stored
			.flatMap((one) => Object.entries(one))
			.map(([name, value]) => [name, Buffer.byteLength(JSON.stringify(value))] as const);
		for (const [name] of sizes) withState.add(name);
		return Math.max(0, ...sizes.map(([, bytes]) => bytes));
	};
	const sample = async (): Promise<Sample> => await takeSample(pid, file, started, await state());
	// A poll that is under way has connections and timers: what is open at rest is the least of several looks.
	const atRest = async (): Promise<Sample> => {
		const looks: Sample[] = [];
		for (let look = 0; look < 4; look++) {
			looks.push(await sample());
			await pause(1100);
		}
		const least = (pick: (one: Sample) => number): number => Math.min(...looks.map(pick));
		return {
			...(looks[0] ?? (await sample())),
			files: least(({ files }) => files),
			sockets: least(({ sockets }) => sockets),
			resources: least(({ resources }) => resources),
		};
	};
	const samples: Sample[] = [];
	const sent: string[] = [];
	let refused = 0;
	const totalMs = size.minutes * 60_000;
	/** Sends and lets others send from one moment of the run to another, in milliseconds. */
	const work = async (fromMs: number, toMs: number): Promise<void> => {
		const begin = Date.now() - fromMs;
		const going = (): boolean => Date.now() - begin < toMs;
		const sending = (async () => {
			while (going()) {
				const phones = Array.from(
					{ length: size.batch },
					(_, index) => `380${670_000_000 + (sent.length + index) * 10 + 7}`,
				);
				if (await postBatch(n8n.url, 'endurance', phones)) sent.push(...phones);
				else refused += 1;
				await pause(SEND_EVERY_MS);
			}
		})();
		const others = (async () => {
			while (going()) {
				// The last events have the last tenth of the time to arrive.
				await traffic.sendUpTo(Math.min(1, (Date.now() - begin) / (0.9 * totalMs)));
				await pause(500);
			}
		})();
		while (going()) {
			await pause(size.sampleMs);
			samples.push(await sample());
		}
		await Promise.all([sending, others]);
		await pause(QUIET_MS);
	};
	// What n8n starts with its first executions and keeps (timers, pools) is no leak: it is at rest for the first time after a minute of work.
	await work(0, size.firstMs);
	const first = await atRest();
	await work(size.firstMs, totalMs);
	const last = await atRest();
	const [serviceMinutes, minutes] = [(await clock()) - beganAt, Date.now() - started].map(
		(ms) => ms / 60_000,
	) as [number, number];
	report([...samples, last]);

	return {
		serviceMinutes,
		minutes,
		sent: sent.length,
		refused,
		notOnce: await notSentOnce(sandbox, sent),
		polls: await requests(),
		events: collector.arrivals.length,
		memoryMb: {
			middle: middle(samples, WARM_UP, 0.7, memoryOf),
			last: middle(samples, 0.7, 1, memoryOf),
		},
		first,
		last,
		triggersWithState: [...withState],
		mostState: Math.max(...[...samples, first, last].map(({ stateBytes }) => stateBytes)),
	};
}

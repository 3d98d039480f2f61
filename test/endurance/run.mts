import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import { ensureN8n } from '../../tools/lib/install.mts';
import { N8n } from '../../tools/lib/n8n.mts';
import { build, pack, removePacked } from '../../tools/lib/package.mts';
import { during } from '../../tools/lib/print.mts';
import { writeProof } from '../../tools/lib/proof.mts';
import { randomOf } from '../../tools/lib/random.mts';
import { SANDBOX_KEY, startSandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { onInterrupt, pause, root, until } from '../../tools/lib/shell.mts';
import { startCollector } from '../crash/collector.mts';
import { Traffic } from '../crash/traffic.mts';
import { crashWorkflows } from '../crash/workflows.mts';
import { Checks } from '../e2e/report.mts';
import { countsOf } from '../queue/load.mts';
import { postBatch, SEND_WORKFLOW } from '../queue/sendWorkflow.mts';
import { middle, takeSample } from './samples.mts';
import type { Sample } from './samples.mts';

// npm run test:endurance: an hour on the service's clock, with triggers polling and sends running; n8n must be at its end what it was at the beginning.

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
/** `minutes` of this machine's clock make the hour of the service's. */
const size = values.short
	? { minutes: 1.5, firstMs: 25_000, sampleMs: 5000, campaigns: 60, messages: 40, batch: 8 }
	: { minutes: 12, firstMs: 60_000, sampleMs: 15_000, campaigns: 600, messages: 240, batch: 10 };
const SEND_EVERY_MS = 1000;
/** What is loaded, compiled and filled at first is no leak: the part (0 to 1) of the run that is not judged. */
const WARM_UP = 0.4;
/** How long n8n is left alone before its handles are counted, in milliseconds: longer than connections are kept open. */
const QUIET_MS = 20_000;
/** How much the median of the last part may be above that of the first, in MB: less than the noise of the measurement. */
const GROWTH_MB = values.short ? 12 : 6;
/** What the state of a trigger may hold, whatever it watches (docs/trigger.md). */
const STATE_BYTES = 60_000;
/** How many triggers there are. */
const TRIGGERS = 3;

const checks = new Checks();
const cleanUps: Array<() => Promise<void>> = [];
const cleanUp = async (): Promise<void> => {
	for (const job of cleanUps.splice(0).reverse()) await job().catch(() => undefined);
};
onInterrupt(cleanUp);

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

async function endurance(): Promise<void> {
	const installed = await ensureN8n();
	await during('Building and packing', async () => await build());
	const packed = await pack();
	cleanUps.push(async () => await removePacked(packed));
	const sandbox = await startSandboxProcess({
		args: ['--quiet', '--speed', String(60 / size.minutes)],
	});
	cleanUps.push(async () => await sandbox.stop());
	await sandbox.control('POST', 'config', { balance: 1_000_000, latencyMs: 20 });
	const collector = await startCollector();
	cleanUps.push(async () => await collector.close());
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-probe-'));
	cleanUps.push(async () => await rm(folder, { recursive: true, force: true }));
	const file = path.join(folder, 'memory.json');
	const n8n = await N8n.create({ installed, tarball: packed.file });
	cleanUps.push(async () => await n8n.remove());

	const traffic = new Traffic(sandbox, randomOf(1), size);
	const triggers = crashWorkflows(collector.url, traffic.references);
	await n8n.importCredentials([
		{
			...EXAMPLE_CREDENTIAL,
			data: {
				baseUrl: sandbox.url,
				restBaseUrl: '',
				apiKey: SANDBOX_KEY,
				allowHttp: true,
				authentication: 'bearer',
			},
		},
	]);
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
					(_, index) => `380${600_000_000 + (sent.length + index) * 10 + 7}`,
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

	const polls = await requests();
	const counts = await countsOf(sandbox, [{ name: 'all', phones: sent }]);
	const wrong = sent.filter((phone) => counts.get(phone) !== 1).length;
	const growth = (pick: (one: Sample) => number): number =>
		middle(samples, 0.7, 1, pick) - middle(samples, WARM_UP, 0.7, pick);
	const heapGrowth = growth(({ heapMb, externalMb }) => heapMb + externalMb);
	const mostState = Math.max(...[...samples, first, last].map(({ stateBytes }) => stateBytes));
	await checks.run(
		`An hour on the service’s clock at least: ${serviceMinutes.toFixed(1)} minutes of it in ${minutes.toFixed(1)} of this machine’s`,
		() => (serviceMinutes >= 60 ? undefined : 'it was less'),
	);
	await checks.run(
		`${sent.length} messages are sent, ${polls} requests of triggers, ${collector.arrivals.length} events`,
		() => {
			if (refused > 0 || wrong > 0)
				return `${refused} calls of the webhook were refused, ${wrong} messages were not sent exactly once`;
			if (sent.length < 2 * size.minutes * size.batch) return 'the sends did not run';
			return polls > 20 * size.minutes && collector.arrivals.length >= size.campaigns
				? undefined
				: 'the triggers did not work';
		},
	);
	await checks.run(
		`n8n’s memory is flat: ${heapGrowth.toFixed(1)} MB more in the last part of the run than in the one before`,
		() => (heapGrowth <= GROWTH_MB ? undefined : `at most ${GROWTH_MB} MB`),
	);
	await checks.run(
		`No file descriptor and no socket is leaked: ${first.files} and ${first.sockets} at rest after the first work, ${last.files} and ${last.sockets} at the end`,
		() =>
			last.files <= first.files + 5 && last.sockets <= first.sockets + 3
				? undefined
				: 'more are open than before',
	);
	await checks.run(
		`No timer or other handle is leaked: ${first.resources} at rest after the first work, ${last.resources} at the end`,
		() =>
			last.resources <= first.resources + 10
				? undefined
				: `${JSON.stringify(first.byType)} became ${JSON.stringify(last.byType)}`,
	);
	await checks.run(
		`The state of each of ${withState.size} triggers is bounded: ${mostState} bytes at most`,
		() => {
			if (withState.size !== TRIGGERS)
				return `${TRIGGERS} triggers keep a state: ${[...withState].join(', ')}`;
			return mostState > 100 && mostState <= STATE_BYTES ? undefined : `at most ${STATE_BYTES}`;
		},
	);
	if (values.short || checks.failed > 0) return;
	await writeProof('endurance', 'npm run test:endurance', [
		{ what: 'Time on the service’s clock', value: Math.round(serviceMinutes), unit: 'min' },
		{ what: 'Time on this machine’s clock', value: Math.round(minutes), unit: 'min' },
		{ what: 'Messages sent by n8n', value: sent.length },
		{ what: 'Requests of the triggers', value: polls },
		{ what: 'Events received', value: collector.arrivals.length },
		{
			what: 'Memory in use after garbage collection, middle part of the run',
			value: Math.round(
				middle(samples, WARM_UP, 0.7, ({ heapMb, externalMb }) => heapMb + externalMb),
			),
			unit: 'MB',
		},
		{
			what: 'the same, last part',
			value: Math.round(middle(samples, 0.7, 1, ({ heapMb, externalMb }) => heapMb + externalMb)),
			unit: 'MB',
		},
		{
			what: 'Open file descriptors at rest, after the first minute and at the end',
			value: `${first.files}, ${last.files}`,
		},
		{
			what: 'Open sockets at rest, after the first minute and at the end',
			value: `${first.sockets}, ${last.sockets}`,
		},
		{
			what: 'Active timers and other handles at rest, after the first minute and at the end',
			value: `${first.resources}, ${last.resources}`,
		},
		{ what: 'Most bytes of one trigger’s state', value: mostState, unit: 'bytes' },
	]);
}

try {
	await endurance();
} catch (error) {
	await checks.run('The run goes on to its end', () =>
		error instanceof Error ? (error.stack ?? error.message) : String(error),
	);
} finally {
	await cleanUp();
}
process.exit(checks.end());

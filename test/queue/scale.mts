import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { startSandbox } from '../../sandbox/server.mts';
import { build } from '../../tools/lib/package.mts';
import { step } from '../../tools/lib/print.mts';
import { writeBetween } from '../../tools/lib/between.mts';
import { until } from '../../tools/lib/shell.mts';
import { csvOfPeople } from '../bench/works.mts';
import { Fixtures, packedFor } from '../support/fixtures.mts';
import { fileSendNodes, rowOfNodes } from '../support/workflows.mts';
import { Cluster } from './cluster.mts';
import { startPostgres, startRedis } from './servers.mts';

// npm run bench:scale [-- --sizes=1000,10000] [-- --workers=1,2,4] [-- --dry]: a file sent in queue mode by more and more workers, each
// execution a part of its lines, files in the database. Without --dry the table goes to docs/scale.md.

const PATH = 'scale-file';
/** A file is shared among so many executions. */
const PARTS = 4;
const LATENCY_MS = 20;
/** How long one send may take. */
const LIMIT_MS = 900_000;

/** A call of its webhook fetches the list and sends the lines that the call names. */
const WORKFLOW = rowOfNodes(
	'scaleFile0000001',
	'Lines of a file',
	fileSendNodes(PATH, {
		firstLine: "={{ $('Webhook').item.json.body.first }}",
		lastLine: "={{ $('Webhook').item.json.body.last }}",
	}),
);

interface Row {
	recipients: number;
	workers: number;
	seconds: number;
	requests: number;
	/** Largest memory of a worker meanwhile, in MB; undefined where the system does not tell. */
	peakMb: number | undefined;
	/** Execution data of all parts, in kB. */
	dataKb: number;
}

const flags = process.argv.slice(2);
const numbers = (name: string, otherwise: number[]): number[] =>
	flags
		.find((flag) => flag.startsWith(`--${name}=`))
		?.split('=')[1]
		?.split(',')
		.map(Number) ?? otherwise;
const sizes = numbers('sizes', [1000, 10_000, 100_000, 1_000_000]);
const workerCounts = numbers('workers', [1, 2, 4]).sort((one, other) => one - other);

/** Forgets the largest memory of a process so far, where the system can (Linux). */
const forgetPeak = async (pid: number | undefined): Promise<void> =>
	await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
async function peakMb(pid: number | undefined): Promise<number | undefined> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
	const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
	return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

const fixtures = new Fixtures();

async function open() {
	const { installed, tarball } = await packedFor(fixtures);
	const sandbox = fixtures.add(
		await startSandbox({
			clock: 'manual',
			empty: true,
			latencyMs: LATENCY_MS,
			config: { senders: 'any', duplicateSeconds: 0 },
		}),
		(one) => one.close(),
	);
	const list = fixtures.add(
		createServer((request, response) => {
			response.setHeader('content-type', 'text/csv');
			Readable.from(csvOfPeople(Number(request.url?.slice(1)))).pipe(response);
		}),
		async (server) => await new Promise((resolve) => server.close(resolve)),
	);
	await new Promise<void>((resolve) => list.listen(0, '127.0.0.1', resolve));
	const redis = fixtures.add(await startRedis(), (one) => one.stop());
	const postgres = fixtures.add(await startPostgres(), (one) => one.stop());
	const cluster = fixtures.add(
		await Cluster.create(
			installed,
			tarball,
			redis,
			postgres,
			sandbox.url,
			{ N8N_DEFAULT_BINARY_DATA_MODE: 'database' },
			[WORKFLOW],
		),
		(one) => one.remove(),
	);
	const lists = `http://127.0.0.1:${(list.address() as AddressInfo).port}`;
	return { cluster, sandbox, lists, version: installed.version };
}

type Setting = Awaited<ReturnType<typeof open>>;

/** The executions of the workflow, the newest first. */
async function executions({ n8n }: Cluster): Promise<Array<{ id: string; status: string }>> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: WORKFLOW.id }));
	const { results } = await n8n.rest<{ results: Array<{ id: string; status: string }> }>(
		'GET',
		`executions?limit=${PARTS}&filter=${filter}`,
	);
	return results;
}

/** Sends the lines of a list in parts; returns when all of them have ended. @throws Error where one fails, or a message lacks */
async function send({ cluster, sandbox, lists }: Setting, recipients: number): Promise<Row> {
	const { service, store, stats } = sandbox;
	service.lifecycle.queue.clear();
	store.clear();
	service.recent.clear();
	service.requests.length = 0;
	const before = stats.requests;
	const known = new Set((await executions(cluster)).map(({ id }) => id));
	for (const { child } of cluster.workers) await forgetPeak(child.pid);
	const started = performance.now();
	const size = Math.ceil(recipients / PARTS);
	// The first line of the file names its columns.
	for (let part = 0; part < PARTS; part++)
		await until(
			'n8n to take the call',
			async () => {
				const response = await fetch(`${cluster.n8n.url}/webhook/${PATH}`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({
						list: `${lists}/${recipients}`,
						first: part * size + 2,
						last: (part + 1) * size + 1,
					}),
				});
				return response.ok ? true : undefined;
			},
			60_000,
			500,
		);
	const ended = await until(
		'all parts to end',
		async () => {
			const now = (await executions(cluster)).filter(({ id }) => !known.has(id));
			const isOver = now.every(({ status }) => !['new', 'running', 'waiting'].includes(status));
			return now.length === PARTS && isOver ? now : undefined;
		},
		LIMIT_MS,
		100,
	);
	const seconds = (performance.now() - started) / 1000;
	let bytes = 0;
	for (const { id, status } of ended) {
		if (status !== 'success')
			throw new Error((await cluster.n8n.execution(id)).error?.message ?? `It ended as ${status}.`);
		bytes += (await cluster.n8n.rest<{ data: string }>('GET', `executions/${id}`)).data.length;
	}
	if (store.messages.size !== recipients)
		throw new Error(`${store.messages.size} messages instead of ${recipients}.`);
	const peaks = await Promise.all(
		cluster.workers.map(async ({ child }) => await peakMb(child.pid)),
	);
	const tellsPeak = peaks.every((peak) => peak !== undefined);
	return {
		recipients,
		workers: cluster.workers.length,
		seconds,
		requests: stats.requests - before,
		peakMb: tellsPeak ? Math.max(...peaks.map(Number)) : undefined,
		dataKb: bytes / 1024,
	};
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

function tableOf(rows: Row[], version: string): string {
	const lines = rows
		.sort((one, other) => one.recipients - other.recipients || one.workers - other.workers)
		.map(
			({ recipients, workers, seconds, requests, peakMb: peak, dataKb }) =>
				`| ${whole(recipients)} | ${workers} | ${seconds.toFixed(1)} s | ${whole(recipients / seconds)} | ${whole(requests)} | ${peak === undefined ? '–' : whole(peak)} | ${whole(dataKb)} |`,
		);
	return [
		'| Recipients | Workers | Time | Recipients a second | Requests | Largest worker, MB | Execution data, kB |',
		'|--:|--:|--:|--:|--:|--:|--:|',
		...lines,
		'',
		`Written by \`npm run bench:scale\` on ${new Date().toISOString().slice(0, 10)}: n8n ${version} in queue mode, each file shared among ${PARTS} executions and kept in PostgreSQL, a service ${LATENCY_MS} ms away; Redis, PostgreSQL, the service and all workers on one machine with ${availableParallelism()} cores. The time is that from the first call until the last execution has ended, with fetching and storing the list.`,
	].join('\n');
}

await build();
const progress = step('Sending files in queue mode');
const rows: Row[] = [];
try {
	const setting = await open();
	for (const count of workerCounts) {
		while (setting.cluster.workers.length < count) await setting.cluster.addWorker();
		// The first send of a worker loads what the others have loaded.
		await send(setting, 1000);
		for (const recipients of sizes) {
			progress.note(`${recipients} recipients, ${count} workers`);
			const row = await send(setting, recipients);
			rows.push(row);
			console.log(`  ${JSON.stringify(row)}`);
		}
	}
	progress.done();
	const text = tableOf(rows, setting.version);
	console.log(`\n${text}\n`);
	if (!flags.includes('--dry')) await writeBetween('docs/scale.md', 'workers', text);
} finally {
	await fixtures.end();
}

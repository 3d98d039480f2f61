import { build } from 'esbuild';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { KEYS } from '../../sandbox/server.mts';
import type { InstalledN8n } from '../../tools/lib/install.mts';
import { root } from '../../tools/lib/shell.mts';
import type { Counts, Finding, FromService, FromWorker, ToService, ToWorker } from './protocol.mts';
import { csvOfPeople, MOST, peopleFile } from './works.mts';
import type { Subject, Work } from './works.mts';

/** One measurement with what the sandbox counted meanwhile. */
export type Measurement = Finding & Counts;

/** The sandbox, and the measuring processes that run against it one after another. */
export interface Stage {
	measure(work: Work, subject: Subject): Promise<Measurement>;
	close(): Promise<void>;
}

/** Sends a message to a process and waits for its next one. @throws Error when it ends instead. */
async function ask<Answer>(
	child: ChildProcess,
	message: ToWorker | ToService | undefined,
	seconds: number,
): Promise<Answer> {
	return await new Promise((resolve, reject) => {
		const settle = (act: () => void): void => {
			clearTimeout(timer);
			child.off('message', onMessage);
			child.off('exit', onExit);
			act();
		};
		const onMessage = (answer: unknown): void => settle(() => resolve(answer as Answer));
		const onExit = (code: number | null, signal: string | null): void =>
			settle(() =>
				reject(new Error(`A measuring process ended with ${code ?? signal ?? 'nothing'}.`)),
			);
		const timer = setTimeout(
			() => settle(() => reject(new Error(`A measuring process said nothing for ${seconds} s.`))),
			seconds * 1000,
		);
		child.on('message', onMessage);
		child.on('exit', onExit);
		if (message) child.send(message);
	});
}

/** Puts a process before the others of the machine, so that they disturb less. Where that is not allowed, it runs as they do. */
function prefer(child: ChildProcess): void {
	try {
		if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_HIGHEST);
	} catch {
		// Only an administrator may.
	}
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	await new Promise<void>((resolve) => {
		child.once('exit', () => resolve());
		child.kill('SIGKILL');
	});
}

/** A package that holds n8n's HTTP Request node only: all of n8n-nodes-base would take half a minute to load. */
async function writeRival(folder: string): Promise<void> {
	const node = 'dist/nodes/HttpRequest/HttpRequest.node.js';
	const credential = 'dist/credentials/HttpHeaderAuth.credentials.js';
	await mkdir(path.join(folder, 'dist/nodes/HttpRequest'), { recursive: true });
	await mkdir(path.join(folder, 'dist/credentials'), { recursive: true });
	await writeFile(
		path.join(folder, 'package.json'),
		JSON.stringify({
			name: 'n8n-nodes-base',
			version: '0.0.0',
			n8n: { nodes: [node], credentials: [credential] },
		}),
	);
	await writeFile(path.join(folder, node), `module.exports = require('n8n-nodes-base/${node}');\n`);
	await writeFile(
		path.join(folder, credential),
		`module.exports = require('n8n-nodes-base/${credential}');\n`,
	);
}

/** Copies what is measured to a folder where only the pinned n8n's own modules are found, as in an n8n installation. */
async function writeSubjects(folder: string, before?: string): Promise<void> {
	for (const [name, from] of Object.entries({ ours: root(), ...(before && { before }) }))
		for (const part of ['dist', 'package.json'])
			await cp(path.join(from, part), path.join(folder, name, part), { recursive: true });
	await writeRival(path.join(folder, 'httpRequest'));
	await build({
		entryPoints: [path.join(root(), 'test/bench/worker.mts')],
		outfile: path.join(folder, 'worker.cjs'),
		bundle: true,
		platform: 'node',
		format: 'cjs',
		packages: 'external',
		target: 'node24',
		logLevel: 'warning',
	});
}

/**
 * Starts the sandbox and prepares the packages to be measured. The package must be built.
 * @param profile folder for CPU profiles of the measuring processes, where they are wanted
 * @param before folder of another build of the package, where it is measured beside this one
 */
export async function openStage(
	n8n: InstalledN8n,
	profile?: string,
	before?: string,
): Promise<Stage> {
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-bench-'));
	await writeSubjects(folder, before);
	const service = fork(path.join(root(), 'test/bench/service.mts'), [], {
		execArgv: ['--import', 'tsx'],
		cwd: root(),
	});
	prefer(service);
	const listening = await ask<FromService>(service, undefined, 60);
	if (listening.kind !== 'listening') throw new Error('The sandbox did not start.');
	const { url, token } = listening;
	const env = {
		...process.env,
		NODE_PATH: path.join(n8n.directory, 'node_modules'),
		NODE_ENV: 'production',
	};
	const packages = {
		ours: path.join(folder, 'ours'),
		before: path.join(folder, 'before'),
		httpRequest: path.join(folder, 'httpRequest'),
	};

	const written = new Set<number>();
	/** Writes the CSV files of a work here: made in the measuring process, a million lines would count in its memory. */
	async function writeFiles(work: Work): Promise<void> {
		for (const count of work.file ? [1, work.items] : []) {
			if (written.has(count)) continue;
			await writeFile(peopleFile(folder, count), csvOfPeople(count));
			written.add(count);
		}
	}

	async function measure(work: Work, subject: Subject): Promise<Measurement> {
		await writeFiles(work);
		const profiling =
			profile === undefined
				? []
				: [
						'--cpu-prof',
						'--cpu-prof-interval=100',
						`--cpu-prof-dir=${profile}`,
						`--cpu-prof-name=${work.id}-${subject}.cpuprofile`,
					];
		const worker = fork(path.join(folder, 'worker.cjs'), [], {
			execPath: n8n.node,
			execArgv: [...profiling, ...(work.nodeOptions ?? [])],
			cwd: folder,
			env,
		});
		prefer(worker);
		const tell = async (message: ToWorker, seconds: number): Promise<FromWorker> => {
			const answer = await ask<FromWorker>(worker, message, seconds);
			if (answer.kind === 'failed') throw new Error(`${work.name}, ${subject}: ${answer.reason}`);
			return answer;
		};
		try {
			await ask<FromService>(service, { kind: 'reset' }, 60);
			await tell(
				{
					kind: 'prepare',
					job: { work: work.id, subject, url, token, apiKey: KEYS.live, packages, folder },
				},
				120,
			);
			await ask<FromService>(service, { kind: 'reset', perSecond: work.perSecond }, 60);
			if (work.before) await tell({ kind: 'before' }, 1800);
			const at = await ask<FromService>(service, { kind: 'counts' }, 60);
			const done = await tell({ kind: 'go' }, 1800);
			const counted = await ask<FromService>(service, { kind: 'counts' }, 60);
			if (done.kind !== 'done' || counted.kind !== 'counts' || at.kind !== 'counts')
				throw new Error(`${work.name}, ${subject}: no measurement.`);
			const { counts } = counted;
			// A fast run that lost something is no result.
			const outputs = work.file ? Math.ceil(work.items / MOST) : work.items;
			const made = work.isOfContacts ? counts.contacts : counts.messages;
			if (made !== work.items || done.finding.items !== outputs) {
				throw new Error(
					`${work.name}, ${subject}: ${made} records instead of ${work.items}, and ${done.finding.items} items instead of ${outputs}.`,
				);
			}
			if (subject === 'ours' && !work.isOfContacts && counts.references !== work.items)
				throw new Error(`${work.name}: only ${counts.references} messages carry a reference.`);
			return { ...done.finding, ...counts, requests: counts.requests - at.counts.requests };
		} finally {
			if (profile !== undefined && worker.connected) {
				worker.disconnect();
				await new Promise((resolve) => worker.once('exit', resolve));
			}
			await end(worker);
		}
	}

	return {
		measure,
		async close() {
			await end(service);
			await rm(folder, { recursive: true, force: true });
		},
	};
}

import { startEngine } from '../engine/harness.mts';
import type { Engine, RunRequest } from '../engine/harness.mts';
import { Expression } from 'n8n-workflow';
import type { INodeExecutionData } from 'n8n-workflow';
import axios from 'axios';
import { createReadStream, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Finding, FromWorker, Job, ToWorker } from './protocol.mts';
import { people, peopleFile, postsOfLines, WORKS } from './works.mts';
import type { Post, Work } from './works.mts';

// One measurement: the pinned n8n's own engine on its own Node.js, our package as it is published or n8n's HTTP Request node.

type Measure = (input: INodeExecutionData[]) => Promise<Pick<Finding, 'ms' | 'items'>>;
/** A subject that is ready to work. */
interface Worker {
	measure: Measure;
	/** Puts a file of so many people where the subject reads it from, and returns the input that names it. */
	store(count: number): Promise<INodeExecutionData[]>;
}

/** As n8n starts it, with its defaults. */
async function startExpressions(): Promise<void> {
	await Expression.initExpressionEngine({
		engine: 'vm',
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
		lazyAcquire: false,
		compileCache: false,
	});
}

function inEngine(engine: Engine, request: Omit<RunRequest, 'items'>): Measure {
	return async (items) => {
		const run = await engine.run({ ...request, items });
		if (run.error) throw new Error(`${run.error.message} ${run.error.description ?? ''}`);
		const [task] = Object.entries(run.run?.data.resultData.runData ?? {})
			.filter(([name]) => name !== 'Start')
			.map(([, tasks]) => tasks[0]);
		if (!task) throw new Error('n8n recorded no run of the node.');
		return { ms: task.executionTime, items: run.items.length };
	};
}

async function nodeWorker(job: Job, work: Work): Promise<Worker> {
	await startExpressions();
	if (job.subject === 'ours' || job.subject === 'before') {
		const engine = await startEngine({ directory: job.packages[job.subject] });
		const credential = engine.store({ baseUrl: job.url, apiKey: job.apiKey });
		return {
			measure: inEngine(engine, { credential, parameters: work.ours }),
			store: async (count) => {
				const file = createReadStream(peopleFile(job.folder, count));
				const data = await engine.storeBinary(file, 'people.csv');
				return [{ json: {}, binary: { data } }];
			},
		};
	}
	const engine = await startEngine({
		directory: job.packages.httpRequest,
		credential: 'httpHeaderAuth',
	});
	const [name, value] = headerOf(job, work);
	const measure = inEngine(engine, {
		credential: { name, value },
		nodeType: 'httpRequest',
		node: { typeVersion: 4.5 },
		parameters: {
			method: 'POST',
			url: `${job.url}${work.path}`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			sendBody: true,
			contentType: 'json',
			specifyBody: 'json',
			jsonBody: work.rivalBody,
			options: work.rivalOptions ?? {},
		},
	});
	return { measure, store: noFiles };
}

const noFiles: Worker['store'] = () => Promise.reject(new Error('It reads no file.'));

const headerOf = (job: Job, work: Work): [name: string, value: string] =>
	work.path.startsWith('/rest')
		? ['X-API-KEY', job.apiKey]
		: ['Authorization', `Bearer ${job.token}`];

/** The floor: the same bodies over connections that are kept. Those of items are made beforehand, those of a file while it is read. */
function axiosWorker(job: Job, work: Work): Worker {
	const [name, value] = headerOf(job, work);
	const httpAgent = new Agent({ keepAlive: true, maxSockets: work.axiosInFlight });
	const post = async ({ path: endpoint, body }: Post): Promise<void> => {
		await axios.post(job.url + endpoint, body, { headers: { [name]: value }, httpAgent });
	};

	async function sendItems(input: INodeExecutionData[]): Promise<number> {
		const posts = work.posts(input.map(({ json }) => json));
		return await timed(async () => {
			let next = 0;
			await Promise.all(
				Array.from({ length: Math.min(work.axiosInFlight, posts.length) }, async () => {
					for (let one = posts[next++]; one; one = posts[next++]) await post(one);
				}),
			);
		});
	}

	return {
		measure: async (input) => {
			const source = input[0]?.json.file;
			if (typeof source !== 'string') return { ms: await sendItems(input), items: input.length };
			let items = 0;
			const ms = await timed(async () => {
				for await (const one of postsOfLines(createInterface(createReadStream(source)))) {
					await post(one);
					items++;
				}
			});
			return { ms, items };
		},
		store: async (count) => [{ json: { file: peopleFile(job.folder, count) } }],
	};
}

/** Returns how long the work took, in milliseconds. */
async function timed(work: () => Promise<void>): Promise<number> {
	const started = performance.now();
	await work();
	return performance.now() - started;
}

/** Largest resident memory of this process since its start, in MB. */
function peakMb(): number {
	try {
		const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
		if (line) return Number(line[1]) / 1024;
	} catch {
		// Not Linux: the next best is below.
	}
	return process.resourceUsage().maxRSS / 1024;
}

/** Processor time used so far, in milliseconds. */
function processor(): number {
	const own = process as NodeJS.Process & { threadCpuUsage?: () => NodeJS.CpuUsage };
	const { user, system } = own.threadCpuUsage?.() ?? process.cpuUsage();
	return (user + system) / 1000;
}

async function collectGarbage(): Promise<void> {
	setFlagsFromString('--expose-gc');
	const collect: unknown = runInNewContext('gc');
	if (typeof collect === 'function') await collect({ execution: 'async' });
}

function tell(message: FromWorker): void {
	process.send?.(message);
}

let measure: (() => ReturnType<Measure>) | undefined;
let doBefore: (() => ReturnType<Measure>) | undefined;

/** Loads all that n8n has loaded long before, fetches the token, and sends one message. */
async function prepare(job: Job): Promise<void> {
	const work = WORKS.find(({ id }) => id === job.work);
	if (!work) throw new Error(`No work ${job.work}.`);
	const worker = job.subject === 'axios' ? axiosWorker(job, work) : await nodeWorker(job, work);
	if (work.file) {
		await worker.measure(await worker.store(1));
		const input = await worker.store(work.items);
		measure = async () => await worker.measure(input);
		return;
	}
	const input = (work.input?.() ?? people(work.items)).map((json) => ({ json }));
	await worker.measure(input.slice(0, 1));
	const before = work.before?.().map((json) => ({ json }));
	if (before) doBefore = async () => await worker.measure(before);
	measure = async () => await worker.measure(input);
}

async function handle(message: ToWorker): Promise<void> {
	if (message.kind === 'prepare') {
		await prepare(message.job);
		// What loading left behind is collected here: it would be in some subjects' time, and not in others'.
		await collectGarbage();
		tell({ kind: 'ready' });
		return;
	}
	if (message.kind === 'before') {
		await doBefore?.();
		tell({ kind: 'ready' });
		return;
	}
	if (!measure) throw new Error('Not prepared.');
	const before = processor();
	const { ms, items } = await measure();
	const cpuMs = processor() - before;
	tell({ kind: 'done', finding: { ms, items, cpuMs, peakMb: peakMb() } });
}

process.on('message', (message: ToWorker) => {
	handle(message).catch((error: unknown) =>
		tell({
			kind: 'failed',
			reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
		}),
	);
});
process.on('disconnect', () => process.exit(0));

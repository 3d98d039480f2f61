import { startEngine } from '../engine/harness.mts';
import type { Engine, RunRequest } from '../engine/harness.mts';
import { Expression } from 'n8n-workflow';
import type { IDataObject, INode } from 'n8n-workflow';
import axios from 'axios';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { FAULT_WORKS, TIMEOUT_MS } from './faultWorks.mts';
import type { Finding, FromWorker, Job, ToWorker } from './protocol.mts';
import { people, WORKS } from './works.mts';
import type { Work } from './works.mts';

// One measurement: the pinned n8n's own engine on its own Node.js, our package as it is published or n8n's HTTP Request node.

type Measure = (items: IDataObject[]) => Promise<Pick<Finding, 'ms' | 'items' | 'error'>>;

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
		const run = await engine.run({ ...request, items: items.map((json) => ({ json })) });
		const error = run.error ? `${run.error.message} ${run.error.description ?? ''}` : undefined;
		if (error !== undefined && request.node?.retryOnFail !== true) throw new Error(error);
		const [task] = Object.entries(run.run?.data.resultData.runData ?? {})
			.filter(([name]) => name !== 'Start')
			.map(([, tasks]) => tasks[0]);
		if (!task) throw new Error('n8n recorded no run of the node.');
		return { ms: task.executionTime, items: run.items.length, error };
	};
}

async function nodeMeasure(job: Job, work: Work): Promise<Measure> {
	const tries: Partial<INode> =
		work.tries === undefined
			? {}
			: { retryOnFail: true, maxTries: work.tries, waitBetweenTries: 10 };
	await startExpressions();
	if (job.subject === 'ours') {
		const engine = await startEngine({ directory: job.packages.ours });
		const credential = engine.store({ baseUrl: job.url, apiKey: job.apiKey });
		return inEngine(engine, { credential, node: tries, parameters: work.ours });
	}
	const engine = await startEngine({
		directory: job.packages.httpRequest,
		credential: 'httpHeaderAuth',
	});
	const [name, value] = headerOf(job, work);
	return inEngine(engine, {
		credential: { name, value },
		nodeType: 'httpRequest',
		node: { typeVersion: 4.5, ...tries },
		parameters: {
			method: 'POST',
			url: `${job.url}${work.path}`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			sendBody: true,
			contentType: 'json',
			specifyBody: 'json',
			jsonBody: work.rivalBody,
			options: work.tries === undefined ? {} : { timeout: TIMEOUT_MS },
		},
	});
}

const headerOf = (job: Job, work: Work): [name: string, value: string] =>
	work.path.startsWith('/rest')
		? ['X-API-KEY', job.apiKey]
		: ['Authorization', `Bearer ${job.token}`];

/** The floor: the same bodies, made beforehand, over connections that are kept. */
function axiosMeasure(job: Job, work: Work): Measure {
	const [name, value] = headerOf(job, work);
	const httpAgent = new Agent({ keepAlive: true, maxSockets: work.axiosInFlight });
	return async (items) => {
		const posts = work.posts(items);
		let next = 0;
		const started = performance.now();
		await Promise.all(
			Array.from({ length: Math.min(work.axiosInFlight, posts.length) }, async () => {
				for (let post = posts[next++]; post; post = posts[next++])
					await axios.post(job.url + post.path, post.body, {
						headers: { [name]: value },
						httpAgent,
					});
			}),
		);
		return { ms: performance.now() - started, items: items.length };
	};
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

function tell(message: FromWorker): void {
	process.send?.(message);
}

let measure: (() => ReturnType<Measure>) | undefined;

/** Loads all that n8n has loaded long before, fetches the token, and sends one message. */
async function prepare(job: Job): Promise<void> {
	const work = [...WORKS, ...FAULT_WORKS].find(({ id }) => id === job.work);
	if (!work) throw new Error(`No work ${job.work}.`);
	const run = job.subject === 'axios' ? axiosMeasure(job, work) : await nodeMeasure(job, work);
	const items = work.input?.items() ?? people(work.items);
	await run(items.slice(0, 1));
	measure = async () => await run(items);
}

async function handle(message: ToWorker): Promise<void> {
	if (message.kind === 'prepare') {
		await prepare(message.job);
		tell({ kind: 'ready' });
		return;
	}
	if (!measure) throw new Error('Not prepared.');
	const before = processor();
	const { ms, items, error } = await measure();
	const cpuMs = processor() - before;
	tell({ kind: 'done', finding: { ms, items, error, cpuMs, peakMb: peakMb() } });
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

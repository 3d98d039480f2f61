import type { ChildProcess } from 'node:child_process';
import { exampleCredentials, exampleWorkflows } from '../../tools/lib/examples.mts';
import { N8n } from '../../tools/lib/n8n.mts';
import { freePort, kill, pause, start, stop, until } from '../../tools/lib/shell.mts';
import { publish, useService } from '../support/prepared.mts';
import { postBatch, SEND_WORKFLOW } from './sendWorkflow.mts';
import type { InstalledN8n } from '../../tools/lib/install.mts';
import type { N8nOptions, StoredWorkflow } from '../../tools/lib/n8n.mts';
import type { Redis, Server } from './servers.mts';

/** The example with the node as tools of an agent. */
const TOOLS = 'aiAgentSmsTools1';
/** A port at which no mail server listens. */
const NO_MAIL = 9;

/** n8n's own watch over its workers, in milliseconds: shortened, so that the test need not wait a minute for it. */
const WATCH = {
	QUEUE_WORKER_LOCK_DURATION: '15000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** How many executions a worker carries out at a time. */
export const JOBS = 5;

/** How often the executions under way are looked at, in milliseconds: far more often than one lasts. */
const WATCH_MS = 300;

/** An execution in n8n's list; one that no worker took has not started. */
interface Listed {
	id: string;
	startedAt?: string | null;
	createdAt?: string;
}

export interface Worker {
	/** A machine of its own: a user folder that it shares with no other process. */
	instance: N8n;
	child: ChildProcess;
	log: string[];
}

/** How executions ended, by the batch that each was given. */
export interface Outcome {
	succeeded: Set<string>;
	/** Those of executions that failed or were cut off. */
	failed: Set<string>;
	/** Executions that failed or were cut off, of any batch. */
	failures: number;
	/** Those of them whose batch is not known. */
	nameless: number;
}

/** The statuses of executions that have not ended, and of those that did not succeed. */
const OPEN = ['new', 'running', 'waiting'];
const FAILED = ['error', 'crashed', 'canceled'];
/** The name of a batch in an execution's data (`batchesOf`). */
const BATCH = /batch-\d+-\d+-/;

/** n8n in queue mode: one main process and any number of workers. */
export class Cluster {
	readonly n8n: N8n;
	readonly workers: Worker[] = [];
	readonly #options: N8nOptions;
	readonly #removals: Array<() => Promise<void>> = [];
	/** The batches of executions: n8n forgets what it gave to one that is cut off, so this is noted while it runs. */
	readonly #batches = new Map<string, string>();

	private constructor(n8n: N8n, options: N8nOptions) {
		this.n8n = n8n;
		this.#options = options;
	}

	/**
	 * Prepares n8n with the workflow and a credential that uses tokens, and starts the main process.
	 * @param more settings of all its processes
	 * @param also further workflows to be published
	 */
	static async create(
		installed: InstalledN8n,
		tarball: string,
		redis: Redis,
		postgres: Server & { env: NodeJS.ProcessEnv },
		sandboxUrl: string,
		more: NodeJS.ProcessEnv = {},
		also: StoredWorkflow[] = [],
	): Promise<Cluster> {
		const options: N8nOptions = {
			installed,
			tarball,
			env: {
				...postgres.env,
				...WATCH,
				EXECUTIONS_MODE: 'queue',
				QUEUE_BULL_REDIS_HOST: '127.0.0.1',
				QUEUE_BULL_REDIS_PORT: String(redis.port),
				N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
				...more,
			},
		};
		const n8n = await N8n.create(options);
		await n8n.importCredentials(exampleCredentials(sandboxUrl, NO_MAIL));
		await n8n.start();
		await n8n.login();
		await useService(n8n, sandboxUrl, { authentication: 'bearer' });
		const tools = (await exampleWorkflows(sandboxUrl)).filter(({ id }) => id === TOOLS);
		const workflows = [SEND_WORKFLOW, ...tools, ...also];
		await n8n.addWorkflows(workflows);
		for (const { id } of workflows) await publish(n8n, id);
		return new Cluster(n8n, options);
	}

	/** Starts a worker and waits until it takes jobs. */
	async addWorker(): Promise<Worker> {
		const port = await freePort();
		const log: string[] = [];
		const instance = await N8n.create(this.#options);
		this.#removals.push(async () => await instance.remove());
		const env = instance.env({
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		});
		const { node, bin } = this.n8n.installed;
		const child = start(node, [bin, 'worker', `--concurrency=${JOBS}`], {
			cwd: instance.home,
			env,
			onLine: (line) => log.push(line),
		});
		const worker = { instance, child, log };
		this.workers.push(worker);
		await until(
			'A worker to come up',
			async () => {
				if (child.exitCode !== null)
					throw new Error(
						`A worker ended with code ${child.exitCode}:\n${log.slice(-20).join('\n')}`,
					);
				const response = await fetch(`http://127.0.0.1:${port}/healthz/readiness`).catch(
					() => undefined,
				);
				return response?.ok === true ? true : undefined;
			},
			120_000,
		);
		return worker;
	}

	/** Ends a worker at once, as a crash does. */
	async killWorker(worker: Worker): Promise<void> {
		this.workers.splice(this.workers.indexOf(worker), 1);
		await kill(worker.child);
	}

	/** Starts an execution for a batch. @returns whether n8n took it */
	async post(batch: string, phones: string[]): Promise<boolean> {
		return await postBatch(this.n8n.url, batch, phones);
	}

	/** Whether the webhook answers yet. */
	async ready(): Promise<void> {
		await until(
			'The webhook to be registered',
			async () => ((await this.post('warm-up', [])) ? true : undefined),
			90_000,
			1000,
		);
	}

	async #list(status: string): Promise<Listed[]> {
		const found: Listed[] = [];
		const filter = encodeURIComponent(
			JSON.stringify({ status: [status], workflowId: SEND_WORKFLOW.id }),
		);
		for (let cursor: string | null = ''; cursor !== null; ) {
			const page: { results: typeof found; nextCursor?: string | null } = await this.n8n.rest(
				'GET',
				`executions?limit=100&filter=${filter}${cursor && `&cursor=${cursor}`}`,
			);
			found.push(...page.results);
			cursor = page.nextCursor ?? null;
		}
		return found;
	}

	async #all(statuses: string[]): Promise<Listed[]> {
		return (await Promise.all(statuses.map(async (status) => await this.#list(status)))).flat();
	}

	/** The batch of an execution, as far as n8n (still) knows it. */
	async #batchOf(id: string): Promise<string | undefined> {
		const known = this.#batches.get(id);
		if (known !== undefined) return known;
		const [found] =
			BATCH.exec((await this.n8n.rest<{ data: string }>('GET', `executions/${id}`)).data) ?? [];
		if (found !== undefined) this.#batches.set(id, found);
		return found;
	}

	/** How many executions have not ended. */
	async unfinished(): Promise<number> {
		return (await this.#all(OPEN)).length;
	}

	/** How many executions a worker has taken and not ended. */
	async running(): Promise<number> {
		return (await this.#list('running')).length;
	}

	/** How many executions failed or were cut off, ever. */
	async failures(): Promise<number> {
		return (await this.#all(FAILED)).length;
	}

	/** Notes the batch of every execution that is under way, until `ended`. */
	async watch(ended: () => boolean): Promise<void> {
		while (!ended()) {
			// n8n does not answer while Redis is away, and an execution may end in between.
			for (const { id } of await this.#all(OPEN).catch(() => []))
				await this.#batchOf(id).catch(() => undefined);
			await pause(WATCH_MS);
		}
	}

	/** How the executions since a time ended. */
	async outcome(sinceMs: number): Promise<Outcome> {
		const namesOf = async (statuses: string[]): Promise<Array<string | undefined>> => {
			const names: Array<string | undefined> = [];
			for (const { id, startedAt, createdAt } of await this.#all(statuses)) {
				if (Date.parse(startedAt ?? createdAt ?? '') >= sinceMs)
					names.push(await this.#batchOf(id));
			}
			return names;
		};
		const known = (names: Array<string | undefined>): Set<string> =>
			new Set(names.filter((name) => name !== undefined));
		const failures = await namesOf(FAILED);
		return {
			succeeded: known(await namesOf(['success'])),
			failed: known(failures),
			failures: failures.length,
			nameless: failures.filter((name) => name === undefined).length,
		};
	}

	/** Stops everything and removes the user folder. */
	async remove(): Promise<void> {
		await Promise.all(this.workers.map(async ({ child }) => await stop(child, 12_000)));
		await this.n8n.remove();
		for (const remove of this.#removals) await remove();
	}
}

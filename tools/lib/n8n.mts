import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageName, unpack } from './package.mts';
import { freePort, kill, root, run, start, stop, until } from './shell.mts';
import type { InstalledN8n } from './install.mts';
import type { Finished } from './shell.mts';

/** The owner of every n8n that the tools start: it listens on this machine only and lasts as long as the tool. */
export const OWNER = {
	email: 'owner@example.com',
	password: 'Sandbox-2026',
	firstName: 'Sandbox',
	lastName: 'Owner',
};

export interface StoredWorkflow {
	id: string;
	name: string;
	nodes: Array<{ name: string; type: string; parameters?: unknown; [field: string]: unknown }>;
	connections: object;
	[field: string]: unknown;
}

/** The items a node put out, per output, as n8n records them. */
export interface NodeRun {
	error?: { message?: string; description?: string };
	executionStatus?: string;
	hints?: unknown[];
	data?: {
		main?: Array<Array<{
			json: Record<string, unknown>;
			binary?: Record<string, unknown>;
			pairedItem?: unknown;
			error?: unknown;
		}> | null>;
	};
}

export interface Execution {
	id?: string;
	status: string;
	error?: { message?: string; description?: string };
	nodes: Record<string, NodeRun[]>;
	/** What the command wrote, or the record as n8n's REST API gives it. */
	raw: string;
}

export interface N8nOptions {
	installed: InstalledN8n;
	/** Our packed package. */
	tarball: string;
	/** n8n's user folder; a temporary one unless given, removed by `remove`. */
	home?: string;
	env?: NodeJS.ProcessEnv;
}

interface ResultData {
	error?: { message?: string; description?: string };
	runData?: Record<string, NodeRun[]>;
}

/** @returns every item of a node's output. */
export function itemsOf(
	execution: Execution,
	node: string,
	output = 0,
): Array<Record<string, unknown>> {
	return (execution.nodes[node] ?? []).flatMap((one) =>
		(one.data?.main?.[output] ?? []).map(({ json }) => json),
	);
}

/** How often a server is started whose port another process takes. */
const MOST_STARTS = 3;

/** How a server is started. */
interface StartOptions {
	/** A free one unless given. */
	port?: number;
	timeoutMs?: number;
	env?: NodeJS.ProcessEnv;
}

/** A real n8n with a user folder of its own, and our package in it as n8n's own installer leaves it. */
export class N8n {
	readonly home: string;
	readonly installed: InstalledN8n;
	/** What its server wrote. */
	readonly log: string[] = [];
	/** What each of its commands wrote. */
	readonly written: string[] = [];
	url = '';
	readonly #env: NodeJS.ProcessEnv;
	readonly #require: NodeJS.Require;
	#server: ChildProcess | undefined;
	#cookie = '';

	private constructor(options: N8nOptions & { home: string }) {
		this.home = options.home;
		this.installed = options.installed;
		this.#require = createRequire(path.join(options.installed.directory, 'package.json'));
		// What one n8n has compiled of its thousands of modules, the next need not.
		const compiled = path.join(root(), '.work', 'compiled');
		this.#env = { ...settings(options.home), NODE_COMPILE_CACHE: compiled, ...options.env };
	}

	/** Makes the user folder and installs the tarball in it. */
	static async create(options: N8nOptions): Promise<N8n> {
		const home = options.home ?? (await mkdtemp(path.join(tmpdir(), 'messaging-n8n-')));
		await unpack(
			options.tarball,
			path.join(home, '.n8n', 'nodes', 'node_modules', await packageName()),
		);
		return new N8n({ ...options, home });
	}

	/** The environment of this n8n's processes, for a process that is started elsewhere (a worker). */
	env(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
		return { ...this.#env, ...more };
	}

	/** Commands log their result, so their log must not be quieter than "info"; it goes to their output as text, where it is looked for. */
	get #telling(): NodeJS.ProcessEnv {
		return {
			N8N_LOG_LEVEL: this.#env.N8N_LOG_LEVEL === 'debug' ? 'debug' : 'info',
			N8N_LOG_OUTPUT: 'console',
			N8N_LOG_FORMAT: 'text',
		};
	}

	/** The process of the server, while it runs. */
	get pid(): number | undefined {
		return this.#server?.pid;
	}

	/** Runs n8n's command line. */
	async cli(args: string[], more: NodeJS.ProcessEnv = {}): Promise<Finished> {
		const env = this.env({ N8N_RUNNERS_BROKER_PORT: String(await freePort()), ...more });
		const { node, bin } = this.installed;
		const options = { cwd: this.home, env, timeoutMs: 300_000 };
		const result = await run(node, [bin, ...args], options);
		this.written.push(`${result.stdout}\n${result.stderr}`);
		return result;
	}

	async #import(kind: 'credentials' | 'workflow', entities: object[]): Promise<void> {
		const file = path.join(this.home, `import-${kind}.json`);
		await mkdir(this.home, { recursive: true });
		await writeFile(file, JSON.stringify(entities), { mode: 0o600 });
		const result = await this.cli([`import:${kind}`, `--input=${file}`], this.#telling);
		await rm(file, { force: true });
		if (result.code !== 0 || !/Successfully imported/.test(result.stdout + result.stderr)) {
			throw new Error(
				`n8n import:${kind} did not succeed:\n${(result.stdout + result.stderr).slice(-2000)}`,
			);
		}
	}

	async importCredentials(
		credentials: Array<{ id: string; name: string; type: string; data: object }>,
	): Promise<void> {
		await this.#import('credentials', credentials);
	}

	async importWorkflows(workflows: StoredWorkflow[]): Promise<void> {
		await this.#import(
			'workflow',
			workflows.map((workflow) => ({
				settings: { executionOrder: 'v1' },
				active: false,
				...workflow,
			})),
		);
	}

	/** Makes a workflow active from the next start of the server on. */
	async publish(id: string): Promise<void> {
		const args = ['publish:workflow', `--id=${id}`];
		const result = await this.cli(args);
		if (result.code !== 0)
			throw new Error(
				`n8n ${args.join(' ')} did not succeed:\n${(result.stdout + result.stderr).slice(-2000)}`,
			);
	}

	/** Runs a workflow by `n8n execute`. On a busy machine the end of a long output may be cut off. */
	async execute(id: string): Promise<Execution> {
		const result = await this.cli(['execute', `--id=${id}`, '--rawOutput'], this.#telling);
		const raw = `${result.stdout}\n${result.stderr}`;
		// At level "debug" each entry begins with its time and may end with where it was written.
		const record = /^(?:[^{}]* )?(\{\n[\s\S]*?^\})/m.exec(result.stdout)?.[1];
		if (record === undefined) {
			const lines = raw.trim().split('\n').slice(-5);
			return {
				status: 'error',
				error: { message: lines.join(' ') || 'n8n execute wrote nothing.' },
				nodes: {},
				raw,
			};
		}
		const { status, data } = JSON.parse(record) as {
			status?: string;
			data: { resultData: ResultData };
		};
		return { ...executionOf(data.resultData, status), raw };
	}

	/** Starts the server on loopback. @throws Error with the end of its log when it does not come up. */
	async start(options: StartOptions = {}): Promise<string> {
		for (let tries = 1; ; tries++)
			try {
				return await this.#startOnce(options);
			} catch (error) {
				// Another process may take a free port before n8n does.
				const isTaken = options.port === undefined && /already in use/.test(String(error));
				if (!isTaken || tries === MOST_STARTS) throw error;
			}
	}

	async #startOnce(options: StartOptions): Promise<string> {
		const port = options.port ?? (await freePort());
		this.url = `http://127.0.0.1:${port}`;
		const { hashSync } = this.#require('bcryptjs') as {
			hashSync(password: string, rounds: number): string;
		};
		const env = this.env({
			N8N_PORT: String(port),
			N8N_EDITOR_BASE_URL: this.url,
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			N8N_INSTANCE_OWNER_MANAGED_BY_ENV: 'true',
			N8N_INSTANCE_OWNER_EMAIL: OWNER.email,
			N8N_INSTANCE_OWNER_FIRST_NAME: OWNER.firstName,
			N8N_INSTANCE_OWNER_LAST_NAME: OWNER.lastName,
			N8N_INSTANCE_OWNER_PASSWORD_HASH: hashSync(OWNER.password, 10),
			...options.env,
		});
		const { node, bin } = this.installed;
		const server = start(node, [bin, 'start'], {
			cwd: this.home,
			env,
			onLine: (line) => this.log.push(line),
		});
		this.#server = server;
		try {
			await until(
				'n8n to come up',
				async () => {
					if (server.exitCode !== null) throw new Error(`n8n ended with code ${server.exitCode}.`);
					const response = await fetch(`${this.url}/healthz/readiness`).catch(() => undefined);
					return response?.ok === true ? true : undefined;
				},
				options.timeoutMs ?? 180_000,
			);
		} catch (error) {
			await this.stop();
			throw new Error(`${(error as Error).message}\n${this.log.slice(-30).join('\n')}`);
		}
		return this.url;
	}

	/** Logs the owner in; later calls of `rest` carry the session. */
	async login(): Promise<void> {
		const response = await fetch(`${this.url}/rest/login`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ emailOrLdapLoginId: OWNER.email, password: OWNER.password }),
		});
		const cookie = response.headers.getSetCookie().find((one) => one.startsWith('n8n-auth='));
		if (!response.ok || cookie === undefined)
			throw new Error(`n8n refused the owner's login with ${response.status}.`);
		this.#cookie = cookie.split(';')[0] ?? '';
	}

	/**
	 * The headers that carry the owner's session. n8n may close a connection that was kept open just when it is used again, so that none
	 * is kept.
	 */
	session(): { cookie: string; connection: 'close' } {
		return { cookie: this.#cookie, connection: 'close' };
	}

	/** Calls n8n's own REST API, e.g. `rest('GET', 'workflows')`. @throws Error when it answers with an error status. */
	async rest<T>(method: string, name: string, body?: object): Promise<T> {
		const response = await fetch(`${this.url}/rest/${name}`, {
			method,
			headers: { ...this.session(), 'content-type': 'application/json' },
			...(body ? { body: JSON.stringify(body) } : {}),
		});
		const text = await response.text();
		if (!response.ok)
			throw new Error(
				`n8n answered ${response.status} to ${method} /rest/${name}: ${text.slice(0, 500)}`,
			);
		return (JSON.parse(text) as { data: T }).data;
	}

	/** Adds workflows while the server runs. A command would start n8n once more for it, which takes seconds. */
	async addWorkflows(workflows: readonly StoredWorkflow[]): Promise<void> {
		for (const workflow of workflows)
			await this.rest('POST', 'workflows', { settings: { executionOrder: 'v1' }, ...workflow });
	}

	/** Begins a workflow through the REST API, as the editor's button does. @returns the ID of its execution */
	async beginWorkflow(id: string, trigger: string): Promise<string> {
		const { executionId } = await this.rest<{ executionId?: string }>(
			'POST',
			`workflows/${id}/run`,
			{ triggerToStartFrom: { name: trigger } },
		);
		if (executionId === undefined) throw new Error('n8n started no execution.');
		return executionId;
	}

	/** Runs a workflow through the REST API, and waits for its end. */
	async runWorkflow(id: string, trigger: string, timeoutMs = 120_000): Promise<Execution> {
		return await this.execution(await this.beginWorkflow(id, trigger), timeoutMs);
	}

	/** Waits for the end of an execution and reads it. */
	async execution(id: string, timeoutMs = 120_000): Promise<Execution> {
		const { parse } = this.#require('flatted') as {
			parse(text: string): { resultData?: ResultData } | undefined;
		};
		return await until(
			`Execution ${id} to end`,
			async () => {
				const record = await this.rest<{ status: string; data: string }>('GET', `executions/${id}`);
				if (['new', 'running', 'waiting'].includes(record.status)) return undefined;
				const { resultData } = parse(record.data) ?? {};
				if (!resultData) return undefined;
				return { id, ...executionOf(resultData, record.status), raw: record.data };
			},
			timeoutMs,
		);
	}

	/** Waits until the server ends by itself. */
	async ended(): Promise<void> {
		const server = this.#server;
		if (server && server.exitCode === null)
			await new Promise((resolve) => server.once('exit', resolve));
	}

	/** Stops the server and waits for its end. */
	async stop(graceMs = 15_000): Promise<void> {
		if (this.#server) await stop(this.#server, graceMs);
		this.#server = undefined;
	}

	/** Ends the server at once, as a crash does. */
	async kill(): Promise<void> {
		if (this.#server) await kill(this.#server);
		this.#server = undefined;
	}

	/** Stops the server and removes the user folder. */
	async remove(): Promise<void> {
		await this.stop();
		await rm(this.home, { recursive: true, force: true });
	}
}

function executionOf(result: ResultData, status: string | undefined): Omit<Execution, 'raw'> {
	return {
		status: status ?? (result.error ? 'error' : 'success'),
		...(result.error ? { error: result.error } : {}),
		nodes: result.runData ?? {},
	};
}

/** n8n's settings: on loopback, with no outbound call, quick to stop; nothing of the caller's own n8n leaks in. */
function settings(home: string): NodeJS.ProcessEnv {
	const own = Object.entries(process.env).filter(
		([name]) =>
			!/^(N8N_|DB_|QUEUE_|EXECUTIONS_|npm_|NODE_OPTIONS|NODE_ENV|NODE_PATH|JEST_)/.test(name),
	);
	const off = [
		'N8N_DIAGNOSTICS_ENABLED',
		'N8N_VERSION_NOTIFICATIONS_ENABLED',
		'N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED',
		'N8N_TEMPLATES_ENABLED',
		'N8N_PERSONALIZATION_ENABLED',
		'N8N_HIRING_BANNER_ENABLED',
		'N8N_DYNAMIC_BANNERS_ENABLED',
		'N8N_VERIFIED_PACKAGES_ENABLED',
		'N8N_SECURE_COOKIE',
		// No node of ours needs n8n's Python.
		'N8N_PYTHON_ENABLED',
	];
	return {
		...Object.fromEntries(own),
		...Object.fromEntries(off.map((name) => [name, 'false'])),
		N8N_DISABLED_MODULES: 'mcp-registry',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_USER_FOLDER: home,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_ENCRYPTION_KEY: 'messaging-service-sandbox-only',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_LOG_LEVEL: 'warn',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '8',
		N8N_RESTRICT_FILE_ACCESS_TO: path.join(process.cwd(), 'examples'),
		GENERIC_TIMEZONE: 'UTC',
		NO_COLOR: '1',
	};
}

import path from 'node:path';
import { root, start, stop } from './shell.mts';

/** The sandbox in a process of its own, as `npm run sandbox` starts it. */
export interface SandboxProcess {
	url: string;
	port: number;
	/** What it wrote so far. */
	log: string[];
	/** Calls its control interface, e.g. `control('GET', 'stats')`. @throws Error when it refuses. */
	control<T = Record<string, unknown>>(
		method: 'GET' | 'POST',
		name: string,
		body?: object,
	): Promise<T>;
	/** Every token that it ever issued: it tells them to the process that started it, and to nobody else. */
	tokens(): Promise<string[]>;
	stop(): Promise<void>;
}

/** How long it may take to start on a machine that is busy. */
const START_MS = 120_000;
/** Keys that the sandbox knows. */
export const SANDBOX_KEY = 'live_sandbox_0000000000000000';

/** Calls the service as another of its clients would. @throws Error when it refuses */
export async function callService(
	{ url }: SandboxProcess,
	method: string,
	path: string,
	body: object,
): Promise<Record<string, unknown>> {
	const response = await fetch(`${url}${path}`, {
		method,
		headers: { 'content-type': 'application/json', 'x-api-key': SANDBOX_KEY },
		body: JSON.stringify(body),
	});
	if (!response.ok)
		throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
	return (await response.json()) as Record<string, unknown>;
}

/**
 * Starts the sandbox on loopback and waits until it listens.
 * @param options.args more arguments for it
 * @param options.env more environment variables for it
 * @param options.script what starts it, from the repository's root
 * @throws Error with what it wrote when it ends instead.
 */
export async function startSandboxProcess({
	port = 0,
	args = [],
	env = {},
	script = 'sandbox/main.mts',
}: {
	port?: number;
	args?: string[];
	env?: NodeJS.ProcessEnv;
	script?: string;
} = {}): Promise<SandboxProcess> {
	const log: string[] = [];
	const tsx = path.join(root(), 'node_modules', 'tsx', 'dist', 'cli.mjs');
	return await new Promise((resolve, reject) => {
		const onLine = (line: string): void => {
			log.push(line);
			const found = /(https?):\/\/127\.0\.0\.1:(\d+)/.exec(line);
			const [, scheme, port] = found ?? [];
			if (port === undefined || listening) return;
			listening = true;
			clearTimeout(timer);
			const url = `${scheme}://127.0.0.1:${port}`;
			resolve({
				url,
				port: Number(port),
				log,
				async control<T>(method: 'GET' | 'POST', name: string, body?: object): Promise<T> {
					const response = await fetch(`${url}/_sandbox/${name}`, {
						method,
						...(method === 'POST'
							? {
									headers: { 'content-type': 'application/json' },
									body: JSON.stringify(body ?? {}),
								}
							: {}),
					});
					if (!response.ok)
						throw new Error(
							`The sandbox answered ${response.status} to ${method} /_sandbox/${name}.`,
						);
					return (await response.json()) as T;
				},
				tokens: async () =>
					await new Promise((done, fail) => {
						child.once('message', (told) => done((told as { tokens: string[] }).tokens));
						child.send('tokens', (error) => error && fail(error));
					}),
				stop: async () => await stop(child, 3000),
			});
		};
		let listening = false;
		const child = start(process.execPath, [tsx, script, '--port', String(port), ...args], {
			cwd: root(),
			env: { ...process.env, ...env },
			onLine,
			ipc: true,
		});
		const timer = setTimeout(() => {
			void stop(child, 1000);
			reject(new Error(`The sandbox did not start within two minutes:\n${log.join('\n')}`));
		}, START_MS);
		child.once('exit', (code) => {
			clearTimeout(timer);
			if (!listening)
				reject(new Error(`The sandbox ended with code ${code}:\n${log.slice(-20).join('\n')}`));
		});
	});
}

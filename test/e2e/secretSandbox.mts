import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import { root, start, stop, until } from '../../tools/lib/shell.mts';
import type { N8n } from '../../tools/lib/n8n.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';

/** The key that n8n uses: made for this run, written nowhere and advertised nowhere, unlike the sandbox's own. */
export const SECRET_KEY = `live_${randomBytes(12).toString('hex')}`;

/** Starts the sandbox in a process of its own, in which this run's key is right too; every request is in its log. */
export async function startSecretSandbox(): Promise<SandboxProcess> {
	const log: string[] = [];
	const tsx = path.join(root(), 'node_modules', 'tsx', 'dist', 'cli.mjs');
	const child = start(process.execPath, [tsx, 'test/e2e/secretSandboxMain.mts'], { cwd: root(), env: { ...process.env, SANDBOX_SECRET_KEY: SECRET_KEY }, onLine: (line) => log.push(line), ipc: true });
	const url = await until('The sandbox to listen', async () => {
		if (child.exitCode !== null) throw new Error(`The sandbox ended with code ${child.exitCode}:\n${log.slice(-20).join('\n')}`);
		return /http:\/\/127\.0\.0\.1:\d+/.exec(log[0] ?? '')?.[0];
	}, 30_000, 50);
	return {
		url,
		port: Number(new URL(url).port),
		log,
		async control<T>(method: 'GET' | 'POST', name: string, body?: object): Promise<T> {
			const response = await fetch(`${url}/_sandbox/${name}`, { method, ...(method === 'POST' ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) } : {}) });
			if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${method} /_sandbox/${name}.`);
			return (await response.json()) as T;
		},
		tokens: async () =>
			await new Promise((done, fail) => {
				child.once('message', (told) => done((told as { tokens: string[] }).tokens));
				child.send('tokens', (error) => error && fail(error));
			}),
		stop: async () => await stop(child, 3000),
	};
}

/** Puts this run's key in the place of the advertised one in the examples' credential. */
export async function useSecretKey(n8n: N8n, url: string): Promise<void> {
	await n8n.importCredentials([{ ...EXAMPLE_CREDENTIAL, data: { baseUrl: url, restBaseUrl: '', apiKey: SECRET_KEY, allowHttp: true } }]);
}

import path from 'node:path';
import { root, start, stop, until } from '../../tools/lib/shell.mts';
import { OWNER } from '../../tools/lib/n8n.mts';

/** What `npm start` started, as somebody reads it in the terminal. */
export interface Started {
	/** The address that it says n8n is at. */
	address: string;
	/** That of n8n itself. */
	url: string;
	sandboxUrl: string;
	/** From the command to the end of what it prints. */
	seconds: number;
	/** Every line that it wrote. */
	lines: string[];
	/** Calls n8n's own REST API as the owner. @throws Error when it answers with an error status */
	rest<T>(method: string, name: string, body?: object): Promise<T>;
	/** Ends it as Ctrl-C does. */
	stop(): Promise<void>;
}

/**
 * Runs what `npm start` runs, and waits until it says that everything is there.
 * @param home where n8n keeps its data
 * @throws Error with what it wrote where it ends instead
 */
export async function npmStart(home: string, ...args: string[]): Promise<Started> {
	const lines: string[] = [];
	const began = Date.now();
	const tsx = path.join(root(), 'node_modules', 'tsx', 'dist', 'cli.mjs');
	const child = start(process.execPath, [tsx, 'tools/start.mts', '--home', home, ...args], {
		cwd: root(),
		env: { ...process.env, NO_COLOR: '1' },
		onLine: (line) => lines.push(line),
	});
	const end = async (): Promise<void> => await stop(child, 30_000);
	const found = (pattern: RegExp): string | undefined =>
		lines.map((line) => pattern.exec(line)?.[1]).find((one) => one !== undefined);
	try {
		await until(
			'The end of the start',
			async () => {
				if (child.exitCode !== null) throw new Error('npm start ended.');
				return found(/^(Your workflows, credentials and executions are kept)/);
			},
			180_000,
			50,
		);
	} catch (error) {
		await end();
		throw new Error(`${(error as Error).message}\n${lines.join('\n')}`);
	}
	const seconds = (Date.now() - began) / 1000;
	const address = found(/^n8n is at +(\S+)/) ?? '';
	const sandboxUrl = (found(/^The sandbox +(\S+)/) ?? '').replace(/\/$/, '');
	const url = new URL(address).origin;
	const ask = async (method: string, name: string, body?: object, cookie = ''): Promise<Response> =>
		await fetch(`${url}/rest/${name}`, {
			method,
			headers: { 'content-type': 'application/json', cookie },
			...(body ? { body: JSON.stringify(body) } : {}),
		});
	const login = await ask('POST', 'login', {
		emailOrLdapLoginId: OWNER.email,
		password: OWNER.password,
	});
	const cookie = login.headers.getSetCookie()[0]?.split(';')[0];
	return {
		address,
		url,
		sandboxUrl,
		seconds,
		lines,
		async rest<T>(method: string, name: string, body?: object): Promise<T> {
			const response = await ask(method, name, body, cookie);
			const text = await response.text();
			if (!response.ok) throw new Error(`n8n answered ${response.status}: ${text.slice(0, 500)}`);
			return (JSON.parse(text) as { data: T }).data;
		},
		stop: end,
	};
}

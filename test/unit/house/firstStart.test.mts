import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { watchInstall } from '../../../tools/lib/installProgress.mts';
import { run } from '../../../tools/lib/shell.mts';

// What somebody reads who starts for the first time, up to the moment at which something would be fetched.

const WITHOUT_N8N = ['package.json', 'n8n/v2/package.json', 'n8n/v2/pnpm-lock.yaml'];
const ROOT = process.cwd();
const MODULES = path.join(ROOT, 'node_modules');
/** Where the pnpm of these tests says that it fetches from. */
const REGISTRY = 'https://packages.example';

let folder: string;

/** A copy of the repository in which n8n is not installed, and a pnpm that fetches three packages and then fails. */
beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'messaging-first-'));
	for (const file of WITHOUT_N8N) {
		await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
		await copyFile(path.join(ROOT, file), path.join(folder, file));
	}
	const bin = path.join(folder, 'node_modules', 'pnpm', 'bin');
	await mkdir(bin, { recursive: true });
	await writeFile(
		path.join(bin, 'pnpm.cjs'),
		`console.log('Progress: resolved 0, reused 0, downloaded 3, added 3');
console.log(' ERR_PNPM_FETCH  request to ${REGISTRY}/d failed');
process.exit(1);
`,
	);
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

const start = async (...args: string[]) =>
	await run(
		process.execPath,
		[path.join(MODULES, 'tsx', 'dist', 'cli.mjs'), path.join(ROOT, 'tools', 'start.mts'), ...args],
		{ cwd: folder },
	);

test.each([
	['--port', 'abc'],
	['--sandbox-port', '70000'],
])('npm start refuses %s %s before it fetches anything', async (option, port) => {
	const { code, stdout, stderr } = await start(option, port);
	expect([code, stdout, stderr.trim()]).toEqual([
		1,
		'',
		`${option} takes a port, from 1 to 65535: "${port}" is none.`,
	]);
});

test('npm start says what it will fetch and how large it is, before it does anything else', async () => {
	const { code, stdout, stderr } = await start();
	expect(code).toBe(1);
	expect(stdout.split('\n')[0]).toMatch(
		/^n8n 2\.\d+\.\d+ is not installed here yet\. It is fetched into n8n\/v2, once: about \d{4} packages, which take up to 3 GB on the disk\. This takes some minutes\.$/,
	);
	expect(stdout).toMatch(/Installing n8n .* run the command again, it takes up where it failed/);
	expect(stderr).toContain('ERR_PNPM_FETCH  request to (the registry) failed');
	expect(stdout + stderr).not.toContain(REGISTRY);
});

test('an installation is told in percent and time left', () => {
	let now = 0;
	const progress = watchInstall(200, () => now);
	const fetched = (downloaded: number) =>
		progress(`Progress: resolved 0, reused 0, downloaded ${downloaded}, added ${downloaded + 9}`);
	expect(progress(' WARN  deprecated')).toBeUndefined();
	now = 1000;
	expect([fetched(1), fetched(100), fetched(300)]).toEqual([
		'fetching packages: 0 %',
		'fetching packages: 50 %, about 1 s left',
		'fetching packages: 100 %, about 0 ms left',
	]);
	expect(progress('Progress: resolved 0, reused 0, downloaded 200, added 230, done')).toBe(
		'building native packages',
	);
});

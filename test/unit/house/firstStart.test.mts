import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { watchInstall } from '../../../tools/lib/installProgress.mts';
import { run } from '../../../tools/lib/shell.mts';

// What somebody reads who starts for the first time, up to the moment at which something would be fetched.

const WITHOUT_N8N = ['package.json', 'n8n/v2/package.json', 'n8n/v2/package-lock.json'];
const ROOT = process.cwd();
const MODULES = path.join(ROOT, 'node_modules');
/** Where the npm of these tests says that it fetches from. */
const REGISTRY = 'https://packages.example';

let folder: string;

/** A copy of the repository in which n8n is not installed, and an npm that fetches three packages and then fails. */
beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'messaging-first-'));
	for (const file of WITHOUT_N8N) {
		await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
		await copyFile(path.join(ROOT, file), path.join(folder, file));
	}
	const npm = path.join(folder, 'bin', 'npm');
	await mkdir(path.dirname(npm));
	await writeFile(
		npm,
		`#!/bin/sh
for name in a b c; do echo "npm http fetch GET 200 ${REGISTRY}/$name.tgz 12ms (cache miss)" >&2; done
echo "npm error network request to ${REGISTRY}/d failed" >&2
exit 1
`,
	);
	await chmod(npm, 0o755);
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

test('npm start says what it will fetch and how large it is, before it does anything else', async () => {
	const { code, stdout, stderr } = await run(
		process.execPath,
		[path.join(MODULES, 'tsx', 'dist', 'cli.mjs'), path.join(ROOT, 'tools', 'start.mts')],
		{
			cwd: folder,
			env: {
				...process.env,
				PATH: `${path.join(folder, 'bin')}${path.delimiter}${process.env.PATH ?? ''}`,
			},
		},
	);
	expect(code).toBe(1);
	expect(stdout.split('\n')[0]).toMatch(
		/^n8n 2\.\d+\.\d+ is not installed here yet\. npm fetches it into n8n\/v2, once: about \d{4} packages, which take up to 3 GB on the disk\. This takes some minutes\.$/,
	);
	expect(stdout).toMatch(/Installing n8n .* run the command again, it takes up where it failed/);
	expect(stderr).toContain('npm error network request to (the registry) failed');
	expect(stdout + stderr).not.toContain(REGISTRY);
});

test('an installation is told in percent and time left', () => {
	let now = 0;
	const progress = watchInstall(200, () => now);
	const fetched = `npm http fetch GET 200 ${REGISTRY}/a.tgz 12ms (cache miss)`;
	expect(progress('npm warn something')).toBeUndefined();
	now = 1000;
	const told = Array.from({ length: 200 }, () => progress(fetched));
	expect([told[0], told[99], told[199]]).toEqual([
		'fetching packages: 0 %',
		'fetching packages: 50 %, about 1 s left',
		'unpacking',
	]);
});

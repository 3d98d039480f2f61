import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FULL_RUNS } from '../../tools/lib/fullRuns.mts';
import { packageHash } from '../../tools/lib/packageHash.mts';
import { must, run } from '../../tools/lib/shell.mts';

/** The repository at another place, with copies of what is given and links to the rest that a build and a release need. */
function elsewhere(copied: Record<string, string>): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'messaging-release-'));
	const linked = ['credentials', 'nodes', 'node_modules', 'tsconfig.json', 'gulpfile.js'];
	for (const name of linked.filter((one) => !(one in copied)))
		symlinkSync(path.resolve(name), path.join(folder, name));
	writeFileSync(path.join(folder, 'package.json'), readFileSync('package.json'));
	for (const [name, text] of Object.entries(copied)) {
		mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
		writeFileSync(path.join(folder, name), text);
	}
	return folder;
}

const GULPFILE = readFileSync('gulpfile.js', 'utf8');
const folders: string[] = [];
afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const made = (folder: string): string => {
	folders.push(folder);
	return folder;
};

describe('the hash of the built package', () => {
	/** Builds the package by a gulpfile in which one setting is another. */
	async function hashBuiltWith(from: string, to: string): Promise<string> {
		expect(GULPFILE.split(from)).toHaveLength(2);
		const folder = made(elsewhere({ 'gulpfile.js': GULPFILE.replace(from, to) }));
		await must(process.execPath, [path.resolve('node_modules/gulp/bin/gulp.js'), 'build'], {
			cwd: folder,
		});
		return await packageHash(folder);
	}

	it('is the same for a build at another place, without a source map too', async () => {
		expect(await hashBuiltWith("sourcemap: 'linked'", 'sourcemap: false')).toBe(
			await packageHash('.'),
		);
	});

	it.each([
		['the target', "target: 'node20'", "target: 'node12'"],
		['minification', 'minify: false', 'minify: true'],
	])('is another after a change of %s in the gulpfile', async (_, from, to) => {
		expect(await hashBuiltWith(from, to)).not.toBe(await packageHash('.'));
	});

	it('stays when a label of the real package is changed, and not when a stored name is', async () => {
		const folder = made(elsewhere({}));
		cpSync('dist', path.join(folder, 'dist'), { recursive: true });
		const bundle = path.join(folder, 'dist/service.js');
		const code = readFileSync(bundle, 'utf8');
		const change = async (from: string, to: string): Promise<string> => {
			expect(code.split(from).length).toBeGreaterThan(1);
			writeFileSync(bundle, code.replaceAll(from, to));
			return await packageHash(folder);
		};
		const hash = await packageHash('.');
		const [, label = ''] = /displayName: ("[^"]+"),\s+name: "apiKey"/.exec(code) ?? [];
		expect(await change(`displayName: ${label}`, 'displayName: "Key of the API"')).toBe(hash);
		expect(await change('name: "apiKey"', 'name: "key"')).not.toBe(hash);
	});
});

describe('npm run release:check', () => {
	/** Packs the built package and asks whether it may be released, with the figures given. */
	async function check(proofs: Record<string, object>): Promise<{ code: number; said: string }> {
		const copied = Object.fromEntries(
			Object.entries(proofs).map(([name, proof]) => [
				`test/proof/${name}.json`,
				JSON.stringify({ date: '2026-01-01', command: '', figures: [], ...proof }),
			]),
		);
		const folder = made(elsewhere({ 'test/proof/README': '', ...copied }));
		cpSync('dist', path.join(folder, 'dist'), { recursive: true });
		await must('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: folder });
		const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
			name: string;
			version: string;
		};
		const { code, stdout, stderr } = await run(
			path.resolve('node_modules/.bin/tsx'),
			[path.resolve('tools/releaseCheck.mts'), `${name}-${version}.tgz`],
			{ cwd: folder },
		);
		return { code, said: stdout + stderr };
	}
	const proofsOn = (hash: string): Record<string, object> =>
		Object.fromEntries(FULL_RUNS.map(({ name }) => [name, { package: hash }]));

	it('accepts a package that all full runs were made on', async () => {
		const { code, said } = await check(proofsOn(await packageHash('.')));
		expect([said, code]).toEqual([expect.stringContaining('All full runs were made'), 0]);
	});

	it('names each run that is missing, of another package or unfinished, and its command', async () => {
		const hash = await packageHash('.');
		const proofs = Object.entries(proofsOn(hash)).filter(([name]) => name !== 'sends');
		const { code, said } = await check({
			...Object.fromEntries(proofs),
			faults: { package: '0123456789abcdef' },
			queue: {},
			mutation: { package: hash, unfinished: true },
		});
		expect(code).toBe(1);
		const lines = said.split('\n').filter((line) => line.startsWith('  '));
		expect(lines).toHaveLength(4);
		for (const [reason, command] of [
			['it was never made', 'npm run bench:faults'],
			['it was made on 0123456789abcdef', 'npm run test:faults'],
			['it was made on an earlier package', 'npm run test:queue'],
			['parts of it are still to be made', 'npm run test:mutation'],
		])
			expect(lines).toContainEqual(expect.stringContaining(`${reason}. ${command}`));
	});
});

describe('npm run release:proof', () => {
	/** Stands for the full runs: notes that it ran, keeps a proof, and fails where a file says so. */
	const RUN = `
		const { appendFileSync, existsSync, writeFileSync } = require('node:fs');
		const name = process.argv[2];
		appendFileSync('ran.txt', name + ' ');
		const proof = { date: '2026-01-02', package: process.env.PACKAGE, command: name, figures: [{ what: 'Runs', value: 1 }] };
		writeFileSync('test/proof/' + name + '.json', JSON.stringify(proof));
		if (existsSync(name + '.fails')) process.exit(1);
	`;

	it('makes what is missing, keeps no proof of a run that failed, and takes up where it stopped', async () => {
		const hash = await packageHash('.');
		const missing = ['sends', 'faults', 'queue'];
		const kept = FULL_RUNS.map(({ name }) => name).filter((name) => !missing.includes(name));
		const proof = JSON.stringify({ date: '', package: hash, command: '', figures: [] });
		const folder = made(
			elsewhere({
				'run.js': RUN,
				'faults.fails': '',
				'docs/proof.md': '',
				...Object.fromEntries(kept.map((name) => [`test/proof/${name}.json`, proof])),
			}),
		);
		cpSync('dist', path.join(folder, 'dist'), { recursive: true });
		const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as object;
		const scripts = {
			build: 'node -e 0',
			'bench:faults': 'node run.js sends',
			'test:faults': 'node run.js faults',
			'test:queue': 'node run.js queue',
		};
		writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...manifest, scripts }));
		const start = async (): Promise<{ code: number; ran: string; page: string }> => {
			const { code } = await run(
				path.resolve('node_modules/.bin/tsx'),
				[path.resolve('tools/releaseProof.mts')],
				{ cwd: folder, env: { ...process.env, PACKAGE: hash } },
			);
			const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
			return { code, ran: read('ran.txt'), page: read('docs/proof.md') };
		};
		const first = await start();
		expect(first).toMatchObject({ code: 1, ran: 'sends faults queue ' });
		expect(first.page).toContain('Queue mode');
		expect(first.page).not.toContain('Every fault');
		rmSync(path.join(folder, 'faults.fails'));
		const second = await start();
		expect(second).toMatchObject({ code: 0, ran: 'sends faults queue faults ' });
		expect(second.page).toContain('Every fault');
	});
});

import { build as bundle } from 'esbuild';
import { cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureN8n } from '../../tools/lib/install.mts';
import { build, pack, removePacked, unpack } from '../../tools/lib/package.mts';
import { green, red, step } from '../../tools/lib/print.mts';
import { must, root } from '../../tools/lib/shell.mts';
import { median } from './report.mts';
import type { Loaded } from './loadWorker.mts';

// npm run bench:load [-- --rounds=31] [-- --against <folder or tarball>]: what loading the package adds to n8n's start, and what it
// holds in memory, beside an empty node in the same run: n8n's own loader, a fresh process for each measurement, in turn.

/** How much longer than another build of the package this one may take. */
const MOST = 1.25;

interface Subject {
	name: string;
	folder: string;
	runs: Loaded[];
}

const flags = process.argv.slice(2);
const value = (name: string): string | undefined =>
	flags.find((flag) => flag.startsWith(`--${name}=`))?.split('=')[1] ??
	(flags.includes(`--${name}`) ? flags[flags.indexOf(`--${name}`) + 1] : undefined);
const against = value('against');
const rounds = Math.max(1, Number(value('rounds') ?? 31) || 1);

/** Writes a package of the shape of n8n's starter: one node that hands its items on. */
async function writeEmpty(folder: string): Promise<string> {
	const file = 'dist/nodes/Empty/Empty.node.js';
	await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
	const manifest = { name: 'n8n-nodes-empty', version: '0.1.0', n8n: { nodes: [file] } };
	await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
	await writeFile(
		path.join(folder, file),
		`'use strict';
const { NodeConnectionTypes } = require('n8n-workflow');
exports.Empty = class Empty {
	description = {
		displayName: 'Empty',
		name: 'empty',
		group: ['input'],
		version: 1,
		description: 'Hands its items on',
		defaults: { name: 'Empty' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Text', name: 'text', type: 'string', default: '' }],
	};
	async execute() {
		return [this.getInputData()];
	}
};
`,
	);
	return folder;
}

/** Copies a built package (a folder, or a tarball of `npm pack`) to where only the pinned n8n's modules are found. */
async function bring(place: string, target: string): Promise<string> {
	if ((await stat(place)).isFile()) {
		await unpack(place, target);
		return target;
	}
	for (const part of ['package.json', 'dist'])
		await cp(path.join(place, part), path.join(target, part), { recursive: true });
	return target;
}

const milliseconds = (one: number): string => `${one.toFixed(1)} ms`;
const kilobytes = (one: number): string => `${Math.round(one / 1024).toLocaleString('en')} kB`;

const n8n = await ensureN8n();
await build();
const packed = await pack();
const temporary = await mkdtemp(path.join(tmpdir(), 'messaging-load-'));
try {
	const folder = (name: string): string => path.join(temporary, name);
	const before = await writeEmpty(folder('before'));
	const empty: Subject = {
		name: 'empty node',
		folder: await writeEmpty(folder('empty')),
		runs: [],
	};
	const ours: Subject = {
		name: 'this package',
		folder: await bring(packed.file, folder('ours')),
		runs: [],
	};
	const other: Subject | undefined =
		against === undefined
			? undefined
			: { name: against, folder: await bring(against, folder('other')), runs: [] };
	const subjects = [empty, ours, ...(other ? [other] : [])];
	const worker = folder('worker.cjs');
	await bundle({
		entryPoints: [path.join(root(), 'test/bench/loadWorker.mts')],
		outfile: worker,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		packages: 'external',
		target: 'node24',
	});
	const env = {
		...process.env,
		NODE_PATH: path.join(n8n.directory, 'node_modules'),
		NODE_ENV: 'production',
	};
	const progress = step(`Loading ${subjects.length} packages, ${rounds} rounds`);
	for (let round = 0; round < rounds; round++) {
		// Each round begins with another package: none is always the one that runs first.
		const turn = round % subjects.length;
		for (const subject of [...subjects.slice(turn), ...subjects.slice(0, turn)]) {
			progress.note(`round ${round + 1}: ${subject.name}`);
			const { stdout } = await must(n8n.node, ['--expose-gc', worker, before, subject.folder], {
				cwd: temporary,
				env,
			});
			subject.runs.push(JSON.parse(stdout) as Loaded);
		}
	}
	progress.done();
	const timeOf = ({ runs }: Subject): number => median(runs.map(({ ms }) => ms));
	const memoryOf = ({ runs }: Subject): number => median(runs.map(({ bytes }) => bytes));
	for (const subject of subjects)
		console.log(
			`${subject.name}: ${milliseconds(timeOf(subject))}, ${kilobytes(memoryOf(subject))}`,
		);
	const added = timeOf(ours) - timeOf(empty);
	const held = memoryOf(ours) - memoryOf(empty);
	console.log(
		`Beside an empty node this package adds ${milliseconds(added)} to n8n's start and holds ${kilobytes(held)}.`,
	);
	if (other !== undefined) {
		const ratio = timeOf(ours) / timeOf(other);
		const text = `Loading takes ${ratio.toFixed(2)} times as long as ${other.name}, at most ${MOST}`;
		console.log(`${ratio <= MOST ? green('✔') : red('✘')} ${text}`);
		console.log(
			`Of what they add: ${(added / (timeOf(other) - timeOf(empty))).toFixed(2)} times; memory ${(memoryOf(ours) / memoryOf(other)).toFixed(2)} times`,
		);
		if (ratio > MOST) process.exitCode = 1;
	}
} finally {
	await removePacked(packed);
	await rm(temporary, { recursive: true, force: true });
}

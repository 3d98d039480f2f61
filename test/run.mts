import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { build } from '../tools/lib/package.mts';
import { during, red } from '../tools/lib/print.mts';
import { kill, onInterrupt, root } from '../tools/lib/shell.mts';
import { checkHardCases, clearCensus } from './worlds/census.mts';
import { endLeftOvers, markedEnvironment } from './support/leftOvers.mts';
import { PREPARED, prepareIn, temporaryFolder } from './support/prepared.mts';
import { execa } from 'execa';

// npm run test:<project> [-- options]: builds the package and runs one of jest's projects, with the options of that project.

type Options = NonNullable<ParseArgsConfig['options']>;

interface Project {
	/** What its command line understands. */
	options?: Options;
	/** What words on the command line name: files, of which jest runs those alone, or tests, which choose themselves. */
	words?: 'files' | 'tests';
	/** How many processes its files share; one file needs one. */
	workers?: number;
	/** What is done before the run. */
	before?: () => void;
	/** Whether its files share what is made once: the tarball, and an n8n's database. */
	isPrepared?: boolean;
	/** What a full run in which all passed must have had besides. @throws Error when it had not */
	checkFull?: () => void;
}

const short: Options = { short: { type: 'boolean' } };
/** Of projects that `npm test` runs: as many random cases, and as large numbers, as a release is judged by. */
const long: Options = { long: { type: 'boolean' } };
const cores = Math.max(2, Math.min(4, availableParallelism()));
const PROJECTS: Readonly<Record<string, Project>> = {
	unit: { words: 'files', workers: cores },
	engine: { options: long, words: 'files', workers: 4 },
	'never-twice': { options: long, words: 'files', workers: cores },
	trigger: { options: long, words: 'files', workers: cores },
	property: {
		options: { ...short, seed: { type: 'string' } },
		words: 'tests',
		workers: cores,
	},
	faults: { options: short, words: 'tests', workers: 1 },
	worlds: {
		options: {
			...short,
			seed: { type: 'string' },
			from: { type: 'string' },
			worlds: { type: 'string' },
			found: { type: 'string' },
			plays: { type: 'string' },
		},
		workers: 2,
		before: clearCensus,
		checkFull: checkHardCases,
	},
	e2e: {
		options: { pictures: { type: 'boolean' }, 'v3-settings': { type: 'string' } },
		words: 'files',
		// A file waits for n8n half of its time.
		workers: 3,
		isPrepared: true,
	},
	crash: {
		options: {
			...short,
			mode: { type: 'string' },
			seed: { type: 'string' },
			kills: { type: 'string' },
		},
	},
	resume: { options: short, words: 'files', workers: 1 },
	queue: { options: short, words: 'tests' },
	endurance: { options: short },
	browser: {
		workers: 2,
		options: {
			...short,
			screenshots: { type: 'boolean' },
			only: { type: 'string' },
			part: { type: 'string' },
		},
	},
};

/** Runs a project. @returns the exit code: 0 only when tests ran and all of them passed */
async function main([name = '', ...args]: string[]): Promise<number> {
	const project = PROJECTS[name];
	if (!project) throw new Error(`Name one of: ${Object.keys(PROJECTS).join(', ')}.`);
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: project.words !== undefined,
		options: { ...project.options, 'no-build': { type: 'boolean' } },
	});
	const { 'no-build': noBuild, ...options } = values;
	if (noBuild !== true) await during('Building the package', async () => await build());
	project.before?.();
	const run = randomUUID();
	const folder = project.isPrepared === true ? await temporaryFolder() : undefined;
	const startJest = () =>
		execa(
			process.execPath,
			[
				path.join(root(), 'node_modules', 'jest', 'bin', 'jest.js'),
				`--selectProjects=${name}`,
				...(project.workers === undefined ? [] : [`--maxWorkers=${project.workers}`]),
				...(project.words === 'files'
					? positionals.map((file) => `--testPathPatterns=${file}`)
					: []),
			],
			{
				cwd: root(),
				env: {
					...markedEnvironment(run),
					...(folder !== undefined && { [PREPARED]: folder }),
					TEST_OPTIONS: JSON.stringify({ ...options, words: positionals }),
				},
				extendEnv: false,
				stdio: 'inherit',
				reject: false,
			},
		);
	let jest: ReturnType<typeof startJest> | undefined;
	const clear = async (): Promise<void> => {
		await endLeftOvers(run);
		if (folder !== undefined) await rm(folder, { recursive: true, force: true });
	};
	onInterrupt(async () => {
		if (jest) await kill(jest);
		await clear();
	});
	try {
		if (folder !== undefined) await prepareIn(folder);
		jest = startJest();
		const { exitCode = 1 } = await jest;
		if (exitCode === 0 && Object.keys(options).length === 0) project.checkFull?.();
		return exitCode;
	} finally {
		await clear();
	}
}

try {
	process.exitCode = await main(process.argv.slice(2));
} catch (error) {
	console.error(red(error instanceof Error ? error.message : String(error)));
	process.exitCode = 1;
}

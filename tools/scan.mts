import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { build, filesOf, pack, removePacked, unpack } from './lib/package.mts';
import { green, red } from './lib/print.mts';
import { publishByHand } from './lib/publishGuard.mts';
import { minified, unmapped } from './lib/readable.mts';
import { root } from './lib/shell.mts';

// npm run scan: what n8n checks of a community package, on the sources and on the tarball, and what npm would publish.

const ALLOWED =
	/^(package\.json|README\.md|LICENSE\.md|CHANGELOG\.md|dist\/(.+\.(js|js\.map|json|svg|png)|THIRD_PARTY_LICENSES\.txt))$/;

let failed = 0;
let passed = 0;

function report(name: string, problem: string | undefined, fact = ''): void {
	if (problem === undefined) passed += 1;
	else failed += 1;
	console.log(
		problem === undefined
			? `${green('✔')} ${name}${fact ? `: ${fact}` : ''}`
			: `${red('✘')} ${name}\n${problem}`,
	);
}

/** Takes the files and what was found in each; returns the lines to show, nothing where nothing was found. */
function listed(names: string[], findings: string[][]): string | undefined {
	const lines = findings.flatMap((found, index) =>
		found.map((one) => `  ${names[index] ?? ''}: ${one}`),
	);
	return lines.length === 0 ? undefined : lines.join('\n');
}

/** n8n's scanner says "passed" of a folder without files too: that is a failure here. */
async function scan(name: string, folder: string, patterns: string[]): Promise<void> {
	const result = await analyzePackage(folder, patterns);
	const empty = result.message === 'No files found to analyze';
	report(
		name,
		result.passed && !empty
			? undefined
			: [result.message, result.details].filter(Boolean).join('\n'),
	);
}

const folder = await mkdtemp(path.join(tmpdir(), 'messaging-scan-'));
try {
	await build();
	const first = await pack();
	// The build is part of what must give the same bytes.
	await build();
	const second = await pack();
	const unpacked = path.join(folder, 'package');
	await unpack(first.file, unpacked);
	await scan('n8n’s scanner on the sources', root(), SOURCE_FILE_PATTERNS);
	await scan('n8n’s scanner on the unpacked tarball', unpacked, ['**/*.js', 'package.json']);

	const files = await filesOf(unpacked);
	const strangers = files.filter(({ file }) => !ALLOWED.test(file));
	report(
		'The tarball holds dist, README, LICENSE, CHANGELOG and package.json',
		strangers.length === 0 ? undefined : strangers.map(({ file }) => `  ${file}`).join('\n'),
		`${files.length} files`,
	);
	const manifest = JSON.parse(await readFile(path.join(unpacked, 'package.json'), 'utf8')) as {
		dependencies?: object;
		n8n: { nodes: string[]; credentials: string[] };
	};
	const present = new Set(files.map(({ file }) => file));
	const missing = [
		...manifest.n8n.nodes,
		...manifest.n8n.credentials,
		'README.md',
		'LICENSE.md',
		'CHANGELOG.md',
	].filter((file) => !present.has(file));
	report(
		'Everything that package.json names is there',
		missing.length === 0 ? undefined : missing.map((file) => `  ${file}`).join('\n'),
	);
	const scripts = files.map(({ file }) => file).filter((file) => file.endsWith('.js'));
	const unreadable = await Promise.all(
		scripts.map(async (file) => minified(await readFile(path.join(unpacked, file), 'utf8'))),
	);
	report('Nothing published is minified', listed(scripts, unreadable), `${scripts.length} scripts`);
	report(
		'The source map leads to our files, and holds them',
		listed(
			scripts,
			scripts.map((file) => unmapped(unpacked, file, root())),
		),
	);
	report(
		'No runtime dependency',
		Object.keys(manifest.dependencies ?? {}).length === 0
			? undefined
			: `  ${Object.keys(manifest.dependencies ?? {}).join(', ')}`,
	);

	const [one, two] = await Promise.all(
		[first, second].map(async ({ file }) =>
			createHash('sha256')
				.update(await readFile(file))
				.digest('hex'),
		),
	);
	report(
		'Build and npm pack twice give the same bytes',
		one === two ? undefined : `  ${one}\n  ${two}`,
		one,
	);
	await Promise.all([removePacked(first), removePacked(second)]);

	report(
		'npm publish by hand is refused',
		(await publishByHand([])) ??
			(await publishByHand(['--provenance=false'])) ??
			(await publishByHand(
				['--provenance=false', '--ignore-scripts=false'],
				/to publish the package/,
			)),
	);
} finally {
	await rm(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

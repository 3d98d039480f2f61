import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { build, filesOf, isBuilt, pack, removePacked, unpack } from './lib/package.mts';
import { green, red } from './lib/print.mts';
import { type Manifest, placeholdersIn, publishByHand } from './lib/publishGuard.mts';
import { root } from './lib/shell.mts';

// npm run scan: what n8n checks of a community package, on the sources and on the tarball, and what npm would publish.
// With `-- --publish`, a placeholder that is left in package.json is a fault.

const ALLOWED =
	/^(package\.json|README\.md|LICENSE\.md|CHANGELOG\.md|dist\/(.+\.(js|js\.map|json|svg|png)|THIRD_PARTY_LICENSES\.txt))$/;

const SECTIONS = [
	'Installation',
	'Operations',
	'Credentials',
	'Compatibility',
	'Usage',
	'Resources',
	'Version history',
];

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
	if (!(await isBuilt())) await build();
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
	const manifest = JSON.parse(
		await readFile(path.join(unpacked, 'package.json'), 'utf8'),
	) as Manifest & {
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
	const readme = await readFile(path.join(unpacked, 'README.md'), 'utf8');
	const unsaid = SECTIONS.filter((title) => !readme.includes(`\n## ${title}\n`));
	report(
		'README has the sections that n8n asks for',
		unsaid.length === 0 ? undefined : unsaid.map((title) => `  ${title}`).join('\n'),
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

	const open = placeholdersIn(manifest);
	const isRelease = process.argv.includes('--publish');
	report(
		'No placeholder is left in package.json',
		isRelease && open.length > 0 ? `  ${open.join(', ')}` : undefined,
		open.length > 0 ? `to fill in before a release: ${open.join(', ')}` : '',
	);

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

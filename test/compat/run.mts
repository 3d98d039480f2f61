import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { textBetween } from '../../tools/lib/between.mts';
import { ensureN8n } from '../../tools/lib/install.mts';
import { writeBetween, writeProof } from '../../tools/lib/proof.mts';
import { must, root, run } from '../../tools/lib/shell.mts';
import { BINARY_MODES, v3Settings } from './v3Settings.mts';
import type { Figure } from '../../tools/lib/proof.mts';

// npm run test:compat: the end-to-end tests on the pinned n8n 2.x and on the last n8n 1.x. With `-- v1` or `-- v2` that one only:
// its row in the README is renewed, and no figure is kept as proof. With `-- v3-settings`: on n8n 2.x with the defaults of n8n 3 that it knows, and what else there is of n8n 3.

/** One run of a jest project; every line of it is shown. @returns its counts, where a run that broke off counts as one failure */
async function play(
	name: string,
	words: string[],
	env: NodeJS.ProcessEnv = {},
): Promise<{ good: number; bad: number }> {
	const results = path.join(root(), 'test-results', `compat-${name}.json`);
	await mkdir(path.dirname(results), { recursive: true });
	await rm(results, { force: true });
	const { code } = await run(process.execPath, ['--import', 'tsx', 'test/run.mts', ...words], {
		cwd: root(),
		env: { ...process.env, ...env, TEST_RESULTS: results },
		onLine: (line) => console.log(line),
	});
	const text = await readFile(results, 'utf8').catch(() => '{"passed":0,"failed":1}');
	const { passed: good, failed: bad } = JSON.parse(text) as { passed: number; failed: number };
	return { good, bad: bad + (code !== 0 && bad === 0 ? 1 : 0) };
}

if (process.argv.includes('v3-settings')) {
	let sum = { good: 0, bad: 0 };
	const runs: Array<[string, string[], NodeJS.ProcessEnv]> = [
		...BINARY_MODES.map((mode): [string, string[], NodeJS.ProcessEnv] => [
			`v3-${mode}`,
			['e2e'],
			{ TEST_N8N_SETTINGS: JSON.stringify(v3Settings(mode)), TEST_PROOF: 'off' },
		]),
		['v3-others', ['compat'], {}],
	];
	for (const [name, words, env] of runs) {
		console.log(`▸ n8n 2.x as n8n 3: ${name}`);
		const { good, bad } = await play(name, words, env);
		sum = { good: sum.good + good, bad: sum.bad + bad };
	}
	console.log(`${sum.good} passed, ${sum.bad} failed`);
	process.exit(sum.bad === 0 && sum.good > 0 ? 0 : 1);
}

/** Puts the row of a version into the README's table, in the place of its older one. */
async function renewRow(version: string, row: string): Promise<void> {
	const readme = await readFile(path.join(root(), 'README.md'), 'utf8');
	const lines = (textBetween(readme, 'compat') ?? '').split('\n');
	const renewed = lines.map((line) => (line.startsWith(`| ${version} |`) ? row : line));
	await writeBetween('README.md', 'compat', renewed.join('\n'));
}

const VERSIONS = ['v2', 'v1'] as const;
const asked = VERSIONS.filter((which) => process.argv.length === 2 || process.argv.includes(which));
const rows: string[] = [];
const figures: Figure[] = [];
let failed = 0;
let passed = 0;
for (const which of asked) {
	const { version, node } = await ensureN8n(which);
	const engine = (await must(node, ['--version'])).stdout.trim().replace(/^v/, '');
	console.log(`▸ n8n ${version} on Node.js ${engine}`);
	const { good, bad } = await play(which, ['e2e', which]);
	passed += good;
	failed += bad;
	const row = `| ${version} | ${engine} | ${good} |`;
	rows.push(row);
	if (bad === 0 && good > 0) await renewRow(version, row);
	figures.push(
		{
			what: `End-to-end tests passed on n8n ${version} with Node.js ${engine}`,
			value: good,
		},
		{ what: `End-to-end tests failed on n8n ${version}`, value: bad },
	);
}
if (failed === 0 && asked.length === VERSIONS.length) {
	await writeBetween(
		'README.md',
		'compat',
		['| n8n | Node.js | Tests passed |', '|---|---|---|', ...rows].join('\n'),
	);
	await writeProof('compat', 'npm run test:compat', figures);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

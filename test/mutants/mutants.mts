import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureN8n } from '../../tools/lib/install.mts';
import { during, red } from '../../tools/lib/print.mts';
import { must, root } from '../../tools/lib/shell.mts';
import { JUDGED } from './judges.mts';
import type { Judged } from './judges.mts';
import { compare, survivorsIn } from './survivors.mts';
import type { Explained, Report } from './survivors.mts';

/*
 * npm run test:mutants: StrykerJS changes the files that decide, one place after the other, and their judges have to turn red. What
 * survives stands in survivors.json with its reason; what no longer survives leaves it. `-- verdict` runs the files whose paths hold
 * one of the words.
 */

const STRYKER = path.join(root(), 'node_modules/@stryker-mutator/core/bin/stryker.js');
const CONFIG = 'test/mutants/stryker.config.mjs';
const LIST = path.join(root(), 'test/mutants/survivors.json');
/** What stryker.config.mjs writes into. */
const WORK = path.join(root(), '.work', 'mutants');

/** Runs StrykerJS, which needs the Node.js that comes with n8n, on one file. @throws Error if its judges are red without a mutant */
async function reportOn({ file, project, tests }: Judged, node: string): Promise<Report> {
	await rm(WORK, { recursive: true, force: true });
	await during(file, async (current) =>
		must(node, [STRYKER, 'run', CONFIG, '--mutate', `nodes/${file}`], {
			env: { ...process.env, JUDGES: JSON.stringify({ project, tests }) },
			onLine: (line) => current.note(line),
		}),
	);
	return JSON.parse(await readFile(path.join(WORK, 'report.json'), 'utf8')) as Report;
}

/** Runs one file and says what came of it. @returns how many of its mutants are as they should be, and how many are not */
async function judge(judged: Judged, node: string, listed: readonly Explained[]) {
	const { survivors, killed } = survivorsIn(await reportOn(judged, node));
	const { unexplained, gone } = compare(survivors, listed);
	console.log(
		`${judged.file}: ${killed} killed, ${survivors.length} survived, ${unexplained.length} of these unexplained.`,
	);
	for (const one of unexplained) console.log(red(JSON.stringify({ ...one, why: '' }, null, '\t')));
	for (const one of gone)
		console.log(red(`No longer survives: ${JSON.stringify(one, null, '\t')}`));
	const failed = unexplained.length + gone.length;
	return { passed: killed + survivors.length - unexplained.length, failed };
}

/** @returns the exit code: 0 only if the list is exactly what survived */
async function main(words: readonly string[]): Promise<number> {
	const chosen = JUDGED.filter(
		({ file }) => words.length === 0 || words.some((word) => file.includes(word)),
	);
	if (chosen.length === 0)
		throw new Error(`Name one of: ${JUDGED.map(({ file }) => file).join(', ')}.`);
	const lists = JSON.parse(await readFile(LIST, 'utf8')) as Record<string, readonly Explained[]>;
	const { node } = await ensureN8n();
	const counts = { passed: 0, failed: 0 };
	for (const judged of chosen) {
		const { passed, failed } = await judge(judged, node, lists[judged.file] ?? []);
		counts.passed += passed;
		counts.failed += failed;
	}
	console.log(`${counts.passed} passed, ${counts.failed} failed`);
	return counts.passed > 0 && counts.failed === 0 ? 0 : 1;
}

try {
	process.exitCode = await main(process.argv.slice(2));
} catch (error) {
	console.error(red(error instanceof Error ? error.message : String(error)));
	process.exitCode = 1;
}

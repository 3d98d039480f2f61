import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../tools/lib/shell.mts';
import type { Verdict } from './judge.mts';

export interface ModeResult extends Verdict {
	mode: string;
	kills: number;
	/** How often n8n was killed at which moment. */
	moments: Record<string, number>;
	/** Executions that a kill cut off. */
	crashed: number;
	/** Starts at which n8n ended by itself, with an error of its own. */
	failedStarts: number;
	seconds: number;
}

/** Prints the table, and writes it to docs/crash-results.md when `keep` says so. */
export async function writeResults(results: ModeResult[], version: string, keep: boolean): Promise<void> {
	const rows: Array<[string, (result: ModeResult) => string | number]> = [
		['SIGKILLs', ({ kills }) => kills],
		['of these in an execution, in a poll, at any moment', ({ moments }) => `${moments.execution ?? 0}, ${moments.poll ?? 0}, ${moments.any ?? 0}`],
		['Executions cut off', ({ crashed }) => crashed],
		['Starts that n8n itself gave up', ({ failedStarts }) => failedStarts],
		['Final statuses', ({ finals }) => finals],
		['Different events', ({ events }) => events],
		['Events received', ({ posts }) => posts],
		['Duplicates, all under the eventId of the first', ({ duplicates }) => duplicates],
		['of these announced by `repeated`', ({ announced }) => announced],
		['Seconds', ({ seconds }) => seconds],
	];
	const table = [
		`| | ${results.map(({ mode }) => mode).join(' | ')} |`,
		`|---|${results.map(() => '---:').join('|')}|`,
		...rows.map(([name, value]) => `| ${name} | ${results.map((result) => value(result)).join(' | ')} |`),
	].join('\n');
	console.log(`\n${table}\n`);
	if (!keep) return;
	const text = `# The trigger under crashes\n\nWritten by \`npm run test:crash\` on ${new Date().toISOString().slice(0, 10)}: n8n ${version}, SQLite, a poll every 3 seconds, killed with SIGKILL and started again. The run fails when a final status does not arrive.\n\n${table}\n`;
	await writeFile(path.join(root(), 'docs', 'crash-results.md'), text);
}

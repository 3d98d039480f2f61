import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { ensureN8n } from '../../tools/lib/install.mts';
import { build } from '../../tools/lib/package.mts';
import { bold, green, red, step } from '../../tools/lib/print.mts';
import { writeBetween } from '../../tools/lib/between.mts';
import { root } from '../../tools/lib/shell.mts';
import { Results, rowOf, table } from './report.mts';
import { openStage } from './stage.mts';
import type { Row } from './report.mts';
import type { Measurement, Stage } from './stage.mts';
import { verdicts } from './verdicts.mts';
import { WORKS } from './works.mts';
import type { Subject, Work } from './works.mts';

// With --only, the rows of other works stay in results.json and in the tables. With --quick or --subject, nothing is written.
// npm run bench [-- --quick] [-- --rounds=7] [-- --only=single-1000-automatic,campaign-10000] [-- --subject=ours,axios] [-- --profile=folder]
// --before=<folder of another build of the package> measures that one, too.
const flags = process.argv.slice(2);
const value = (name: string): string | undefined =>
	flags.find((flag) => flag.startsWith(`--${name}=`))?.split('=')[1];
const resultsFile = path.join(root(), 'test/bench/results.json');
const quick = flags.includes('--quick');
const only = value('only');
const one = value('subject');
const profile = value('profile');
const before = value('before');
const rounds = Math.max(1, Number(value('rounds') ?? 3) || 1);
/** Runs of the HTTP Request node for one that counts. */
const RIVAL_TRIES = 5;
/** What a busy machine of a CI may add to a ratio. */
const QUICK_SLACK = 3;

const works = WORKS.filter((work) =>
	only === undefined ? !quick || work.quick === true : only.split(',').includes(work.id),
).map((work) => ({
	...work,
	subjects: [
		...work.subjects,
		// Another build may need more than the memory that this one is bound to.
		...(!work.nodeOptions && before !== undefined ? (['before'] as const) : []),
	].filter((subject) => one === undefined || one.split(',').includes(subject)),
}));

/** n8n's HTTP Request node opens a connection for each item at once, and fails where the machine does not take them all: then it tries again. */
async function measureOne(stage: Stage, work: Work, subject: Subject): Promise<Measurement> {
	for (let tries = 1; ; tries++) {
		try {
			return await stage.measure(work, subject);
		} catch (error) {
			if (subject !== 'httpRequest' || tries === RIVAL_TRIES) throw error;
			console.log(
				`  ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`,
			);
		}
	}
}

/** Measures all works by all subjects in turn, again in each round, so that a slow moment of the machine meets them all. */
async function measureAll(stage: Stage): Promise<Results> {
	const measured = new Map<string, { work: Work; subject: Subject; runs: Measurement[] }>();
	const progress = step(`Measuring ${works.length} works, ${rounds} rounds`);
	for (let round = 1; round <= rounds; round++) {
		for (const work of works) {
			// Each round begins with another subject: none is always the one that runs first.
			const turn = round % work.subjects.length;
			for (const subject of [...work.subjects.slice(turn), ...work.subjects.slice(0, turn)]) {
				progress.note(`round ${round}: ${work.name}, ${subject}`);
				const key = `${work.id} ${subject}`;
				const entry = measured.get(key) ?? { work, subject, runs: [] };
				entry.runs.push(await measureOne(stage, work, subject));
				measured.set(key, entry);
			}
		}
	}
	progress.done();
	for (const { work, subject, runs } of measured.values()) {
		console.log(
			`  ${work.id} ${subject}: ${runs.map(({ ms }) => Math.round(ms)).join(', ')} ms; processor ${runs.map(({ cpuMs }) => Math.round(cpuMs)).join(', ')} ms`,
		);
	}
	return new Results(
		[...measured.values()].map(({ work, subject, runs }) => rowOf(work, subject, runs)),
	);
}

/** The rows of results.json of works other than those named. */
async function formerRows(measured: Set<string>): Promise<Row[]> {
	const rows = JSON.parse(await readFile(resultsFile, 'utf8').catch(() => '[]')) as Row[];
	return rows.filter(({ work }) => !measured.has(work));
}

const n8n = await ensureN8n();
await build();
const stage = await openStage(n8n, profile, before);
const results = await measureAll(stage).finally(async () => await stage.close());
const about = `Medians of interleaved \`npm run bench\` runs, ${rounds} in the last one, n8n ${n8n.version}, service 20 ms away, ${cpus().length} cores. Pairs: this node / HTTP Request; memory beyond a 1-item run.`;
// Works that this run left out keep the rows of the run that measured them: all subjects of a work are measured in one run.
const kept =
	quick || one !== undefined
		? results
		: new Results([
				...(await formerRows(new Set(results.rows.map(({ work }) => work)))),
				...results.rows,
			]);
const shown = kept === results ? works : WORKS.filter(({ id }) => kept.find(id, 'ours'));
const text = table(shown, kept, about);
console.log(`\n${text}\n`);
if (one === undefined) {
	if (!quick) {
		await writeFile(resultsFile, `${JSON.stringify(kept.rows, null, '\t')}\n`);
		await writeBetween('docs/scale.md', 'bench', text);
	}
	const judged = verdicts(kept, quick ? QUICK_SLACK : 1);
	for (const { met, text: goal } of judged) console.log(`${met ? green('✔') : red('✘')} ${goal}`);
	const failed = judged.filter(({ met }) => !met).length;
	console.log(bold(`\n${judged.length - failed} passed, ${failed} failed`));
	if (failed > 0) process.exitCode = 1;
}

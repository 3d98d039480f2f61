import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeProof } from '../../tools/lib/proof.mts';
import { root, run } from '../../tools/lib/shell.mts';

// npm run test:mutation: changes the code in thousands of small ways, and counts how many of them its own unit tests notice.
// `npm run test:mutation -- text` changes one part only, and writes nothing. What neither the code nor its tests changed since the
// last run of a part is taken from there (coverage/mutation-<part>.json); with --force everything is run anew.

/** Least share of the changes that must be noticed, in percent. */
const LEAST = 85;

/** What is changed, and the tests that are to notice it: thousands of runs, so only those that are meant for it. */
const PARTS: Record<string, { mutate: string[]; tests: string[] }> = {
	text: { mutate: ['nodes/shared/text/*.ts'], tests: ['text', 'sends'] },
	validation: { mutate: ['nodes/shared/validation/*.ts'], tests: ['validation', 'errorTexts'] },
	errors: { mutate: ['nodes/shared/errors/*.ts'], tests: ['errors', 'errorTexts'] },
	guarded: { mutate: ['nodes/MessagingService/operations/guarded.ts'], tests: ['guarded', 'sends'] },
	recipients: { mutate: ['recipients', 'references', 'runMemory'].map((name) => `nodes/MessagingService/operations/${name}.ts`), tests: ['recipients', 'sends', 'sendRun'] },
	diff: { mutate: ['nodes/MessagingServiceTrigger/diff.ts'], tests: ['triggerDiff'] },
};
const REPORT = 'coverage/mutation.json';

interface Report {
	files: Record<string, { mutants: Array<{ status: string }> }>;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { force: { type: 'boolean', default: false } } });
const asked = Object.entries(PARTS).filter(([name]) => positionals.length === 0 || positionals.includes(name));
const stryker = path.join(root(), 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const noticed: Record<string, number> = {};
const made: Record<string, number> = {};
const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((all, count) => all + count, 0);
const share = (part: number, all: number): number => Math.floor((10_000 * part) / all) / 100;

for (const [name, { mutate, tests }] of asked) {
	const env = { ...process.env, MUTATION_TESTS: tests.join() };
	const memory = ['--incremental', '--incrementalFile', `coverage/mutation-${name}.json`, ...(values.force ? ['--force'] : [])];
	const { code } = await run(process.execPath, [stryker, 'run', '--mutate', mutate.join(), ...memory], { env, onLine: (line) => console.log(line) });
	if (code !== 0) process.exit(code);
	const { files } = JSON.parse(await readFile(REPORT, 'utf8')) as Report;
	const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
	const count = (...wanted: string[]): number => statuses.filter((status) => wanted.includes(status)).length;
	noticed[name] = count('Killed', 'Timeout');
	made[name] = noticed[name] + count('Survived', 'NoCoverage');
	if (made[name] === 0) throw new Error(`Nothing was changed for ${name}`);
}
for (const [name] of asked) console.log(`${name}: ${noticed[name]} of ${made[name]} changes noticed, ${share(noticed[name] ?? 0, made[name] ?? 0)} %`);
const total = share(sum(noticed), sum(made));
console.log(`${sum(noticed)} of ${sum(made)} changes noticed, ${total} %`);
if (total >= LEAST && asked.length === Object.keys(PARTS).length) {
	await writeProof('mutation', 'npm run test:mutation', [
		{ what: 'Changes of the code that its unit tests notice (mutation)', value: total, unit: '%' },
		{ what: 'Changes made', value: sum(made) },
		...asked.map(([name]) => ({ what: `Noticed in ${name}`, value: share(noticed[name] ?? 0, made[name] ?? 0), unit: '%' })),
	]);
}
process.exit(total >= LEAST ? 0 : 1);

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root, run } from '../../tools/lib/shell.mts';

// npm run test:mutation: changes the code in thousands of small ways, and counts how many of them its own unit tests notice.
// `npm run test:mutation -- text` changes one part only. What neither the code nor its tests changed since the
// last run of a part is taken from there (coverage/mutation-<part>.json); with --force everything is run anew.

/** Least share of the changes that must be noticed, in percent. */
const LEAST = 85;

/** What is changed, and the tests that are to notice it: thousands of runs, so only those that are meant for it. */
const PARTS: Record<string, { mutate: string[]; tests: string[] }> = {
	text: { mutate: ['nodes/shared/text/*.ts'], tests: ['text', 'fields', 'recipients'] },
	validation: {
		mutate: ['nodes/shared/validation/*.ts'],
		tests: ['validation', 'errorTexts', 'phoneNumbers', 'writtenNumbers'],
	},
	errors: {
		mutate: ['nodes/shared/errors/*.ts'],
		tests: ['errors', 'errorBodies', 'errorTexts', 'errorsShown', 'exceptions'],
	},
	// What an answer proves is held by `npm run test:verdicts`.
	sends: {
		mutate: [
			...['recipients', 'references', 'refusals', 'requests', 'settle'].map(
				(name) => `nodes/MessagingService/sending/${name}.ts`,
			),
			'nodes/MessagingService/dispatch/record.ts',
		],
		tests: ['run', 'recipients', 'sends', 'recipientOptions'],
	},
};
const REPORT = 'coverage/mutation.json';

interface Report {
	files: Record<string, { mutants: Array<{ status: string }> }>;
}

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { force: { type: 'boolean', default: false } },
});
const asked = Object.entries(PARTS).filter(
	([name]) => positionals.length === 0 || positionals.includes(name),
);
const stryker = path.join(root(), 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
let [allNoticed, allMade] = [0, 0];
const shareOf = (noticed: number, made: number): number =>
	Math.floor((10_000 * noticed) / made) / 100;

for (const [name, { mutate, tests }] of asked) {
	const env = { ...process.env, MUTATION_TESTS: tests.join() };
	const memory = [
		'--incremental',
		'--incrementalFile',
		`coverage/mutation-${name}.json`,
		...(values.force ? ['--force'] : []),
	];
	const { code } = await run(
		process.execPath,
		[stryker, 'run', '--mutate', mutate.join(), ...memory],
		{ env, onLine: (line) => console.log(line) },
	);
	if (code !== 0) process.exit(code);
	const { files } = JSON.parse(await readFile(REPORT, 'utf8')) as Report;
	const statuses = Object.values(files).flatMap(({ mutants }) =>
		mutants.map(({ status }) => status),
	);
	const count = (...wanted: string[]): number =>
		statuses.filter((status) => wanted.includes(status)).length;
	const [caught, all] = [
		count('Killed', 'Timeout'),
		count('Killed', 'Timeout', 'Survived', 'NoCoverage'),
	];
	if (all === 0) throw new Error(`Nothing was changed for ${name}`);
	console.log(`${name}: ${caught} of ${all} changes noticed, ${shareOf(caught, all)} %`);
	allNoticed += caught;
	allMade += all;
}
const share = shareOf(allNoticed, allMade);
console.log(`${asked.length} of ${Object.keys(PARTS).length} parts: ${share} % noticed`);
process.exit(share >= LEAST ? 0 : 1);

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from '../../tools/lib/package.mts';
import { during } from '../../tools/lib/print.mts';
import { root, run } from '../../tools/lib/shell.mts';

// npm run test:coverage: how much of nodes/ and credentials/ the unit and the engine tests together reach.

const LEAST = 95;

interface Share {
	total: number;
	covered: number;
	pct: number;
}

await during('Building', async () => await build());
const jest = path.join(root(), 'node_modules', 'jest', 'bin', 'jest.js');
const tests = await run(
	process.execPath,
	[jest, '-c', 'jest.coverage.config.js', '--maxWorkers=2'],
	{ onLine: (line) => console.log(line) },
);
const summary = JSON.parse(await readFile('coverage/coverage-summary.json', 'utf8')) as {
	total: Record<'lines' | 'branches' | 'statements' | 'functions', Share>;
};
const figures = (['lines', 'branches', 'statements', 'functions'] as const).map((what) => ({
	what,
	...summary.total[what],
}));
for (const { what, covered, total, pct } of figures)
	console.log(`${what}: ${covered} of ${total}, ${pct} %`);
const short = figures.filter(
	({ what, pct }) => (what === 'lines' || what === 'branches') && pct < LEAST,
);
for (const { what } of short) console.log(`✘ Less than ${LEAST} % of the ${what} are reached.`);
process.exit(tests.code === 0 && short.length === 0 ? 0 : 1);

import { writeFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import { isShort, words } from '../support/options.mts';
import { newCell } from './cells.mts';
import type { Cell } from './cells.mts';
import { gapsOf } from './complete.mts';
import { FAULTS, UNDISTURBED } from './faults.mts';
import { HarnessPool } from './harness.mts';
import { JOBS, ROWS } from './matrix.mts';
import type { Job, Row } from './matrix.mts';
import type { Control } from './outputs.mts';
import { pageOf } from './page.mts';
import { timesOf } from './times.mts';

// Every fault of the sandbox against every operation of the node and every event of the trigger. Cells are mostly waiting, so
// jest runs many of them at once (maxConcurrency), each in a sandbox of its own.
// `npm run test:faults -- sms.send dropAfter` runs only the cells that these words name; `--short` those whose fault meets one request,
// and some of those whose fault lasts, which take the most time. A whole run in which nothing is wrong writes docs/faults.md.

/** In the short form, of so many cells whose fault lasts one is run. */
const ONE_OF_LASTING = 4;

const chosen = JOBS.filter(
	({ name, mode }, index) =>
		words.every((word) => name.includes(word)) &&
		(!isShort || mode === 'once' || index % ONE_OF_LASTING === 0),
);
const rows = ROWS.filter((row) => chosen.some((job) => job.row === row));
const isWhole = words.length === 0 && !isShort;
/** Longer than any cell may take, those before it in the queue included; what a cell may take is judged by its own bound. */
const LIMIT_MS = 1_800_000;
/** Replies of 200 MB keep the processor busy: so many are read at a time. */
const large = pLimit(2);

const begun = performance.now();
let pool: HarnessPool;
const controls = new Map<Row, Control>();
const undisturbed: Cell[] = [];
const cells = new Map<Job, Cell>();

/** Runs a cell; one that ends early is a cell with a finding. */
async function run(
	{ row, fault, mode }: Omit<Job, 'name'>,
	control?: Control,
): Promise<{ cell: Cell; control: Control }> {
	return await pool.use(
		async (harness) =>
			row.run(harness, fault, mode, control).catch((error: unknown) => {
				const cell = newCell(fault, row, mode);
				cell.wrong.push(`the cell ended early: ${String(error)}`);
				return { cell, control: { items: [], requests: new Map<string, number>() } };
			}),
		row.needsTime,
	);
}

async function runJob(job: Job): Promise<void> {
	const { cell } = await run(job, controls.get(job.row));
	cells.set(job, cell);
	const { wrong, ms, boundMs, outcome, message, description } = cell;
	if (words.length > 0)
		console.log(
			`${job.name}: ${outcome} in ${Math.round(ms)} ms of ${boundMs}. ${message ?? ''} | ${description ?? ''}`,
		);
	expect(wrong).toEqual([]);
}

beforeAll(async () => {
	pool = await HarnessPool.open();
});

afterAll(async () => {
	await pool.close();
	const run = chosen.flatMap((job) => cells.get(job) ?? []);
	const all = [...undisturbed, ...run];
	console.log(`${Math.round((performance.now() - begun) / 1000)} s. ${timesOf(all)}`);
	const isGood = gapsOf().length === 0 && all.every(({ wrong }) => wrong.length === 0);
	if (isWhole && isGood && run.length === JOBS.length)
		await writeFile('docs/faults.md', pageOf(run, FAULTS));
});

test('some cells are chosen', () => {
	expect(chosen).not.toEqual([]);
});

test('the matrix has every operation, every event and every fault, under its own name', () => {
	expect(gapsOf()).toEqual([]);
});

describe('undisturbed', () => {
	test.concurrent.each(rows)(
		'$id',
		async (row) => {
			const { cell, control } = await run({ row, fault: UNDISTURBED, mode: 'once' });
			controls.set(row, control);
			undisturbed.push(cell);
			expect(cell.wrong).toEqual([]);
		},
		LIMIT_MS,
	);
});

// The longest first, so that none is waited for in the end.
const length = ({ fault, row }: Job): number =>
	fault.costs === 'timeout' ? (row.login ? 2 : 1) : 0;
const waiting = chosen
	.filter(({ fault }) => fault.costs !== 'reading')
	.sort((one, other) => length(other) - length(one));
const reading = chosen.filter(({ fault }) => fault.costs === 'reading');

if (waiting.length > 0)
	describe('under a fault', () => {
		test.concurrent.each(waiting)('$name', runJob, LIMIT_MS);
	});
if (reading.length > 0)
	describe('with a reply of 200 MB', () => {
		test.concurrent.each(reading)(
			'$name',
			async (job) => await large(async () => await runJob(job)),
			LIMIT_MS,
		);
	});

import { isShort, words } from '../support/options.mts';
import { newCell } from './cells.mts';
import type { Cell } from './cells.mts';
import { gapsOf } from './complete.mts';
import { isDrawn, UNDISTURBED } from './faults.mts';
import { HarnessPool } from './harness.mts';
import { JOBS, ROWS } from './matrix.mts';
import type { Job, Row } from './matrix.mts';
import type { Control } from './outputs.mts';

// Every fault of the sandbox against every operation of the node and every event of the trigger, on the fast clock.
// `npm run test:faults -- sms.send dropAfter` runs only the cells that these words name; `--short` meets each operation with one of the
// faults that are alike, another one from operation to operation, and with some of those that last; and a read with one of so many, as what
// reads share stands in the transport.

/** In the short form, of so many cells whose fault lasts one is run. */
const ONE_OF_LASTING = 8;

const named = JOBS.filter(({ name }) => words.every((word) => name.includes(word)));
const drawn = named.filter(({ fault, row }) => isDrawn(fault, ROWS.indexOf(row), row.reads));
const chosen = isShort
	? drawn.filter(({ mode }, index) => mode === 'once' || index % ONE_OF_LASTING === 0)
	: named;
const rows = ROWS.filter((row) => chosen.some((job) => job.row === row));

let pool: HarnessPool;
const controls = new Map<Row, Control>();

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
		row.start,
	);
}

async function runJob(job: Job): Promise<void> {
	const { cell } = await run(job, controls.get(job.row));
	const { wrong, outcome, message, description } = cell;
	if (words.length > 0)
		console.log(`${job.name}: ${outcome}. ${message ?? ''} | ${description ?? ''}`);
	expect(wrong).toEqual([]);
}

beforeAll(async () => {
	pool = await HarnessPool.open();
});

afterAll(async () => {
	await pool.close();
});

test('some cells are chosen', () => {
	expect(chosen).not.toEqual([]);
});

test('the matrix has every operation, every event and every fault, under its own name', () => {
	expect(gapsOf()).toEqual([]);
});

describe('undisturbed', () => {
	test.each(rows)('$id', async (row) => {
		const { cell, control } = await run({ row, fault: UNDISTURBED, mode: 'once' });
		controls.set(row, control);
		expect(cell.wrong).toEqual([]);
	});
});

if (chosen.length > 0)
	describe('under a fault', () => {
		test.each(chosen)('$name', runJob);
	});

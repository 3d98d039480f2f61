import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { must, root } from '../../tools/lib/shell.mts';
import { mixedNumber } from './mixedNumbers.mts';
import { median } from './report.mts';

/* How long the node takes to read a million numbers, beside the code of an earlier revision in the same run. */

/** The last state that read numbers by tables of its own. */
export const BEFORE = 'e1c6725';
const COUNT = 1_000_000;
const ROUNDS = 3;

/** What the code of a revision offers. */
interface Reader {
	readPhone(given: unknown, rules: { country?: string; check: string }): { ok: boolean };
}

/** Milliseconds of the medians. */
export interface ReadingTimes {
	before: number;
	now: number;
}

const load = async (folder: string): Promise<Reader> =>
	(await import(path.join(folder, 'nodes/shared/validation/index.ts'))) as Reader;

function time({ readPhone }: Reader): number {
	const start = performance.now();
	for (let index = 0; index < COUNT; index++) {
		const { phone, country } = mixedNumber(index);
		if (!readPhone(phone, { country: country || undefined, check: 'possible' }).ok)
			throw new Error(`${phone} is refused.`);
	}
	return performance.now() - start;
}

/** @throws Error where git does not know the revision */
export async function measureReading(revision: string): Promise<ReadingTimes> {
	const folder = path.join(root(), '.work', 'before');
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await must('sh', ['-c', `git archive ${revision} nodes | tar -x -C .work/before`], {
		cwd: root(),
	});
	const readers = { before: await load(folder), now: await load(root()) };
	await rm(folder, { recursive: true, force: true });
	const times = { before: [] as number[], now: [] as number[] };
	for (let round = 0; round < ROUNDS; round++)
		for (const name of ['before', 'now'] as const) times[name].push(time(readers[name]));
	return { before: median(times.before), now: median(times.now) };
}

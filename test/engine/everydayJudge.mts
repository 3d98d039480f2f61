import { parse } from 'csv-parse/sync';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { receivedBy, sendTo, SOURCES, type Source } from './everydaySupport.mts';
import type { Right, Row } from './everydayRows.mts';
import type { RunResult } from './harness.mts';
import { jsonOf, type Stage } from './sendsSupport.mts';

/* Judges rows of everyday mistakes by what reaches the sandbox and by what the output says. */

export interface Case extends Row {
	from: Source;
	dryRun: boolean;
	title: string;
}

/** Each row from each source, sent and as Dry Run. */
export const casesOf = (rows: readonly Row[]): Case[] =>
	rows.flatMap((row) =>
		(row.only ?? SOURCES).flatMap((source) =>
			[false, true].map((dryRun) => ({
				...row,
				from: source,
				dryRun,
				title: `${row.what} (${row.source}; ${source}${dryRun ? ', Dry Run' : ''})`,
			})),
		),
	);

const refuses = (one: Right): boolean =>
	typeof one !== 'string' && !one.source.includes('same number');
/** The cases in which something is refused, so that Invalid Recipients: Stop sends nothing. */
export const refusing = (cases: readonly Case[]): Case[] =>
	cases.filter(({ right }) => right instanceof RegExp || right.some(refuses));

/** What a dry run says of a send that would stop. */
export const wouldStop = ({ hints }: RunResult): string | undefined =>
	hints.map(({ message }) => message).find((hint) => hint.startsWith('The send would stop: '));

/** What the output says of each person: in rows, or in the result of a file, which says first what is refused. */
async function saidOf({ engine }: Stage, from: Source, run: RunResult): Promise<IDataObject[]> {
	const result = run.items[0]?.binary?.result;
	if (from !== 'file' || !result) return jsonOf(run);
	const lines: IDataObject[] = parse(await engine.readBinary(result), { columns: true });
	return lines.sort((one, other) => Number(one.line) - Number(other.line));
}

/** Under Leave Out each person gets what is right, and everybody else is refused with the right reason. */
export async function leavesOutWhatIsWrong(stage: Stage, one: Case): Promise<void> {
	const { people, form, right, from, dryRun } = one;
	const options = { invalidRecipients: 'skip', ...(form.options as object | undefined) };
	const run = await sendTo(stage, from, people, { ...form, options } as INodeParameters, dryRun);
	const received = receivedBy(stage).map(({ phone, text }) => `${phone} ${text}`);
	if (right instanceof RegExp) {
		// Where all of several are refused, the error names the first of them. Dry Run says it in a hint.
		const said = run.error?.message ?? (dryRun ? wouldStop(run) : undefined) ?? '';
		const message = said.replace(
			/^(?:Nothing was sent|The send would stop): (?:\d+ of \d+ .*? cannot be used: )?(?:\[.*?\] )?/,
			'',
		);
		expect(message).toMatch(right);
		expect(received).toEqual([]);
		return;
	}
	expect(run.error?.message).toBeUndefined();
	const texts = right.filter((text) => typeof text === 'string');
	expect(received.map((line) => line.replace(/^\d+ /, '')).sort()).toEqual(
		dryRun ? [] : [...texts].sort(),
	);
	const rows = await saidOf(stage, from, run);
	expect(rows).toHaveLength(people.length);
	for (const [index, expected] of right.entries()) {
		const { status, text, reason } = rows[index] ?? {};
		if (typeof expected === 'string') {
			expect(status).toBe(dryRun ? 'dry run' : 'accepted');
			if (from !== 'file') expect(text).toBe(expected);
		} else {
			expect(['refused', 'duplicate']).toContain(status);
			expect(reason).toMatch(expected);
		}
	}
}

/** Under Stop nothing is sent. */
export async function stopsAtWhatIsWrong(stage: Stage, one: Case): Promise<void> {
	const { people, form, from, dryRun } = one;
	const run = await sendTo(stage, from, people, form, dryRun);
	expect(run.error?.message ?? (dryRun ? wouldStop(run) : undefined)).toBeDefined();
	if (!run.error && from !== 'file') expect(jsonOf(run)).toHaveLength(people.length);
	expect(receivedBy(stage)).toEqual([]);
}

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

const ROWS: ReadonlyArray<readonly [string, (result: ModeResult) => string | number, string?]> = [
	['SIGKILLs', ({ kills }) => kills],
	[
		'of these in an execution, in a poll, at any moment',
		({ moments }) => `${moments.execution ?? 0}, ${moments.poll ?? 0}, ${moments.any ?? 0}`,
	],
	['executions cut off', ({ crashed }) => crashed],
	['starts that n8n itself gave up', ({ failedStarts }) => failedStarts],
	['final statuses, and replies', ({ finals }) => finals],
	['of these missing at the end', ({ missed }) => missed],
	['different events', ({ events }) => events],
	['events received', ({ posts }) => posts],
	['duplicates, all under the event_id of the first', ({ duplicates }) => duplicates],
	['of these announced by `origin`', ({ announced }) => announced],
	['time', ({ seconds }) => seconds, 's'],
];

/** The results of the modes as a table. */
export function tableOf(results: ModeResult[]): string {
	return [
		`| | ${results.map(({ mode }) => mode).join(' | ')} |`,
		`|---|${results.map(() => '---:').join('|')}|`,
		...ROWS.map(
			([name, value, unit]) =>
				`| ${name} | ${results.map((result) => `${value(result)}${unit === undefined ? '' : ` ${unit}`}`).join(' | ')} |`,
		),
	].join('\n');
}

import { readdir, readFile } from 'node:fs/promises';
import { pause } from '../../tools/lib/shell.mts';

/** The environment variable that marks a run: every process that it starts inherits it. */
const MARK = 'MESSAGING_TEST_RUN';

/** The environment that marks the processes of a run. */
export function markedEnvironment(run: string): NodeJS.ProcessEnv {
	return { ...process.env, [MARK]: `${process.env[MARK] ?? ''}/${run}` };
}

/** The processes that carry the mark of a run, and of the runs within it. Linux tells their environment; elsewhere none is found. */
async function marked(run: string): Promise<number[]> {
	const own = `${MARK}=${process.env[MARK] ?? ''}/${run}`;
	const ids = (await readdir('/proc').catch(() => [])).map(Number).filter(Number.isInteger);
	const found: number[] = [];
	for (const id of ids) {
		const variables = await readFile(`/proc/${id}/environ`, 'latin1').catch(() => '');
		if (variables.split('\0').some((one) => one === own || one.startsWith(`${own}/`)))
			found.push(id);
	}
	return found;
}

function signal(ids: number[], name: NodeJS.Signals): void {
	for (const id of ids) {
		try {
			process.kill(id, name);
		} catch {
			// It has just ended by itself.
		}
	}
}

/**
 * Ends what a run left behind. Servers that tests start have process groups of their own, which a killed run does not take
 * with it, and jest does not tell tests that it is about to end: so processes are found by the mark in their environment.
 * @returns how many there were
 */
export async function endLeftOvers(run: string): Promise<number> {
	const found = await marked(run);
	if (found.length === 0) return 0;
	signal(found, 'SIGTERM');
	for (let waited = 0; waited < 20 && (await marked(run)).length > 0; waited++) await pause(250);
	signal(await marked(run), 'SIGKILL');
	return found.length;
}

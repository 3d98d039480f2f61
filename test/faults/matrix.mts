import { runCell } from './cells.mts';
import type { Mode } from './settings.mts';
import type { Cell } from './cells.mts';
import { FAULTS } from './faults.mts';
import type { Fault } from './faults.mts';
import type { Harness, Start } from './harness.mts';
import type { Control } from './outputs.mts';
import { proofOf, SUBJECTS } from './subjects.mts';
import type { Subject } from './subjects.mts';
import { runTriggerCell, WATCHES } from './triggers.mts';
import type { Watch } from './triggers.mts';

/** What is run under each fault: an operation of the node, or an event of the trigger. */
export interface Row {
	/** As cells name it. */
	id: string;
	title: string;
	/** Is it run again by Retry On Fail? */
	retried: boolean;
	login: boolean;
	/** Is it an operation that only reads? */
	reads: boolean;
	/** Where the sandbox's clock must start. */
	start?: Start;
	run(
		harness: Harness,
		fault: Fault,
		mode: Mode,
		control?: Control,
	): Promise<{ cell: Cell; control: Control }>;
}

/** A cell of the matrix that is to be run. */
export interface Job {
	row: Row;
	fault: Fault;
	mode: Mode;
	name: string;
}

/** Lists of whole days, which the node reckons by the machine's clock; that of domains is one, too. */
const OF_DAYS = ['shortLink', 'verification'];

const rowOf = (subject: Subject): Row => ({
	id: subject.id,
	title: subject.title,
	login: proofOf(subject) === 'login',
	reads: subject.effects === undefined,
	start:
		OF_DAYS.includes(subject.resource) || subject.id.endsWith('(domains)') ? 'lately' : undefined,
	retried: subject.effects !== undefined && !subject.repeatable,
	run: async (harness, fault, mode, control) =>
		await runCell(harness, subject, fault, mode, control),
});

const rowOfWatch = (watch: Watch): Row => ({
	id: `trigger ${watch.id}`,
	title: watch.title,
	login: proofOf(watch) === 'login',
	reads: false,
	start: watch.needsTime === true ? 'now' : undefined,
	retried: false,
	run: async (harness, fault, mode, control) =>
		await runTriggerCell(harness, watch, fault, mode, control),
});

export const ROWS: Row[] = [...SUBJECTS.map(rowOf), ...WATCHES.map(rowOfWatch)];

/** Whether a fault can last so long. Nobody can clear a wrong certificate, and a harmless reply is no reason to run again. */
function lasts({ setting, harmless }: Fault, mode: Mode, { retried, login }: Row): boolean {
	// A login is asked again only because a token has ended: that is no fault of it.
	if (setting === 'token') return mode === 'once' && !login;
	if (mode === 'once') return setting === undefined;
	return mode === 'stays' || (retried && !harmless && setting !== 'tls');
}

/** Every cell of the matrix, in the order of its table. */
export const JOBS: Job[] = FAULTS.flatMap((fault) =>
	(['once', 'stays', 'retried'] as const satisfies Mode[]).flatMap((mode) =>
		ROWS.filter((row) => lasts(fault, mode, row)).map((row) => ({
			row,
			fault,
			mode,
			name: `${fault.id} ${mode} ${row.id}`,
		})),
	),
);

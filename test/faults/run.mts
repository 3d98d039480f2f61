import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { writeProof } from '../../tools/lib/proof.mts';
import { startEngine } from '../engine/harness.mts';
import { SLACK_MS } from './bounds.mts';
import type { Mode } from './bounds.mts';
import { newCell, openPlace, play } from './cells.mts';
import type { Cell, Place } from './cells.mts';
import { gapsOf } from './complete.mts';
import { faultsOf, UNDISTURBED } from './faults.mts';
import type { Fault } from './faults.mts';
import type { Control } from './outputs.mts';
import { pageOf } from './page.mts';
import { proofOf, SUBJECTS } from './subjects.mts';
import type { Subject } from './subjects.mts';
import { playTrigger, WATCHES } from './triggers.mts';
import type { Watch } from './triggers.mts';

/** Cells are mostly waiting: so many are played side by side, each in a sandbox of its own. Large replies keep the processor busy. */
const PLACES = { waiting: 24, busy: 2 };
const PAGE = 'docs/faults.md';

/** `npm run test:faults -- sms.send dropAfter` plays only the cells that these words name, and writes no page; `--short` only those whose fault meets one request. */
const { values, positionals: words } = parseArgs({
	options: { short: { type: 'boolean', default: false } },
	allowPositionals: true,
});
const whole = words.length === 0 && !values.short;

type Played = { cell: Cell; control: Control };

interface Row {
	/** As cells name it. */
	id: string;
	title: string;
	/** Is it run again by Retry On Fail? */
	retried: boolean;
	login: boolean;
	play(place: Place, fault: Fault, mode: Mode, control?: Control): Promise<Played>;
}

const rowOf = (subject: Subject): Row => ({
	id: subject.id,
	title: subject.title,
	login: proofOf(subject) === 'login',
	retried: subject.effects !== undefined && !subject.repeatable,
	play: async (place, fault, mode, control) => await play(place, subject, fault, mode, control),
});

const rowOfWatch = (watch: Watch): Row => ({
	id: `trigger ${watch.id}`,
	title: watch.title,
	login: proofOf(watch) === 'login',
	retried: false,
	play: async (place, fault, mode, control) =>
		await playTrigger(place, watch, fault, mode, control),
});

const ROWS: Row[] = [...SUBJECTS.map(rowOf), ...WATCHES.map(rowOfWatch)];

interface Job {
	order: number;
	row: Row;
	fault: Fault;
	mode: Mode;
	name: string;
}

/** Whether a fault can last so long. Nobody can lift a wrong certificate, and a harmless reply is no reason to run again. */
function lasts({ setting, harmless }: Fault, mode: Mode, { retried, login }: Row): boolean {
	// A login is asked again only because a token has ended: that is no fault of it.
	if (setting === 'token') return mode === 'once' && !login;
	if (mode === 'once') return setting === undefined;
	return mode === 'stays' || (retried && !harmless && setting !== 'tls');
}

/** Every cell of the matrix, in the order of its table. */
function jobsOf(faults: Fault[]): Job[] {
	const jobs: Job[] = [];
	for (const fault of faults) {
		for (const mode of ['once', 'stays', 'retried'] as const satisfies Mode[]) {
			for (const row of ROWS)
				if (lasts(fault, mode, row))
					jobs.push({
						order: jobs.length,
						row,
						fault,
						mode,
						name: `${fault.id} ${mode} ${row.id}`,
					});
		}
	}
	return jobs;
}

async function playJob(
	{ row, fault, mode }: Omit<Job, 'order' | 'name'>,
	place: Place,
	control?: Control,
): Promise<Played> {
	return await row.play(place, fault, mode, control).catch((error: unknown): Played => {
		const cell = newCell(fault, row, mode);
		cell.wrong.push(`the cell ended early: ${String(error)}`);
		return { cell, control: { items: [], requests: new Map() } };
	});
}

function report(name: string, { wrong, ms, boundMs, outcome, message, description }: Cell): void {
	for (const text of wrong)
		process.stdout.write(`FAILED ${name} (${Math.round(ms)} ms): ${text}\n`);
	if (words.length > 0)
		process.stdout.write(
			`${name}: ${outcome} in ${Math.round(ms)} ms of ${boundMs}. ${message ?? ''} | ${description ?? ''}\n`,
		);
}

async function main(): Promise<number> {
	const strangers = { requests: 0 };
	const stranger = createServer((_, response) => {
		strangers.requests++;
		response.end('{}');
	});
	await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done));
	const faults = faultsOf(`http://localhost:${(stranger.address() as AddressInfo).port}/rest`);
	const gaps = gapsOf(faults);
	for (const gap of gaps) process.stdout.write(`FAILED ${gap}\n`);
	const engine = await startEngine();
	const chosen = jobsOf(faults).filter(
		({ name }) =>
			words.every((word) => name.includes(word)) && (!values.short || / once /.test(name)),
	);
	const begun = performance.now();

	const controls = new Map<string, Control>();
	const undisturbed: Cell[] = [];
	const first = await openPlace(engine, strangers);
	for (const row of ROWS.filter((one) => chosen.some((job) => job.row === one))) {
		const { cell, control } = await playJob({ row, fault: UNDISTURBED, mode: 'once' }, first);
		controls.set(row.id, control);
		undisturbed.push(cell);
		report(`undisturbed ${row.id}`, cell);
	}

	const cells: Array<Cell | undefined> = [];
	const playAll = async (queue: Job[], places: number): Promise<unknown> =>
		await Promise.all(
			Array.from({ length: Math.min(places, queue.length) }, async (_, index) => {
				const place = index === 0 ? first : await openPlace(engine, strangers);
				for (let next = queue.shift(); next; next = queue.shift()) {
					const { cell } = await playJob(next, place, controls.get(next.row.id));
					cells[next.order] = cell;
					report(next.name, cell);
				}
				if (place === first) return;
				await place.sandbox.close();
				await place.tls.close();
			}),
		);
	// The longest first, so that none is waited for in the end.
	const long = ({ fault, row }: Job): number =>
		fault.costs === 'timeout' ? (row.login ? 2 : 1) : 0;
	const waiting = chosen
		.filter(({ fault }) => fault.costs !== 'reading')
		.sort((a, b) => long(b) - long(a));
	await playAll(waiting, PLACES.waiting);
	await playAll(
		chosen.filter(({ fault }) => fault.costs === 'reading'),
		PLACES.busy,
	);
	stranger.close();

	const played = cells.filter((cell) => cell !== undefined);
	const all = [...undisturbed, ...played];
	const failed = all.filter(({ wrong }) => wrong.length > 0).length;
	const total = (figure: (cell: Cell) => number): number =>
		all.reduce((sum, cell) => sum + figure(cell), 0);
	const most = (figure: (cell: Cell) => number): Cell | undefined =>
		[...all].sort((a, b) => figure(b) - figure(a))[0];
	const inSeconds = (ms = 0): number => Math.round(ms / 100) / 10;
	const nameOf = (cell: Cell | undefined): string =>
		`${inSeconds(cell?.ms)} s of ${inSeconds(cell?.boundMs)} s allowed (${cell?.fault.id}, ${cell?.subject.id}, ${cell?.mode})`;
	const slackOf = ({ ms, boundMs }: Cell): number => ms - boundMs + SLACK_MS;
	const tightest = most(slackOf);
	const longest = most(({ ms }) => ms);
	const seconds = Math.round((performance.now() - begun) / 1000);
	process.stdout.write(
		`${seconds} s. The longest cell: ${nameOf(longest)}. Of the slack of ${inSeconds(SLACK_MS)} s, ${inSeconds(tightest && slackOf(tightest))} s were used at most: ${nameOf(tightest)}.\n`,
	);
	if (whole && failed === 0 && gaps.length === 0) {
		await writeFile(PAGE, pageOf(played, faults));
		const isTrigger = ({ subject }: Cell): boolean => subject.id.startsWith('trigger');
		const ofSends = (figure: (cell: Cell) => number): number =>
			total((cell) => (isTrigger(cell) ? 0 : figure(cell)));
		await writeProof('faults', 'npm run test:faults', [
			{ what: 'Cells: fault × operation or trigger × how long it lasts', value: played.length },
			{ what: 'Faults', value: faults.length },
			{ what: 'Operations, ways of them, and events of the trigger', value: ROWS.length },
			{ what: 'Messages and changes lost without a word', value: ofSends(({ lost }) => lost) },
			{ what: 'Messages sent and changes made twice', value: ofSends(({ twice }) => twice) },
			{
				what: 'Events of the trigger lost or reported twice',
				value:
					total(({ lost, twice }) => lost + twice) - ofSends(({ lost, twice }) => lost + twice),
			},
			{
				what: 'Error texts compared with what their fault must say',
				value: total(({ texts }) => texts),
			},
			{
				what: 'Texts that show a key, a token or a whole phone number',
				value: total(({ leaks }) => leaks),
			},
			{
				what: 'Longest cell',
				value: inSeconds(longest?.ms),
				unit: `s, of ${inSeconds(longest?.boundMs)} s allowed`,
			},
			{ what: 'Time', value: seconds, unit: 's' },
		]);
	}
	process.stdout.write(
		`${all.length - failed} passed, ${failed} failed${gaps.length > 0 ? `, ${gaps.length} gaps` : ''}\n`,
	);
	return failed === 0 && gaps.length === 0 && played.length === chosen.length ? 0 : 1;
}

process.exit(await main());

import { writeFile } from 'node:fs/promises';
import { writeProof } from '../../tools/lib/proof.mts';
import { SLACK_MS } from './bounds.mts';
import type { Cell } from './cells.mts';
import { FAULTS } from './faults.mts';
import { ROWS } from './matrix.mts';
import { pageOf } from './page.mts';

const PAGE = 'docs/faults.md';

const inSeconds = (ms = 0): number => Math.round(ms / 100) / 10;
const nameOf = (cell: Cell | undefined): string =>
	`${inSeconds(cell?.ms)} s of ${inSeconds(cell?.boundMs)} s allowed (${cell?.fault.id}, ${cell?.subject.id}, ${cell?.mode})`;
const most = (cells: Cell[], figure: (cell: Cell) => number): Cell | undefined =>
	[...cells].sort((one, other) => figure(other) - figure(one))[0];
const isTrigger = ({ subject }: Cell): boolean => subject.id.startsWith('trigger');

/** Tells which cell took longest, and which came nearest to its bound. */
export function tellTimes(cells: Cell[], seconds: number): void {
	const slackOf = ({ ms, boundMs }: Cell): number => ms - boundMs + SLACK_MS;
	const tightest = most(cells, slackOf);
	console.log(
		`${seconds} s. The longest cell: ${nameOf(most(cells, ({ ms }) => ms))}. Of the slack of ${inSeconds(SLACK_MS)} s, ${inSeconds(tightest && slackOf(tightest))} s were used at most: ${nameOf(tightest)}.`,
	);
}

/** Writes docs/faults.md and keeps the figures of a whole run in which nothing was wrong. */
export async function keepMatrix(
	undisturbed: Cell[],
	cells: Cell[],
	seconds: number,
): Promise<void> {
	const all = [...undisturbed, ...cells];
	const total = (figure: (cell: Cell) => number, of = all): number =>
		of.reduce((sum, cell) => sum + figure(cell), 0);
	const sends = all.filter((cell) => !isTrigger(cell));
	const longest = most(all, ({ ms }) => ms);
	await writeFile(PAGE, pageOf(cells, FAULTS));
	await writeProof('faults', 'npm run test:faults', [
		{ what: 'Cells: fault × operation or trigger × how long it lasts', value: cells.length },
		{ what: 'Faults', value: FAULTS.length },
		{ what: 'Operations, ways of them, and events of the trigger', value: ROWS.length },
		{
			what: 'Messages and changes lost without a word',
			value: total(({ lost }) => lost, sends),
		},
		{
			what: 'Messages sent and changes made twice',
			value: total(({ twice }) => twice, sends),
		},
		{
			what: 'Events of the trigger lost or reported twice',
			value: total(({ lost, twice }) => lost + twice, all.filter(isTrigger)),
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

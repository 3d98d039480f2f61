import { SLACK_MS } from './bounds.mts';
import type { Cell } from './cells.mts';

const inSeconds = (ms = 0): number => Math.round(ms / 100) / 10;
const nameOf = (cell: Cell | undefined): string =>
	`${inSeconds(cell?.ms)} s of ${inSeconds(cell?.boundMs)} s allowed (${cell?.fault.id}, ${cell?.subject.id}, ${cell?.mode})`;
const most = (cells: Cell[], figure: (cell: Cell) => number): Cell | undefined =>
	[...cells].sort((one, other) => figure(other) - figure(one))[0];

/** Says which cell took longest, and which came nearest to its bound. */
export function timesOf(cells: Cell[]): string {
	const slackOf = ({ ms, boundMs }: Cell): number => ms - boundMs + SLACK_MS;
	const tightest = most(cells, slackOf);
	return `The longest cell: ${nameOf(most(cells, ({ ms }) => ms))}. Of the slack of ${inSeconds(SLACK_MS)} s, ${inSeconds(tightest && slackOf(tightest))} s were used at most: ${nameOf(tightest)}.`;
}

import { VERDICTS } from '../../nodes/MessagingService/sending/verdict.ts';
import { startEngine } from '../engine/harness.mts';
import type { Engine } from '../engine/harness.mts';
import { cellOf, SCENARIOS } from './cells.mts';
import { play } from './scenario.mts';

// The table of docs/sending-safely.md, cell by cell: what came back, what the service holds, and what the user is told.

let engine: Engine;
beforeAll(async () => {
	engine = await startEngine();
});

/** Names of cells, sorted, each once. */
const sorted = (names: string[]): string[] => [...new Set(names)].sort();

describe('the scenarios', () => {
	it('are of all cells, and of nothing else', () => {
		const cells = Object.entries(VERDICTS).flatMap(([answer, row]) =>
			Object.keys(row).map((send) => `${answer} × ${send}`),
		);
		expect(sorted(SCENARIOS.map(cellOf))).toEqual(sorted(cells));
	});

	it('have a title of their own', () => {
		const titles = SCENARIOS.map((scenario) => `${cellOf(scenario)}: ${scenario.title}`);
		expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
	});
});

describe.each(sorted(SCENARIOS.map(cellOf)))('%s', (cell) => {
	const own = SCENARIOS.filter((scenario) => cellOf(scenario) === cell);
	it.each(own)('$title', async (scenario) => {
		expect(await play(engine, scenario)).toEqual(scenario.ending);
	});
});

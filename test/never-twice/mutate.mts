import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type {
	AnswerKind,
	SendKind,
	Verdict,
} from '../../nodes/MessagingService/sending/verdict.ts';
import { build, isBuilt } from '../../tools/lib/package.mts';
import { during, red } from '../../tools/lib/print.mts';
import { root } from '../../tools/lib/shell.mts';
import { startEngine } from '../engine/harness.mts';
import type { Engine } from '../engine/harness.mts';
import { cellOf, SCENARIOS } from './cells.mts';
import { play } from './scenario.mts';
import type { Scenario } from './scenario.mts';

/*
 * npm run test:verdicts: changes each cell of VERDICTS in a copy of the built package, to each other verdict that makes sense there, and
 * plays the scenarios of the cell: each change has to turn one red. `-- noAnswer campaign` changes the cells alone whose names hold all
 * these words.
 */

/** Copies of the package that work side by side; their scenarios mostly wait. */
const LANES = 16;
const ask = (ifNone: 'again' | 'refused' | 'unknown' | 'rest'): Verdict => ({ ask: ifNone });

/** The verdicts that a cell may be changed to. Contact lists have no reference to ask by; only a campaign is refused as a whole for recipients that it names. */
const OTHERS: Readonly<Record<SendKind, readonly Verdict[]>> = {
	sms: ['accepted', 'again', 'refused', 'unknown', ask('again'), ask('refused'), ask('unknown')],
	bulk: [
		...(['accepted', 'byResults', 'again', 'refused', 'unknown'] as const),
		...(['again', 'refused', 'unknown', 'rest'] as const).map(ask),
	],
	campaign: [
		...(['accepted', 'again', 'refused', 'refuseNamed', 'unknown'] as const),
		...(['again', 'refused', 'unknown'] as const).map(ask),
	],
	message: [
		...(['accepted', 'again', 'refused', 'unknown'] as const),
		...(['again', 'refused', 'unknown'] as const).map(ask),
	],
	contactLists: ['accepted', 'again', 'refused', 'unknown'],
};

/** Cells of what leaves open whether the service acted. */
const OPEN = ['campaign', 'message'].flatMap((send) => [
	`noAnswer × ${send}`,
	`begunBefore × ${send}`,
]);
for (const send of ['sms', 'bulk', 'campaign', 'message'])
	OPEN.push(`noId × ${send}`, `afterDoubt × ${send}`);
OPEN.push('resultUnclear × bulk');
/** Cells whose answers name no recipient by key. */
const UNNAMED = ['unreachable', 'maybeCopy', 'unauthorized', 'refused'].map(
	(answer) => `${answer} × campaign`,
);
/** Cells of what counts when a refusal, or the end of Retry For, comes after a doubt. */
const AFTER = [
	...['sms', 'bulk', 'campaign', 'message', 'contactLists'].map((send) => `afterDoubt × ${send}`),
	...['sms', 'bulk'].map((send) => `afterKill × ${send}`),
];
/** Changes that are not tried, and why. */
const NOT_TRIED: ReadonlyArray<readonly [cells: readonly string[], to: Verdict, why: string]> = [
	[OPEN, ask('refused'), 'nothing is refused that may have been sent'],
	[UNNAMED, 'refuseNamed', 'where no recipient is named, all are refused'],
	[['cannotTell × bulk'], 'byResults', 'no answer came that has results'],
	[['namesRecipients × campaign'], 'refused', 'who is named is refused alone in any case'],
	...(['again', ask('again')] as const).map(
		(to) => [AFTER, to, 'what ends a repetition cannot begin another: it would never end'] as const,
	),
	...OTHERS.bulk.map(
		(to) => [['idGiven × bulk'], to, 'the result of each message decides'] as const,
	),
];
const isNotTried = (change: Change): boolean =>
	NOT_TRIED.some(
		([cells, to]) => cells.includes(cellOf(change)) && isDeepStrictEqual(to, change.to),
	);

/** The table of a bundle, which a lane changes and puts right again. */
type Table = Record<AnswerKind, Partial<Record<SendKind, Verdict>>>;

interface Lane {
	engine: Engine;
	table: Table;
}

interface Change {
	answer: AnswerKind;
	send: SendKind;
	was: Verdict;
	to: Verdict;
}

const named = (verdict: Verdict): string =>
	typeof verdict === 'string' ? verdict : `ask, else ${verdict.ask}`;

const FOLDER = path.join(root(), '.work', 'verdicts');

/** A copy of the built package whose bundle hands out its table. */
async function openLane(index: number): Promise<Lane> {
	const directory = path.join(FOLDER, String(index));
	await mkdir(directory, { recursive: true });
	await cp(path.join(root(), 'dist'), path.join(directory, 'dist'), {
		recursive: true,
		filter: (file) => !file.endsWith('.map'),
	});
	await cp(path.join(root(), 'package.json'), path.join(directory, 'package.json'));
	const file = path.join(directory, 'dist', 'service.js');
	const code = await readFile(file, 'utf8');
	if (code.split('\nvar VERDICTS = {').length !== 2)
		throw new Error('The bundle has no table of verdicts of its own.');
	await writeFile(file, `${code}\nmodule.exports.VERDICTS = VERDICTS;\n`);
	const engine = await startEngine({ directory });
	const { VERDICTS: table } = createRequire(import.meta.url)(file) as { VERDICTS: Table };
	return { engine, table };
}

/** How many scenarios of a cell a lane plays side by side. */
const AT_ONCE = 4;

/** Plays a scenario. @returns whether it ends as the table says; undefined where it was stopped */
async function isGreen(
	{ engine }: Lane,
	scenario: Scenario,
	signal?: AbortSignal,
): Promise<boolean | undefined> {
	const ending = await play(engine, scenario, signal);
	return signal?.aborted === true ? undefined : isDeepStrictEqual(ending, scenario.ending);
}

/** Plays the scenarios of a changed cell until one turns red. @returns that one; undefined where all stay green */
async function redOf(lane: Lane, { answer, send, was, to }: Change): Promise<Scenario | undefined> {
	const left = SCENARIOS.filter((one) => one.answer === answer && one.send === send);
	const end = new AbortController();
	let found: Scenario | undefined;
	const playOn = async (): Promise<void> => {
		for (let one = left.shift(); one && !found; one = left.shift()) {
			if ((await isGreen(lane, one, end.signal)) !== false) continue;
			found = one;
			end.abort();
		}
	};
	lane.table[answer][send] = to;
	try {
		await Promise.all(Array.from({ length: AT_ONCE }, playOn));
	} finally {
		lane.table[answer][send] = was;
	}
	return found;
}

/** All changes of the cells whose names hold the words, but for those that are not tried. */
function changesOf(table: Table, words: readonly string[]): Change[] {
	const cells = Object.entries(table) as Array<[AnswerKind, Table[AnswerKind]]>;
	return cells
		.flatMap(([answer, row]) =>
			(Object.entries(row) as Array<[SendKind, Verdict]>).flatMap(([send, was]) =>
				OTHERS[send].map((to): Change => ({ answer, send, was, to })),
			),
		)
		.filter(({ was, to }) => !isDeepStrictEqual(was, to))
		.filter(
			(change) => !isNotTried(change) && words.every((word) => cellOf(change).includes(word)),
		);
}

/** Makes one change, and says what came of it. @returns whether it turned a scenario red that is green without it */
async function tryChange(lane: Lane, change: Change): Promise<boolean> {
	const scenario = await redOf(lane, change);
	const isProved = scenario !== undefined && (await isGreen(lane, scenario)) === true;
	const outcome = isProved
		? `red: ${scenario.title}`
		: red(scenario ? `red without the change: ${scenario.title}` : 'ALL GREEN');
	console.log(`${cellOf(change)}: ${named(change.was)} -> ${named(change.to)}: ${outcome}`);
	return isProved;
}

/** @returns the exit code: 0 only when each change turned a scenario red */
async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { 'no-build': { type: 'boolean' } },
	});
	if (values['no-build'] !== true && !(await isBuilt()))
		await during('Building the package', async () => await build());
	await rm(FOLDER, { recursive: true, force: true });
	const lanes: Lane[] = [];
	for (let index = 0; index < LANES; index++) lanes.push(await openLane(index));
	const changes = changesOf(structuredClone(lanes[0]?.table ?? ({} as Table)), positionals);
	const counts = { passed: 0, failed: 0 };
	const queue = changes.values();
	await Promise.all(
		lanes.map(async (lane) => {
			for (const change of queue) counts[(await tryChange(lane, change)) ? 'passed' : 'failed']++;
		}),
	);
	for (const [cells, to, why] of NOT_TRIED)
		console.log(`Not tried, as ${why}: ${named(to)} in ${cells.join(', ')}`);
	console.log(`${counts.passed} passed, ${counts.failed} failed`);
	return counts.passed > 0 && counts.failed === 0 ? 0 : 1;
}

try {
	process.exitCode = await main();
} catch (error) {
	console.error(red(error instanceof Error ? (error.stack ?? error.message) : String(error)));
	process.exitCode = 1;
} finally {
	await rm(FOLDER, { recursive: true, force: true });
}

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import path from 'node:path';
import { endLeftOvers, markedEnvironment } from '../../test/support/leftOvers.mts';
import { hasEnded, kill, onInterrupt, pause, root, start, stop } from './shell.mts';

/** A part of `npm run ci` or `npm run nightly`. */
export interface Step {
	/** What CI_PARTS calls it, and the name of its log. */
	name: string;
	/** Most minutes that it may take. */
	minutes: number;
	command: string[];
	/** Whether it is a run of jest, which counts its tests; any other step is one test. */
	isJest?: boolean;
	/** Steps that must have ended before it begins. */
	after?: readonly string[];
	/** Whether it lets the step beside it go first: it keeps its cores busy for long. */
	yields?: boolean;
	/** Whether it starts n8n again and again: two such steps keep each other waiting, and are not side by side. */
	startsN8n?: boolean;
	/** Whether none may run beside it. */
	alone?: boolean;
}

interface Results {
	passed: number;
	failed: number;
	failures: Array<{ name: string; message: string }>;
}

/** Lines of a log that are shown when a step fails. */
const LOG_LINES = 60;
/** How much a step that yields goes after the others (niceness). */
const YIELDS = 5;
/** Steps that run side by side. */
const SIDE_BY_SIDE = 2;
/** How often a lane that has nothing to do looks whether a step may begin (ms). */
const LOOKS_MS = 100;
/** Failures of a run that are shown in full, and lines of each. */
const FAILURES_SHOWN = 20;
const FAILURE_LINES = 30;

const folder = path.join(root(), 'test-results');

/**
 * Runs a step with its output in a log, and ends what it leaves behind.
 * @returns what was wrong with its end, if anything
 */
async function play({ name, minutes, command, yields }: Step): Promise<string | undefined> {
	const run = randomUUID();
	const log = createWriteStream(path.join(folder, `${name}.log`));
	const [program = '', ...args] = command;
	const child = start(program, args, {
		cwd: root(),
		env: {
			...markedEnvironment(run),
			CI: 'true',
			NO_COLOR: '1',
			TEST_RESULTS: path.join(folder, `${name}.json`),
		},
		onLine: (line) => log.write(`${line}\n`),
	});
	if (yields === true) yieldWith(child.pid);
	const end = Date.now() + minutes * 60_000;
	const ended = new Promise<void>((resolve) => {
		child.once('error', () => resolve());
		child.once('close', () => resolve());
		child.once('exit', () => resolve());
	});
	const undo = async (): Promise<void> => {
		await kill(child);
		await endLeftOvers(run);
	};
	running.add(undo);
	let late = false;
	const limit = (async () => {
		while (!hasEnded(child) && Date.now() < end) await pause(200);
		late = !hasEnded(child);
	})();
	await Promise.race([ended, limit]);
	if (late) await stop(child, 3000);
	const left = await endLeftOvers(run);
	running.delete(undo);
	if (left > 0) log.write(`${left} processes were left behind, and ended.\n`);
	await new Promise((resolve) => log.end(resolve));
	if (late) return `It took more than ${minutes} minutes and was stopped.`;
	return child.exitCode === 0
		? undefined
		: `It ended with code ${child.exitCode ?? child.signalCode ?? 'none'}.`;
}

/** Lets a process go after the others; one that has ended by now has no priority. */
function yieldWith(pid: number | undefined): void {
	try {
		if (pid !== undefined) setPriority(pid, Math.min(getPriority() + YIELDS, 19));
	} catch {
		// It runs, or ran, as the others do.
	}
}

/** What ends the steps that are running. */
const running = new Set<() => Promise<void>>();
onInterrupt(async () => {
	await Promise.all([...running].map(async (undo) => await undo()));
});

/** What a step came to: as jest counted it, or one test. A step that ended badly, or ran no test, has failed. */
async function resultsOf({ name, isJest }: Step, problem: string | undefined): Promise<Results> {
	const failure = { name, message: problem ?? '' };
	if (!isJest)
		return problem === undefined
			? { passed: 1, failed: 0, failures: [] }
			: { passed: 0, failed: 1, failures: [failure] };
	const text = await readFile(path.join(folder, `${name}.json`), 'utf8').catch(() => undefined);
	const counted =
		text === undefined ? { passed: 0, failed: 0, failures: [] } : (JSON.parse(text) as Results);
	if (counted.failed > 0 || (problem === undefined && counted.passed > 0)) return counted;
	return { ...counted, failed: 1, failures: [{ name, message: problem ?? 'No test ran.' }] };
}

const firstLines = (text: string, lines: number): string =>
	text.split('\n').slice(0, lines).join('\n');

async function explain({ name }: Step, { failures }: Results): Promise<void> {
	for (const failure of failures.slice(0, FAILURES_SHOWN))
		console.log(`✘ ${failure.name}\n${firstLines(failure.message, FAILURE_LINES)}\n`);
	if (failures.length > FAILURES_SHOWN)
		console.log(`… and ${failures.length - FAILURES_SHOWN} more\n`);
	const log = await readFile(path.join(folder, `${name}.log`), 'utf8').catch(() => '');
	console.log(
		`The end of test-results/${name}.log:\n${log.split('\n').slice(-LOG_LINES).join('\n')}`,
	);
}

/** Runs a step and tells what it came to. */
async function carryOut(step: Step): Promise<Results> {
	const started = Date.now();
	console.log(`▸ ${step.name}`);
	await rm(path.join(folder, `${step.name}.json`), { force: true });
	const results = await play(step)
		.then(async (problem) => await resultsOf(step, problem))
		.catch((error: unknown) => ({
			passed: 0,
			failed: 1,
			failures: [{ name: step.name, message: String(error) }],
		}));
	const seconds = Math.round((Date.now() - started) / 1000);
	console.log(`  ${step.name}: ${results.passed} passed, ${results.failed} failed in ${seconds} s`);
	if (results.failed > 0) await explain(step, results);
	return results;
}

/**
 * Runs steps, two side by side, and ends the process: whenever one has ended, the first in the list that may begin does. The last line is
 * "N passed, N failed" over all of them, and their logs are in test-results/. CI_PARTS="unit e2e" runs these steps only, one after
 * another: a step that another one waits for may have been left out.
 */
export async function runSteps(all: readonly Step[]): Promise<never> {
	const asked = process.env.CI_PARTS?.split(/\s+/).filter(Boolean) ?? [];
	const unknown = asked.filter((name) => !all.some((step) => step.name === name));
	const total = { passed: 0, failed: unknown.length };
	for (const name of unknown)
		console.log(`✘ There is no part ${name}: ${all.map((step) => step.name).join(', ')}`);
	await mkdir(folder, { recursive: true });

	const waiting = all.filter(({ name }) => asked.length === 0 || asked.includes(name));
	const begun = new Set<Step>();
	const mayBeBeside = (one: Step, other: Step): boolean =>
		one.alone !== true && other.alone !== true && !(one.startsN8n && other.startsN8n);
	const mayBegin = (step: Step): boolean =>
		[...begun].every((other) => mayBeBeside(step, other)) &&
		![...waiting, ...begun].some(({ name }) => step.after?.includes(name));
	async function lane(): Promise<void> {
		while (waiting.length > 0) {
			const at = waiting.findIndex(mayBegin);
			const [step] = at < 0 ? [] : waiting.splice(at, 1);
			if (!step) {
				await pause(LOOKS_MS);
				continue;
			}
			begun.add(step);
			const { passed, failed } = await carryOut(step);
			begun.delete(step);
			total.passed += passed;
			total.failed += failed;
		}
	}
	const lanes = asked.length > 0 ? 1 : SIDE_BY_SIDE;
	await Promise.all(Array.from({ length: lanes }, lane));
	console.log(`${total.passed} passed, ${total.failed} failed`);
	process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
}

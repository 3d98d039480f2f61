import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OPERATIONS } from '../cases/load.mts';
import {
	nameOf,
	operationSteps,
	stepsOf,
	waitingSteps,
	type OperationStep,
} from '../e2e/operations.mts';
import { jsonOf, openStage } from './stage.mts';
import type { RunResult } from './harness.mts';
import type { Stage } from './stage.mts';

/** One operation as it was run, and what it put out. */
export interface OperationRun {
	step: OperationStep;
	parameters: INodeParameters;
	items: IDataObject[];
}

const HOUR_MS = 3_600_000;

/** A code lives for minutes, and hours lie between steps. */
const CODES_LAST = { codeLifetimes: 1000 };

/** Evaluates what a step takes from the steps before it: a field of their first item, or of the item with a status. */
function resolve(value: unknown, outputs: Map<string, IDataObject[]>): unknown {
	if (typeof value === 'string' && value.includes('$(')) {
		const [, step = '', status, field = ''] =
			/^=\{\{ \$\('([^']+)'\)\.(?:first\(\)|all\(\)\.find\(\(item\) => item\.json\.status === '(\w+)'\))\.json\.(\w+) \}\}$/.exec(
				value,
			) ?? [];
		const item = outputs.get(step)?.find((one) => status === undefined || one.status === status);
		if (item?.[field] === undefined) throw new Error(`Nothing to put in the place of ${value}`);
		return item[field];
	}
	if (typeof value === 'object' && value !== null && !Array.isArray(value))
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [name, resolve(inner, outputs)]),
		);
	return value;
}

/** Moves a clock that stands still to the next full hour, however long the step before waited. */
function toNextHour({ sandbox }: Stage): void {
	sandbox.clock.advance(HOUR_MS - (sandbox.clock.now().getTime() % HOUR_MS));
}

/** Moves a clock that stands still, often enough for an operation that waits for the service. */
async function whileTimePasses<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
	const timer = setInterval(() => stage.sandbox.clock.advance(10_000), 100);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}

/** Answers what an execution waits for; returns how it goes on. */
async function answered(
	stage: Stage,
	{ resource, operation, answer }: OperationStep,
	parameters: INodeParameters,
	waiting: RunResult,
): Promise<RunResult> {
	const link = { method: 'POST', body: answer } as const;
	const name = `${resource}.${operation}`;
	const { run, page } = await stage.openLink(waiting, link, name, parameters);
	if (!run) throw new Error(`${name} goes on waiting: ${page}`);
	return run;
}

/** Runs steps one after the other, each with what it takes from those before. @throws Error when one fails, or puts out something else than its cases say */
async function runSteps(
	stage: Stage,
	steps: OperationStep[],
	{ isSteady, before }: { isSteady: boolean; before?: (step: OperationStep) => void },
): Promise<OperationRun[]> {
	const outputs = new Map<string, IDataObject[]>();
	const runs: OperationRun[] = [];
	for (const step of steps) {
		before?.(step);
		const parameters = resolve(step.parameters, outputs) as INodeParameters;
		const act = async (): Promise<RunResult> =>
			await stage.act(`${step.resource}.${step.operation}`, parameters);
		if (isSteady) toNextHour(stage);
		const run =
			isSteady && parameters.wait === true ? await whileTimePasses(stage, act) : await act();
		if (run.error) throw new Error(`${nameOf(step)}: ${run.error.message}`);
		const items = jsonOf(step.answer ? await answered(stage, step, parameters, run) : run);
		const wrong = step.check(items);
		if (wrong !== undefined) throw new Error(`${nameOf(step)}: ${wrong}`);
		outputs.set(nameOf(step), items);
		runs.push({ step, parameters, items });
	}
	return runs;
}

/** Makes a report that the sandbox has ready; returns its key. */
async function makeReport({ sandbox }: Stage): Promise<string> {
	const report = await fetch(`${sandbox.url}/_sandbox/reports`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ records: 5, messageType: 'sms' }),
	});
	const { key } = (await report.json()) as { key: string };
	return key;
}

/**
 * Runs every operation once in the engine, against one sandbox. The stage is closed by the caller.
 * @param before called before each operation with its step
 * @throws Error when an operation fails
 */
export async function runEveryOperation(
	before?: (step: OperationStep) => void,
): Promise<{ stage: Stage; runs: OperationRun[] }> {
	const stage = await openStage({ clock: 'real', speed: 60, config: CODES_LAST });
	try {
		const steps = [...operationSteps(await makeReport(stage)), ...waitingSteps()];
		return { stage, runs: await runSteps(stage, steps, { isSteady: false, before }) };
	} catch (error) {
		// The caller has no stage to close, and an open one keeps the run from ending.
		await stage.close();
		throw error;
	}
}

async function runOperations(): Promise<OperationRun[]> {
	const runs: OperationRun[] = [];
	for (const operation of OPERATIONS) {
		const stage = await openStage({ clock: 'manual', config: CODES_LAST });
		try {
			const steps = stepsOf(operation, await makeReport(stage));
			runs.push(
				...(await runSteps(stage, steps, { isSteady: true })).filter(
					({ step }) => `${step.resource}.${step.operation}` === operation.id,
				),
			);
		} finally {
			await stage.close();
		}
	}
	return runs;
}

let alone: Promise<OperationRun[]> | undefined;

/**
 * Runs every operation in a sandbox of its own whose clock stands still while it runs, after the steps that it builds on. So its output is
 * the same in every run, and no other operation can change it.
 * They are made once in a process.
 * @throws Error when an operation fails
 */
export async function runEachAlone(): Promise<OperationRun[]> {
	return await (alone ??= runOperations());
}

import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { inspect } from 'node:util';
import type { INodePropertyOptions, INodeType } from 'n8n-workflow';
import { startEngine } from '../engine/harness.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { fill, holdAll, openSandbox } from './account.mts';
import { CASES } from './cases.mts';
import type { Case } from './cases.mts';
import { playOnEngine } from './engine.mts';
import { knownOf } from './known.mts';
import { HELD_BACK, LET_THROUGH } from './judge.mts';
import { parametersOf, settingsOf, settingValues } from './settings.mts';
import type { Setting } from './settings.mts';
import { check, checkGood, goodValues, limitsOf, run, valuesOf } from './try.mts';
import type { Values } from './try.mts';

export interface Report {
	/** All operations of the node. */
	operations: string[];
	/** Parameters that the service sees, and how often they were tried. */
	parameters: number;
	inputs: number;
	/** Inputs that reached the service. */
	sent: number;
	/** Good inputs, those at the limits among them, that both must take. */
	good: number;
	/** Inputs that the service refuses and the node let through, and the reverse. */
	letThrough: number;
	heldBack: number;
	/** How often each difference that is known was met. */
	known: Record<string, number>;
	/** Parameters that it does not see. */
	settings: number;
	settingInputs: number;
	engineInputs: number;
	passed: number;
	failed: number;
	wrong: string[];
}

interface Orders {
	only: string[];
	inputs: number;
	settingInputs: number;
	engineInputs: number;
	seed: number;
}

const SHOWN = 3;
/** Good inputs of each case, besides those at the limits. */
const CONTROLS = 20;
/** A finding is made smaller for so long at most. */
const SHRINK_MS = 10_000;

const report: Report = {
	operations: [],
	parameters: 0,
	inputs: 0,
	sent: 0,
	good: 0,
	letThrough: 0,
	heldBack: 0,
	known: {},
	settings: 0,
	settingInputs: 0,
	engineInputs: 0,
	passed: 0,
	failed: 0,
	wrong: [],
};

const kindOf = (text: string): string => text.replace(/\(.*|"[^"]*"|\d+/gs, '');
const shown = (values: Values): string =>
	inspect(values, { depth: 4, maxStringLength: 80, breakLength: Infinity });

interface Trial {
	name: string;
	values: Arbitrary<Values>;
	numRuns: number;
	seed: number;
	/** What is wrong with one input. */
	wrongOf(values: Values): Promise<string[]>;
}

/** The smallest input that goes wrong in the same way: fast-check makes the same inputs again, and then smaller ones. */
async function smallest(
	{ values, numRuns, seed, wrongOf }: Trial,
	kind: string,
): Promise<Values | undefined> {
	const fine = fc.asyncProperty(
		values,
		async (one) =>
			!(await wrongOf(one)).some((text) => knownOf(text) === undefined && kindOf(text) === kind),
	);
	const { counterexample } = await fc.check(fine, {
		numRuns,
		seed,
		interruptAfterTimeLimit: SHRINK_MS,
	});
	return counterexample?.[0];
}

/** Tries all inputs, whatever goes wrong with some; what is wrong is told once for each kind of it. */
async function tryAll(trial: Trial): Promise<void> {
	const found = new Map<string, string>();
	for (const values of fc.sample(trial.values, { numRuns: trial.numRuns, seed: trial.seed })) {
		const findings = await trial.wrongOf(values);
		const wrong = findings.filter((text) => knownOf(text) === undefined);
		for (const known of new Set(findings.map(knownOf)))
			if (known !== undefined) report.known[known] = (report.known[known] ?? 0) + 1;
		if (wrong.some((text) => text.startsWith(LET_THROUGH))) report.letThrough++;
		if (wrong.some((text) => text.startsWith(HELD_BACK))) report.heldBack++;
		for (const text of wrong)
			if (!found.has(kindOf(text))) found.set(kindOf(text), `${text}\n    ${shown(values)}`);
	}
	for (const [kind, text] of [...found].slice(0, SHOWN)) {
		const less = await smallest(trial, kind);
		report.wrong.push(
			`${trial.name}: ${text}${less ? `\n    at the smallest ${shown(less)}` : ''}`,
		);
	}
	report[found.size > 0 ? 'failed' : 'passed']++;
}

async function tryGood(type: INodeType, sandbox: Sandbox, one: Case, seed: number): Promise<void> {
	const unknown = Object.keys(one.fields).filter((name) => !parametersOf(type, one.id).has(name));
	if (unknown.length > 0) throw new Error(`${one.id} has no ${unknown.join(', ')}`);
	const wrongOf = async (values: Values): Promise<string[]> => {
		report.good++;
		return (await checkGood(type, sandbox, one, values)).wrong;
	};
	await tryAll({
		name: `${one.id}, good values`,
		values: goodValues(one).map((values) => ({ ...values, ...one.fixed })),
		numRuns: CONTROLS,
		seed,
		wrongOf,
	});
	for (const values of limitsOf(one))
		await tryAll({ name: `${one.id}, values at their limits`, values, numRuns: 1, seed, wrongOf });
}

async function tryField(
	type: INodeType,
	sandbox: Sandbox,
	one: Case,
	field: string,
	{ numRuns, seed }: { numRuns: number; seed: number },
): Promise<void> {
	fill(sandbox);
	await tryAll({
		name: `${one.id}, ${field}`,
		values: valuesOf(one, field),
		numRuns,
		seed,
		wrongOf: async (values) => {
			const { wrong, taken } = await check(type, sandbox, one, values);
			report.inputs++;
			if (taken) report.sent++;
			return wrong;
		},
	});
}

async function trySetting(
	type: INodeType,
	sandbox: Sandbox,
	one: Case,
	setting: Setting,
	{ numRuns, seed }: { numRuns: number; seed: number },
): Promise<void> {
	fill(sandbox);
	const constants = Object.keys(one.fixed ?? {}).filter((name) => name !== setting.name);
	await tryAll({
		name: `${one.id}, ${setting.name}`,
		numRuns,
		seed,
		values: fc
			.tuple(goodValues(one), settingValues(setting))
			.map(([good, value]) => ({ ...good, ...one.fixed, [setting.name]: value })),
		wrongOf: async (values) => {
			const { played, wrong } = await run(type, sandbox, one, values, constants);
			const offered = setting.offers(values[setting.name]);
			report.settingInputs++;
			if (offered === false && !(played.error && played.requests.length === 0))
				wrong.push('takes a value that its field does not offer');
			if (offered === true && played.error && played.requests.length === 0)
				wrong.push(`refuses a value that its field offers: ${played.error.message.slice(0, 200)}`);
			return wrong;
		},
	});
}

/** All operations that the built node offers. */
function operationsOf({ description: { properties } }: INodeType): string[] {
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options }) =>
			(displayOptions?.show?.resource ?? []).flatMap((resource) =>
				(options as INodePropertyOptions[]).map(
					({ value }) => `${String(resource)}.${String(value)}`,
				),
			),
		);
}

async function main(): Promise<void> {
	const { only, inputs, settingInputs, engineInputs, seed } = JSON.parse(
		process.argv[2] ?? '',
	) as Orders;
	const engine = await startEngine();
	const type = engine.nodeType();
	const sandbox = await openSandbox();
	const cases = CASES.filter(({ id }) => only.includes(id));
	const fields = cases.flatMap((one) => Object.keys(one.fields).map((field) => ({ one, field })));
	const settings = cases.flatMap((one) =>
		settingsOf(type, one).map((setting) => ({ one, setting })),
	);
	report.operations = operationsOf(type);
	report.parameters = fields.length;
	report.settings = settings.length;
	holdAll(sandbox, true);
	for (const one of cases) await tryGood(type, sandbox, one, seed);
	for (const { one, field } of fields)
		await tryField(type, sandbox, one, field, { numRuns: Math.ceil(inputs / fields.length), seed });
	for (const { one, setting } of settings)
		await trySetting(type, sandbox, one, setting, {
			numRuns: Math.ceil(settingInputs / settings.length),
			seed,
		});
	fill(sandbox);
	const onEngine = await playOnEngine(engine, sandbox, cases, engineInputs, seed);
	report.engineInputs = onEngine.inputs;
	report.passed += onEngine.passed;
	report.failed += onEngine.failed;
	report.wrong.push(...onEngine.wrong.slice(0, 10).map((text) => `on the engine: ${text}`));
	await sandbox.close();
	process.send?.(report, () => process.exit(0));
}

await main();

import fc from 'fast-check';
import { inspect } from 'node:util';
import type { INodeType } from 'n8n-workflow';
import { startEngine } from '../engine/harness.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { CASES } from './cases.mts';
import type { Case } from './cases.mts';
import { playOnEngine } from './engine.mts';
import { ask } from './host.mts';
import { formRefusal } from './judge.mts';
import { settingsOf, settingValues } from './settings.mts';
import type { Setting } from './settings.mts';
import { check, fill, goodValues, openSandbox, run, valuesOf } from './try.mts';
import type { Values } from './try.mts';

export interface Report {
	/** Parameters that the service sees, and how often they were tried. */
	parameters: number;
	inputs: number;
	/** Inputs that reached the service. */
	sent: number;
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
/** Good inputs whose plain request the service must take: else nothing could show that the node refuses too much. */
const CONTROLS = 20;

const report: Report = { parameters: 0, inputs: 0, sent: 0, settings: 0, settingInputs: 0, engineInputs: 0, passed: 0, failed: 0, wrong: [] };

/** Collects what is wrong with one parameter, once for each kind of it: no wrong input ends the run. */
class Findings {
	readonly #found = new Map<string, string>();

	add(wrong: string[], values: Values): void {
		for (const text of wrong) {
			const kind = text.replace(/\(.*|"[^"]*"|\d+/gs, '');
			if (!this.#found.has(kind)) this.#found.set(kind, `${text}\n    ${inspect(values, { depth: 4, maxStringLength: 80, breakLength: Infinity })}`);
		}
	}

	end(name: string): void {
		report.wrong.push(...[...this.#found.values()].slice(0, SHOWN).map((text) => `${name}: ${text}`));
		report[this.#found.size > 0 ? 'failed' : 'passed']++;
	}
}

async function tryControls(sandbox: Sandbox, one: Case, seed: number): Promise<void> {
	const findings = new Findings();
	for (const values of fc.sample(goodValues(one), { numRuns: CONTROLS, seed })) {
		const { method, path, body } = one.plain({ ...values, ...one.fixed });
		const plain = await ask(sandbox, method, path, body);
		const why = formRefusal(plain);
		if (why !== undefined) findings.add([`the service refuses a good request: ${why} ${JSON.stringify(plain).slice(0, 400)}`], values);
	}
	findings.end(`${one.id}, good values`);
}

async function tryField(type: INodeType, sandbox: Sandbox, one: Case, field: string, { numRuns, seed }: { numRuns: number; seed: number }): Promise<void> {
	const findings = new Findings();
	fill(sandbox);
	for (const values of fc.sample(valuesOf(one, field), { numRuns, seed })) {
		const { wrong, taken } = await check(type, sandbox, one, values);
		report.inputs++;
		if (taken) report.sent++;
		findings.add(wrong, values);
	}
	findings.end(`${one.id}, ${field}`);
}

async function trySetting(type: INodeType, sandbox: Sandbox, one: Case, setting: Setting, { numRuns, seed }: { numRuns: number; seed: number }): Promise<void> {
	const findings = new Findings();
	fill(sandbox);
	const constants = Object.keys(one.fixed ?? {}).filter((name) => name !== setting.name);
	for (const [good, value] of fc.sample(fc.tuple(goodValues(one), settingValues(setting)), { numRuns, seed })) {
		const values = { ...good, ...one.fixed, [setting.name]: value };
		const { played, wrong } = await run(type, sandbox, one, values, constants);
		const offered = setting.offers(value);
		report.settingInputs++;
		if (offered === false && !(played.error && played.requests.length === 0)) wrong.push('takes a value that its field does not offer');
		if (offered === true && played.error && played.requests.length === 0) wrong.push(`refuses a value that its field offers: ${played.error.message.slice(0, 200)}`);
		findings.add(wrong, values);
	}
	findings.end(`${one.id}, ${setting.name}`);
}

async function main(): Promise<void> {
	const { only, inputs, settingInputs, engineInputs, seed } = JSON.parse(process.argv[2] ?? '') as Orders;
	const engine = await startEngine();
	const type = engine.nodeType();
	const sandbox = await openSandbox();
	const cases = CASES.filter(({ id }) => only.includes(id));
	const fields = cases.flatMap((one) => Object.keys(one.fields).map((field) => ({ one, field })));
	const settings = cases.flatMap((one) => settingsOf(type, one).map((setting) => ({ one, setting })));
	report.parameters = fields.length;
	report.settings = settings.length;
	for (const one of cases) await tryControls(sandbox, one, seed);
	for (const { one, field } of fields) await tryField(type, sandbox, one, field, { numRuns: Math.ceil(inputs / fields.length), seed });
	for (const { one, setting } of settings) await trySetting(type, sandbox, one, setting, { numRuns: Math.ceil(settingInputs / settings.length), seed });
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

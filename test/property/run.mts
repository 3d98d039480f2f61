import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { inspect } from 'node:util';
import type { INodeType } from 'n8n-workflow';
import { startEngine } from '../engine/harness.mts';
import { startSandbox } from '../../sandbox/server.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { CASES } from './cases.mts';
import type { Case } from './cases.mts';
import { playOnEngine } from './engine.mts';
import { ask, playInProcess } from './host.mts';
import { judge, refused } from './judge.mts';
import { bad, enormous } from './values.mts';
import type { Value } from './values.mts';

/** Inputs in all; the parameters share them evenly. INPUTS and SEED set others. */
const INPUTS = Number(process.env.INPUTS ?? 105_000);
const SEED = Number(process.env.SEED ?? 20_261_121);
const ENGINE_INPUTS = Number(process.env.ENGINE_INPUTS ?? 4_000);
/** One input in so many is of a megabyte. */
const ENORMOUS = 150;
/** No value, however large, may keep n8n busy for longer, in ms. */
const SLOW_MS = 2_000;
const SHOWN = 3;
const [only = ''] = process.argv.slice(2);

type Values = Record<string, Value>;

/** Good values, of which one or two are replaced by others. */
function valuesOf({ fields, fixed, optional = [] }: Case, field: string): Arbitrary<Values> {
	const good = Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, name.includes('.') || optional.includes(name) ? fc.option(kind.good, { nil: undefined, freq: 2 }) : kind.good]));
	const kind = fields[field];
	if (!kind) throw new Error(field);
	const tried = fc.oneof({ weight: ENORMOUS, arbitrary: kind.edge }, { weight: ENORMOUS, arbitrary: bad }, { weight: ENORMOUS / 5, arbitrary: kind.good }, { weight: 2, arbitrary: enormous });
	const second = fc.option(fc.tuple(fc.constantFrom(...Object.keys(fields)), bad), { nil: undefined, freq: 9 });
	return fc.tuple(fc.record(good), tried, second).map(([values, value, other]) => ({ ...values, ...(other ? { [other[0]]: other[1] } : {}), [field]: value, ...fixed }));
}

/** Placeholders are the node's own language: in a list they are filled, and the service never sees them. */
const speaksTemplate = ({ id }: Case, { text }: Values): boolean => id.includes('(list)') && typeof text === 'string' && /[{}]/.test(text);

async function check(type: INodeType, sandbox: Sandbox, one: Case, values: Values): Promise<{ wrong: string[]; taken: boolean }> {
	const played = await playInProcess(type, sandbox, one.id.replace(/ .*/, ''), { ...values, 'options.retryFor': 0 }, Object.keys(one.fixed ?? {}));
	const wrong = judge(played, values.phone);
	if (played.ms > SLOW_MS) wrong.push(`took ${Math.round(played.ms)} ms`);
	if (played.error && played.requests.length === 0 && !speaksTemplate(one, values)) {
		const { method, path, body } = one.plain(values);
		const plain = await ask(sandbox, method, path, body);
		if (!refused(plain)) wrong.push(`the node refuses what the service takes: ${played.error.message.slice(0, 200)} (${method} ${path.slice(0, 200)} ${JSON.stringify(body)?.slice(0, 300)})`);
	}
	if (Object.keys(Object.prototype).length > 0) wrong.push('a prototype was changed');
	return { wrong, taken: played.requests.length > 0 };
}

async function openSandbox(): Promise<Sandbox> {
	const sandbox = await startSandbox({ seed: 1, clock: 'real', dialect: { duplicates: 'accept' }, config: { senders: 'any', twoWay: true, balance: 1e15, reportSeconds: 0 } });
	fill(sandbox);
	return sandbox;
}

function fill(sandbox: Sandbox): void {
	sandbox.reset();
	const now = sandbox.clock.now().getTime();
	for (const key of ['700000001', '7f3a00c2d1']) {
		sandbox.store.reports.set(key, { key, request: {}, createdMs: now, readyMs: now, messageType: 'sms', source: { records: 3, types: ['sms'], bodyLength: 20 }, shape: null, failed: false });
	}
}

async function main(): Promise<number> {
	const begun = performance.now();
	const engine = await startEngine();
	const type = engine.nodeType();
	const sandbox = await openSandbox();
	const cases = CASES.filter(({ id }) => id.includes(only));
	const parameters = cases.flatMap((one) => Object.keys(one.fields).map((field) => ({ one, field })));
	const each = Math.ceil(INPUTS / parameters.length);
	let inputs = 0;
	let sent = 0;
	let passed = 0;
	let failed = 0;
	for (const { one, field } of parameters) {
		const from = performance.now();
		const found = new Map<string, string>();
		fill(sandbox);
		// Falsified inputs do not end the run: every difference is to be seen at once.
		for (const values of fc.sample(valuesOf(one, field), { numRuns: each, seed: SEED })) {
			inputs++;
			const { wrong: list, taken } = await check(type, sandbox, one, values);
			if (taken) sent++;
			for (const wrong of list) {
				const kind = wrong.replace(/\(.*|"[^"]*"|\d+/gs, '');
				if (!found.has(kind)) found.set(kind, `${wrong}\n    ${inspect(values, { depth: 4, maxStringLength: 80, breakLength: Infinity })}`);
			}
		}
		for (const text of [...found.values()].slice(0, SHOWN)) process.stdout.write(`FAILED ${one.id}, ${field}: ${text}\n`);
		if (process.env.TIMES) process.stdout.write(`${one.id} ${field}: ${Math.round(performance.now() - from)} ms\n`);
		if (found.size > 0) failed++;
		else passed++;
	}
	const onEngine = await playOnEngine(engine, sandbox, cases, ENGINE_INPUTS, SEED);
	for (const text of onEngine.wrong.slice(0, 10)) process.stdout.write(`FAILED on the engine: ${text}\n`);
	await sandbox.close();
	process.stdout.write(`${inputs} inputs (${sent} of them sent) over ${parameters.length} parameters of ${new Set(cases.map(({ id }) => id.replace(/ .*/, ''))).size} operations, and ${onEngine.inputs} through n8n's engine and a socket, in ${Math.round((performance.now() - begun) / 1000)} s (seed ${SEED}).\n`);
	process.stdout.write(`${passed + onEngine.passed} passed, ${failed + onEngine.failed} failed\n`);
	return failed + onEngine.failed === 0 ? 0 : 1;
}

process.exit(await main());

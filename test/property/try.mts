import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { INodeType } from 'n8n-workflow';
import { startSandbox } from '../../sandbox/server.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import type { Case } from './cases.mts';
import { ask, playInProcess } from './host.mts';
import type { Played } from './host.mts';
import { judge, refused } from './judge.mts';
import { bad, enormous } from './values.mts';
import type { Value } from './values.mts';

/** One input in so many is of a megabyte. */
const ENORMOUS = 150;
/** No value, however large, may keep n8n busy for longer, in ms. */
const SLOW_MS = 2_000;

export type Values = Record<string, Value>;

/** Good values of all parameters; those that may be left out are, at times. */
export function goodValues({ fields, optional = [] }: Case): Arbitrary<Values> {
	return fc.record(Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, name.includes('.') || optional.includes(name) ? fc.option(kind.good, { nil: undefined, freq: 2 }) : kind.good])));
}

/** Good values, of which one or two are replaced by others. */
export function valuesOf(one: Case, field: string): Arbitrary<Values> {
	const kind = one.fields[field];
	if (!kind) throw new Error(field);
	const tried = fc.oneof({ weight: ENORMOUS, arbitrary: kind.edge }, { weight: ENORMOUS, arbitrary: bad }, { weight: ENORMOUS / 5, arbitrary: kind.good }, { weight: 2, arbitrary: enormous });
	const second = fc.option(fc.tuple(fc.constantFrom(...Object.keys(one.fields)), bad), { nil: undefined, freq: 9 });
	return fc.tuple(goodValues(one), tried, second).map(([values, value, other]) => ({ ...values, ...(other ? { [other[0]]: other[1] } : {}), [field]: value, ...one.fixed }));
}

/** Placeholders are the node's own language: in a list they are filled, and the service never sees them. */
const speaksTemplate = ({ id }: Case, { text }: Values): boolean => id.includes('(list)') && typeof text === 'string' && /[{}]/.test(text);

/** Runs an operation; returns what became of it, and what was wrong whatever its values. */
export async function run(type: INodeType, sandbox: Sandbox, one: Case, values: Values, constants = Object.keys(one.fixed ?? {})): Promise<{ played: Played; wrong: string[] }> {
	const played = await playInProcess(type, sandbox, one.id.replace(/ .*/, ''), { 'options.retryFor': 0, ...values }, constants);
	const wrong = judge(played, values.phone);
	if (played.ms > SLOW_MS) wrong.push(`took ${Math.round(played.ms)} ms`);
	if (Object.keys(Object.prototype).length > 0) wrong.push('a prototype was changed');
	return { played, wrong };
}

/** Runs an operation; what it refuses is asked of the service. */
export async function check(type: INodeType, sandbox: Sandbox, one: Case, values: Values): Promise<{ wrong: string[]; taken: boolean }> {
	const { played, wrong } = await run(type, sandbox, one, values);
	if (played.error && played.requests.length === 0 && !speaksTemplate(one, values)) {
		const { method, path, body } = one.plain(values);
		const plain = await ask(sandbox, method, path, body);
		if (!refused(plain)) wrong.push(`the node refuses what the service takes: ${played.error.message.slice(0, 200)} (${method} ${path.slice(0, 200)} ${JSON.stringify(body)?.slice(0, 300)})`);
	}
	return { wrong, taken: played.requests.length > 0 };
}

/** A service that takes whatever has the right form. */
export async function openSandbox(): Promise<Sandbox> {
	const sandbox = await startSandbox({ seed: 1, clock: 'real', dialect: { duplicates: 'accept' }, config: { senders: 'any', twoWay: true, balance: 1e15, reportSeconds: 0 } });
	fill(sandbox);
	return sandbox;
}

/** Begins anew, with reports to read. */
export function fill(sandbox: Sandbox): void {
	sandbox.reset();
	const now = sandbox.clock.now().getTime();
	for (const key of ['700000001', '7f3a00c2d1']) {
		sandbox.store.reports.set(key, { key, request: {}, createdMs: now, readyMs: now, messageType: 'sms', source: { records: 3, types: ['sms'], bodyLength: 20 }, shape: null, failed: false });
	}
}

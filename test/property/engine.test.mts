import fc from 'fast-check';
import { inspect } from 'node:util';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/server.mts';
import { startEngine } from '../engine/harness.mts';
import type { Engine, StoredCredential } from '../engine/harness.mts';
import { words } from '../support/options.mts';
import { fill, holdAll, openSandbox } from './account.mts';
import { OPERATIONS } from '../cases/load.mts';
import type { Case } from './plain.mts';
import { chosenCases, loadNode, operationOf, seed, sharesOf } from './load.mts';
import { KEY } from './host.mts';
import { parametersOf } from './settings.mts';
import { bad, enormous } from './bad.mts';

/** Items of one run. */
const BATCH = 20;
/** n8n's own words for a value that it refuses before the node sees it. */
const CARELESS =
	/Cannot (?:read|set|convert)|is not (?:a function|iterable|defined)|\[object|Maximum call|URI malformed|Converting circular/;

/** What every operation has. */
const isCommon = (name: string): boolean => name.startsWith('options.') || name === 'simplify';

/** What a list does not hold gives no item. */
const LISTS = /getAll|getClicks|getMessages|\.search/;

/** Parameters as expressions that take the field of the item with the parameter's path as its name. */
function expressions(one: Case): INodeParameters {
	const parameters: Record<string, unknown> = {};
	const set = (name: string, value: unknown): void => {
		const parts = name.split('.');
		const last = parts.pop() ?? '';
		let at = parameters;
		for (const part of parts) at = (at[part] ??= {}) as Record<string, unknown>;
		at[last] = value;
	};
	for (const [name, value] of Object.entries(one.fixed ?? {})) set(name, value);
	for (const name of Object.keys(one.fields)) set(name, `={{ $json[${JSON.stringify(name)}] }}`);
	parameters.options = { ...(parameters.options as object), retryFor: 0 };
	return parameters as INodeParameters;
}

const type = loadNode();
const runs = Math.max(1, Math.round(sharesOf(type).engine / BATCH));
let engine: Engine;
let sandbox: Sandbox;
let credential: StoredCredential;

beforeAll(async () => {
	engine = await startEngine();
	sandbox = await openSandbox();
	fill(sandbox);
	credential = engine.store({ baseUrl: sandbox.url, apiKey: KEY, authentication: 'apiKey' });
});
afterAll(async () => {
	await sandbox.close();
});

if (words.length === 0)
	test('an operation with fields of its own says how they are filled in', () => {
		const silent = OPERATIONS.filter(
			({ id, cases }) =>
				!cases.inputs &&
				!cases.isOffline &&
				[...parametersOf(type, id).keys()].some((name) => !isCommon(name)),
		).map(({ id }) => `test/cases/${id.replace('.', '/')}.mts needs "inputs"`);
		expect(silent).toEqual([]);
	});

describe('Through n8n’s engine and a socket each item comes out, and no run breaks', () => {
	test.each(chosenCases)('$id', async (one) => {
		const [resource = '', operation = ''] = operationOf(one).split('.');
		const values = fc.record(
			Object.fromEntries(
				Object.keys(one.fields).map((name) => [
					name,
					fc.oneof(
						{ weight: 60, arbitrary: one.fields[name]?.good ?? bad },
						{ weight: 40, arbitrary: one.fields[name]?.edge ?? bad },
						{ weight: 40, arbitrary: bad },
						{ weight: 1, arbitrary: enormous },
					),
				]),
			),
		);
		const wrong = new Set<string>();
		for (let at = 0; at < runs; at++) {
			const items = fc.sample(values, { numRuns: BATCH, seed: seed + at });
			// In turn, so that both what is found and what is not comes out.
			holdAll(sandbox, at % 2 === 0);
			const before = new Set(Object.keys(Object.prototype));
			const run = await engine.run({
				credential,
				parameters: { resource, operation, ...expressions(one) },
				items: items.map((json) => ({ json: json as IDataObject })),
				node: { onError: 'continueErrorOutput' },
			});
			const outputs = run.outputs.flat();
			const seen = new Set(
				outputs.flatMap(({ pairedItem }) =>
					(Array.isArray(pairedItem) ? pairedItem : [pairedItem]).map((pair) =>
						typeof pair === 'object' ? pair.item : pair,
					),
				),
			);
			if (run.error)
				wrong.add(
					`the run broke: ${run.error.message.slice(0, 300)} ${inspect(items, { depth: 3, maxStringLength: 40, breakLength: Infinity }).slice(0, 600)}`,
				);
			else if (seen.size !== items.length && !LISTS.test(one.id))
				wrong.add(`${seen.size} of ${items.length} items came out`);
			for (const { json } of outputs)
				if (typeof json.error === 'string' && CARELESS.test(json.error.replace(/"[^"]*"/g, '')))
					wrong.add(`says ${json.error.slice(0, 300)}`);
			if (Object.keys(Object.prototype).some((key) => !before.has(key)))
				wrong.add('a prototype was changed');
		}
		expect([...wrong]).toEqual([]);
	});
});

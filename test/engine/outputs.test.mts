import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { runEveryOperation } from './operationRuns.mts';
import { triggerSamples } from './samples.mts';
import type { Stage } from './stage.mts';

/**
 * Workflows map the fields of an output by name, and people read its first columns: both are a contract. outputs.json holds the fields
 * of every operation and event in their order. UPDATE_OUTPUTS=1 adds what is new and changes nothing that is there.
 */
const FILE = path.resolve('test/engine/outputs.json');

const made = new Map<string, IDataObject[]>();
let stage: Stage;

beforeAll(async () => {
	const all = await runEveryOperation();
	stage = all.stage;
	for (const { step, items } of all.runs) {
		const name = `${step.resource}.${step.operation}`;
		made.set(name, [...(made.get(name) ?? []), ...items]);
	}
	for (const [name, { items }] of await triggerSamples()) made.set(name, items);
	if (process.env.UPDATE_OUTPUTS !== '1') return;
	const known = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as object) : {};
	const fresh = [...made].map(([name, items]) => [name, Object.keys(items[0] ?? {})]);
	const next = { ...Object.fromEntries(fresh), ...known };
	writeFileSync(FILE, `${JSON.stringify(next, null, '\t')}\n`);
}, 240_000);
afterAll(async () => await stage.close());

test('every row has the fields of the contract, in their order', () => {
	const contract = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string[]>;
	expect(Object.keys(contract).sort()).toEqual([...made.keys()].sort());
	for (const [name, items] of made) {
		expect({ name, items: items.length > 0 }).toEqual({ name, items: true });
		for (const item of items)
			expect({ name, fields: Object.keys(item) }).toEqual({ name, fields: contract[name] });
	}
});

/** Where a value holds what n8n's table prints in red, by path. */
function redIn(value: unknown, at: string): string[] {
	if (value === null || value === undefined || value === '') return [at];
	if (typeof value !== 'object') return [];
	const entries = Object.entries(value);
	return entries.length === 0
		? [at]
		: entries.flatMap(([name, inner]) => redIn(inner, `${at}.${name}`));
}

test('no output of a successful run holds what n8n shows in red', () => {
	expect([...made].flatMap(([name, items]) => items.flatMap((item) => redIn(item, name)))).toEqual(
		[],
	);
});

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { runEachAlone } from './operationRuns.mts';

/**
 * n8n shows what an operation will put out before its first run, from these files. They hold what a run in the sandbox
 * really puts out with the parameters as they are preset; UPDATE_SCHEMAS=1 writes them.
 */
const FOLDER = path.resolve('nodes/MessagingService/__schema__/v1.0.0');

interface Schema {
	type: string;
	properties?: Record<string, Schema>;
}

function typeOf(value: unknown): string {
	if (value === null || value === undefined) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

const real = new Map<string, IDataObject[]>();
/** The type of each column, by its name, in the first row of any operation that has a value there. */
const known = new Map<string, string>();

/** The type of a column that is null in all rows of an operation: what it is in those of another, else an ID or text. */
const typeOfEmpty = (field: string): string =>
	known.get(field) ?? (field.endsWith('_id') || field === 'in_place_of' ? 'number' : 'string');

/** The shape of values of one field, without what stands inside a list or belongs to an account. */
function schemaOf(values: unknown[], field = ''): Schema {
	const told = values.filter((value) => typeOf(value) !== 'null');
	const type = told.length === 0 ? typeOfEmpty(field) : typeOf(told[0]);
	if (type !== 'object' || field === 'fields') return { type };
	const objects = told as IDataObject[];
	const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
	return {
		type,
		properties: Object.fromEntries(
			names.map((name) => [
				name,
				schemaOf(
					objects.map((object) => object[name]),
					name,
				),
			]),
		),
	};
}

beforeAll(async () => {
	// Whether a campaign is done yet decides what some fields hold: time passes in the same way in every run.
	for (const { step, items } of await runEachAlone()) {
		const file = `${step.resource}/${step.operation}.json`;
		real.set(file, [...(real.get(file) ?? []), ...items]);
	}
	for (const [field, value] of [...real.values()].flat().flatMap(Object.entries))
		if (typeOf(value) !== 'null' && !known.has(field)) known.set(field, typeOf(value));
	if (process.env.UPDATE_SCHEMAS !== '1') return;
	for (const [file, items] of real) {
		mkdirSync(path.join(FOLDER, path.dirname(file)), { recursive: true });
		writeFileSync(path.join(FOLDER, file), `${JSON.stringify(schemaOf(items), null, '\t')}\n`);
	}
});

test('a preview exists for every operation, and for nothing else', () => {
	const operations = [...real.keys()].sort();
	const files = readdirSync(FOLDER, { recursive: true })
		.map(String)
		.filter((file) => file.endsWith('.json'));
	expect(files.sort()).toEqual(operations);
});

test('each preview has the fields of a real run, with their types', () => {
	for (const [file, items] of real) {
		expect(items.length).toBeGreaterThan(0);
		expect(existsSync(path.join(FOLDER, file))).toBe(true);
		expect({
			file,
			...(JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Schema),
		}).toEqual({ file, ...schemaOf(items) });
	}
});

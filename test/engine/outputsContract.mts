import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The fields of each output in their order; of one that has those of another, the name of that one. */
const FILE = path.resolve('test/engine/outputs.json');

/** The fields of every operation and event, and of the variants of their outputs, by name. */
export function readContract(): Record<string, string[]> {
	const stored = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string[] | string>;
	const fieldsOf = (fields: string[] | string | undefined): string[] => {
		if (typeof fields === 'string') return fieldsOf(stored[fields]);
		if (!fields) throw new Error('outputs.json names an output that it does not hold');
		return fields;
	};
	return Object.fromEntries(
		Object.entries(stored).map(([name, fields]) => [name, fieldsOf(fields)]),
	);
}

export function writeContract(contract: Record<string, string[]>): void {
	const first = new Map<string, string>();
	const stored = Object.entries(contract).map(([name, fields]) => {
		const key = fields.join();
		const same = first.get(key);
		if (same === undefined) first.set(key, name);
		return [name, same ?? fields];
	});
	writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(stored), null, '\t')}\n`);
}

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { JUDGED } from '../../mutants/judges.mts';
import { compare, survivorsIn } from '../../mutants/survivors.mts';
import type { Explained } from '../../mutants/survivors.mts';

// What `npm run test:mutants` compares, and that what it is told of the source is still so.

const root = path.join(__dirname, '..', '..', '..');
const lists = JSON.parse(
	readFileSync(path.join(root, 'test', 'mutants', 'survivors.json'), 'utf8'),
) as Record<string, Explained[]>;

const source = 'const a = b > 0;\nif (a) {\n\tgo(b);\n\tgo(a);\n}\n';
const at = (line: number, column: number) => ({ line, column });
const report = (...statuses: string[]) => ({
	files: {
		'nodes/x.ts': {
			source,
			mutants: statuses.map((status, index) =>
				index === 0
					? { status, replacement: 'b >= 0', location: { start: at(1, 11), end: at(1, 16) } }
					: { status, replacement: '{}', location: { start: at(2, 8), end: at(5, 2) } },
			),
		},
	},
});
const EDGE = { line: 'const a = b > 0;', from: 'b > 0', to: 'b >= 0' };
const BLOCK = { line: 'if (a) {', from: '{ go(b); go(a); }', to: '{}' };

describe('a report', () => {
	it('shows what survived by its line, and counts what did not', () => {
		expect(survivorsIn(report('Survived', 'NoCoverage'))).toEqual({
			survivors: [EDGE, BLOCK],
			killed: 0,
		});
		expect(survivorsIn(report('Timeout', 'Killed'))).toEqual({ survivors: [], killed: 2 });
		expect(survivorsIn(report('Ignored', 'RuntimeError'))).toEqual({ survivors: [], killed: 1 });
	});
});

describe('the list', () => {
	const why = 'b is never 0';
	it('explains each survivor once', () => {
		expect(compare([EDGE, BLOCK], [{ ...EDGE, why }])).toEqual({ unexplained: [BLOCK], gone: [] });
		expect(compare([EDGE, EDGE], [{ ...EDGE, why }]).unexplained).toEqual([EDGE]);
		expect(compare([EDGE], [{ ...EDGE, why: ' ' }]).unexplained).toEqual([EDGE]);
	});
	it('holds nothing that did not survive', () => {
		expect(compare([], [{ ...EDGE, why }]).gone).toEqual([{ ...EDGE, why }]);
	});

	it('names judged files, and lines that are there', () => {
		const missing = Object.entries(lists).flatMap(([file, list]) => {
			if (!JUDGED.some((judged) => judged.file === file)) return [file];
			const lines = readFileSync(path.join(root, 'nodes', file), 'utf8')
				.split('\n')
				.map((line) => line.trim());
			return list.map(({ line }) => line).filter((line) => !lines.includes(line));
		});
		expect(missing).toEqual([]);
	});
});

it.each(JUDGED)('the judges of $file are there', ({ file, tests }) => {
	const paths = [`nodes/${file}`, ...tests.map((name) => `test/${name}.test.mts`)];
	expect(paths.filter((one) => !existsSync(path.join(root, one)))).toEqual([]);
});

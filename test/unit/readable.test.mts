import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { minified, unmapped } from '../../tools/lib/readable.mts';

const LINE = 'const answer = require("n8n-workflow").sleep;\n';

describe('what the scan calls minified', () => {
	it('takes code as people write it', () => {
		expect(minified(LINE.repeat(200))).toEqual([]);
	});

	it('takes a long text for what it is', () => {
		expect(minified(LINE.repeat(200) + `const pattern = "${'1'.repeat(900)}\\d";\n`)).toEqual([]);
	});

	it('finds a line that nobody wrote', () => {
		expect(minified(LINE.repeat(200) + `f(${'a,'.repeat(400)}a);\n`)).toEqual([
			'Its longest line has 805 characters, more than 600.',
		]);
	});

	it('finds code that was cut into lines by a machine', () => {
		expect(minified(`${'x=y?a(b):c;'.repeat(40)}\n`.repeat(20))).toEqual([
			'Its lines have 441 characters on average, more than 80.',
		]);
	});
});

describe('what the scan calls mapped', () => {
	let folder = '';
	const write = (file: string, text: string): void => {
		const target = path.join(folder, file);
		mkdirSync(path.dirname(target), { recursive: true });
		writeFileSync(target, text);
	};
	const found = (): string[] =>
		unmapped(path.join(folder, 'package'), 'dist/service.js', path.join(folder, 'sources'));

	beforeEach(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'messaging-readable-'));
		write('sources/nodes/one.ts', 'one');
		write('package/dist/service.js', `${LINE.repeat(20)}//# sourceMappingURL=service.js.map\n`);
		write(
			'package/dist/service.js.map',
			JSON.stringify({
				sources: ['../entries.ts', '../nodes/one.ts'],
				sourcesContent: ['', 'one'],
			}),
		);
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	it('takes a map that holds the sources', () => {
		expect(found()).toEqual([]);
	});

	it('takes a small entry without a map', () => {
		write('package/dist/service.js', LINE);
		expect(found()).toEqual([]);
	});

	it('finds a file without a map, and a map that is not there', () => {
		write('package/dist/service.js', LINE.repeat(20));
		expect(found()).toEqual(['It names no source map.']);
		write('package/dist/service.js', `${LINE.repeat(20)}//# sourceMappingURL=other.js.map\n`);
		expect(found()).toEqual(['Its source map other.js.map is not in the package.']);
	});

	it('finds a source that is another one, or that does not exist', () => {
		write('sources/nodes/one.ts', 'two');
		expect(found()).toEqual([
			'Its source map holds another text of nodes/one.ts than the sources.',
		]);
		rmSync(path.join(folder, 'sources/nodes/one.ts'));
		expect(found()).toEqual(['Its source map names nodes/one.ts, which the sources lack.']);
	});
});

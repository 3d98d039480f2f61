import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Makes the credential in dist fail, as a fault in our own code would, and gives the stack of the error. */
const FAIL = `
	const { MessagingServiceApi } = require('./dist/credentials/MessagingServiceApi.credentials.js');
	Promise.resolve()
		.then(() => new MessagingServiceApi().authenticate(undefined, undefined))
		.then(() => console.log('it did not fail'), (error) => console.log(error.stack));
`;

/** @returns the first frame of the stack: its function, file, line and column */
function firstFrame(flags: string[]): { name: string; file: string; line: number } {
	const stack = execFileSync(process.execPath, [...flags, '-e', FAIL], { encoding: 'utf8' });
	const [, name = '', file = '', line = ''] =
		/^ +at (?:async )?(\S+) \((.+):(\d+):\d+\)$/m.exec(stack) ?? [];
	expect([stack, name]).toEqual([stack, expect.stringMatching(/\w/)]);
	return { name, file: path.relative(process.cwd(), file), line: Number(line) };
}

/** What the function of a frame begins with in a source; a method is named after its class, too. */
function beginningOf(frame: string): RegExp {
	const name = frame.slice(frame.lastIndexOf('.') + 1);
	return new RegExp(`(?:function |async |const )${name}(?:\\(| = )`);
}

describe('the stack of an error in the built package', () => {
	it('names our file and line where source maps are read, as n8n does', () => {
		const { name, file, line } = firstFrame(['--enable-source-maps']);
		expect(file).toMatch(/^(nodes|credentials)\/.+\.ts$/);
		const source = readFileSync(file, 'utf8').split('\n');
		expect(source.length).toBeGreaterThan(line);
		expect(source[line - 1]?.trim()).not.toBe('');
		expect(source.join('\n')).toMatch(beginningOf(name));
	});

	it('leads to our file by the comments of the bundle where source maps are not read', () => {
		const { name, file, line } = firstFrame([]);
		expect(file).toBe('dist/service.js');
		const above = readFileSync(file, 'utf8').split('\n').slice(0, line);
		const [module = ''] = above.filter((text) => /^\/\/ .+\.ts$/.test(text)).slice(-1);
		const source = module.replace('// ', '');
		expect(existsSync(source)).toBe(true);
		expect(readFileSync(source, 'utf8')).toMatch(beginningOf(name));
	});
});

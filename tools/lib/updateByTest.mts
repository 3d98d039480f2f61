import path from 'node:path';

import { must, root } from './shell.mts';

/**
 * Runs a test of the project `engine` that writes a stored file when its variable is set.
 * @param file the beginning of the test's path
 * @param variable the environment variable that makes it write
 * @throws Error with the end of jest's output when the test fails
 */
export async function updateByTest(file: string, variable: string): Promise<void> {
	const jest = path.join(root(), 'node_modules', 'jest', 'bin', 'jest.js');
	await must(process.execPath, [jest, '--selectProjects', 'engine', '--testPathPatterns', file], {
		cwd: root(),
		env: {
			...process.env,
			[variable]: '1',
			// A file that is named runs by itself.
			TEST_OPTIONS: JSON.stringify({ words: [file] }),
		},
	});
}

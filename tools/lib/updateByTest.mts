import path from 'node:path';

import { must, root } from './shell.mts';

/**
 * Runs a test that writes a stored file when its variable is set.
 * @param project the jest project of the test
 * @param file the beginning of the test's path
 * @param variable the environment variable that makes it write
 * @throws Error with the end of jest's output when the test fails
 */
export async function updateByTest(project: string, file: string, variable: string): Promise<void> {
	const jest = path.join(root(), 'node_modules', 'jest', 'bin', 'jest.js');
	await must(process.execPath, [jest, '--selectProjects', project, '--testPathPatterns', file], {
		cwd: root(),
		env: {
			...process.env,
			[variable]: '1',
			// A file that is named runs by itself.
			TEST_OPTIONS: JSON.stringify({ words: [file] }),
		},
	});
}

import path from 'node:path';

import { faultsOfFiles } from '../test/cases/files.mts';
import { build } from './lib/package.mts';
import { step } from './lib/print.mts';
import { must, root } from './lib/shell.mts';
import { updateByTest } from './lib/updateByTest.mts';

// npm run generate: writes everything that follows from the code, after an operation was added or a text was changed. What
// it changed is looked at with git diff, and committed together with the code.

/** Shows a step while it runs; where it fails, its own words say what to mend, and the rest waits for that. */
async function during(name: string, work: () => Promise<void>): Promise<void> {
	const current = step(name);
	try {
		await work();
		current.done();
	} catch (error) {
		current.fail('it could not be written');
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	}
}

const missing = faultsOfFiles();
if (missing.length > 0) {
	console.error(missing.join('\n'));
	process.exit(1);
}
await build();
await during(
	'The previews of outputs (nodes/MessagingService/__schema__)',
	async () => await updateByTest('test/engine/schemas', 'UPDATE_SCHEMAS'),
);
await during('The fields of outputs and their order (test/engine/outputs.json)', async () => {
	await updateByTest('test/engine/outputs', 'UPDATE_OUTPUTS');
	await must('npx', ['prettier', '--write', 'test/engine/outputs.json'], { cwd: root() });
});
await during('The samples of outputs, and the pages (docs, README.md)', async () => {
	const tsx = path.join(root(), 'node_modules', 'tsx', 'dist', 'cli.mjs');
	await must(process.execPath, [tsx, 'tools/docs.mts'], { cwd: root() });
});

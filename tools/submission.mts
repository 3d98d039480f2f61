import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, pack, removePacked, unpack } from './lib/package.mts';
import { green, red } from './lib/print.mts';
import { root } from './lib/shell.mts';
import {
	checkExamples,
	checkPackage,
	exampleTexts,
	placeholders,
	type Check,
} from './lib/submission.mts';

// npm run submission: what n8n's reviewers look at, on the packed tarball, and what is still to be filled in.
// With `-- --publish`, what is not filled in is a fault.

const folder = await mkdtemp(path.join(tmpdir(), 'messaging-submission-'));
try {
	await build();
	const packed = await pack();
	const unpacked = path.join(folder, 'package');
	await unpack(packed.file, unpacked);
	await removePacked(packed);
	// n8n-workflow, which n8n brings to the package, comes from here.
	await symlink(path.join(root(), 'node_modules'), path.join(folder, 'node_modules'), 'junction');
	const workflow = await readFile(path.join(root(), '.github', 'workflows', 'publish.yml'), 'utf8');
	const checks: Check[] = [
		...(await checkPackage(unpacked, workflow)),
		...checkExamples(await exampleTexts()),
	];
	for (const { name, found } of checks)
		console.log(
			found.length === 0
				? `${green('✔')} ${name}`
				: `${red('✘')} ${name}\n${found.map((one) => `    ${one}`).join('\n')}`,
		);
	const open = await placeholders(unpacked);
	console.log(
		open.length === 0
			? 'No placeholder is left.'
			: `To fill in before publishing, all in package.json (then npm run docs carries the repository to the other files):\n${open.map((one) => `    ${one}`).join('\n')}`,
	);
	const isComplete = open.length === 0 || !process.argv.includes('--publish');
	process.exitCode = isComplete && checks.every(({ found }) => found.length === 0) ? 0 : 1;
} finally {
	await rm(folder, { recursive: true, force: true });
}

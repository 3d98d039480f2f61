import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from './lib/package.mts';
import { packageHash } from './lib/packageHash.mts';
import { bold, step } from './lib/print.mts';
import { missingRuns, writeProofPage } from './lib/proof.mts';
import type { MissingRun } from './lib/proof.mts';
import { onInterrupt, root, run } from './lib/shell.mts';

// npm run release:proof [-- --list]: makes all full runs on the package as it is now, one after the other, and writes their figures to
// docs/proof.md and the README. It takes hours. Runs that were made on this package are left out, so it can be stopped and started again.

/** Makes a full run with its output in test-results/release. @returns why its figures do not count, if they do not */
async function make({ name, command }: MissingRun, hash: string): Promise<string | undefined> {
	const file = path.join(root(), 'test', 'proof', `${name}.json`);
	const before = await readFile(file, 'utf8').catch(() => undefined);
	const log = path.join('test-results', 'release', `${name}.log`);
	await mkdir(path.dirname(log), { recursive: true });
	const output = createWriteStream(log);
	const current = step(command);
	const [program = 'npm', ...args] = command.split(' ');
	const { code } = await run(program, args, {
		cwd: root(),
		onLine: (line) => {
			output.write(`${line}\n`);
			current.note(line);
		},
	});
	output.end();
	const changed = (await packageHash(root())) !== hash;
	const reason = changed
		? 'the package was changed meanwhile'
		: code !== 0
			? `it failed, see ${log}`
			: missingRuns(hash).find((one) => one.name === name)?.reason;
	if (reason === undefined) {
		current.done();
		return undefined;
	}
	current.fail(reason);
	// What a failed run left behind is no proof.
	if (before === undefined) await rm(file, { force: true });
	else await writeFile(file, before);
	if (changed) throw new Error('The package was changed: start again when it stays as it is.');
	return reason;
}

onInterrupt(async () => await writeProofPage());
await build();
const hash = await packageHash(root());
const missing = missingRuns(hash);
console.log(bold(`Package ${hash}: ${missing.length} full runs to make`));
if (process.argv.includes('--list')) {
	for (const { title, reason, command } of missing)
		console.log(`  ${title}: ${reason}. ${command}`);
} else {
	let failed = 0;
	for (const one of missing) if ((await make(one, hash)) !== undefined) failed += 1;
	await writeProofPage();
	console.log(bold(`${missing.length - failed} passed, ${failed} failed`));
	if (failed > 0) process.exitCode = 1;
}

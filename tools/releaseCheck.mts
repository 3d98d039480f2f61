import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, pack, removePacked, unpack } from './lib/package.mts';
import { packageHash } from './lib/packageHash.mts';
import { green, red } from './lib/print.mts';
import { missingRuns } from './lib/proof.mts';

// npm run release:check [-- <tarball>]: refuses a packed package that a full run was not made on. Without a tarball it packs one.

/** @returns the hash of what a tarball does */
async function hashOf(tarball: string): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-release-'));
	try {
		await unpack(tarball, folder);
		return await packageHash(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** @returns the hash of the package as it would be packed now */
async function hashOfSources(): Promise<string> {
	await build();
	const packed = await pack();
	try {
		return await hashOf(packed.file);
	} finally {
		await removePacked(packed);
	}
}

const [tarball] = process.argv.slice(2);
const hash = tarball === undefined ? await hashOfSources() : await hashOf(tarball);
const missing = missingRuns(hash);
if (missing.length === 0) console.log(`${green('✔')} All full runs were made on package ${hash}.`);
else {
	console.error(
		`${red('✘')} Package ${hash} may not be released: ${missing.length} full runs are missing.`,
	);
	for (const { title, reason, command } of missing)
		console.error(`  ${title}: ${reason}. ${command}`);
	console.error('npm run release:proof makes them all, one after the other.');
	process.exitCode = 1;
}

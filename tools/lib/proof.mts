import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceBetween } from './between.mts';
import { FULL_RUNS } from './fullRuns.mts';
import type { FullRun } from './fullRuns.mts';
import { packageHash } from './packageHash.mts';
import { proofPage } from './proofPage.mts';
import { unmapped } from './readable.mts';
import { root } from './shell.mts';

/** One measured figure, as docs/proof.md shows it. */
export interface Figure {
	what: string;
	value: number | string;
	unit?: string;
}

/** What a full run leaves in test/proof. */
export interface Proof {
	/** The day of the run. */
	date: string;
	/** The package that it was made on, as packageHash.mts names it; figures of a time before that have none. */
	package?: string;
	/** Says that parts of the run are still to be made. */
	unfinished?: true;
	command: string;
	figures: Figure[];
}

const folderOfProofs = (): string => path.join(root(), 'test', 'proof');
const fileOf = (name: string, folder = folderOfProofs()): string =>
	path.join(folder, `${name}.json`);

/**
 * Names the package in dist.
 * @throws Error when dist is not built of the sources as they are now: then nobody could say what was measured
 */
async function builtPackage(): Promise<string> {
	const problems = unmapped(root(), 'dist/service.js', root());
	if (problems.length > 0)
		throw new Error(
			`The figures are not kept, as dist is not built of these sources: ${problems[0] ?? ''} Run npm run build, and this again.`,
		);
	return await packageHash(root());
}

/**
 * Keeps the figures of a full run in test/proof, with the day and the package that it was made on, and makes docs/proof.md of all of them.
 * @param name of the run, as fullRuns.mts lists it
 * @param command what gives these figures
 * @param complete false when parts of the run are still to be made; a release waits for them
 * @throws Error when dist is not built of the present sources
 */
export async function writeProof(
	name: string,
	command: string,
	figures: Figure[],
	complete = true,
): Promise<void> {
	await mkdir(folderOfProofs(), { recursive: true });
	const proof: Proof = {
		date: new Date().toISOString().slice(0, 10),
		package: await builtPackage(),
		...(complete ? {} : { unfinished: true }),
		command,
		figures,
	};
	await writeFile(fileOf(name), `${JSON.stringify(proof, null, '\t')}\n`);
	await writeProofPage();
}

/** Makes docs/proof.md of the figures in test/proof. */
export async function writeProofPage(): Promise<void> {
	await writeFile(path.join(root(), 'docs', 'proof.md'), proofPage(folderOfProofs()));
}

/** @returns the figures that an earlier run on this package kept under a name; none when there was no such run */
export async function readProof(name: string): Promise<Figure[]> {
	const text = await readFile(fileOf(name), 'utf8').catch(() => undefined);
	if (text === undefined) return [];
	const proof = JSON.parse(text) as Proof;
	return proof.package === (await builtPackage()) ? proof.figures : [];
}

/** A full run that has not been made on a package, and why that is so. */
export interface MissingRun extends FullRun {
	reason: string;
}

/**
 * Tells which full runs a package still needs.
 * @param hash names the package (packageHash.mts)
 * @param folder holds the figures of the runs; test/proof unless given
 * @returns these runs, in the order of docs/proof.md
 */
export function missingRuns(hash: string, folder = folderOfProofs()): MissingRun[] {
	return FULL_RUNS.flatMap((run) => {
		const file = fileOf(run.name, folder);
		if (!existsSync(file)) return [{ ...run, reason: 'it was never made' }];
		const proof = JSON.parse(readFileSync(file, 'utf8')) as Proof;
		if (proof.package !== hash)
			return [{ ...run, reason: `it was made on ${proof.package ?? 'an earlier package'}` }];
		return proof.unfinished ? [{ ...run, reason: 'parts of it are still to be made' }] : [];
	});
}

/**
 * Replaces what a file holds between the marks `<!-- name:begin -->` and `<!-- name:end -->`.
 * @param file relative to the package's folder
 * @throws Error when the marks are not there
 */
export async function writeBetween(file: string, name: string, text: string): Promise<void> {
	const target = path.join(root(), file);
	const present = await readFile(target, 'utf8');
	await writeFile(target, replaceBetween(present, name, text));
}

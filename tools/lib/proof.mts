import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceBetween } from './between.mts';
import { fingerprint } from './fingerprint.mts';
import { proofPage } from './proofPage.mts';
import { root } from './shell.mts';

/** One measured figure, as docs/proof.md shows it. */
export interface Figure {
	what: string;
	value: number | string;
	unit?: string;
}

/**
 * Keeps the figures of a full run in test/proof, with the day and the state of the code, and makes docs/proof.md of all of them.
 * @param name file name without its end
 * @param command what gives these figures
 */
export async function writeProof(name: string, command: string, figures: Figure[]): Promise<void> {
	const folder = path.join(root(), 'test', 'proof');
	await mkdir(folder, { recursive: true });
	const date = new Date().toISOString().slice(0, 10);
	await writeFile(
		path.join(folder, `${name}.json`),
		`${JSON.stringify({ date, code: fingerprint(name), command, figures }, null, '\t')}\n`,
	);
	await writeFile(path.join(root(), 'docs', 'proof.md'), proofPage(folder, fingerprint).text);
}

/** @returns the figures that an earlier run kept under a name; none when there was no such run */
export async function readProof(name: string): Promise<Figure[]> {
	const text = await readFile(path.join(root(), 'test', 'proof', `${name}.json`), 'utf8').catch(
		() => '{"figures":[]}',
	);
	return (JSON.parse(text) as { figures: Figure[] }).figures;
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

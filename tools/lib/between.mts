import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './shell.mts';

/**
 * Replaces what a text holds between the marks `<!-- name:begin -->` and `<!-- name:end -->`.
 * @param present the whole text, with both marks
 * @param name the name in the marks
 * @param content what shall stand between them
 * @returns the whole text with the content
 * @throws Error when the marks are not there
 */
export function replaceBetween(present: string, name: string, content: string): string {
	const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
	const [from, to] = [present.indexOf(begin), present.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`There is no place between ${begin} and ${end}.`);
	return `${present.slice(0, from + begin.length)}\n${content.trim()}\n${present.slice(to)}`;
}

/**
 * Writes what a file holds between the marks of that name.
 * @param file relative to the package's folder
 * @throws Error when the marks are not there
 */
export async function writeBetween(file: string, name: string, text: string): Promise<void> {
	const target = path.join(root(), file);
	const present = await readFile(target, 'utf8');
	await writeFile(target, replaceBetween(present, name, text));
}

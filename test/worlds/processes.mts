import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Container } from '@n8n/di';
import { BinaryDataConfig } from 'n8n-core';
import { root } from '../../tools/lib/shell.mts';
import { startEngine } from '../engine/harness.mts';
import type { Engine } from '../engine/harness.mts';

/** How many processes of n8n a world has: a main one and two workers. */
export const PROCESSES = 3;

// A folder that git ignores, and from which the modules of this package are found.
const folderOf = (name: string): string => path.join(root(), '.work', 'worlds', name);

/** Removes the copies of the package that `startProcesses` made under that name. */
export const removeProcesses = (name: string): void =>
	rmSync(folderOf(name), { recursive: true, force: true });

/**
 * Starts engines that share nothing in memory of the package, as n8n's main process and its workers do: each loads a copy of its own.
 * @param name tells the copies of this test file from those of others
 * @throws Error when the package is not built
 */
export async function startProcesses(name: string): Promise<Engine[]> {
	// Files lie in the execution's data where n8n has no store for its mode: the fast clock does not wait for a disk.
	Container.get(BinaryDataConfig).mode = 'database';
	const folder = folderOf(name);
	removeProcesses(name);
	const engines: Engine[] = [];
	for (let index = 0; index < PROCESSES; index++) {
		const directory = path.join(folder, String(index));
		mkdirSync(directory, { recursive: true });
		cpSync(path.join(root(), 'dist'), path.join(directory, 'dist'), { recursive: true });
		cpSync(path.join(root(), 'package.json'), path.join(directory, 'package.json'));
		engines.push(await startEngine({ directory }));
	}
	return engines;
}

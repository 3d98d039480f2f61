import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { root } from './shell.mts';

/** What a run goes through, where that is not all of the package: the trigger runs nothing of the action node. */
const SCOPES: Readonly<Record<string, string[]>> = Object.fromEntries(
	['crash-default', 'crash-durable', 'trigger'].map((name) => [
		name,
		['nodes/MessagingServiceTrigger', 'nodes/shared', 'credentials'],
	]),
);

/**
 * Names the state of the shipped code, so that a figure tells what it was measured on.
 * @param name of the run, as its file in test/proof is called
 * @returns 10 hexadecimal digits made of nodes/ and credentials/, or of the part that the run goes through; comments, types and layout do not count
 */
export function fingerprint(name = ''): string {
	const hash = createHash('sha256');
	for (const folder of SCOPES[name] ?? ['nodes', 'credentials']) {
		const files = readdirSync(path.join(root(), folder), {
			recursive: true,
			encoding: 'utf8',
		}).filter((file) => file.endsWith('.ts'));
		for (const file of files.sort()) {
			hash.update(`${folder}/${file}\n`);
			hash.update(
				transformSync(readFileSync(path.join(root(), folder, file), 'utf8'), {
					loader: 'ts',
					minifyWhitespace: true,
				}).code,
			);
		}
	}
	return hash.digest('hex').slice(0, 10);
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../tools/lib/shell.mts';
import type { StoredWorkflow } from '../../tools/lib/n8n.mts';

/** The example workflows as their files hold them. Tests are named after them, so they are read before any test runs. */
export function exampleFiles(): StoredWorkflow[] {
	const folder = path.join(root(), 'examples');
	return readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as StoredWorkflow);
}

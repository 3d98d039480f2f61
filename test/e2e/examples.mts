import { readdir, readFile } from 'node:fs/promises';
import { exampleWorkflows } from '../../tools/lib/examples.mts';
import { CHECKED } from './examplesCases.mts';
import type { StoredWorkflow } from '../../tools/lib/n8n.mts';

/** The credentials that an example may name: `tools/lib/examples.mts` makes them. */
const PLACEHOLDERS = new Set([
	'messagingSandbox1',
	'smtpSandbox1',
	'crmWebhookKey1',
	'mcpBearerToken1',
	'chatModelLocal01',
]);

function faultsOf({ name, nodes }: StoredWorkflow): string[] {
	const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
	const foreign = nodes
		.flatMap(({ credentials }) =>
			Object.values((credentials ?? {}) as Record<string, { id: string }>),
		)
		.filter(({ id }) => !PLACEHOLDERS.has(id));
	return [
		...(notes.length < 2 ? [`${name} has ${notes.length} notes`] : []),
		...foreign.map(({ id }) => `${name} names the credential ${id}`),
	];
}

/** @returns what is wrong with the files in examples/ and their README, before anything is run */
export async function faultsOfFiles(): Promise<string[]> {
	const workflows = await exampleWorkflows();
	const tested = new Set(CHECKED);
	const readme = await readFile('examples/README.md', 'utf8');
	const files = (await readdir('examples')).filter((file) => file.endsWith('.json'));
	return [
		...(files.length === workflows.length ? [] : ['a file in examples/ is no workflow']),
		...workflows.filter(({ id }) => !tested.has(id)).map(({ id }) => `${id} has no test`),
		...files
			.filter((file) => !readme.includes(`](${file})`))
			.map((file) => `${file} is not in examples/README.md`),
		...workflows.flatMap(faultsOf),
	];
}

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { SANDBOX_KEY } from './sandboxProcess.mts';
import { root } from './shell.mts';
import type { N8n, StoredWorkflow } from './n8n.mts';

/** The credential that the example workflows name. */
export const EXAMPLE_CREDENTIAL = { id: 'messagingSandbox1', name: 'Messaging Service (sandbox)', type: 'messagingServiceApi' };

/** @returns the example workflows, with the files they read at their place on this machine. */
export async function exampleWorkflows(): Promise<StoredWorkflow[]> {
	const folder = path.join(root(), 'examples');
	const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
	const workflows: StoredWorkflow[] = [];
	for (const file of files) {
		const workflow = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Partial<StoredWorkflow>;
		if (!Array.isArray(workflow.nodes) || workflow.connections === undefined) continue;
		for (const node of workflow.nodes) {
			const parameters = node.parameters as { fileSelector?: string } | undefined;
			if (parameters?.fileSelector?.startsWith('examples/')) parameters.fileSelector = path.join(root(), parameters.fileSelector);
		}
		workflows.push({ ...workflow, id: workflow.id ?? path.basename(file, '.json'), name: workflow.name ?? file } as StoredWorkflow);
	}
	return workflows;
}

/** Puts a credential for the sandbox at `url` and the example workflows (all, or the one with this id) into an n8n. */
export async function importExamples(n8n: N8n, url: string, only?: string): Promise<StoredWorkflow[]> {
	await n8n.importCredentials([{ ...EXAMPLE_CREDENTIAL, data: { baseUrl: url, restBaseUrl: '', apiKey: SANDBOX_KEY, allowHttp: true } }]);
	const workflows = (await exampleWorkflows()).filter(({ id }) => only === undefined || id === only);
	await n8n.importWorkflows(workflows);
	return workflows;
}

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { MODEL_URL } from './languageModel.mts';
import { SANDBOX_KEY } from './sandboxProcess.mts';
import { root } from './shell.mts';
import type { StoredWorkflow } from './n8n.mts';

/** The credential that the example workflows name. */
export const EXAMPLE_CREDENTIAL = {
	id: 'messagingSandbox1',
	name: 'Messaging Service (sandbox)',
	type: 'messagingServiceApi',
};

/** The examples' credential for the sandbox at `url`, to be imported. `more` are other fields of it, such as `authentication`. */
export const sandboxCredential = (
	url: string,
	more: { authentication?: 'apiKey' | 'bearer'; apiKey?: string } = {},
): typeof EXAMPLE_CREDENTIAL & { data: object } => ({
	...EXAMPLE_CREDENTIAL,
	data: { baseUrl: url, restBaseUrl: '', apiKey: SANDBOX_KEY, allowHttp: true, ...more },
});

/** What the sandbox's n8n asks of those who call an example: it listens on this machine only and lasts as long as the tool. */
export const EXAMPLE_KEYS = { webhook: 'sandbox-webhook-key', mcp: 'sandbox-mcp-token' };

/** The address of the service in examples that use n8n's HTTP Request node. */
const PLACE_OF_SERVICE = 'https://api.example.com';
/** Where Mailpit and its like listen. */
const MAIL_PORT = 1025;

/**
 * The credentials that the examples name, to be imported.
 * @param url the service
 * @param mailPort where an SMTP server listens on this machine
 * @param modelUrl where a language model speaks the chat completions interface
 */
export function exampleCredentials(
	url: string,
	mailPort = MAIL_PORT,
	modelUrl = MODEL_URL,
): Array<{ id: string; name: string; type: string; data: object }> {
	return [
		sandboxCredential(url),
		{
			id: 'smtpSandbox1',
			name: 'E-mail (SMTP)',
			type: 'smtp',
			data: {
				host: '127.0.0.1',
				port: mailPort,
				user: '',
				password: '',
				secure: false,
				disableStartTls: true,
			},
		},
		{
			id: 'crmWebhookKey1',
			name: 'CRM webhook key',
			type: 'httpHeaderAuth',
			data: { name: 'X-Api-Key', value: EXAMPLE_KEYS.webhook },
		},
		{
			id: 'mcpBearerToken1',
			name: 'MCP token',
			type: 'httpBearerAuth',
			data: { token: EXAMPLE_KEYS.mcp },
		},
		{
			id: 'chatModelLocal01',
			name: 'Chat model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: modelUrl },
		},
	];
}

/** @returns the example workflows, with the files they read at their place on this machine, and the service at `url`. */
export async function exampleWorkflows(url = PLACE_OF_SERVICE): Promise<StoredWorkflow[]> {
	const folder = path.join(root(), 'examples');
	const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
	const workflows: StoredWorkflow[] = [];
	for (const file of files) {
		const text = (await readFile(path.join(folder, file), 'utf8')).replaceAll(
			PLACE_OF_SERVICE,
			url,
		);
		const workflow = JSON.parse(text) as Partial<StoredWorkflow>;
		if (!Array.isArray(workflow.nodes) || workflow.connections === undefined) continue;
		for (const node of workflow.nodes) {
			const parameters = node.parameters as { fileSelector?: string } | undefined;
			if (parameters?.fileSelector?.startsWith('examples/'))
				parameters.fileSelector = path.join(root(), parameters.fileSelector);
		}
		workflows.push({
			...workflow,
			id: workflow.id ?? path.basename(file, '.json'),
			name: workflow.name ?? file,
		} as StoredWorkflow);
	}
	return workflows;
}

import { createRequire } from 'node:module';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { N8n } from '../../tools/lib/n8n.mts';

/**
 * What people and models ask for, in their own words. n8n's search takes a phrase word by word and ranks by the longest
 * word that a node's name or alias holds; a name counts half as much again as an alias. So a phrase whose only words are
 * "send" and "sms" belongs to nodes whose names begin with them, whatever another node says of itself.
 */
export const PHRASES = [
	'text my customers when an order ships',
	'notify customers by sms',
	'rcs',
	'bulk sms',
	'sms campaigns',
	'text messaging',
	'send text messages',
	'sms reminder before an appointment',
	'appointment reminders by text',
	'check if an sms was delivered',
	'sms delivery report',
	'when an sms is delivered',
	'delivery status of a text',
	'send one-time password by sms',
	'sms notifications',
	'sms alerts',
	'unsubscribe a phone number from sms',
	'sender id',
	'sms broadcast',
	'mass texting',
];

/** A node that is found is among the first so many. */
export const PLACES = 3;

/** n8n's own MCP server for those who build workflows, called as a model's client calls it. */
export class Builder {
	readonly #client: Client;

	private constructor(client: Client) {
		this.#client = client;
	}

	/** Turns the server on, as the owner does under Settings, and connects to it with a key of the owner's. */
	static async connect(n8n: N8n): Promise<Builder> {
		await n8n.rest('PATCH', 'mcp/settings', { mcpAccessEnabled: true });
		const { apiKey } = await n8n.rest<{ apiKey: string }>('POST', 'mcp/api-key/rotate');
		const client = new Client({ name: 'end-to-end', version: '1.0.0' });
		await client.connect(
			new StreamableHTTPClientTransport(new URL(`${n8n.url}/mcp-server/http`), {
				requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
				// n8n may close a connection that was kept open just when it is used again.
				fetch: async (url, init) =>
					await fetch(url, init).catch(async () => await fetch(url, init)),
			}),
		);
		return new Builder(client);
	}

	async end(): Promise<void> {
		await this.#client.close();
	}

	/** Calls a tool. @throws Error with what the tool said when it refused */
	async call<T>(name: string, args: object): Promise<T> {
		const { isError, content, structuredContent } = await this.#client.callTool({
			name,
			arguments: { ...args },
		});
		if (isError === true) throw new Error(`${name} answered ${JSON.stringify(content)}`);
		return structuredContent as T;
	}

	/** Searches for phrases. @returns for each the types of the nodes that were found, best first */
	async search(phrases: readonly string[]): Promise<Map<string, string[]>> {
		const { results } = await this.call<{ results: string }>('search_nodes', { queries: phrases });
		const found = new Map<string, string[]>();
		for (const section of results.split(/^(?=## ")/m)) {
			const phrase = /^## "(.*)"$/m.exec(section)?.[1];
			const types = [...section.matchAll(/^- (\S+)/gm)].map(([, type = '']) => type);
			if (phrase !== undefined) found.set(phrase, types);
		}
		return found;
	}
}

/** Writes a workflow as code of n8n's workflow SDK, by the SDK's own converter. */
export function asCode(n8n: N8n, workflow: object): string {
	const { generateWorkflowCode } = createRequire(
		path.join(n8n.installed.directory, 'package.json'),
	)('@n8n/workflow-sdk') as { generateWorkflowCode(input: { workflow: object }): string };
	return generateWorkflowCode({ workflow });
}

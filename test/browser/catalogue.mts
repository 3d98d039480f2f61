import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { ensureN8n } from '../../tools/lib/install.mts';
import { root } from '../../tools/lib/shell.mts';

/** What n8n's MCP server and its assistant search the nodes with. */
interface SearchEngine {
	searchByName(query: string, limit: number): Array<{ name: string; builderHintMessage?: string }>;
}

/** So many nodes are shown to a model for one phrase. */
const SHOWN = 5;
const PACKAGE = 'n8n-nodes-messaging-service';
const OURS = ['MessagingService', 'MessagingServiceTrigger'];

/** n8n's own search over its own catalogue, with the nodes of this package among them. */
export interface Catalogue {
	size: number;
	/** Takes a phrase; returns the names of the nodes that a model is shown, best first. */
	search(phrase: string): string[];
	/** Takes the name of a node; returns what a model is told about it. */
	hintOf(name: string): string | undefined;
}

/** Takes a file of types of one of n8n's packages; returns its nodes, named as n8n loads them. */
async function nodesOf(file: string, prefix: string): Promise<INodeTypeDescription[]> {
	const nodes = JSON.parse(await readFile(file, 'utf8')) as INodeTypeDescription[];
	return nodes.map((node) => ({ ...node, name: `${prefix}.${node.name}` }));
}

/** @returns the built nodes of this package, with their codex files, as n8n loads them */
async function ownNodes(): Promise<INodeTypeDescription[]> {
	const load = createRequire(path.join(root(), 'package.json'));
	return await Promise.all(
		OURS.map(async (name) => {
			const base = path.join(root(), 'dist', 'nodes', name, `${name}.node`);
			const types = load(`${base}.js`) as Record<
				string,
				new () => { description: INodeTypeDescription }
			>;
			const Type = types[name];
			if (!Type) throw new Error(`${base}.js holds no ${name}`);
			const { description } = new Type();
			const codex = JSON.parse(
				await readFile(`${base}.json`, 'utf8'),
			) as INodeTypeDescription['codex'];
			return { ...description, name: `${PACKAGE}.${description.name}`, codex };
		}),
	);
}

/** n8n makes a second node of each that an AI agent may use. */
const asTool = (node: INodeTypeDescription): INodeTypeDescription => ({
	...node,
	name: `${node.name}Tool`,
	displayName: `${node.displayName} Tool`,
});

/** @returns n8n's catalogue with the built package in it. @throws Error when n8n is not installed and cannot be. */
export async function loadCatalogue(): Promise<Catalogue> {
	const { directory } = await ensureN8n();
	const modules = path.join(directory, 'node_modules');
	const nodes = [
		...(await nodesOf(
			path.join(modules, 'n8n-nodes-base', 'dist', 'types', 'nodes.json'),
			'n8n-nodes-base',
		)),
		...(await nodesOf(
			path.join(modules, '@n8n', 'n8n-nodes-langchain', 'dist', 'types', 'nodes.json'),
			'@n8n/n8n-nodes-langchain',
		)),
		...(await ownNodes()),
	];
	const all = [...nodes, ...nodes.filter(({ usableAsTool }) => usableAsTool).map(asTool)];
	const { NodeSearchEngine } = createRequire(path.join(directory, 'package.json'))(
		'@n8n/ai-utilities/node-catalog',
	) as { NodeSearchEngine: new (nodes: INodeTypeDescription[]) => SearchEngine };
	const engine = new NodeSearchEngine(all);
	return {
		size: all.length,
		search: (phrase) => engine.searchByName(phrase, SHOWN).map(({ name }) => name),
		hintOf: (name) =>
			engine.searchByName(name, SHOWN).find((found) => found.name === name)?.builderHintMessage,
	};
}
